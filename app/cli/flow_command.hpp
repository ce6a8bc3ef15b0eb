#pragma once
// `cutescope flow`: what the kernels of a program move, in which order, and whether that gives the product.

#include <string>

#include "app/import/cpp_program.hpp"

namespace app {

struct FlowRequest {
  std::string file;
  std::string kernel;  ///< only those whose name has this in it; "": all
  ProgramSettings settings;
  MacroSettings macros;
  bool json = false;
  bool run = false;             ///< its first block that is checked, on small integers
  std::string device = "auto";  ///< or cuda, cpu
};

/// Returns the exit status: 0 nothing found, 1 something found, a run that came to something else or did not come about, or a problem in
/// the input.
int tell_flow(const FlowRequest&);

}  // namespace app
