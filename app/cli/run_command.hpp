#pragma once
// `cutescope run`: a launch and its report, or its kernel.

#include <string>
#include <vector>

#include "app/document/sheet.hpp"

namespace app {

struct RunRequest {
  std::vector<std::string> sources;  ///< a sheet; or TENSOR TILE THREADS, as many of them as the kernel takes
  LaunchSettings settings;           ///< what the options say; with a sheet, in place of what it says
  std::string kernel;                ///< --kernel; empty: local_partition, or layout with --partition
  std::string element;               ///< --element; empty: f32, or the sheet's
  std::string device = "auto";
  std::string inject;   ///< faults to act out, as gpu::faults_from takes them
  bool source = false;  ///< print the kernel instead of running it
  bool json = false;
};

/// Exit status.
int run_launch(const RunRequest&);

}  // namespace app
