#pragma once
// Triton's linear layouts: for each bit of a register, a lane, a warp and a block, or of an offset in shared memory, the place in the
// tensor that it leads to. Several bits lead to the XOR of their places.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/printed.hpp"

namespace algebra::dialects {

struct LinearLayout {
  using Basis = std::vector<std::int64_t>;  ///< a coordinate of the tensor
  struct Input {
    std::string_view name;  ///< register, lane, warp, block; or offset, block; or row, col, block
    std::vector<Basis> bases{};
  };
  std::vector<Input> inputs;
  std::vector<std::int64_t> shape;  ///< the tensor's shape; powers of two, or the first elements of such a tensor
  std::vector<std::pair<std::int64_t, std::int64_t>> paddings{};  ///< in shared memory: after each interval of elements, so many more
  std::vector<std::int64_t> buffers{};  ///< for shared memory: the number of such tensors one behind the other, the slowest dimension first

  static constexpr std::string_view memory = "offset";
  bool in_memory() const { return !inputs.empty() && inputs[0].name == memory; }
  const std::vector<Basis>& bases(std::string_view input) const;  ///< empty if there is no such input
};

/// Returns `register = [[0, 1], [8, 0]], lane = [[0, 2]], ...`, as Triton prints the bases.
std::string bases_text(const LinearLayout&);

/// Converts to CuTe's notation. For registers: (thread, value) -> the element's 1-D coordinate in the tensor, first mode fastest, where a
/// thread is its lane plus the number of lanes times its warp; over several blocks (block, thread, value). For tensor memory:
/// (row, column) -> that coordinate. For shared memory: the tensor's layout, coordinate -> offset, with the buffers as its first modes. A
/// plain layout if the bases are distinct powers of two or 0; else a swizzled one if there is one; else a matrix of bits. Throws a Problem:
/// "bijective" for a layout of shared memory in which coordinates share an offset or have none; "layout" for padding with a swizzle;
/// "limit".
Printed in_cute(const LinearLayout&);

}  // namespace algebra::dialects
