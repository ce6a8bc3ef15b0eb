#pragma once
// `cutescope check`: checks sheets in a build and prints the position of every problem.

#include <string>
#include <vector>

#include "app/document/decide.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/front_end.hpp"

namespace app {

struct CheckRequest {
  std::vector<std::string> files;
  bool json = false;                     ///< prints one JSON object instead of text
  bool quiet = false;                    ///< prints only problems and notes
  double seconds = usual_check_seconds;  ///< for verdicts that look at every element; 0: as long as it takes
  ProgramSettings settings{};            ///< of each file
  MacroSettings macros{};                ///< of each C++ program
  std::vector<std::string> folders{};    ///< -I: where C++ programs include files from
  bool front_end = false;                ///< C++ programs are also read by clang's front end
  std::string ran{};                     ///< a log of the program, which prints by cutescope.hpp; "": none
  CompiledAs compiled_as{};              ///< by --front-end
  std::size_t instance = 0;              ///< of those that it lists the one that is shown, from 1; 0: for each function the first
};

/// Checks every entry, verdict and launch. Returns the exit status: bad_input if one has a problem or cannot be read, interrupted if
/// Ctrl+C ended it; what was found until then is printed.
int check_files(const CheckRequest&);

}  // namespace app
