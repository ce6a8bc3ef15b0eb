// Edits of the sheet in a page.

#include "app/web/answers.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "algebra/editing/number_steps.hpp"
#include "algebra/editing/number_tokens.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/utf16.hpp"
#include "app/document/names.hpp"
#include "app/document/sheet_difference.hpp"
#include "app/document/typed_step.hpp"
#include "app/figures/entry_code.hpp"
#include "app/import/open.hpp"
#include "app/import/paste.hpp"
#include "app/import/program.hpp"
#include "app/launch/found_layouts.hpp"
#include "app/lessons/examples.hpp"
#include "gpu/launch/launch_fields.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using Json = PageJson;

/// Returns the sheet of a text, or of a file's text.
tl::expected<Sheet, Message> sheet_of_page(const std::string& text, const std::string& name) {
  if (name.empty() || text.starts_with("@cutescope")) return parse_sheet(text);
  if (text.size() > max_sheet_bytes)
    return tl::unexpected(message("a sheet has at most {} bytes, this has {}", max_sheet_bytes, text.size()));
  return sheet_of_opened(text, name);
}

/// Returns an entry with this text.
Entry entry_of(std::string text) {
  Entry made;
  made.text = std::move(text);
  return made;
}

}  // namespace

Json WebHost::Answers::changed() {
  host_.update();
  return state();
}

Json WebHost::Answers::edit(std::string_view name, const Change& change) {
  auto key = asked_.value("merge", std::string());
  if (pause() > edit_pause) host_.history_.seal(host_.shown_);
  return edit(name, change, key);
}

Json WebHost::Answers::edit(std::string_view name, const Change& change, const std::string& merge_key) {
  auto next = host_.shown_;
  change(next);
  host_.edited_at_ = asked_.value("now", 0.0);
  if (next == host_.shown_) return state();
  host_.history_.before_edit(host_.shown_, name, merge_key);
  host_.shown_ = std::move(next);
  return changed();
}

Json WebHost::Answers::edit_entry(std::string_view name, const std::function<void(Entry&)>& change) {
  const auto at = entry();
  return edit(name, [&](Shown& s) { change(s.sheet.entries[at]); });
}

Json WebHost::Answers::undo() {
  auto& history = host_.history_;
  return history.can_undo() ? turn_to(history.undo(host_.shown_)) : state();
}

Json WebHost::Answers::redo() {
  auto& history = host_.history_;
  return history.can_redo() ? turn_to(history.redo(host_.shown_)) : state();
}

Json WebHost::Answers::seal() {
  host_.history_.seal(host_.shown_);
  return {{"undo", undo_title()}, {"redo", redo_title()}};
}

Json WebHost::Answers::turn_to(Shown next) {
  retell(next.sheet, host_.texts_.language());
  const auto changed_at = difference_between(host_.sheet(), next.sheet);
  host_.shown_ = std::move(next);
  auto answer = changed();
  if (!changed_at.none()) answer["chosen"] = changed_entry(changed_at, host_.sheet());
  return answer;
}

Json WebHost::Answers::open() {
  auto sheet = sheet_of_page(text("text"), asked_.value("name", std::string()));
  if (!sheet) return refused(sheet.error());
  if (sheet->entries.empty()) sheet->entries.emplace_back();
  retell(*sheet, host_.texts_.language());
  const bool held = asked_.value("link", false) && !sheet->launch.empty();
  auto answer = edit("open a sheet", [&](Shown& s) { s = {std::move(*sheet), held}; });
  if (!asked_.value("first", false)) return answer;
  host_.history_.clear();
  return state();
}

Json WebHost::Answers::starter() {
  return edit("open a sheet", [&](Shown& s) { s = {example_sheet("starter", host_.texts_.language())}; });
}

Json WebHost::Answers::example() {
  const auto name = text("name");
  if (std::ranges::find(examples(), name, &Example::name) == examples().end()) throw WebProblem{"There is no such example."};
  return edit("open a sheet", [&](Shown& s) { s = {example_sheet(name, host_.texts_.language())}; });
}

Json WebHost::Answers::lesson() {
  const auto number = asked_.at("number").get<int>();
  if (number < 0 || number >= static_cast<int>(lesson_names().size())) throw WebProblem{"There is no such lesson."};
  return edit("open a lesson", [&](Shown& s) { s = {lesson_sheet(number, host_.texts_.language())}; });
}

