#pragma once
// Reading a sheet's program once more with other macros, without losing what was done in the sheet.

#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/preprocessor.hpp"

namespace app {

/// What the sheet's program was told by -D and -U.
MacroSettings macros_of(const Sheet&);

/// The numbers and types that the sheet gives its program, which has that text: those of its parameters that are not as the program has
/// them.
ProgramSettings given_to_program(const Sheet&, std::string_view text);

/// What the program of the sheet `now` has become, `next`, with what was done in the sheet: the expressions that were edited since it was
/// `as_read`, deleted entries, how cards look and where they stand, entries of the user's own, the launch and the sheet's settings.
Sheet kept_in_sheet(const Sheet& now, const Sheet& as_read, const Sheet& next);

/// The sheet of the program's file as it is now, read with these macros, of which a Python program has none, and with what its compiler
/// has kept. Kept are the expressions that were edited, with the numbers that
/// the program is given among them, deleted entries as such, how cards look and where they stand, entries of the user's own, the launch
/// and the sheet's settings. Error: one sentence: the sheet has no program, its file cannot be read, it does not mention a macro, or
/// nothing is defined in it with these.
tl::expected<Sheet, algebra::Message> read_program_again(const Sheet&, const MacroSettings&);

}  // namespace app
