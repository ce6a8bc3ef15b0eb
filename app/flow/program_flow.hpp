#pragma once
// The kernels of a program as flows: which thread moves which data, and in which order.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/program_language.hpp"
#include "gpu/flow/check.hpp"
#include "gpu/flow/flow.hpp"

namespace app {

/// A program whose kernels are to be followed, or a sheet with steps. Plain text is taken as C++.
struct KernelSource {
  std::string_view text;
  ProgramLanguage language = ProgramLanguage::cpp;
  std::string path{};  ///< its folder is searched for the files that the program includes or imports
  ProgramFolders folders{};
  const Sheet* sheet = nullptr;
  std::span<const std::size_t> lines{};  ///< the line of each entry of the sheet, as in trace_sheet
  // NOLINTBEGIN(google-explicit-constructor): a text is a source.
  KernelSource(std::string_view cpp) : text(cpp) {}
  KernelSource(const std::string& cpp) : text(cpp) {}
  KernelSource(const char* cpp) : text(cpp) {}
  KernelSource(const Sheet& of, std::span<const std::size_t> at = {}) : sheet(&of), lines(at) {}
  // NOLINTEND(google-explicit-constructor)
  KernelSource(std::string_view of, ProgramLanguage in, std::string at, ProgramFolders where = {})
      : text(of), language(in), path(std::move(at)), folders(std::move(where)) {}
};

/// Returns the kernels that a program's host code calls, in the order of the calls, each for the block and the sizes of the settings
/// ("blockIdx.x", "m"). Whatever is not supported is listed in a flow's `unclear`. `kernel`: only that kernel is followed, and the others
/// get no roles. `uncalled`: receives the kernels without a known call, with name and line only. `stop`: polled; the rest is not followed
/// once it returns true.
std::vector<gpu::Flow> flows_of_program(const KernelSource&, const ProgramSettings&, std::span<const MacroSetting> = {},
                                        std::optional<std::size_t> kernel = {}, std::vector<gpu::Flow>* uncalled = nullptr,
                                        const std::function<bool()>& stop = {});

/// Checks as gpu::check does. A flow whose order of steps is unknown has no findings, and is not decided.
gpu::FlowReport check_flow(const gpu::Flow&, const std::function<bool()>& stop = {}, bool whole = false);

/// A kernel and the findings in it.
struct CheckedKernel {
  gpu::Flow flow;  ///< the flow of the first block that was checked
  gpu::FlowReport report;
};
/// Follows and checks the kernels of a program for the block of the settings. Without one: for the first and the last block of the grid, as
/// errors at bounds show in the last, and for a block whose x and y differ if the last one's are equal. Blocks and kernels are checked in
/// parallel, so `stop` is called from several threads. Kernels without a known call come last, as not decided. `whole`: as in gpu::check.
std::vector<CheckedKernel> check_kernels(const KernelSource&, const ProgramSettings&, std::span<const MacroSetting> = {},
                                         const std::function<bool()>& stop = {}, bool whole = false);

}  // namespace app
