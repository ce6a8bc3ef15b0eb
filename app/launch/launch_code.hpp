#pragma once
// A launch as a complete CUDA program that uses CuTe.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// Returns a .cu file: each thread copies its part of the tensor and records the elements that it touched; the host compares these with
/// Cutescope's partition and prints every element's owner. Compiles with nvcc -std=c++17 -I CUTLASS/include. Error: the launch's, as plan
/// reports it, or why the launch cannot be written in CuTe.
tl::expected<std::string, algebra::Message> launch_program(const SheetEvaluator&, const LaunchSettings&);

}  // namespace app
