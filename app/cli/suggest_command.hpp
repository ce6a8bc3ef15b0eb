#pragma once
// `cutescope suggest`: which layout of shared memory a tile needs, or which threads should take a tile of global memory.

#include <optional>
#include <string>
#include <vector>

#include "app/import/cpp_program.hpp"
#include "app/launch/suggest_options.hpp"

namespace app {

struct SuggestRequest {
  SuggestForm form;
  std::string global;   ///< --global: the tile is in global memory, and threads are what is asked for
  std::string sheet;    ///< whose names the expressions may use
  ProgramSettings set;  ///< of the sheet
  MacroSettings macros;
  std::string into;  ///< the sheet that the best is added to
  std::vector<std::string> writes, reads;
  SuggestOptions family;
  std::optional<int> threads;
  int count = 10;
  bool json = false;
};

/// Returns the exit status.
int suggest_layouts(const SuggestRequest&);

}  // namespace app
