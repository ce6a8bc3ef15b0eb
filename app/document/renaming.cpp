#include "app/document/renaming.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "algebra/language/lines.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "gpu/launch/launch_fields.hpp"

namespace app {
namespace {

/// Returns the expression after the `=` of a definition; nullopt for other lines.
std::optional<std::string_view> defined_by(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || text.substr(equals).starts_with("==") || algebra::trimmed(text).starts_with('#'))
    return std::nullopt;
  const auto expression = algebra::trimmed(text.substr(equals + 1));
  return expression.empty() ? std::nullopt : std::optional(expression);
}

std::string name_in(std::string_view text) {
  const auto line = algebra::split_line(text);
  return line && !line->is_note ? line->name : std::string();
}

bool mentions(std::string_view expression, std::string_view name) { return !algebra::uses_of(expression, name).empty(); }

std::string renamed(std::string text, std::size_t from, std::string_view name, std::string_view to) {
  auto uses = algebra::uses_of(std::string_view(text).substr(from), name);
  for (auto use = uses.rbegin(); use != uses.rend(); ++use) text.replace(from + use->begin, use->end - use->begin, to);
  return text;
}

/// Returns the launch's fields that are expressions over entries.
std::vector<std::string*> expressions_of(LaunchSettings& launch) {
  std::vector<std::string*> all;
  for (const auto& field : gpu::launch_fields())
    if (field.text != nullptr && field.lists_entries && std::ranges::find(all, &(launch.*field.text)) == all.end())
      all.push_back(&(launch.*field.text));
  return all;
}

void rename(Sheet& sheet, int entry, const std::string& name, const std::string& to) {
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i) {
    auto& e = sheet.entries[static_cast<std::size_t>(i)];
    for (int n = 0; n < e.cards(); ++n)
      if (e.card(n).colour_from == name) e.card(n).colour_from = to;
    if (i == entry) continue;
    const auto line = algebra::split_line(e.text);
    if (!line || line->is_note) continue;
    auto text = renamed(e.text, line->expression_begin, name, to);
    if (text == e.text) continue;
    e.text = std::move(text);
    e.source.edited();
  }
  for (auto* expression : expressions_of(sheet.launch)) *expression = renamed(*expression, 0, name, to);
}

bool is_used(const Sheet& sheet, const std::string& name) {
  auto launch = sheet.launch;
  const auto fields = expressions_of(launch);
  return std::ranges::any_of(sheet.entries,
                             [&](const Entry& e) {
                               const auto line = algebra::split_line(e.text);
                               return line && !line->is_note && mentions(line->expression, name);
                             }) ||
         std::ranges::any_of(fields, [&](const std::string* text) { return mentions(*text, name); });
}

/// Returns true if a function or another entry has the name, or if an expression uses it.
bool is_taken(const Sheet& sheet, int entry, const std::string& name) {
  if (algebra::function_named(name) != nullptr || is_used(sheet, name)) return true;
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i)
    if (const auto line = algebra::split_line(sheet.entries[static_cast<std::size_t>(i)].text);
        i != entry && line && !line->is_note && line->name == name)
      return true;
  return false;
}

/// Sets `renaming` to the name by which other entries use the entry: its last usable name while it has an unusable one, else its present
/// name.
void follow(Renaming& renaming, const Sheet& sheet, int entry) {
  const std::string_view before = sheet.entries[static_cast<std::size_t>(entry)].text;
  const auto expression = defined_by(before);
  if (!expression) {
    renaming = {};
    return;
  }
  const auto name = name_in(before);
  const bool goes_on = renaming.entry == entry && renaming.expression == *expression;
  if (goes_on && (name.empty() || name == renaming.name || is_used(sheet, renaming.name))) return;
  const bool first = std::ranges::none_of(sheet.entries, [&](const Entry& other) {
    return &other != &sheet.entries[static_cast<std::size_t>(entry)] && !name.empty() && name_in(other.text) == name;
  });
  // Calls of a name that is also a function's call the function.
  renaming =
      name.empty() || !first || algebra::function_named(name) != nullptr ? Renaming{} : Renaming{entry, name, std::string(*expression)};
}

}  // namespace

void type_in_sheet(Sheet& sheet, Renaming& renaming, int entry, std::string_view text) {
  auto& edited = sheet.entries[static_cast<std::size_t>(entry)];
  if (const auto expression = defined_by(text); expression && expression == defined_by(edited.text)) {
    follow(renaming, sheet, entry);
    const auto name = name_in(text);
    if (renaming.entry == entry && !name.empty() && name != renaming.name && !is_taken(sheet, entry, name)) {
      rename(sheet, entry, renaming.name, name);
      renaming.name = name;
    }
  } else {
    renaming = {};
  }
  edited.text = text;
  edited.source.edited();
}

}  // namespace app
