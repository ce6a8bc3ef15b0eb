#pragma once
// Runs another program within limits of time and memory, and reads what it prints as it comes.

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
  /// Asked ten times a second while it runs: true ends it.
  std::function<bool()> given_up{};
  bool in_background = false;  ///< whoever waits does something else meanwhile: other programs come first
};
struct EndedProgram {
  int status = 0;         ///< exit status; -1: a signal ended it
  bool late = false;      ///< it took too long, and was ended
  bool given_up = false;  ///< it was ended since nobody waits for it any more
  std::string errors;     ///< the beginning of what it wrote to standard error
};

/// Memory that programs can have before others suffer for it, in bytes; none where the system does not say.
std::optional<std::uint64_t> available_memory();

/// `line` gets each line of its standard output. Error: one sentence, of a program that cannot be started.
tl::expected<EndedProgram, algebra::Message> run_limited(const std::vector<std::string>& arguments, const ProgramLimits&,
                                                         const std::function<void(std::string_view)>& line);

}  // namespace app
