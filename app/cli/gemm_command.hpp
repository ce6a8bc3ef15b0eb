#pragma once
// `cutescope gemm`: the sheet of a kernel that multiplies matrices, as it is chosen.

#include <cstdint>
#include <optional>
#include <string>

namespace app {

/// What is empty is as its kind of kernel begins.
struct GemmRequest {
  std::string kind, problem, tile, threads;  ///< extents as "256x256x64"
  std::string type, type_c, rows_a, rows_b, rows_c, swizzle;
  std::optional<std::int64_t> stages;
  std::string out;  ///< a file; empty or "-": standard output
};
/// Returns the exit status.
int write_gemm(const GemmRequest&);

}  // namespace app
