#pragma once
// The kernels of a program as flows: who moves what, in which order.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/import/cpp_program.hpp"
#include "gpu/flow/check.hpp"
#include "gpu/flow/flow.hpp"

namespace app {

/// The kernels that a CUDA source calls, in the order in which its host comes past them, each for the block and the sizes of the
/// settings ("blockIdx.x", "m"). What is not understood of one is in its `unclear`.
/// `kernel`: only that one of them is followed; the others have no roles.
std::vector<gpu::Flow> flows_of_program(std::string_view source, const ProgramSettings&, std::span<const MacroSetting> = {},
                                        std::optional<std::size_t> kernel = {});

/// A kernel and what was found in it.
struct CheckedKernel {
  gpu::Flow flow;  ///< of the first block that was checked
  gpu::FlowReport report;
};
/// The same, checked: of the block that the settings name, or else of the first and of the last of the grid, where bounds show.
std::vector<CheckedKernel> check_kernels(std::string_view source, const ProgramSettings&, std::span<const MacroSetting> = {},
                                         const std::function<bool()>& stop = {});

}  // namespace app
