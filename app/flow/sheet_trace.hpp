#pragma once
// The steps of a sheet as the trace of a kernel, as those of programs have it.

#include <cstddef>
#include <span>

#include "app/document/sheet.hpp"
#include "app/import/kernel_trace.hpp"

namespace app {

/// The line that each entry has in what is said of the kernel: its number in the window, where notes have none.
std::vector<std::size_t> numbers_of(const Sheet&);

/// The sheet's steps, run as the thread of the settings: entries that are numbers are its parameters, of which threadIdx_x, blockIdx_x and
/// the like say which thread of which block it is, blockDim_x how many threads a block has, and gridDim_x how many blocks there are.
/// Without blockDim_x a block has the threads of the largest tiled copy or MMA of its steps. Without steps there is no kernel.
/// `lines`: of each entry; empty: numbers_of.
TracedProgram trace_sheet(const Sheet&, const ProgramSettings&, std::span<const std::size_t> lines = {});

}  // namespace app
