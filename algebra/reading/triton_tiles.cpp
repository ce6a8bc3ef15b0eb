#include "algebra/reading/triton_tiles.hpp"

#include <algorithm>

namespace algebra::dialects {

std::vector<int> reversed_modes(int rank) {
  std::vector<int> modes(static_cast<std::size_t>(rank));
  for (int i = 0; i < rank; ++i) modes[static_cast<std::size_t>(i)] = rank - 1 - i;
  return modes;
}

LinearMaking distributed_making(std::vector<int> order) { return LinearMaking({"register", "lane", "warp", "block"}, std::move(order)); }

void require_matrix(int rank, const TritonAttribute& a) {
  if (rank < 2 || rank > 3) throw TritonProblem{message("The encoding #ttg.{} needs a tensor of 2 or 3 modes, not {}.", a.kind, rank)};
}

LinearMaking blocks_of(const TritonAttribute& a, int rank) {
  LinearMaking blocks({"block"}, reversed_modes(rank));
  if (const auto* bases = a.find("CGALayout")) {
    for (const auto& basis : a.bases_of(*bases, rank)) {
      for (std::size_t m = 0; m < basis.size(); ++m)
        if (basis[m] != 0) blocks.layout.shape[m] = std::max(blocks.layout.shape[m], 2 * basis[m]);
      blocks.add(0, basis);
    }
    return blocks;
  }
  if (a.find("CTAsPerCGA") == nullptr) return blocks;
  const auto all = powers(a, "CTAsPerCGA", rank), split = powers(a, "CTASplitNum", rank);
  for (const int m : order_of(a, "CTAOrder", rank)) {
    const auto i = static_cast<std::size_t>(m);
    if (split[i] > all[i]) throw TritonProblem{message("CTASplitNum of #ttg.{} is larger than CTAsPerCGA.", a.kind)};
    blocks.identity(0, split[i], m);
    blocks.zeros(0, all[i] / split[i]);
  }
  return blocks;
}

LinearMaking operand_blocks(const TritonAttribute& parent, int rank, int k) {
  auto blocks = blocks_of(parent, rank);
  for (auto& basis : blocks.layout.inputs[0].bases) basis[static_cast<std::size_t>(k)] = 0;
  blocks.layout.shape[static_cast<std::size_t>(k)] = 1;
  return blocks;
}

LinearMaking in_shape(LinearMaking making, LinearMaking blocks, const std::vector<std::int64_t>& shape) {
  blocks.not_larger(shape);
  auto part = shape;
  for (std::size_t m = 0; m < part.size(); ++m) part[m] = std::max<std::int64_t>(1, shape[m] / blocks.layout.shape[m]);
  making.not_smaller(part);
  making.not_larger(part);
  for (auto basis : blocks.layout.inputs[0].bases) {
    for (std::size_t m = 0; m < part.size(); ++m) basis[m] *= part[m];
    making.layout.inputs.back().bases.push_back(std::move(basis));
  }
  making.layout.shape = shape;
  return making;
}

}  // namespace algebra::dialects
