// What changes the sheet in a page.

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "algebra/editing/number_steps.hpp"
#include "algebra/editing/number_tokens.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/names.hpp"
#include "app/import/paste.hpp"
#include "app/import/program.hpp"
#include "app/lessons/examples.hpp"
#include "app/page/answers.hpp"
#include "app/page/units.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using Json = PageJson;

/// The sheet of a text: a saved one, a program, or lines of expressions.
tl::expected<Sheet, Message> sheet_of_page(const std::string& text, const std::string& name) {
  if (text.starts_with("@cutescope")) return parse_sheet(text);
  if (text.size() > max_sheet_bytes)
    return tl::unexpected(message("a sheet has at most {} bytes, this has {}", max_sheet_bytes, text.size()));
  if (program_language(name)) {
    auto sheet = sheet_of_text(text, name);
    if (!sheet.entries.empty()) return sheet;
    return tl::unexpected(message("{}: no layout is defined in it whose numbers are all known", name));
  }
  if (name.ends_with(".cutes") || name.empty()) return parse_sheet(text);
  // What a program has printed, or expressions.
  const auto pasted = for_field(text);
  Sheet sheet;
  for (auto& part : pasted_parts(pasted)) sheet.entries.emplace_back().text = std::move(part);
  return parse_sheet(serialise(sheet));
}

}  // namespace

Json PageHost::Answers::changed() {
  host_.update();
  return state();
}

Json PageHost::Answers::open() {
  auto sheet = sheet_of_page(text("text"), asked_.value("name", std::string()));
  if (!sheet) return refused(sheet.error());
  host_.sheet_ = std::move(*sheet);
  if (host_.sheet_.entries.empty()) host_.sheet_.entries.emplace_back();
  host_.held_ = asked_.value("link", false) && !host_.sheet_.launch.empty();
  retell(host_.sheet_, host_.texts_.language());
  return changed();
}

Json PageHost::Answers::starter() {
  host_.sheet_ = example_sheet("starter", host_.texts_.language());
  host_.held_ = false;
  return changed();
}

Json PageHost::Answers::lesson() {
  const auto number = asked_.at("number").get<int>();
  if (number < 0 || number >= static_cast<int>(lesson_names().size())) throw PageProblem{"There is no such lesson."};
  host_.sheet_ = lesson_sheet(number, host_.texts_.language());
  host_.held_ = false;
  return changed();
}

Json PageHost::Answers::allow_launch() {
  host_.held_ = false;
  return changed();
}

Json PageHost::Answers::answer_exercise() {
  const auto& exercise = host_.sheet_.exercises.at(asked_.at("exercise").get<std::size_t>());
  const int at = host_.evaluator_.find(exercise.entry);
  auto line = fmt::format("{} = {}", exercise.entry, exercise.answer);
  if (at >= 0) host_.sheet_.entries[static_cast<std::size_t>(at)].text = std::move(line);
  else host_.sheet_.entries.emplace_back().text = std::move(line);
  return changed();
}

Json PageHost::Answers::type() {
  auto& e = host_.sheet_.entries[entry()];
  e.text = text("text");
  e.source.edited();
  return changed();
}

Json PageHost::Answers::insert() {
  auto& entries = host_.sheet_.entries;
  if (entries.size() >= max_entries) return refused(message("a sheet has at most {} entries", max_entries));
  const auto at = std::clamp<std::int64_t>(asked_.at("entry").get<std::int64_t>(), 0, std::ssize(entries));
  Entry fresh;
  fresh.text = text("text");
  entries.insert(entries.begin() + at, std::move(fresh));
  return changed();
}

Json PageHost::Answers::paste() {
  const auto pasted = for_field(text("text"));
  if (const auto lines = pasted_lines(pasted)) {
    auto sheet = lines->starts_with("@cutescope") ? parse_sheet(*lines) : tl::expected<Sheet, Message>(sheet_of_text(*lines, "pasted.cu"));
    if (!sheet) return refused(sheet.error());
    if (sheet->entries.empty()) return refused("No layout is defined in the program that was pasted.");
    host_.sheet_ = std::move(*sheet);
    host_.held_ = false;
    return changed();
  }
  auto& entries = host_.sheet_.entries;
  auto parts = pasted_parts(pasted);
  if (entries.size() + parts.size() > max_entries) return refused(message("a sheet has at most {} entries", max_entries));
  auto at = entries.begin() + static_cast<std::ptrdiff_t>(entry());
  if (!algebra::trimmed(at->text).empty()) at = entries.insert(at + 1, Entry{});
  at->text = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Entry more;
    more.text = parts[i];
    at = entries.insert(at + 1, std::move(more));
  }
  return changed();
}

Json PageHost::Answers::erase() {
  auto& entries = host_.sheet_.entries;
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(entry()));
  if (entries.empty()) entries.emplace_back();
  return changed();
}

Json PageHost::Answers::move() {
  auto& entries = host_.sheet_.entries;
  const auto from = static_cast<std::ptrdiff_t>(entry());
  const auto to = std::clamp<std::ptrdiff_t>(asked_.at("to").get<std::ptrdiff_t>(), 0, std::ssize(entries) - 1);
  const auto begin = entries.begin();
  if (from < to) std::rotate(begin + from, begin + from + 1, begin + to + 1);
  else std::rotate(begin + to, begin + from, begin + from + 1);
  return changed();
}

Json PageHost::Answers::number() {
  auto& line = host_.sheet_.entries[entry()].text;
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
  line = algebra::editing::with_number(line, token, value);
  return changed();
}

Json PageHost::Answers::fix() {
  const auto& problem = result().problem;
  if (!problem) throw PageProblem{"This entry has no problem."};
  auto& line = host_.sheet_.entries[entry()].text;
  const auto [begin, end] = problem->span;
  if (end > line.size()) throw PageProblem{"This entry has no problem."};
  line = line.substr(0, begin) + text("text") + line.substr(end);
  return changed();
}

Json PageHost::Answers::view() {
  auto& e = host_.sheet_.entries[entry()];
  e.visible = asked_.value("visible", e.visible);
  e.legend = asked_.value("legend", e.legend);
  e.view.transposed = asked_.value("transposed", e.view.transposed);
  if (asked_.contains("colour")) e.view.colour_by = render::colouring_named(text("colour")).value_or(e.view.colour_by);
  if (asked_.contains("label")) e.view.label_by = render::labelling_named(text("label")).value_or(e.view.label_by);
  return changed();
}

Json PageHost::Answers::integers() {
  host_.sheet_.integers = integer_rule(text("rule")).value_or(host_.sheet_.integers);
  return changed();
}

Json PageHost::Answers::launch() {
  auto& launch = host_.sheet_.launch;
  const auto begin = [&] {
    // The first entry that is a layout, so that there is something to see.
    for (const auto& r : host_.evaluator_.results())
      if (!r.name.empty() && r.value() != nullptr && layout_of(*r.value())) return r.name;
    return std::string("(8,8):(8,1)");
  };
  if (asked_.value("begin", false)) launch.tensor = begin();
  for (const auto& [key, value] : asked_.at("fields").items())
    if (const auto* field = gpu::field_with_key(key)) field->set(launch, value.get<std::string>());
  return changed();
}

Json PageHost::Answers::language() {
  const auto language = language_named(text("language"));
  if (!language) throw PageProblem{"There is no such language."};
  const bool starter = host_.sheet_ == example_sheet("starter", host_.texts_.language());
  host_.texts_ = Texts(*language);
  retell(host_.sheet_, *language);
  if (starter) host_.sheet_ = example_sheet("starter", *language);
  return changed();
}

}  // namespace app
