#include "app/actions/sheet_edits.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "algebra/editing/number_steps.hpp"
#include "algebra/editing/signatures.hpp"
#include "algebra/language/printed.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"
#include "app/actions/cards.hpp"
#include "app/document/sheet_difference.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/import/paste.hpp"

namespace app {
namespace {

constexpr std::chrono::milliseconds search_budget{8};  // per frame, for the search of a valid value

int count_of(const Workspace& workspace) { return static_cast<int>(workspace.sheet().entries.size()); }
bool choice_holds(const Workspace& workspace, const ViewState& view) {
  return !view.sheet_view.chosen.empty() && view.sheet_view.chosen_at == workspace.sheet_version();
}

/// Returns the end of the changed part of `now`.
std::size_t change_end(std::string_view before, std::string_view now) {
  const auto shorter = std::min(before.size(), now.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && before[head] == now[head]) ++head;
  while (tail < shorter - head && before[before.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  return algebra::next_boundary(now, now.size() - tail);
}

/// Returns the index for an entry below the selected one.
int below_selected(const Workspace& workspace, const ViewState& view) { return std::clamp(view.selected, -1, count_of(workspace) - 1) + 1; }

}  // namespace

std::vector<int> chosen_entries(const Workspace& workspace, const ViewState& view) {
  std::vector<int> entries;
  if (choice_holds(workspace, view)) entries = view.sheet_view.chosen;
  else entries.push_back(view.selected);
  std::erase_if(entries, [&](int e) { return !workspace.has_entry(e) || workspace.result(e).name.empty(); });
  return entries;
}

bool is_chosen(const Workspace& workspace, const ViewState& view, int entry) {
  const auto& chosen = view.sheet_view.chosen;
  return choice_holds(workspace, view) && std::find(chosen.begin(), chosen.end(), entry) != chosen.end();
}

void choose_entry(const Workspace& workspace, ViewState& view, int entry, Choose how) {
  if (!workspace.has_entry(entry)) return;
  auto& chosen = view.sheet_view.chosen;
  if (how == Choose::only) {
    chosen.clear();
    view.selected = entry;
    return;
  }
  if (!choice_holds(workspace, view)) {
    chosen.clear();
    if (workspace.has_entry(view.selected) && workspace.result(view.selected).is_value()) chosen.push_back(view.selected);
  }
  view.sheet_view.chosen_at = workspace.sheet_version();
  const auto add = [&](int e) {
    if (workspace.result(e).is_value() && std::find(chosen.begin(), chosen.end(), e) == chosen.end()) chosen.push_back(e);
  };
  if (how == Choose::toggle) {
    if (const auto it = std::find(chosen.begin(), chosen.end(), entry); it != chosen.end()) chosen.erase(it);
    else add(entry);
  } else {
    const int from = view.selected, step = entry < from ? -1 : 1;
    chosen.clear();
    for (int e = from;; e += step) {
      add(e);
      if (e == entry) break;
    }
  }
  if (how == Choose::toggle && is_chosen(workspace, view, entry)) view.selected = entry;
}

void move_entry(Workspace& workspace, ViewState& view, int from, int before) {
  if (!workspace.has_entry(from) || before < 0 || before > count_of(workspace) || before == from || before == from + 1) return;
  const int to = before > from ? before - 1 : before;
  workspace.edit("move an entry", [&](Sheet& s) { move_within(s, from, to); });
  view.selected = to;
  if (view.sheet_view.typed_in == from) view.focus_entry = to;
  view.sheet_view.scroll_to_selected = true;
}

void duplicate_entry(Workspace& workspace, ViewState& view, int entry) {
  if (!workspace.has_entry(entry)) return;
  do_card_action(workspace, {entry, 0}, "duplicate");
  view.selected = entry + 1;
  view.sheet_view.scroll_to_selected = true;
}

void delete_entry(Workspace& workspace, int entry) { do_card_action(workspace, {entry, 0}, "delete"); }

namespace {

/// Returns the text with `name` replaced by another one, also at the beginning of the names of its numbers: L_n0.
std::string renamed(std::string_view text, std::string_view name, std::string_view other) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = text.substr(at).starts_with(name) && (at == 0 || !algebra::is_word(text[at - 1]));
    const char behind = begins && at + name.size() < text.size() ? text[at + name.size()] : ' ';
    if (begins && (behind == '_' || !algebra::is_word(behind))) result += other, at += name.size();
    else result += text[at++];
  }
  return result;
}

/// Renames a compiler's value whose name is taken, together with its run-time numbers above it.
void rename_taken(const SheetEvaluator& evaluator, std::vector<std::string>& lines, std::size_t note) {
  const auto name = lines[note].substr(2, lines[note].find(':') - 2);
  if (evaluator.find(name) < 0 && evaluator.find(name + "_n0") < 0) return;
  const auto other = unused_name(evaluator);
  for (auto i = note + 1; i-- > 0 && (i == note || lines[i].starts_with(name + " =") || lines[i].starts_with(name + "_"));)
    lines[i] = renamed(lines[i], name, other);
}

/// Names the expressions inferred from a pasted table.
std::vector<std::string> with_names(const SheetEvaluator& evaluator, std::vector<std::string> lines) {
  std::vector<std::string> given;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i].starts_with("# ") && lines[i].find(fmt::format(": {}", algebra::dialects::run_time_note)) != std::string::npos)
      rename_taken(evaluator, lines, i);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const auto line = algebra::split_line(lines[i]);
    if (!lines[i + 1].starts_with(fmt::format("# {}", inferred_note)) || !line || !line->name.empty() || line->is_note) continue;
    given.push_back(unused_name(evaluator, given));
    lines[i] = fmt::format("{} = {}", given.back(), lines[i]);
  }
  return lines;
}

}  // namespace

