#pragma once
// The calls of a kernel that move something, multiply, or order such steps, by the names that CuTe gives them.

#include <optional>
#include <span>
#include <string_view>

#include "gpu/flow/flow.hpp"

namespace gpu {

struct StepWord {
  std::string_view function;
  FlowStep::Kind kind;
  std::string_view arguments{};  ///< as one writes them in a sheet: "(tiled, from, to)"; empty: programs alone have this spelling
};

/// All of them.
std::span<const StepWord> step_words();
/// That of a function, without its namespace; null if it is none of them.
const StepWord* step_word(std::string_view function);

}  // namespace gpu
