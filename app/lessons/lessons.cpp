#include "app/lessons/lessons.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/lines.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

using algebra::Message;

constexpr std::string_view lessons_folder = "lessons/", in_english = ".en.cutes";

/// "01-layout", "02-majors", ...: the lessons as assets, in their order.
const std::vector<std::string_view>& lesson_files() {
  static const auto all = [] {
    std::vector<std::string_view> found;
    for (const auto path : assets::paths())
      if (path.starts_with(lessons_folder) && path.ends_with(in_english))
        found.push_back(path.substr(lessons_folder.size(), path.size() - lessons_folder.size() - in_english.size()));
    std::sort(found.begin(), found.end());
    return found;
  }();
  return all;
}

const std::vector<std::string_view>& all_names() {
  static const auto all = [] {
    std::vector<std::string_view> found;
    for (const auto file : lesson_files()) found.push_back(file.substr(file.find('-') + 1));
    return found;
  }();
  return all;
}

/// Returns the lesson's sheet as text; in English if it has no translation.
std::string_view lesson_asset(int number, Language language) {
  const auto file = lesson_files().at(static_cast<std::size_t>(number));
  const auto text = assets::get(fmt::format("{}{}.{}.cutes", lessons_folder, file, language.code));
  return text.empty() ? assets::get(fmt::format("{}{}{}", lessons_folder, file, in_english)) : text;
}

bool is_note(const Entry& e) { return e.text.starts_with('#'); }

/// Returns the notes of a lesson in their order.
std::vector<std::string> notes_of(const Sheet& sheet) {
  std::vector<std::string> notes;
  for (const auto& e : sheet.entries)
    if (is_note(e)) notes.push_back(e.text);
  return notes;
}

/// Replaces the texts of `from` in `sheet` (notes, title and exercises) by those of `to`.
void retell(Sheet& sheet, const Sheet& from, const Sheet& to) {
  const auto old_notes = notes_of(from), notes = notes_of(to);
  for (auto& e : sheet.entries) {
    if (!is_note(e)) continue;
    const auto at = std::find(old_notes.begin(), old_notes.end(), e.text) - old_notes.begin();
    if (at < static_cast<std::ptrdiff_t>(std::min(old_notes.size(), notes.size()))) e.text = notes[static_cast<std::size_t>(at)];
  }
  if (sheet.lesson == from.lesson) sheet.lesson = to.lesson;
  for (auto& exercise : sheet.exercises) {
    const auto at = static_cast<std::size_t>(std::find(from.exercises.begin(), from.exercises.end(), exercise) - from.exercises.begin());
    if (at < std::min(from.exercises.size(), to.exercises.size())) exercise = to.exercises[at];
  }
}

}  // namespace

std::span<const std::string_view> lesson_names() { return all_names(); }

int lesson_number(std::string_view name) {
  const auto at = std::find(all_names().begin(), all_names().end(), name);
  return at == all_names().end() ? -1 : static_cast<int>(at - all_names().begin());
}

Sheet lesson_sheet(int number, Language language) { return parse_sheet(lesson_asset(number, language)).value_or(Sheet{}); }

int built_in_lesson(const Sheet& sheet) {
  const int number = lesson_number(sheet.lesson.name);
  if (number < 0) return -1;
  const auto is_own = [&](const Language& language) {
    const auto own = lesson_sheet(number, language);
    return sheet.lesson == own.lesson && sheet.exercises == own.exercises;
  };
  return std::ranges::any_of(languages(), is_own) ? number : -1;
}

std::string_view lesson_group(int number) {
  struct Group {
    std::string_view first, title;
  };
  // By the first lesson of each group.
  static constexpr std::array<Group, 9> groups{{{"layout", "What layouts are"},
                                                {"coalesce", "The algebra"},
                                                {"tile", "Tiles, threads and memory"},
                                                {"inverse", "More of the algebra"},
                                                {"swizzle_bits", "Tensor cores"},
                                                {"bit_matrix", "Layouts as matrices of bits, and more"},
                                                {"refused", "What holds, and why"},
                                                {"gemm_by_hand", "A GEMM, step by step"},
                                                {"errors", "When something is wrong"}}};
  const auto after = std::ranges::find_if(groups, [&](const Group& g) { return lesson_number(g.first) > number; });
  return after == groups.begin() ? after->title : std::prev(after)->title;
}

std::string_view lesson_opening(int number, Language language) {
  constexpr std::string_view note = "\n# ";
  auto rest = lesson_asset(number, language);
  const auto at = rest.find(note);
  if (at == std::string_view::npos) return {};
  rest.remove_prefix(at + note.size());
  return algebra::take_until(rest, '\n');
}

