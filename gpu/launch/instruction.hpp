#pragma once
// The instruction that moves a launch's data.

#include <cstdint>
#include <optional>
#include <string>

#include "algebra/hardware/atoms.hpp"

namespace gpu {

struct Instruction {
  enum class Kind : std::uint8_t {
    access,        ///< plain loads and stores
    async_copy,    ///< cp.async: from global to shared memory, past the registers
    load_matrix,   ///< ldmatrix: 8x8 matrices of 16 bits from shared memory to the registers of a warp
    store_matrix,  ///< stmatrix: 8x8 matrices from the registers of a warp to shared memory
    tensor_copy,   ///< cp.async.bulk.tensor, TMA: one thread has a box copied between global and shared memory
  };
  Kind kind = Kind::access;
  int bytes =
      0;  ///< bytes per access of a thread, at least a value (access, async_copy), or per box (tensor_copy); 0: as many as are adjacent
  int matrices = 0;           ///< 1, 2 or 4: lanes 0 .. 8 * matrices - 1 give the address of a row of 16 bytes each
  bool transposed = false;    ///< transposes each matrix between memory and registers
  bool past_l1 = false;       ///< cp.async.cg
  bool zero_filling = false;  ///< cp.async with a source size
  int dimensions = 0;         ///< of the tensor map (tensor_copy), as the next three
  bool stores = false;        ///< from shared memory to the tensor
  bool multicast = false;     ///< to each CTA of the cluster
  int ctas = 1;               ///< CTAs of the cluster that share a box
  std::string name{};         ///< CuTe's name; "" for plain accesses of any width

  bool by_box() const { return kind == Kind::tensor_copy; }
  bool by_matrix() const { return kind == Kind::load_matrix || kind == Kind::store_matrix; }
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

inline constexpr int matrix_row_bytes = 16;

/// Returns the instruction of a copy atom; nullopt for one that no launch runs: those of SM100, and those that only exchange registers. A
/// TMA copy needs more than its atom: see tma_instruction (gpu/tma/tma_launch.hpp).
std::optional<Instruction> instruction_of(const algebra::CopyTraits&);

/// Returns PTX's name, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"; "" for plain accesses.
std::string ptx_of(const Instruction&);

}  // namespace gpu
