// `cutescope lessons`: the built-in lessons, and one of them as a sheet.

#include "app/tools/tools.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/text/characters.hpp"
#include "algebra/text/edit_distance.hpp"
#include "app/import/open.hpp"
#include "app/lessons/lessons.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::message;

std::vector<Option> lessons_options() {
  return {argument("lesson", "LESSON", "A lesson's number, or a word of its title or its text. Default: the list of them"),
          output_option("Write the lesson as a sheet (.cutes). Default, or as -: standard output"), json_option(), language_option()};
}

int lesson_count() { return static_cast<int>(lesson_names().size()); }
std::string_view name_of_lesson(int number) { return lesson_names()[static_cast<std::size_t>(number)]; }

nlohmann::json json_of_lesson(int number) {
  return {{"number", number + 1},
          {"name", name_of_lesson(number)},
          {"title", lesson_title(number, Language::english)},
          {"group", lesson_group(number)}};
}

/// Prints a line for each lesson, under its part of the course.
void list_lessons(Report& report, const std::vector<int>& numbers) {
  std::string_view group;
  for (const int number : numbers) {
    report.row(json_of_lesson(number));
    const auto title = lesson_group(number);
    if (title != group) report.print("{}{}\n", group.empty() ? "" : "\n", in_words(std::string(title).c_str()));
    group = title;
    report.print("{:>4}  {:<20}{}\n", number + 1, name_of_lesson(number), lesson_title(number, spoken_texts().language()));
  }
}

/// Returns a text for searching: in lower case, with blanks for underscores.
std::string searchable(std::string_view text) {
  auto all = algebra::lower(text);
  std::ranges::replace(all, '_', ' ');
  return all;
}

/// Finds the lessons with the word, or another name of the same thing, in their names and titles; without any, in their texts.
std::vector<int> lessons_with_word(const std::string& word) {
  std::vector<std::string> wanted;
  for (const auto& other : spoken_texts().in_other_words(word)) wanted.push_back(searchable(other));
  const auto has = [&](std::string_view text) {
    const auto in = searchable(text);
    return std::ranges::any_of(wanted, [&](const auto& w) { return in.find(w) != std::string::npos; });
  };
  std::vector<int> titled, written;
  const auto language = spoken_texts().language();
  for (int number = 0; number < lesson_count(); ++number)
    if (has(name_of_lesson(number)) || has(lesson_title(number, Language::english)) || has(lesson_title(number, language)))
      titled.push_back(number);
  if (!titled.empty()) return titled;
  for (int number = 0; number < lesson_count(); ++number)
    for (const auto& entry : lesson_sheet(number, language).entries)
      if (has(entry.text)) {
        written.push_back(number);
        break;
      }
  return written;
}

/// Returns the words of names and titles that are nearest to a word.
std::vector<std::string> nearest_lesson_words(const std::string& word) {
  const auto wanted = searchable(word);
  const auto limit = std::max<std::size_t>(2, wanted.size() / 3 + 1);
  std::vector<std::pair<std::size_t, std::string>> found;
  for (int number = 0; number < lesson_count(); ++number) {
    auto text = searchable(fmt::format("{} {}", name_of_lesson(number), lesson_title(number, Language::english)));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return !algebra::is_word(c); }, ' ');
    for (std::string_view rest = text; !rest.empty();) {
      const std::string one(algebra::take_until(rest, ' '));
      const auto distance = one.size() < 3 ? limit : algebra::edit_distance(wanted, one, limit);
      if (distance < limit && std::ranges::find(found, one, &std::pair<std::size_t, std::string>::second) == found.end())
        found.emplace_back(distance, one);
    }
  }
  std::ranges::stable_sort(found, {}, &std::pair<std::size_t, std::string>::first);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, found.size()); ++i) words.push_back(found[i].second);
  return words;
}

int lessons(const Arguments& asked, Report& report, ToolHost&) {
  const std::string word(algebra::trimmed(asked.text("lesson")));
  const auto& out = asked.text("output");
  std::vector<int> numbers;
  if (word.empty()) {
    for (int i = 0; i < lesson_count(); ++i) numbers.push_back(i);
  } else if (const auto number = asked.integer("lesson")) {
    if (*number < 1 || *number > lesson_count())
      return report.refuse(wrong_input, message("there is no lesson {}; there are {}", *number, lesson_count()));
    numbers.push_back(static_cast<int>(*number) - 1);
  } else {
    numbers = lessons_with_word(word);
    if (numbers.empty())
      return report.refuse(wrong_input, ReportError{.message = message("No lesson has {} in its title or its text.", word),
                                                    .suggestions = nearest_lesson_words(word)});
  }
  if (word.empty() || numbers.size() > 1) {
    if (!out.empty())
      return report.refuse(wrong_input, word.empty() ? algebra::Message("--output needs one lesson: lessons NUMBER -o FILE")
                                                     : message("--output needs one lesson, but {} lessons have {}: give the number of one",
                                                               numbers.size(), word));
    list_lessons(report, numbers);
    if (!word.empty()) report.note(message("{} lessons have {}: give a number to write one", numbers.size(), word));
    return done;
  }
  const auto sheet = lesson_sheet(numbers.front(), spoken_texts().language());
  auto& data = report.data();
  data = json_of_lesson(numbers.front());
  if (out.empty() || out == "-") {
    data["text"] = serialise(sheet);
    if (report.is_text()) report.document(serialise(sheet));
    return done;
  }
  if (const auto written = save_sheet(sheet, out); !written)
    return report.refuse(written.error().key() == unwritable_key ? environment_failed : wrong_input, written.error());
  data["output"] = out;
  return done;
}

}  // namespace

const Tool lessons_tool{.name = "lessons",
                        .group = ToolGroup::learn,
                        .help = "List the built-in lessons, or write one of them as a sheet",
                        .example = "lessons swizzle",
                        .options = lessons_options,
                        .run = lessons,
                        .answer = "rows,number:int,name:str,title:str,group:str,text?:str,output?:str"};

}  // namespace app
