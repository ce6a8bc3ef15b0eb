#include "app/web/web_commands.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algebra/editing/fuzzy.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/operation_search.hpp"
#include "app/lessons/examples.hpp"
#include "app/tools/tool.hpp"
#include "app/web/answers.hpp"

namespace app {
namespace {

constexpr WebCommand table[] = {
    {"file.new", "File", "New sheet", "", "", false, "empty clear"},
    {"file.open", "File", "Open…", "Ctrl+O", "", false, "load import upload"},
    {"file.starter", "File", "Open the starter sheet", "", "", false, "example"},
    {"file.save", "File", "Save", "Ctrl+S", "", true, "download store file"},
    {"file.copy_link", "File", "Copy link", "", "", false, "share url address"},
    {"edit.undo", "Edit", "Undo", "Ctrl+Z", "", false},
    {"edit.redo", "Edit", "Redo", "Ctrl+Y", "Ctrl+Shift+Z", false},
    {"edit.insert", "Edit", "Insert an expression", "", "", true, "add row entry layout"},
    {"edit.note", "Edit", "Insert a note", "", "", false, "add comment text"},
    {"edit.duplicate", "Edit", "Duplicate the entry", "", "", false, "copy"},
    {"edit.delete", "Edit", "Delete the entry", "Ctrl+Shift+D", "", false, "remove"},
    {"edit.up", "Edit", "Move the entry up", "Alt+ArrowUp", "", false},
    {"edit.down", "Edit", "Move the entry down", "Alt+ArrowDown", "", false},
    {"edit.next_problem", "Edit", "Next problem", "Shift+F2", "", false, "error mistake"},
    {"edit.operations", "Edit", "Search the operations", "Ctrl+Shift+F", "", false, "functions find"},
    {"run.link", "Edit", "Run the launch that came with the link", "", "", false, "gpu kernel"},
    {"launch.begin", "Edit", "Describe a launch", "", "", true, "gpu kernel threads trace"},
    {"view.integers", "View", "Integers: auto, math or cute", "", "", false, "static dynamic underscore"},
    {"view.language", "View", "English or 中文", "", "", false, "language Chinese English translation"},
    {"view.next_theme", "View", "Light, dark or as the system", "", "", false, "theme dark mode colours appearance"},
    {"export.sheet_svg", "Export", "The sheet as SVG", "", "", false, "picture image download"},
    {"export.card_svg", "Export", "The card as SVG", "", "", false, "picture image download"},
    {"export.card_tikz", "Export", "The card as TikZ", "", "", false, "picture latex tex"},
    {"export.sheet_page", "Export", "An interactive page", "", "", false, "html web"},
    {"export.sheet_cpp", "Export", "The sheet as C++", "", "", true, "code CUTLASS"},
    {"export.sheet_python", "Export", "The sheet as Python", "", "", false, "code CuTe DSL"},
    {"export.print", "Export", "Print…", "Ctrl+P", "", true, "pdf paper"},
    {"lessons.first", "Lessons", "Begin with lesson 1", "", "", false, "course tutorial"},
    {"lessons.overview", "Lessons", "All lessons", "", "", false, "course exercises list"},
    {"lessons.next", "Lessons", "Next lesson", "", "", false},
    {"lessons.previous", "Lessons", "Previous lesson", "", "", false},
    {"kernel.map", "Tools", "Map of the kernel", "", "", false, "timeline time barriers flow findings program"},
    {"view.palette", "Help", "Commands…", "Ctrl+K", "", false},
    {"help.keys", "Help", "Keys and mouse", "F1", "", false, "shortcuts keyboard"},
    {"help.functions", "Help", "All functions", "", "", false, "operations reference"},
    {"help.about", "Help", "About Cutescope", "", "", false, "version limits"},
};

constexpr AbsentCommand absent[] = {
    {"Runs on the GPU", "gpu cuda device hardware counters"},
    {"PDF and PNG", "export picture image slides"},
    {"Presentations", "present slides"},
    {"Watching a program", "watch debug file reload"},
    {"The guide", "guide manual documentation help"},
};

/// Returns true if each wanted word is in one of the texts.
bool contains_each(std::span<const std::string> wanted, std::initializer_list<std::string_view> texts) {
  using algebra::lower;
  const auto has = [](std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) { return lower(a) == lower(b); }) !=
           text.end();
  };
  return std::ranges::any_of(wanted, [&](std::string_view words) {
    while (!words.empty()) {
      const auto word = algebra::take_until(words, ' ');
      if (!word.empty() && std::ranges::none_of(texts, [&](std::string_view text) { return has(text, word); })) return false;
    }
    return true;
  });
}

/// Returns the rank of the best match among the texts; -1 if none has the letters in one piece.
int best_rank(std::string_view wanted, std::initializer_list<std::string_view> texts) {
  int best = -1;
  for (const auto text : texts)
    if (const auto match = algebra::editing::fuzzy_match(text, wanted); match && match->rank >= algebra::editing::in_one_piece)
      best = std::max(best, match->rank);
  return best;
}

