#pragma once
// `cutescope run`: runs a launch and prints its report, or prints its kernel.

#include <string>
#include <utility>
#include <vector>

#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"
#include "gpu/launch/launch_fields.hpp"

namespace app {

struct RunRequest {
  std::vector<std::string> sources;  ///< a sheet, or as many of TENSOR TILE THREADS as the kernel takes
  ProgramSettings set;               ///< of the sheet
  MacroSettings macros;
  std::vector<std::pair<const gpu::LaunchField*, std::string>> given;  ///< by options, in place of what the sheet says
  std::string device = "auto";
  std::string inject;   ///< faults to simulate, as gpu::faults_from reads them
  bool source = false;  ///< prints the kernel instead of running it
  bool json = false;
};

/// Returns the exit status.
int run_launch(const RunRequest&);

}  // namespace app
