#pragma once
// Names of settings in files, on the command line and in menus.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/sheet.hpp"

namespace app {

/// Convert between view settings and their names; nullopt for an unknown name. Colourings and labellings have their keys in render.
std::string_view name_of(render::PaletteName);
std::string_view name_of(render::Headings);
std::optional<render::PaletteName> palette_name(std::string_view name);
std::vector<std::string> palette_names();
std::optional<render::Headings> headings(std::string_view name);
/// Converts names of themes: "print" or "paper", "light" or "screen", "dark".
std::string_view name_of(render::ThemeName);
std::optional<render::ThemeName> theme_name(std::string_view name);
std::vector<std::string> theme_names();
std::optional<algebra::IntegerRule> integer_rule(std::string_view name);
std::string_view name_of(algebra::IntegerRule);
std::vector<std::string> integer_rule_names();

/// Returns the bits of an element type, given its short name (f16, f32, i8, ...); nullopt if it is unknown.
std::optional<int> element_bits(std::string_view type);
/// Returns a type of this width: the usual one, else the first of this width; "" if there is none.
std::string_view type_of_bits(int bits);

}  // namespace app