Json WebHost::Answers::allow_launch() {
  host_.shown_.held = false;
  return changed();
}

Json WebHost::Answers::answer_exercise() {
  const auto& exercise = host_.sheet().exercises.at(asked_.at("exercise").get<std::size_t>());
  const int at = host_.session_.evaluator().find(exercise.entry);
  auto line = fmt::format("{} = {}", exercise.entry, exercise.answer);
  return edit("take the answer", [&](Shown& s) {
    if (at >= 0) s.sheet.entries[static_cast<std::size_t>(at)].text = std::move(line);
    else s.sheet.entries.push_back(entry_of(std::move(line)));
  });
}

Json WebHost::Answers::type() {
  const auto at = entry();
  const auto typed = text("text");
  const auto step = typed_step(static_cast<int>(at), host_.sheet().entries[at].text, typed, pause());
  if (step.begins) host_.history_.seal(host_.shown_);
  return edit(
      "type", [&](Shown& s) { type_in_sheet(s.sheet, host_.renaming_, static_cast<int>(at), typed); }, asked_.value("merge", step.key));
}

Json WebHost::Answers::insert() {
  const auto count = std::ssize(host_.sheet().entries);
  if (static_cast<std::size_t>(count) >= max_entries) return refused(message("a sheet has at most {} entries", max_entries));
  const auto at = std::clamp<std::int64_t>(asked_.at("entry").get<std::int64_t>(), 0, count);
  return edit("insert an entry", [&](Shown& s) { s.sheet.entries.insert(s.sheet.entries.begin() + at, entry_of(text("text"))); });
}

Json WebHost::Answers::paste() {
  const auto at_entry = entry();
  const bool note = host_.session_.results()[at_entry].is_note;
  const auto copied = text("text");
  // A note takes the copied text unchanged, not its form as an entry.
  const bool as_it_is = note && algebra::trimmed(copied).find('\n') == std::string_view::npos;
  const auto pasted = as_it_is ? std::string(algebra::trimmed(copied)) : for_field(copied);
  if (const auto lines = pasted_lines(pasted)) {
    auto sheet = lines->starts_with("@cutescope") ? parse_sheet(*lines) : tl::expected<Sheet, Message>(sheet_of_text(*lines, "pasted.cu"));
    if (!sheet) return refused(sheet.error());
    if (sheet->entries.empty()) return refused("No layout is defined in the program that was pasted.");
    return edit("paste entries", [&](Shown& s) { s = {std::move(*sheet)}; });
  }
  auto parts = pasted_parts(pasted);
  if (parts.size() == 1) {
    // One part replaces the selection.
    const auto& line = host_.sheet().entries[at_entry].text;
    const algebra::Utf16Units units(line);
    const auto end = units.byte(asked_.value("end", line.size())), begin = std::min(end, units.byte(asked_.value("begin", line.size())));
    const auto next = line.substr(0, begin) + parts.front() + line.substr(end);
    auto answer = edit("paste entries", [&](Shown& s) {
      s.sheet.entries[at_entry].text = next;
      s.sheet.entries[at_entry].source.edited();
    });
    answer["chosen"] = at_entry;
    answer["cursor"] = algebra::Utf16Units(next)(begin + parts.front().size());
    return answer;
  }
  if (host_.sheet().entries.size() + parts.size() > max_entries) return refused(message("a sheet has at most {} entries", max_entries));
  const auto below = static_cast<std::ptrdiff_t>(entry());
  return edit("paste entries", [&](Shown& s) {
    auto& entries = s.sheet.entries;
    auto at = entries.begin() + below;
    if (!algebra::trimmed(at->text).empty()) at = entries.insert(at + 1, Entry{});
    at->text = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) at = entries.insert(at + 1, entry_of(parts[i]));
  });
}

Json WebHost::Answers::move() {
  const auto from = static_cast<std::ptrdiff_t>(entry());
  const auto to = std::clamp<std::ptrdiff_t>(asked_.at("to").get<std::ptrdiff_t>(), 0, std::ssize(host_.sheet().entries) - 1);
  return edit("move an entry", [&](Shown& s) { move_within(s.sheet, static_cast<int>(from), static_cast<int>(to)); });
}

