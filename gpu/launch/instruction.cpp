#include "gpu/launch/instruction.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace gpu {

std::optional<Instruction> instruction_of(const algebra::CopyTraits& traits) {
  using Is = algebra::CopyInstruction::Kind;
  const auto of = algebra::copy_instruction(traits);
  const auto bytes = static_cast<int>(traits.bits() / 8);
  Instruction i{.name = traits.type.empty() ? traits.name : fmt::format("{}<{}>", traits.name, traits.type)};
  i.past_l1 = of.past_l1;
  i.zero_filling = of.zero_filling;
  i.transposed = of.transposed;
  switch (of.kind) {
    case Is::ldmatrix:
    case Is::stmatrix:
      if (of.architecture >= 100) return std::nullopt;
      i.kind = of.kind == Is::ldmatrix ? Instruction::Kind::load_matrix : Instruction::Kind::store_matrix;
      i.matrices = of.matrices;
      return i;
    case Is::exchange: return std::nullopt;
    case Is::cp_async:
      i.kind = Instruction::Kind::async_copy;
      i.bytes = bytes;
      return i;
    default:
      if (traits.name == "AutoVectorizingCopy") i.name.clear();
      else i.bytes = std::max(1, bytes);  // DefaultCopy: a value at a time
      return i;
  }
}

std::string ptx_of(const Instruction& i) {
  switch (i.kind) {
    case Instruction::Kind::load_matrix:
    case Instruction::Kind::store_matrix:
      return fmt::format("{}.sync.aligned.m8n8.x{}{}.shared.b16", i.kind == Instruction::Kind::load_matrix ? "ldmatrix" : "stmatrix",
                         i.matrices, i.transposed ? ".trans" : "");
    case Instruction::Kind::async_copy: return fmt::format("cp.async.{}.shared.global", i.past_l1 ? "cg" : "ca");
    case Instruction::Kind::tensor_copy:
      if (i.stores) return fmt::format("cp.async.bulk.tensor.{}d.global.shared::cta.bulk_group", i.dimensions);
      return fmt::format("cp.async.bulk.tensor.{}d.shared::cluster.global.mbarrier::complete_tx::bytes{}", i.dimensions,
                         i.multicast ? ".multicast::cluster" : "");
    case Instruction::Kind::access: break;
  }
  return {};
}

}  // namespace gpu
