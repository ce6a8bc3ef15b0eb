#include "app/document/sections.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

namespace app {
namespace {

/// Returns the name in the program of the entry sA_2.
std::string_view without_number(std::string_view name) {
  const auto end = name.find_last_not_of("0123456789");
  return end != std::string_view::npos && end > 0 && end + 1 < name.size() && name[end] == '_' ? name.substr(0, end) : name;
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

algebra::Message DefinitionCount::summary(std::string_view file) const {
  return algebra::message("{}: {} of {} definitions understood", file, understood, definitions);
}

DefinitionCount count_definitions(std::vector<DefinedStatement> found) {
  DefinitionCount all;
  // A kernel's definitions occur once per host that calls it: one is understood if any of its occurrences is.
  std::ranges::sort(found, [](const DefinedStatement& a, const DefinedStatement& b) {
    return std::tie(a.line, a.name, a.understood) < std::tie(b.line, b.name, b.understood);
  });
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i > 0 && found[i].line == found[i - 1].line && found[i].name == found[i - 1].name) continue;
    ++all.definitions;
    if (found[i].understood) ++all.understood;
  }
  return all;
}

DefinitionCount definitions_in(const Sheet& sheet, const std::vector<EntryResult>& results) {
  std::vector<DefinedStatement> found;
  int first_problem = -1;
  for (std::size_t i = 0; i < sheet.entries.size(); ++i) {
    const auto& source = sheet.entries[i].source;
    if (source.line == 0 || source.parameter || results[i].is_note) continue;
    found.push_back({source.line, without_number(results[i].name), results[i].evaluation.has_value()});
    if (!results[i].evaluation && first_problem < 0) first_problem = static_cast<int>(i);
  }
  auto all = count_definitions(std::move(found));
  all.first_problem = first_problem;
  return all;
}

bool is_worth_a_card(const algebra::Value& value) {
  return algebra::layout_of(value) || std::holds_alternative<algebra::Zip>(value) || std::holds_alternative<algebra::TiledCopy>(value) ||
         std::holds_alternative<algebra::TiledMma>(value);
}

void show_cards_of(Sheet& sheet, const std::vector<EntryResult>& results, int first, int end) {
  for (std::size_t i = 0; i < sheet.entries.size(); ++i)
    sheet.entries[i].visible =
        static_cast<int>(i) >= first && static_cast<int>(i) < end && results[i].value() != nullptr && is_worth_a_card(*results[i].value());
}

}  // namespace app
