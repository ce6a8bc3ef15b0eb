#include "app/actions/asking_tools.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/lines.hpp"
#include "algebra/text/characters.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/exporting.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/typing.hpp"
#include "app/document/names.hpp"
#include "app/document/sheet_link.hpp"
#include "app/report/answers.hpp"
#include "app/tools/tools.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

namespace fs = std::filesystem;

constexpr std::size_t most_own_options = 8;  ///< for a tool's own options, besides its arguments

bool is_decided_by_window(const Option& o) {
  constexpr std::array<std::string_view, 4> keys{"json", "format", "language", "memory"};
  return o.is_hidden || std::ranges::find(keys, o.key()) != keys.end();
}

/// Returns whether an option is shared by many tools and rarely needed.
bool is_shared_option(const Option& o) {
  constexpr std::array<std::string_view, 7> keys{"set", "D", "U", "I", "integers", "time", "output"};
  return std::ranges::find(keys, o.key()) != keys.end();
}

const std::string& entry_text(const Workspace& workspace, int entry) {
  return workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
}

/// Adds the entry's line after those of the entries that it uses.
void add_lines(const Workspace& workspace, int entry, std::set<int>& added, std::vector<std::string>& lines) {
  if (!added.insert(entry).second) return;
  const auto line = algebra::split_line(entry_text(workspace, entry));
  if (!line || line->is_note) return;
  for (const auto& name : algebra::free_names(line->expression))
    if (const int other = workspace.evaluator().find(name); other >= 0) add_lines(workspace, other, added, lines);
  lines.push_back(entry_text(workspace, entry));
}

std::string lines_of_entry(const Workspace& workspace, int entry) {
  if (!workspace.has_entry(entry) || !workspace.result(entry).is_value()) return {};
  std::set<int> added;
  std::vector<std::string> lines;
  add_lines(workspace, entry, added, lines);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

/// Returns a claim's statement without "always", after the lines that define its names.
std::string statement_of_entry(const Workspace& workspace, int entry) {
  if (!workspace.has_entry(entry) || workspace.result(entry).claim == nullptr) return {};
  constexpr std::string_view always = "always ";
  auto lines = lines_of_entry(workspace, entry);
  const auto begin = lines.rfind('\n') == std::string::npos ? 0 : lines.rfind('\n') + 1;
  if (lines.compare(begin, always.size(), always) == 0) lines.erase(begin, always.size());
  return lines;
}

/// Returns an expression without names: the entry's own, else its value.
std::string expression_of_entry(const Workspace& workspace, int entry) {
  if (!workspace.has_entry(entry) || !workspace.result(entry).is_value()) return {};
  const auto line = algebra::split_line(entry_text(workspace, entry));
  if (line && algebra::free_names(line->expression).empty()) return std::string(algebra::trimmed(line->expression));
  const auto* value = workspace.result(entry).value();
  return value == nullptr ? std::string() : algebra::to_string(*value, marks_of(workspace.evaluator().rule()));
}

/// Returns a name for the shown sheet: its file or its program's, or a link if it is in neither.
std::string source_of_document(const Workspace& workspace) {
  const auto& d = workspace.document();
  if (!workspace.unsaved() && !d.path.empty()) return d.path;
  if (!workspace.unsaved() && d.path.empty())
    if (auto program = program_file(d.sheet.program); !program.empty()) return program;
  return d.sheet.entries.empty() ? std::string() : sheet_link(d.sheet);
}

/// Returns the sheet's value for an argument of a tool.
std::string given_by_sheet(const Workspace& workspace, const ViewState& view, const Option& o) {
  const auto& compared = view.cards.comparison;
  const int a = compared ? card_with(workspace, compared.a).entry : view.selected,
            b = compared ? card_with(workspace, compared.b).entry : -1;
  if (o.value == "FILE" || o.value == "SOURCE") return source_of_document(workspace);
  if (o.value == "EXPRESSION" || o.value == "LINE") return lines_of_entry(workspace, view.selected);
  if (o.value == "STATEMENT") return statement_of_entry(workspace, view.selected);
  if (o.value == "A") return expression_of_entry(workspace, a);
  if (o.value == "B") return expression_of_entry(workspace, b);
  return {};
}

/// Returns the values of an option: each line if it is repeatable.
std::vector<std::string> values_of(const Option& o, const std::string& typed) {
  if (!o.is_repeated) return {typed};
  std::vector<std::string> values;
  for (std::string_view rest = typed; !rest.empty();)
    if (const auto value = algebra::trimmed(algebra::take_until(rest, '\n')); !value.empty()) values.emplace_back(value);
  return values;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return !a.empty() && !b.empty() && (a == b || fs::equivalent(a, b, error));
}

/// Returns the entry in a line of a sheet's text, or -1.
int entry_in_line(std::string_view text, std::size_t wanted) {
  int entry = -1;
  for (std::size_t number = 1; !text.empty() && number <= wanted; ++number) {
    const auto line = algebra::trimmed(algebra::take_until(text, '\n'));
    if (line.empty() || line.starts_with('@')) continue;
    ++entry;
    if (number == wanted) return entry;
  }
  return -1;
}

}  // namespace

ToolForm tool_form(const Tool& tool) {
  ToolForm form;
  std::size_t own = 0;
  std::vector<Option> optional;
  for (auto& o : tool.options()) {
    if (is_decided_by_window(o)) continue;
    if (o.is_argument() || o.is_required) form.shown.push_back(std::move(o));
    else optional.push_back(std::move(o));
  }
  for (auto& o : optional) {
    const bool folded = is_shared_option(o) || own == most_own_options;
    own += folded ? 0 : 1;
    (folded ? form.folded : form.shown).push_back(std::move(o));
  }
  return form;
}

