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
  std::string arguments;    ///< what the host passes beside its pointers and the trace
  std::string bytes;        ///< of dynamic shared memory; "" for none
};

/// The kernel of a launch that `plan` made. It takes (source, destination, trace, arguments...), and adds to the trace each element that
/// it reads. Tensors are static where the sheet's are, and where CuTe needs it; tiles and threads always are. Where CuTe has no copy() for
/// the launch, elements are moved one by one, and a comment says why.
KernelText kernel_text(const SheetEvaluator&, const LaunchSettings&, const gpu::LaunchPlan&);

/// Whether the kernel walks the launch's partition as the layout that it is: where it is written, and where a grid or a block other than
/// its own makes it run on.
bool walks_layout(const LaunchSettings&, const gpu::LaunchPlan&);

}  // namespace app
