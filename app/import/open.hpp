#pragma once
// Files as sheets.

#include <string>

#include <tl/expected.hpp>

#include "app/document/sheet.hpp"

namespace app {

/// A sheet's file, or of a program (by its ending: program_language) the sheet of its definitions.
/// Error: one sentence with the path and the system's reason.
tl::expected<Sheet, std::string> load_sheet(const std::string& path);
/// What the command line takes for one: such a file, or an expression, which is the sheet's only entry. Error: as above.
tl::expected<Sheet, std::string> sheet_of_source(const std::string& source);
/// Not over a program, whatever it was read from. Error: as above.
tl::expected<void, std::string> save_sheet(const Sheet&, const std::string& path);

}  // namespace app
