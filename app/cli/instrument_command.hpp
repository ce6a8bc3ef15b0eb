#pragma once
// `cutescope instrument`: copies of a program's files that print what its values are; `cutescope header`: what they include.

#include <string>
#include <vector>

#include "app/import/preprocessor.hpp"

namespace app {

struct InstrumentRequest {
  std::vector<std::string> files;
  std::string folder;  ///< that the copies and the header are written to, as the files lie to each other
  MacroSettings macros{};
};
/// Returns the exit status.
int instrument_files(const InstrumentRequest&);

/// The header, to a file; empty or "-": standard output. Returns the exit status.
int write_header(const std::string& out);

}  // namespace app
