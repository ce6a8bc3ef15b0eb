#pragma once
// Reads a sheet's program again, for example with other macros, and keeps the edits made in the sheet.

#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/preprocessor.hpp"

namespace app {

/// Returns the sheet's settings of macros, by -D and -U.
MacroSettings macros_of(const Sheet&);

/// Returns the numbers and types that the sheet sets for its program, whose text is given: the parameters that differ from the program.
ProgramSettings given_to_program(const Sheet&, std::string_view text);

/// Returns the program's new sheet `next` with the edits of the sheet `now`: expressions edited since `as_read`, deleted entries, the
/// cards' appearance and places, the user's own entries, the launch and the sheet's settings.
Sheet kept_in_sheet(const Sheet& now, const Sheet& as_read, const Sheet& next);

/// Reads the sheet's program from its file with these macros (C++ only), and corrects it by its compiler's files. Keeps edited expressions,
/// including parameters, deleted entries, the cards' appearance and places, the user's own entries, the launch and the sheet's settings.
/// Error: one sentence: the sheet has no program, its file cannot be read, it does not use a macro, or it has no definitions with these
/// macros.
tl::expected<Sheet, algebra::Message> read_program_again(const Sheet&, const MacroSettings&);

}  // namespace app