int lesson_with(const algebra::Function& function) {
  static const auto lessons = [] {
    std::map<const algebra::Function*, int> first;
    for (int number = 0; number < static_cast<int>(lesson_files().size()); ++number) {
      const auto sheet = lesson_sheet(number, Language::english);
      SheetEvaluator evaluator;
      evaluator.update(sheet);
      for (std::size_t i = 0; i < sheet.entries.size(); ++i) {
        if (is_note(sheet.entries[i])) continue;
        const std::string_view text = sheet.entries[i].text;
        for (const auto& token : algebra::tokens(text))
          if (token.kind == algebra::Token::Kind::function)
            if (const auto* called = algebra::function_named(text.substr(token.span.begin, token.span.end - token.span.begin)))
              first.emplace(called, number);
        // A o B calls a function without its name in the text. A(1,2) is left out: it looks up an element and is no lesson about slices.
        const auto& evaluation = evaluator.results()[i].evaluation;
        const auto* called = evaluation ? algebra::function_of(evaluation->made_by) : nullptr;
        if (called != nullptr && called->notation != algebra::Notation::apply) first.emplace(called, number);
      }
    }
    return first;
  }();
  const auto found = lessons.find(&function);
  return found == lessons.end() ? -1 : found->second;
}

std::string lesson_version(int number) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : lesson_asset(number, Language::english)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

Sheet kept_lesson(int number, Sheet left, std::string_view version) {
  if (version == lesson_version(number) && built_in_lesson(left) == number) return left;
  auto now = lesson_sheet(number, Language::english);
  const auto named = [](Sheet& sheet, std::string_view name) -> Entry* {
    for (auto& e : sheet.entries)
      if (const auto line = algebra::split_line(e.text); line && line->name == name) return &e;
    return nullptr;
  };
  for (const auto& exercise : now.exercises)
    if (auto* to = named(now, exercise.entry), *from = named(left, exercise.entry); to != nullptr && from != nullptr) to->text = from->text;
  return now;
}

const std::string& lesson_title(int number, Language language) {
  static std::map<std::string_view, std::vector<std::string>> known;
  auto& titles = known[language.code];
  // The title is in one of the first lines, so a menu need not parse all lessons.
  for (int n = static_cast<int>(titles.size()); n < static_cast<int>(lesson_files().size()); ++n) {
    auto rest = lesson_asset(n, language);
    const auto whole = rest;
    while (rest.starts_with('@')) algebra::take_until(rest, '\n');
    titles.push_back(parse_sheet(whole.substr(0, whole.size() - rest.size())).value_or(Sheet{}).lesson.title);
  }
  return titles.at(static_cast<std::size_t>(number));
}

void retell(Sheet& sheet, Language language) {
  const int number = built_in_lesson(sheet);
  if (number < 0) return;
  const auto to = lesson_sheet(number, language);
  if (sheet.lesson == to.lesson && sheet.exercises == to.exercises && notes_of(sheet) == notes_of(to)) return;
  for (const auto& other : languages())
    if (other != language) retell(sheet, lesson_sheet(number, other), to);
}

std::string lesson_text(const Sheet& sheet) {
  auto text = sheet.lesson.title;
  for (const auto& e : sheet.exercises) {
    text += e.task;
    for (const auto& hint : e.hints) text += hint;
    for (const auto& check : e.checks) text += check.otherwise;
  }
  return text;
}

void LessonProgress::update(const Sheet& sheet, const std::string& lesson, const SheetEvaluator& evaluator,
                            const tl::expected<gpu::LaunchPlan, Message>& launch) {
  states.clear();
  // Hints shown stay when the same exercises appear in another language.
  const auto same = [](const Exercise& a, const Exercise& b) { return a.entry == b.entry && a.answer == b.answer && a.start == b.start; };
  if (!std::equal(of_.begin(), of_.end(), sheet.exercises.begin(), sheet.exercises.end(), same)) help.assign(sheet.exercises.size(), {});
  of_ = sheet.exercises;
  for (const auto& exercise : sheet.exercises) states.push_back(check_exercise(sheet, evaluator, launch, exercise, kernels_));
  if (all_solved() && !lesson.empty()) solved.insert(lesson);
}

LessonProgress::Progress LessonProgress::of(const std::string& lesson) const {
  return solved.contains(lesson) ? Progress::solved : kept.contains(lesson) ? Progress::begun : Progress::untouched;
}

void LessonProgress::keep(const std::string& lesson, const Sheet& now, const Sheet& began) {
  ++kept_version;
  if (now == began) kept.erase(lesson);
  else kept.insert_or_assign(lesson, now);
}

bool LessonProgress::all_solved() const {
  return !states.empty() && std::all_of(states.begin(), states.end(), [](const auto& s) { return s.kind == ExerciseState::Kind::solved; });
}

int LessonProgress::current() const {
  const auto open = std::find_if(states.begin(), states.end(), [](const auto& s) { return s.kind != ExerciseState::Kind::solved; });
  return static_cast<int>(std::min<std::ptrdiff_t>(open - states.begin(), std::ssize(states) - 1));
}

}  // namespace app
