#include "app/import/program_again.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/lines.hpp"
#include "app/import/dsl/dsl_ir_sheet.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using NotAgain = tl::unexpected<Message>;

/// The identity of a program's entry: function and name.
using EntryKey = std::pair<std::string, std::string>;
EntryKey key_of(const Entry& e) {
  const auto line = algebra::split_line(e.text);
  return {e.source.section, line ? line->name : std::string()};
}
bool is_from_program(const Entry& e) { return e.source.line > 0; }

using EntriesByKey = std::map<EntryKey, const Entry*>;
EntriesByKey program_entries_of(const Sheet& sheet) {
  EntriesByKey entries;
  for (const auto& e : sheet.entries)
    if (is_from_program(e)) entries.emplace(key_of(e), &e);
  return entries;
}

const Entry* found_in(const EntriesByKey& entries, const EntryKey& key) {
  const auto it = entries.find(key);
  return it == entries.end() ? nullptr : it->second;
}

/// Returns the program's parameters whose text has been edited since it was read.
ProgramSettings given_in(const Sheet& now, const EntriesByKey& unedited) {
  ProgramSettings settings;
  for (const auto& e : now.entries) {
    const auto* before = found_in(unedited, key_of(e));
    if (!e.source.parameter || before == nullptr || before->text == e.text) continue;
    const auto line = algebra::split_line(e.text);
    if (line) settings.emplace_back(parameter_name(line->name), line->expression);
  }
  return settings;
}

/// Returns the program's new entry with the edits made in the sheet.
Entry merged(const Entry& next, const Entry& now, const Entry* unedited) {
  Entry e = now;
  // Text from the compiler or a run is not a user's edit.
  const bool edited = now.source.by == SaidBy::reading && (unedited == nullptr || unedited->text != now.text);
  // A parameter's edited text has already been used as a setting.
  if (!edited || (next.source.parameter && next.source.by == SaidBy::reading)) e.text = next.text, e.source = next.source;
  if (unedited == nullptr || unedited->visible == now.visible) e.visible = next.visible;
  return e;
}

}  // namespace

MacroSettings macros_of(const Sheet& sheet) {
  MacroSettings settings;
  for (const auto& m : sheet.program.macros)
    if (m.set) settings.push_back({m.name, m.value});
  return settings;
}

ProgramSettings given_to_program(const Sheet& now, std::string_view text) {
  const auto& path = now.program.path;
  const auto language = program_language(path).value_or(ProgramLanguage::cpp);
  const auto as_read = sheet_of_program(read_program(text, language, path, {}, macros_of(now)), path);
  return given_in(now, program_entries_of(as_read));
}

Sheet kept_in_sheet(const Sheet& now, const Sheet& as_read, const Sheet& next) {
  const auto unedited = program_entries_of(as_read), there = program_entries_of(now);
  Sheet sheet = now;
  sheet.program = next.program;
  sheet.entries.clear();
  // The user's own entries stay after the entries that they followed.
  std::map<EntryKey, std::vector<const Entry*>> followers;
  const EntryKey first{};
  EntryKey before = first;
  for (std::size_t i = 0; i < now.entries.size(); ++i) {
    const auto& e = now.entries[i];
    if (is_from_program(e)) before = key_of(e);
    else if (i > 0 || !e.text.starts_with('#')) followers[before].push_back(&e);  // the first note is the program's summary
  }
  const auto add_followers = [&](const EntryKey& key) {
    const auto it = followers.find(key);
    if (it == followers.end()) return;
    for (const auto* e : it->second) sheet.entries.push_back(*e);
    followers.erase(it);
  };
  for (const auto& e : next.entries) {
    const auto key = key_of(e);
    const auto* mine = is_from_program(e) ? found_in(there, key) : nullptr;
    const auto* before_edits = found_in(unedited, key);
    const bool deleted = is_from_program(e) && mine == nullptr && before_edits != nullptr;
    if (!deleted) sheet.entries.push_back(mine != nullptr ? merged(e, *mine, before_edits) : e);
    add_followers(is_from_program(e) ? key : first);
  }
  while (!followers.empty()) add_followers(EntryKey(followers.begin()->first));
  return sheet;
}

tl::expected<Sheet, Message> read_program_again(const Sheet& now, const MacroSettings& macros) {
  const auto path = program_file(now.program);
  const auto language = program_language(now.program.path);
  if (!language || (language == ProgramLanguage::python && !macros.empty()))
    return NotAgain("this sheet was not read from a C++ program's file");
  if (path.empty()) return NotAgain(message("cannot read {}: the sheet came with its name only, without a folder", now.program.path));
  if (is_stream(path)) return NotAgain(message("cannot read {}: it is not a file", path));
  const auto text = read_file(path, max_sheet_bytes);
  if (!text) return NotAgain(text.error());
  const auto as_read = sheet_of_program(read_program(*text, *language, path, {}, macros_of(now)), path);
  const auto program = read_program(*text, *language, path, given_in(now, program_entries_of(as_read)), macros);
  if (!program.unused_macros.empty()) return NotAgain(unused_settings(program, path));
  auto next = sheet_of_program(program, path);
  if (language == ProgramLanguage::python) correct_by_ir(next, program, path);
  if (next.entries.empty()) return NotAgain(message("{}: with these macros no layout is defined in it", path));

  return kept_in_sheet(now, as_read, next);
}

}  // namespace app
