#pragma once
// Sheets for tests, written as their entries.

#include <initializer_list>

#include "app/state/state.hpp"

namespace app_test {

inline app::Sheet sheet_of(std::initializer_list<const char*> lines) {
  app::Sheet s;
  for (const char* line : lines) s.entries.emplace_back().text = line;
  return s;
}
inline app::State app_of(std::initializer_list<const char*> lines) { return app::State(sheet_of(lines)); }

}  // namespace app_test
