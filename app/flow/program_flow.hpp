#pragma once
// The kernels of a program as flows: who moves what, in which order.

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

/// A program whose kernels are followed, or a sheet with steps. Text by itself is C++.
struct KernelSource {
  std::string_view text;
  ProgramLanguage language = ProgramLanguage::cpp;
  std::string path{};  ///< beside it the files are looked for that it includes or imports
  ProgramFolders folders{};
  const Sheet* sheet = nullptr;
  std::span<const std::size_t> lines{};  ///< of the sheet's entries, as trace_sheet has them
  // NOLINTBEGIN(google-explicit-constructor): a text is a source.
  KernelSource(std::string_view cpp) : text(cpp) {}
  KernelSource(const std::string& cpp) : text(cpp) {}
  KernelSource(const char* cpp) : text(cpp) {}
  KernelSource(const Sheet& of, std::span<const std::size_t> at = {}) : sheet(&of), lines(at) {}
  // NOLINTEND(google-explicit-constructor)
  KernelSource(std::string_view of, ProgramLanguage in, std::string at, ProgramFolders where = {})
      : text(of), language(in), path(std::move(at)), folders(std::move(where)) {}
};

/// The kernels that a program calls, in the order in which its host comes past them, each for the block and the sizes of the
/// settings ("blockIdx.x", "m"). What is not understood of one is in its `unclear`.
/// `kernel`: only that one of them is followed; the others have no roles.
/// `uncalled`: gets the kernels of which no call is found, with their names and lines alone.
std::vector<gpu::Flow> flows_of_program(const KernelSource&, const ProgramSettings&, std::span<const MacroSetting> = {},
                                        std::optional<std::size_t> kernel = {}, std::vector<gpu::Flow>* uncalled = nullptr);

/// As gpu::check; of a flow in which it is not known what orders the steps nothing is found, and that is told as not decided.
gpu::FlowReport check_flow(const gpu::Flow&, const std::function<bool()>& stop = {});

/// A kernel and what was found in it.
struct CheckedKernel {
  gpu::Flow flow;  ///< of the first block that was checked
  gpu::FlowReport report;
};
/// The same, checked: of the block that the settings name, or else of the first and of the last of the grid, where bounds show,
/// and of one whose x and y differ where the last one's do not. These are checked at once where there are cores for it, so that `stop`
/// is asked on several threads. Kernels of which no call is found come last, and are not decided.
std::vector<CheckedKernel> check_kernels(const KernelSource&, const ProgramSettings&, std::span<const MacroSetting> = {},
                                         const std::function<bool()>& stop = {});

}  // namespace app
