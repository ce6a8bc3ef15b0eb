#include "app/document/sections.hpp"

#include <algorithm>

namespace app {
namespace {

/// Numbers, types and bare shapes say more in the sheet than on a card.
bool is_worth_a_card(const EntryResult& result) {
  const auto* value = result.value();
  return value != nullptr && (algebra::layout_of(*value) || std::holds_alternative<algebra::TiledCopy>(*value) ||
                              std::holds_alternative<algebra::TiledMma>(*value));
}

}  // namespace

std::vector<Section> sections_of(const Sheet& sheet, const std::vector<EntryResult>& results) {
  std::vector<Section> all;
  for (std::size_t i = 0; i < sheet.entries.size(); ++i) {
    const auto& source = sheet.entries[i].source;
    const auto name = source.parameter ? std::string() : source.section;
    const bool other = all.empty() || (source.line != 0 && (all.back().parameters != source.parameter || all.back().name != name));
    if (other) all.push_back({.name = name, .parameters = source.parameter, .first = static_cast<int>(i), .end = static_cast<int>(i)});
    auto& section = all.back();
    section.end = static_cast<int>(i) + 1;
    if (results[i].is_note) continue;
    ++section.entries;
    if (results[i].problem) ++section.problems;
  }
  if (std::ranges::none_of(all, &Section::headed)) all.clear();
  return all;
}

const Section* section_with(const std::vector<Section>& sections, int entry) {
  const auto found = std::ranges::find_if(sections, [&](const Section& s) { return s.first <= entry && entry < s.end; });
  return found == sections.end() ? nullptr : &*found;
}

DefinitionCount definitions_in(const Sheet& sheet, const std::vector<EntryResult>& results) {
  DefinitionCount all;
  for (std::size_t i = 0; i < sheet.entries.size(); ++i) {
    const auto& source = sheet.entries[i].source;
    if (source.line == 0 || source.parameter || results[i].is_note) continue;
    ++all.definitions;
    if (results[i].evaluation) ++all.understood;
    else if (all.first_problem < 0) all.first_problem = static_cast<int>(i);
  }
  return all;
}

void show_cards_of(Sheet& sheet, const std::vector<EntryResult>& results, int first, int end) {
  for (std::size_t i = 0; i < sheet.entries.size(); ++i)
    sheet.entries[i].visible = static_cast<int>(i) >= first && static_cast<int>(i) < end && is_worth_a_card(results[i]);
}

}  // namespace app