WrittenCall call_of(const Workspace& workspace, std::string_view function, const std::vector<int>& arguments) {
  std::vector<std::string> names;
  for (const int e : arguments) names.push_back(workspace.result(e).name);
  return written_call(workspace.evaluator(), unused_name(workspace.evaluator()), function, names);
}

int insert_entry(Workspace& workspace, ViewState& view, std::string text) {
  const int at = below_selected(workspace, view);
  workspace.edit("insert an entry", [&](Sheet& s) {
    Entry entry;
    entry.text = std::move(text);
    s.entries.insert(s.entries.begin() + at, std::move(entry));
  });
  view.selected = view.focus_entry = at;
  return at;
}

void add_suggested(Workspace& workspace, ViewState& view, int entry, const std::string& expression) {
  if (!workspace.has_entry(entry)) return;
  const auto name = unused_name(workspace.evaluator());
  workspace.edit("insert an entry", [&](Sheet& s) {
    Entry added;
    added.text = fmt::format("{} = {}", name, expression);
    s.entries.insert(s.entries.begin() + entry + 1, std::move(added));
  });
  view.selected = entry + 1;
  view.sheet_view.scroll_to_selected = true;
}

void insert_entries(Workspace& workspace, ViewState& view, const std::vector<std::string>& given) {
  const auto lines = with_names(workspace.evaluator(), given);
  const int at = below_selected(workspace, view);
  workspace.edit("insert entries", [&](Sheet& s) {
    std::vector<Entry> more(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) more[i].text = lines[i];
    s.entries.insert(s.entries.begin() + at, more.begin(), more.end());
  });
  if (!lines.empty()) view.selected = view.focus_entry = at + static_cast<int>(lines.size()) - 1;
}

void insert_inferred(Workspace& workspace, ViewState& view, const std::vector<InferredEntry>& inferred) {
  std::vector<std::string> lines, given;
  for (const auto& [wanted, expression, note] : inferred) {
    const auto taken = wanted.empty() || workspace.evaluator().find(wanted) >= 0 || std::ranges::find(given, wanted) != given.end();
    given.push_back(taken ? unused_name(workspace.evaluator(), given) : wanted);
    lines.push_back(fmt::format("{} = {}", given.back(), expression));
    lines.push_back("# " + note);
  }
  insert_entries(workspace, view, lines);
}

void insert_example(Workspace& workspace, ViewState& view, const algebra::Function* function) {
  std::vector<std::string> lines;
  const auto& [expression, answer, entry] = function->example;
  if (const auto line = algebra::split_line(entry); line && !line->name.empty() && workspace.evaluator().find(line->name) < 0)
    lines.emplace_back(entry);
  lines.emplace_back(expression);
  insert_entries(workspace, view, lines);
}

void insert_atom(Workspace& workspace, ViewState& view, const std::string& expression) {
  insert_entry(workspace, view, fmt::format("{} = {}", unused_name(workspace.evaluator()), expression));
}

void insert_call(Workspace& workspace, ViewState& view, std::string_view function) {
  // Naming the operands and adding the call are one step of undo.
  const std::string step = "insert a call";
  workspace.seal_edit();
  for (const int e : choice_holds(workspace, view) ? view.sheet_view.chosen : std::vector{view.selected})
    if (!workspace.has_entry(e)) continue;
    else if (const auto named = named_entry(workspace.evaluator(), workspace.sheet().entries[static_cast<std::size_t>(e)].text))
      workspace.edit(
          "insert an entry", [&](Sheet& s) { s.entries[static_cast<std::size_t>(e)].text = *named; }, step);
  const auto written = call_of(workspace, function, chosen_entries(workspace, view));
  const int at = below_selected(workspace, view);
  workspace.edit(
      "insert an entry",
      [&](Sheet& s) {
        Entry entry;
        entry.text = written.text;
        s.entries.insert(s.entries.begin() + at, std::move(entry));
      },
      step);
  workspace.seal_edit();
  view.selected = view.focus_entry = at;
  const auto end = written.text.size();
  view.sheet_view.cursor =
      written.placeholder ? CursorRequest{at, written.placeholder->end, written.placeholder->begin} : CursorRequest{at, end, end};
  view.sheet_view.chosen.clear();
}

