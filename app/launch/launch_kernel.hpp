#pragma once
// The kernel of a launch as a CuTe programmer writes it: tiles and parts by CuTe's functions, moved by copy().

#include <string>

#include "app/document/evaluation.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

struct KernelText {
  std::string kernel;       ///< the definition of copy_kernel
  std::string definitions;  ///< the layouts and tilers that the host passes to it, line by line
  std::string types;        ///< its template arguments
  std::string arguments;    ///< the host's further arguments, after its pointers and the trace
  std::string bytes;        ///< of dynamic shared memory; "" for none
};

/// Returns the kernel of a launch that `plan` made. It takes (source, destination, trace, arguments...), and adds each element that it
/// reads to the trace. Tensors are static if the sheet's are or CuTe requires it; tiles and threads always are. If CuTe has no copy() for
/// the launch, elements are moved one by one, and a comment gives the reason.
KernelText kernel_text(const SheetEvaluator&, const LaunchSettings&, const gpu::LaunchPlan&);

/// Returns true if the kernel walks the partition as a layout: because the user wrote the layout, or because a grid or block other than its
/// own extends it.
bool walks_layout(const LaunchSettings&, const gpu::LaunchPlan&);

}  // namespace app
