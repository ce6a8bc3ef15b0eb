#pragma once
// The examples of the start page: sheets under assets/sheets whose second line is `@example order=N title="..."`.

#include <span>
#include <string>
#include <string_view>

#include "app/document/sheet.hpp"
#include "app/system/texts.hpp"

namespace app {

struct Example {
  std::string name;   ///< of the file: "division" for assets/sheets/division.cutes
  std::string title;  ///< in English; translated when shown
  std::string show;   ///< the entry that its picture shows
  int order = 0;
};

/// Returns the examples in their order.
std::span<const Example> examples();
/// Returns the sheet of an example, with the notes of division.zh.cutes if such a file exists. Empty for an unknown name.
Sheet example_sheet(std::string_view name, Language);

}  // namespace app
