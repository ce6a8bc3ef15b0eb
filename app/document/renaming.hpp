#pragma once
// Renames an entry when another name is typed before its `=`: the uses of the name follow.

#include <string>
#include <string_view>

#include "app/document/sheet.hpp"

namespace app {

/// The entry whose name is being typed, and the name by which other entries still use it.
struct Renaming {
  int entry = -1;
  std::string name;
  std::string expression;  ///< the expression after its `=`; another expression makes another entry and is no renaming
};

/// Sets the text of an entry, as typed. If only its name changes, replaces every use of the name in the sheet: in other entries, in fields
/// of the launch and in colourings by tile. While the name is empty or another entry's, the uses keep the former name. Notes and exercises
/// are not changed.
void type_in_sheet(Sheet&, Renaming&, int entry, std::string_view text);

}  // namespace app
