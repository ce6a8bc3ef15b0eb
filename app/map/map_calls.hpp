#pragma once
// The lines of a kernel in the order of its steps, and descriptions of a moment.

#include <cstddef>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/map/map_story.hpp"

namespace app {

/// A line of the kernel that moves data, orders threads or multiplies.
struct MapCall {
  std::size_t line = 0, depth = 0;  ///< depth: the number of loops around it
  std::string text{};
  std::vector<std::size_t> moments{};  ///< ascending
};
/// Returns all calls, in the order in which they first occur.
std::vector<MapCall> calls_of(const KernelMap&);
/// Returns the index of the call that a moment belongs to.
std::size_t call_of(const KernelMap&, const std::vector<MapCall>&, std::size_t moment);

/// Returns "gemm.cu, line 12", "grid (8,8,1)", "128 threads a block", and the highlighted thread. `source`: the file's name, left out if
/// "".
std::vector<algebra::Message> kernel_words(const KernelMap&, const std::string& source, std::size_t thread);
/// Returns "main loop · k tile 3 of 5 · step 12 of 60 · 2 in flight".
algebra::Message moment_place(const MapStory&, const MapChoice&);
/// Describes the step of a moment: "cp.async 16 B: A → sA, of 128 threads; 32 elements each."
algebra::Message moment_words(const KernelMap&, std::size_t moment);

}  // namespace app