void replace_entry(Workspace& workspace, ViewState& view, int entry, const std::vector<std::string>& given) {
  if (given.empty() || !workspace.has_entry(entry)) return;
  const auto lines = with_names(workspace.evaluator(), given);
  workspace.edit("paste entries", [&](Sheet& s) {
    s.entries[static_cast<std::size_t>(entry)].text = lines[0];
    for (std::size_t i = 1; i < lines.size(); ++i) {
      Entry more;
      more.text = lines[i];
      s.entries.insert(s.entries.begin() + entry + static_cast<std::ptrdiff_t>(i), std::move(more));
    }
  });
  view.selected = view.focus_entry = entry + static_cast<int>(lines.size()) - 1;
}

void undo(Workspace& workspace, ViewState& view) {
  if (!workspace.can_undo()) return;
  const auto before = workspace.sheet();
  workspace.undo();
  follow(view, workspace);
  follow_change(workspace, view, before);
}

void redo(Workspace& workspace, ViewState& view) {
  if (!workspace.can_redo()) return;
  const auto before = workspace.sheet();
  workspace.redo();
  follow(view, workspace);
  follow_change(workspace, view, before);
}

void follow_change(const Workspace& workspace, ViewState& view, const Sheet& before) {
  const auto d = difference_between(before, workspace.sheet());
  const int first = static_cast<int>(d.first), last = first + static_cast<int>(std::max(d.removed, d.added)) - 1;
  auto& look = view.sheet_view;
  if (d.none()) {
    // Only view settings or the launch have changed: the text cursor stays.
    if (workspace.has_entry(look.typed_in)) view.focus_entry = look.typed_in;
    return;
  }
  if (count_of(workspace) > 0) view.selected = changed_entry(d, workspace.sheet());
  look.scroll_to_selected = true;
  if (look.typed_in < 0) return;
  int typed = std::min(look.typed_in, static_cast<int>(before.entries.size()));
  if (typed > last || (typed >= first && d.removed != d.added && typed >= first + static_cast<int>(d.removed)))
    typed += static_cast<int>(d.added) - static_cast<int>(d.removed);
  else if (typed >= first && d.removed != d.added && typed >= first + static_cast<int>(d.added)) typed = -1;  // the entry is gone
  if (!workspace.has_entry(typed) ||
      workspace.result(typed).is_note != (look.typed_in < static_cast<int>(before.entries.size()) &&
                                          before.entries[static_cast<std::size_t>(look.typed_in)].text.starts_with('#'))) {
    look.typed_in = -1;
    return;
  }
  const auto& now = workspace.sheet().entries[static_cast<std::size_t>(typed)].text;
  const auto& then = before.entries[static_cast<std::size_t>(look.typed_in)].text;
  view.focus_entry = typed;
  if (now != then) {
    const auto at = change_end(then, now);
    look.cursor = CursorRequest{typed, at, at};
  }
}

void cycle_integers(Workspace& workspace) {
  workspace.edit("change the rule for integers",
                 [](Sheet& s) { s.integers = static_cast<algebra::IntegerRule>((static_cast<int>(s.integers) + 1) % 3); });
}

void set_number(Workspace& workspace, int entry, std::size_t number, std::int64_t value, const std::string& merge_key) {
  if (!workspace.has_entry(entry)) return;
  const auto& text = workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
  const auto numbers = algebra::editing::numbers_in(text);
  if (number >= numbers.size() || numbers[number].value == value) return;
  workspace.edit(
      "change a number",
      [&, changed = algebra::editing::with_number(text, numbers[number], value)](Sheet& s) {
        auto& e = s.entries[static_cast<std::size_t>(entry)];
        e.text = changed;
        e.source.edited();
      },
      merge_key);
}

void drag_number(Workspace& workspace, int entry, std::size_t number, std::int64_t value, bool keep_valid, const std::string& merge_key) {
  if (!workspace.has_entry(entry)) return;
  if (keep_valid) {
    const auto& text = workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
    const auto numbers = algebra::editing::numbers_in(text);
    if (number >= numbers.size()) return;
    const auto& n = numbers[number];
    const auto until = std::chrono::steady_clock::now() + search_budget;
    value = algebra::editing::nearest_working(n, value, n.value, [&](std::int64_t v) {
      return std::chrono::steady_clock::now() < until && text_works(workspace.evaluator(), algebra::editing::with_number(text, n, v));
    });
  }
  set_number(workspace, entry, number, value, merge_key);
}

bool text_works(const SheetEvaluator& evaluator, std::string_view text) {
  const auto line = algebra::split_line(text);
  if (!line || line->is_note) return false;
  const auto evaluation = evaluator.evaluate(line->expression);
  return evaluation && !evaluation->warning;
}

}  // namespace app
