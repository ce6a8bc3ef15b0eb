// Tables of the names of view settings, shared by files, the command line and menus.

#include "app/document/names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/element_type.hpp"

namespace app {
namespace {

using render::Headings;
using render::PaletteName;

constexpr std::array<std::pair<std::string_view, PaletteName>, 5> palettes{{{"cutescope", PaletteName::cutescope},
                                                                            {"cute", PaletteName::cute},
                                                                            {"greys", PaletteName::greys},
                                                                            {"contrast", PaletteName::contrast},
                                                                            {"print", PaletteName::print}}};

constexpr std::array<std::pair<std::string_view, Headings>, 3> heading_kinds{
    {{"auto", Headings::automatic}, {"flat", Headings::flat}, {"natural", Headings::natural}}};

constexpr std::array<std::pair<std::string_view, render::ThemeName>, 6> themes{{{"print", render::ThemeName::print},
                                                                                {"paper", render::ThemeName::print},
                                                                                {"light", render::ThemeName::light},
                                                                                {"screen", render::ThemeName::light},
                                                                                {"dark", render::ThemeName::dark},
                                                                                {"grey", render::ThemeName::grey}}};

constexpr std::array<std::pair<std::string_view, algebra::IntegerRule>, 3> integer_rules{
    {{"auto", algebra::IntegerRule::automatic}, {"math", algebra::IntegerRule::math}, {"cute", algebra::IntegerRule::cute}}};

template <class Table, class T>
std::string_view name_in(const Table& table, T value) {
  for (const auto& [name, v] : table)
    if (v == value) return name;
  return table[0].first;
}

template <class Table>
auto value_in(const Table& table, std::string_view name) -> std::optional<decltype(table[0].second)> {
  for (const auto& [n, value] : table)
    if (n == name) return value;
  return std::nullopt;
}

template <class Table>
std::vector<std::string> names_in(const Table& table) {
  std::vector<std::string> names;
  for (const auto& [name, value] : table) names.emplace_back(name);
  return names;
}

}  // namespace

std::string_view name_of(PaletteName p) { return name_in(palettes, p); }
std::string_view name_of(Headings h) { return name_in(heading_kinds, h); }
std::string_view name_of(render::ThemeName t) { return name_in(themes, t); }
std::string_view name_of(algebra::IntegerRule r) { return name_in(integer_rules, r); }
std::optional<PaletteName> palette_name(std::string_view name) { return value_in(palettes, name); }
std::vector<std::string> palette_names() { return names_in(palettes); }
std::vector<std::string> theme_names() { return names_in(themes); }
std::vector<std::string> integer_rule_names() { return names_in(integer_rules); }
std::optional<Headings> headings(std::string_view name) { return value_in(heading_kinds, name); }
std::optional<render::ThemeName> theme_name(std::string_view name) { return value_in(themes, name); }
std::optional<algebra::IntegerRule> integer_rule(std::string_view name) { return value_in(integer_rules, name); }
std::optional<int> element_bits(std::string_view type) {
  const auto* known = algebra::element_type_of_setting(type);
  return known != nullptr ? std::optional(known->bits) : std::nullopt;
}
std::string_view type_of_bits(int bits) {
  const auto types = algebra::element_types();
  const auto found = std::ranges::find_if(types, [&](const auto& r) { return r.names_width && r.type.bits == bits; });
  return found != types.end() ? std::string_view(found->type.name) : "";
}

}  // namespace app