Json WebHost::Answers::number() {
  const auto& line = host_.sheet().entries[entry()].text;
  const auto tokens = algebra::editing::numbers_in(line);
  const auto& token = tokens.at(asked_.at("number").get<std::size_t>());
  auto value = asked_.at("value").get<std::int64_t>();
  using algebra::editing::DragPace;
  if (asked_.contains("points")) {
    const auto pace = asked_.value("pace", std::string("normal"));
    value = algebra::editing::dragged(token, value, asked_["points"].get<float>(),
                                      pace == "fine"     ? DragPace::fine
                                      : pace == "coarse" ? DragPace::coarse
                                                         : DragPace::normal);
  } else if (asked_.contains("notches")) {
    value = algebra::editing::stepped(token, value, asked_["notches"].get<int>(), asked_.value("powers", false));
  }
  return edit_entry("change a number", [&](Entry& e) { e.text = algebra::editing::with_number(e.text, token, value); });
}

Json WebHost::Answers::fix() {
  const auto& problem = result().problem;
  const auto& line = host_.sheet().entries[entry()].text;
  if (!problem || problem->span.end > line.size()) throw WebProblem{"This entry has no problem."};
  auto fixed = line.substr(0, problem->span.begin) + text("text") + line.substr(problem->span.end);
  return edit_entry("take a suggestion", [&](Entry& e) { e.text = std::move(fixed); });
}

Json WebHost::Answers::act() {
  const auto key = text("key");
  const auto of = card();
  const auto action = offered(of, key);
  if (!action) throw WebProblem{"This cannot be done with the entry."};
  if (action->why_not != nullptr) return {{"error", word(action->why_not)}};
  if (action->is->change == nullptr) return copied(key, of.entry);
  return edit(action->is->edit, [&](Shown& s) {
    change_by(s.sheet, of, key, asked_.value("value", std::string()));
    if (s.sheet.entries.empty()) s.sheet.entries.emplace_back();
  });
}

Json WebHost::Answers::copied(std::string_view key, int entry) const {
  using algebra::code::Dialect;
  constexpr std::array<std::pair<std::string_view, Dialect>, 3> programs{
      {{"copy_cpp", Dialect::cpp}, {"copy_python", Dialect::dsl}, {"copy_pycute", Dialect::pycute}}};
  if (key == "copy_text") return {{"copy", host_.sheet().entries[static_cast<std::size_t>(entry)].text}};
  const auto* program = std::ranges::find(programs, key, &std::pair<std::string_view, Dialect>::first);
  if (program == programs.end()) throw WebProblem{"This cannot be done with the entry."};
  const auto code = code_of(host_.sheet(), entry, program->second);
  return code ? Json{{"copy", *code}} : refused(code.error());
}

Json WebHost::Answers::put() {
  const auto at = asked_.at("entry").get<int>();
  const auto below = at < 0 ? of_launch : static_cast<int>(entry());
  return edit("insert an entry",
              [&](Shown& s) { add_layout(s.sheet, host_.session_.evaluator(), host_.session_.launch_plan(), below, text("value")); });
}

Json WebHost::Answers::integers() {
  const auto rule = integer_rule(text("rule")).value_or(host_.sheet().integers);
  return edit("change the rule for integers", [&](Shown& s) { s.sheet.integers = rule; });
}

Json WebHost::Answers::launch() {
  const auto begin = [&] {
    // The first entry that is a layout, so that the launch has something to display.
    for (const auto& r : host_.session_.results())
      if (!r.name.empty() && r.value() != nullptr && layout_of(*r.value())) return r.name;
    return std::string("(8,8):(8,1)");
  };
  const auto& fields = asked_.at("fields");
  const auto* first = fields.empty() ? nullptr : gpu::field_with_key(fields.begin().key());
  return edit(fmt::format("change the {}", first != nullptr ? first->noun : "launch"), [&](Shown& s) {
    if (asked_.value("begin", false)) s.sheet.launch.tensor = begin();
    for (const auto& [key, value] : fields.items())
      if (const auto* field = gpu::field_with_key(key)) field->set(s.sheet.launch, value.get<std::string>());
  });
}

Json WebHost::Answers::language() {
  const auto language = language_named(text("language"));
  if (!language) throw WebProblem{"There is no such language."};
  auto& sheet = host_.shown_.sheet;
  const bool starter = sheet == example_sheet("starter", host_.texts_.language());
  host_.texts_ = Texts(*language);
  retell(sheet, *language);
  if (starter) sheet = example_sheet("starter", *language);
  return changed();
}

}  // namespace app
