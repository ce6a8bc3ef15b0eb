#pragma once
// Checks a choice of a GEMM, with the reason for a refusal and a valid choice nearby; and computes its cost.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/gemm/gemm_choice.hpp"

namespace app {

/// The registers of a thread, and of a multiprocessor.
inline constexpr std::int64_t most_registers = 255, registers_of_block = 65536;

struct GemmCost {
  std::int64_t threads = 0, blocks = 0, k_tiles = 0;
  std::int64_t shared_bytes = 0;                ///< of a block, with its mbarriers
  std::int64_t accumulators = 0, operands = 0;  ///< registers of a thread, of 32 bits
  double intensity = 0;                         ///< operations for each byte that a block reads from global memory
};

struct GemmRefusal {
  GemmField field = GemmField::kind;  ///< field whose change makes the choice valid
  algebra::Message why;               ///< a sentence with the nearest valid choice
  std::optional<GemmChoice> nearest;  ///< that choice; unset: no other value of the field alone suffices
};

/// Returns the cost of the choice. Error: its first fault.
tl::expected<GemmCost, GemmRefusal> cost_of(const GemmChoice&);

/// Returns the kind's initial choice, with the problem size of the given choice if the kind is valid with it.
GemmChoice with_kind(const GemmChoice&, GemmKind);

/// Returns "256 threads in 4 blocks · 98304 bytes of shared memory · ...".
algebra::Message said_of(const GemmCost&);

/// The same facts as rows of a table.
struct GemmFact {
  const char* label;  ///< in English
  algebra::Message value;
};
std::vector<GemmFact> rows_of(const GemmCost&);

/// An operand in shared memory.
enum class GemmOperand : std::uint8_t { a, b };

/// The threads that copy a tile from global memory: x along its contiguous mode, y across it, `elements` per thread at once.
struct GemmCopy {
  std::int64_t x = 1, y = 1, elements = 1;
};
/// Returns nullopt if the block's threads do not divide the tile.
std::optional<GemmCopy> copy_of(const GemmChoice&, GemmOperand);

/// Returns the bytes of a row of the tile's layout in shared memory, for kinds with tensor cores: 128, 64, 32 or 16.
int row_bytes(const GemmChoice&, GemmOperand);
/// Returns the N of a WGMMA instruction.
std::int64_t wgmma_n(const GemmChoice&);

std::int64_t threads_of(const GemmChoice&);
/// For kinds without tensor cores: returns true if CuTe can partition a swizzled tile among the threads.
bool can_swizzle(const GemmChoice&);
/// Return the bits of the type of A and B, and of C.
int bits_of(const GemmChoice&);
int bits_of_c(const GemmChoice&);

}  // namespace app
