#pragma once
// The steps of a sheet as a kernel trace, in the form that program readers produce.

#include <cstddef>
#include <span>

#include "app/document/sheet.hpp"
#include "app/import/kernel_trace.hpp"

namespace app {

/// Returns the line number of each entry in reports: its number in the window, where notes have none.
std::vector<std::size_t> numbers_of(const Sheet&);

/// Traces the sheet's steps as the thread of the settings does. Entries that are numbers are parameters: threadIdx_x, blockIdx_x and the
/// like select thread and block, blockDim_x is the number of threads per block, and gridDim_x the number of blocks. Without blockDim_x a
/// block has the threads of the largest tiled copy or MMA of its steps. A sheet without steps has no kernel. `lines`: the line of each
/// entry; empty: numbers_of.
TracedProgram trace_sheet(const Sheet&, const ProgramSettings&, std::span<const std::size_t> lines = {});

}  // namespace app
