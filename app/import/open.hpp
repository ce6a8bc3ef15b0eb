#pragma once
// Files as sheets.

#include <string>

#include <tl/expected.hpp>

#include "app/document/sheet.hpp"

namespace app {

/// A sheet's file, or of a program (by its ending: program_language) the sheet of its definitions.
/// Error: one sentence with the path and the system's reason.
tl::expected<Sheet, std::string> load_sheet(const std::string& path);
/// Not over a program, whatever it was read from. Error: as above.
tl::expected<void, std::string> save_sheet(const Sheet&, const std::string& path);

}  // namespace app
