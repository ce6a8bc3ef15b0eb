#pragma once
// Names of settings in files, on the command line and in menus.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/sheet.hpp"

namespace app {

/// View settings. Colourings and labellings have their keys in render.
std::string_view name_of(render::PaletteName);
std::string_view name_of(render::Headings);
std::optional<render::PaletteName> palette_name(std::string_view name);
std::vector<std::string> palette_names();
std::optional<render::Headings> headings(std::string_view name);
/// "print" or "paper", "light" or "screen", "dark".
std::string_view name_of(render::ThemeName);
std::optional<render::ThemeName> theme_name(std::string_view name);
std::vector<std::string> theme_names();
std::optional<algebra::IntegerRule> integer_rule(std::string_view name);
std::string_view name_of(algebra::IntegerRule);
std::vector<std::string> integer_rule_names();

/// Bits of an element type given by its short name (f16, f32, i8, ...); nothing if it is unknown.
std::optional<int> element_bits(std::string_view type);
/// A type of that width: the usual one, else the first that has it; "" if there is none.
std::string_view type_of_bits(int bits);

}  // namespace app
