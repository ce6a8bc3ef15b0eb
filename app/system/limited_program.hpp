#pragma once
// Runs another program within limits of time and memory, and passes on its output line by line.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

struct ProgramLimits {
  int seconds = 300;
  std::int64_t mebibytes = 12288;  ///< of its address space
  /// Called ten times a second while the program runs; true ends it.
  std::function<bool()> given_up{};
  bool in_background = false;  ///< runs with lower priority, since its result is not awaited
};
struct EndedProgram {
  int status = 0;         ///< exit status; -1: a signal ended it
  bool late = false;      ///< it exceeded the time and was ended
  bool given_up = false;  ///< it was ended because given_up() returned true
  std::string errors;     ///< the beginning of its error messages
};

/// Returns the memory that programs can have without swapping, in bytes; nullopt if the system does not report it.
std::optional<std::uint64_t> available_memory();

/// Runs a program. `line` gets each line of its output. Error: one sentence, if the program cannot be started.
tl::expected<EndedProgram, algebra::Message> run_limited(const std::vector<std::string>& arguments, const ProgramLimits&,
                                                         const std::function<void(std::string_view)>& line);

}  // namespace app
