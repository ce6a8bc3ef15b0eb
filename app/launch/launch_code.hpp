#pragma once
// A launch as a CUDA program of its own, which uses CuTe.

#include <string>

#include <tl/expected.hpp>

#include "app/document/evaluation.hpp"

namespace app {

/// A complete .cu: each thread copies its part of the tensor and notes what it touched; the host compares that with the
/// partition as Cutescope has it, and prints every element's owner. Compiles with nvcc -std=c++17 -I CUTLASS/include.
/// Error: what is wrong with the launch, as the GPU panel says it.
tl::expected<std::string, std::string> launch_program(const SheetEvaluator&, const LaunchSettings&);

}  // namespace app
