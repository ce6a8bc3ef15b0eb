#include "gpu/launch/instruction.hpp"

#include <fmt/format.h>

namespace gpu {

std::optional<Instruction> instruction_of(const algebra::CopyTraits& traits) {
  // CuTe's names say what an instruction does; its layouts only where the data go.
  const auto& name = traits.name;
  const auto has = [&](const char* word) { return name.find(word) != std::string::npos; };
  const auto bits = traits.bits();
  Instruction i{.name = traits.type.empty() ? name : fmt::format("{}<{}>", name, traits.type)};
  if (has("_LDSM_") || has("_STSM_")) {
    if (has("SM100")) return std::nullopt;
    i.kind = has("_LDSM_") ? Instruction::Kind::load_matrix : Instruction::Kind::store_matrix;
    i.matrices = static_cast<int>(bits / 32);  // each puts 32 bits into a thread's registers
    i.transposed = name.ends_with("_T");
  } else if (has("CP_ASYNC")) {
    i.kind = Instruction::Kind::async_copy;
    i.bytes = static_cast<int>(bits / 8);
    i.past_l1 = has("CACHEGLOBAL");
    i.zero_filling = has("ZFILL");
  } else if (has("_MOVM_") || has("_Shuffle_")) {
    return std::nullopt;
  } else if (name == "AutoVectorizingCopy") {
    i.name.clear();
  } else {
    i.bytes = static_cast<int>(bits / 8);
    if (i.bytes == 0) i.bytes = 1;  // DefaultCopy: a value at a time
  }
  return i;
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
