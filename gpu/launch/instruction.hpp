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
    store_matrix,  ///< stmatrix: the other way
    tensor_copy,   ///< cp.async.bulk.tensor, TMA: one thread has a box copied between global and shared memory
  };
  Kind kind = Kind::access;
  int bytes =
      0;  ///< that a thread moves at once, at least a value (access, async_copy), or in a box (tensor_copy); 0: as many as lie side by side
  int matrices = 0;           ///< 1, 2 or 4: lanes 0 .. 8 * matrices - 1 give the address of a row of 16 bytes each
  bool transposed = false;    ///< each matrix, between memory and registers
  bool past_l1 = false;       ///< cp.async.cg
  bool zero_filling = false;  ///< cp.async with the size of the source
  int dimensions = 0;         ///< of the tensor map (tensor_copy), as the next three
  bool stores = false;        ///< from shared memory to the tensor
  bool multicast = false;     ///< to each CTA of the cluster
  int ctas = 1;               ///< of the cluster, which share a box
  std::string name{};         ///< CuTe's; "" for plain accesses of any width

  bool by_box() const { return kind == Kind::tensor_copy; }
  bool by_matrix() const { return kind == Kind::load_matrix || kind == Kind::store_matrix; }
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

inline constexpr int matrix_row_bytes = 16;

/// What a copy atom does. Nothing for one that no launch runs: those of SM100, and those that only exchange registers. TMA copies have more
/// to say than their atom: see tma_instruction (gpu/tma/tma_launch.hpp).
std::optional<Instruction> instruction_of(const algebra::CopyTraits&);

/// As PTX writes it: "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"; "" for plain accesses.
std::string ptx_of(const Instruction&);

}  // namespace gpu
