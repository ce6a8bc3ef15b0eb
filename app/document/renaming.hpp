#pragma once
// Renaming an entry by typing another name before its `=`: what uses the name follows.

#include <string>
#include <string_view>

#include "app/document/sheet.hpp"

namespace app {

/// The entry whose name is being typed, and the name by which the others still call it.
struct Renaming {
  int entry = -1;
  std::string name;
  std::string expression;  ///< what follows its `=`: another expression is another entry, no renaming
};

/// Sets the text of an entry, as typed. If only its name is another, every use of the name in the sheet becomes the new one: in other
/// entries, in fields of the launch and in colourings by tile. A name that cannot be used yet, since it is empty or is another entry's,
/// leaves them as they are until it can. Notes and exercises stay as they are written.
void type_in_sheet(Sheet&, Renaming&, int entry, std::string_view text);

}  // namespace app