/// Returns the rows, best first; equal ones in their order.
PageJson rows_by_rank(std::vector<std::pair<int, PageJson>> found) {
  std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
  PageJson rows = PageJson::array();
  for (auto& [rank, row] : found) rows.push_back(std::move(row));
  return rows;
}

}  // namespace

std::span<const WebCommand> web_commands() { return table; }
std::span<const AbsentCommand> absent_commands() { return absent; }

PageJson WebHost::Answers::commands() {
  PageJson all = PageJson::array();
  for (const auto& c : web_commands()) {
    PageJson row{{"id", c.id}, {"menu", word(c.menu)}, {"title", c.title}, {"said", word(c.title)}, {"rule", c.rule}};
    if (*c.key != 0) row["key"] = c.key;
    if (*c.also != 0) row["also"] = c.also;
    all.push_back(std::move(row));
  }
  return {{"commands", all}};
}

PageJson WebHost::Answers::palette() {
  const auto typed = text("wanted");
  const auto wanted = algebra::trimmed(typed);
  const auto words = host_.texts_.in_other_words(wanted);
  std::vector<std::pair<int, PageJson>> found;
  // Matches of names come before matches of other words.
  constexpr int by_words = algebra::editing::in_one_piece - 1;
  const auto add = [&](int rank, PageJson row) { found.emplace_back(rank, std::move(row)); };
  const auto rank_of = [&](int named, int handicap, std::initializer_list<std::string_view> others) {
    if (named >= 0) return named - handicap;
    return contains_each(words, others) ? by_words - handicap : -1;
  };
  for (const auto& c : web_commands()) {
    if (std::string_view(c.id) == "view.palette") continue;
    const auto said = word(c.title), menu = word(c.menu);
    const int rank =
        wanted.empty() ? 0 : rank_of(best_rank(wanted, {said, c.title, c.id}), 0, {said, c.title, menu, c.menu, c.id, c.words});
    if (rank >= 0) add(rank, {{"kind", "command"}, {"id", c.id}, {"menu", menu}});
  }
  for (const auto* tool : app::tools()) {
    const auto name = std::string(tool->name), help = word(std::string(tool->help));
    std::string old_names;
    for (const auto& old : tool->old_commands) old_names.append(old.name).append(",");
    const int rank = wanted.empty() ? 0 : rank_of(best_rank(wanted, {name}), 5, {name, help, tool->help, old_names});
    if (rank >= 0) add(rank, {{"kind", "tool"}, {"name", name}, {"title", fmt::format("{} › {}", word("Tools"), name)}, {"small", help}});
  }
  if (wanted.empty()) return {{"rows", rows_by_rank(std::move(found))}};
  const auto& results = host_.session_.results();
  for (std::size_t i = 0; i < results.size(); ++i)
    if (const auto& name = results[i].name; !name.empty())
      if (const int rank = rank_of(best_rank(wanted, {name}), 20, {name}); rank >= 0)
        add(rank, {{"kind", "entry"},
                   {"entry", i},
                   {"title", fmt::format("{} {}", word("Go to"), name)},
                   {"small", host_.sheet().entries[i].text}});
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i) {
    const auto numbered = [&](const std::string& lesson, Language language) {
      return fmt::format("{} {} · {}", lesson, i + 1, lesson_title(i, language));
    };
    const auto said = numbered(word("Lesson"), host_.texts_.language()), english = numbered("Lesson", Language::english);
    const auto group = word(std::string(lesson_group(i)));
    const int rank = rank_of(best_rank(wanted, {said, english, lesson_title(i, host_.texts_.language())}), 10,
                             {said, english, group, lesson_names()[static_cast<std::size_t>(i)]});
    if (rank >= 0) add(rank, {{"kind", "lesson"}, {"number", i}, {"title", said}, {"small", lesson_opening(i, host_.texts_.language())}});
  }
  for (const auto& example : examples()) {
    const auto said = word(example.title);
    const auto title = fmt::format("{} {}", word("Example:"), said);
    if (const int rank = rank_of(best_rank(wanted, {title, said, example.title}), 30, {title, example.title, "Example"}); rank >= 0)
      add(rank, {{"kind", "example"}, {"name", example.name}, {"title", title}});
  }
  for (const auto* f : operations_found(wanted, host_.texts_)) {
    const auto named = algebra::editing::fuzzy_match(f->name, wanted);
    add(std::max(named ? named->rank : 0, by_words) - 30,
        {{"kind", "function"}, {"name", f->name}, {"title", f->signature}, {"small", word(std::string(f->meaning))}});
  }
  for (const auto& a : absent_commands()) {
    const auto said = word(a.title);
    if (const int rank = rank_of(best_rank(wanted, {said, a.title}), 0, {said, a.title, a.words}); rank >= 0)
      add(rank, {{"kind", "absent"}, {"title", said}, {"small", word("only the installed program has it")}});
  }
  return {{"rows", rows_by_rank(std::move(found))}};
}

}  // namespace app
