#pragma once
// `cutescope flow`: what the kernels of a program move, in which order, and whether that gives the product.

#include <string>
#include <vector>

#include "app/import/cpp_program.hpp"

namespace app {

struct FlowRequest {
  std::vector<std::string> files;    ///< or folders
  std::vector<std::string> folders;  ///< -I: where included files and imported modules are looked for, too
  std::string kernel;                ///< only those whose name has this in it; "": all
  ProgramSettings settings;
  MacroSettings macros;
  bool json = false;
  bool run = false;             ///< its first block that is checked, on small integers
  std::string device = "auto";  ///< or cuda, cpu
};

/// Returns the exit status: done, where nothing is found and all was looked at; bad_input, where something is found, a run came to
/// something else or did not come about, or no kernel can be read; not_all_looked_at, where nothing is found and something is not decided.
int tell_flow(const FlowRequest&);

}  // namespace app