const Tool* asked_tool(const ToolQuestion& question) { return tool_named(tools(), question.tool); }

void ask_tool(const Workspace& workspace, ViewState& view, const std::string& name) {
  const auto* tool = tool_named(tools(), name);
  if (tool == nullptr) return;
  auto& question = view.tool_question;
  if (question.tool != name) question = {.tool = name};
  bool of_entry = false, has_integers = false;
  for (const auto& o : tool->options()) {
    has_integers = has_integers || o.key() == "integers";
    if (!o.is_argument()) continue;
    const auto given = given_by_sheet(workspace, view, o);
    if (!given.empty()) question.values[o.key()] = given;
    of_entry = of_entry || (!given.empty() && o.value != "FILE" && o.value != "SOURCE");
  }
  // An entry alone may suggest another rule for integers than its sheet has.
  if (of_entry && has_integers) question.values["integers"] = name_of(workspace.evaluator().rule());
  view.dialog = Dialog::tool;
}

void set_tool_question(ViewState& view, const ToolQuestion& question) { view.tool_question = question; }

tl::expected<Arguments, Message> asked_arguments(const ToolQuestion& question) {
  const auto* tool = asked_tool(question);
  if (tool == nullptr) return tl::unexpected(message("There is no tool {}.", question.tool));
  const auto options = tool->options();
  Arguments::Given given;
  for (const auto& o : options) {
    const auto typed = question.values.find(o.key());
    if (is_decided_by_window(o) || typed == question.values.end() || typed->second.empty()) continue;
    for (auto& value : values_of(o, typed->second)) {
      if (o.is_argument() && value == "-") return tl::unexpected(message("{} is standard input, which a window does not have", "-"));
      given.emplace_back(o.key(), std::move(value));
    }
  }
  return Arguments::check(options, std::move(given));
}

std::string replaced_file(const ToolQuestion& question) {
  const auto path = question.values.find("output");
  std::error_code error;
  return path != question.values.end() && !path->second.empty() && fs::is_regular_file(path->second, error) ? path->second : std::string();
}

void run_asked_tool(Workspace& workspace, const ViewState& view) {
  const auto* tool = asked_tool(view.tool_question);
  auto arguments = asked_arguments(view.tool_question);
  if (tool != nullptr && arguments) workspace.tools().run(*tool, *std::move(arguments));
}

void stop_tool(Workspace& workspace) { workspace.tools().stop(); }

bool collect_tool(Workspace& workspace, const ViewState& view, HostRequests& host) {
  if (!workspace.tools().collect()) return false;
  const auto& answer = *workspace.tools().answer();
  if (view.dialog != Dialog::tool || view.tool_question.tool != answer.tool)
    host.tell(message("{}: {}", answer.tool, words_of_status(answer.status)), tone_of_status(answer.status) == Tone::error);
  return true;
}

const ToolAnswer* shown_answer(const Workspace& workspace, const ViewState& view) {
  const auto* answer = workspace.tools().answer();
  return answer != nullptr && answer->tool == view.tool_question.tool ? answer : nullptr;
}

Message words_of_status(int status) {
  switch (status) {
    case done: return "All is well";
    case found: return "A finding, or a difference";
    case wrong_input: return "The request cannot be answered as it is";
    case environment_failed: return "The machine could not do it";
    case not_all_checked: return "No finding, but not everything could be checked";
    case interrupted: return "It was stopped";
    default: return message("exit status {}", status);
  }
}

Tone tone_of_status(int status) {
  switch (status) {
    case done: return Tone::good;
    case found:
    case not_all_checked:
    case interrupted: return Tone::hint;
    default: return Tone::error;
  }
}

void copy_tool_text(const Workspace& workspace, HostRequests& host) {
  if (const auto* answer = workspace.tools().answer(); answer != nullptr) copy_text(host, answer->text + answer->remarks);
}

void copy_tool_data(const Workspace& workspace, HostRequests& host) {
  if (const auto* answer = workspace.tools().answer(); answer != nullptr) copy_text(host, answer->data);
}

int entry_at(const Workspace& workspace, const ReportPlace& place) {
  const auto& d = workspace.document();
  if (place.line == 0) return -1;
  if (is_same_file(place.file, program_file(d.sheet.program))) {
    // A statement may have several lines: the last entry that begins before the line counts.
    int at = -1;
    std::size_t nearest = 0;
    for (int i = 0; i < static_cast<int>(d.sheet.entries.size()); ++i) {
      const auto line = d.sheet.entries[static_cast<std::size_t>(i)].source.line;
      if (line > nearest && line <= place.line) at = i, nearest = line;
    }
    return at;
  }
  if (!is_same_file(place.file, d.path)) return -1;
  const auto text = read_file(d.path, max_sheet_bytes);
  const int entry = text ? entry_in_line(*text, place.line) : -1;
  return workspace.has_entry(entry) ? entry : -1;
}

std::vector<ToldRow> finding_rows(const Workspace& workspace, const ToolAnswer& answer, const Texts& texts) {
  constexpr std::size_t most = 12;
  Told said(texts);
  for (const auto& f : answer.findings) {
    const int entry = entry_at(workspace, f.place);
    if (entry < 0) continue;
    if (said.rows.size() == most) break;
    said.link(fmt::format("{}: {}", f.place.line, texts(f.message)), request<show_found_entry>(entry));
  }
  return said.rows;
}

void show_found_entry(const Workspace& workspace, ViewState& view, int entry) {
  close_dialog(view);
  type_in_entry(workspace, view, entry);
}

}  // namespace app
