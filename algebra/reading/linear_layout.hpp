#pragma once
// Triton's linear layouts: where each bit of a register, a lane, a warp and a block, or of an offset in shared memory, leads to in a
// tensor. What several bits lead to is the XOR of what each does.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/printed.hpp"

namespace algebra::dialects {

struct LinearLayout {
  using Basis = std::vector<std::int64_t>;  ///< a coordinate of the tensor
  struct Input {
    std::string_view name;  ///< register, lane, warp, block; or offset, block
    std::vector<Basis> bases{};
  };
  std::vector<Input> inputs;
  std::vector<std::int64_t> shape;      ///< of the tensor; powers of two
  std::vector<std::int64_t> buffers{};  ///< of shared memory: how many such tensors lie one behind the other, the slowest first

  static constexpr std::string_view memory = "offset";
  bool in_memory() const { return !inputs.empty() && inputs[0].name == memory; }
  const std::vector<Basis>& bases(std::string_view input) const;  ///< none where it has no such input
};

/// `register = [[0, 1], [8, 0]], lane = [[0, 2]], ...`, as Triton prints the bases.
std::string bases_text(const LinearLayout&);

/// In CuTe's notation. Of registers (thread, value) -> the element's 1-D coordinate in the tensor, first mode fastest, with a thread that
/// is its lane and 32 times its warp; over several blocks (block, thread, value). Of shared memory the tensor's layout, coordinate ->
/// offset, with the buffers as its first modes. A plain layout where the bases are distinct powers of two or 0; else a swizzled one if
/// there is one; else a matrix of bits.
/// Throws a Problem: "bijective" for a layout of shared memory in which coordinates share an offset or have none; "limit".
Printed in_cute(const LinearLayout&);

}  // namespace algebra::dialects
