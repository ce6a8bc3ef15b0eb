#pragma once
// Sheets for tests, written as their entries.

#include <doctest/doctest.h>

#include <initializer_list>
#include <string_view>

#include "app/document/sheet.hpp"
#include "app/state/state.hpp"

namespace app_test {

inline app::Sheet sheet_of(std::initializer_list<const char*> lines) {
  app::Sheet s;
  for (const char* line : lines) s.entries.emplace_back().text = line;
  return s;
}
inline app::State app_of(std::initializer_list<const char*> lines) { return app::State(sheet_of(lines)); }

/// Returns the sheet of a file's text.
inline app::State app_with(std::string_view text) {
  const auto sheet = app::parse_sheet(text);
  REQUIRE(sheet);
  return app::State(*sheet);
}

}  // namespace app_test
