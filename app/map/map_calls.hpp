#pragma once
// The lines of a kernel, in the order in which it moves, and what a moment of it is in words.

#include <cstddef>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/map/map_story.hpp"

namespace app {

/// A line of the kernel that moves, orders or multiplies.
struct MapCall {
  std::size_t line = 0, depth = 0;  ///< depth: of the loops around it
  std::string text{};
  std::vector<std::size_t> moments{};  ///< ascending
};
/// All of them, in the order in which they come first.
std::vector<MapCall> calls_of(const KernelMap&);
/// The one that a moment is of.
std::size_t call_of(const KernelMap&, const std::vector<MapCall>&, std::size_t moment);

/// "gemm.cu, line 12", "grid (8,8,1)", "128 threads a block", and what is lit. `source`: the file; "" is left out.
std::vector<algebra::Message> kernel_words(const KernelMap&, const std::string& source, std::size_t thread);
/// "main loop · k tile 3 of 5 · step 12 of 60 · 2 in flight"
algebra::Message moment_place(const MapStory&, const MapChoice&);
/// What the step of a moment does, in sentences: "cp.async 16 B: A → sA, of 128 threads; 32 elements each."
algebra::Message moment_words(const KernelMap&, std::size_t moment);

}  // namespace app
