#pragma once
// Whether a choice of a GEMM can be, why not and what would be near it; and what it costs.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/gemm/gemm_choice.hpp"

namespace app {

/// The registers of a thread and of a multiprocessor.
inline constexpr std::int64_t most_registers = 255, registers_of_block = 65536;

struct GemmCost {
  std::int64_t threads = 0, blocks = 0, k_tiles = 0;
  std::int64_t shared_bytes = 0;                ///< of a block, with its mbarriers
  std::int64_t accumulators = 0, operands = 0;  ///< registers of a thread, of 32 bits
  double intensity = 0;                         ///< operations for each byte that a block reads from global memory
};

struct GemmRefusal {
  GemmField field = GemmField::kind;  ///< whose change makes it work
  algebra::Message why;               ///< a sentence, with the nearest that works
  std::optional<GemmChoice> nearest;  ///< with that; nothing: no other value of the field alone is enough
};

/// What the choice costs. Error: the first thing that is wrong with it.
tl::expected<GemmCost, GemmRefusal> cost_of(const GemmChoice&);

/// Another kind, with what is chosen first of it; of the choice's problem where that goes with it.
GemmChoice with_kind(const GemmChoice&, GemmKind);

/// "256 threads in 4 blocks · 98304 bytes of shared memory · ...".
algebra::Message said_of(const GemmCost&);

/// The same in rows.
struct GemmFact {
  const char* label;  ///< in English
  algebra::Message value;
};
std::vector<GemmFact> rows_of(const GemmCost&);

/// An operand in shared memory.
enum class GemmOperand : std::uint8_t { a, b };

/// Which threads copy a tile from global memory: x along the rows in which it lies, y across them, each so many elements at once.
struct GemmCopy {
  std::int64_t x = 1, y = 1, elements = 1;
};
/// Nothing where the block's threads do not divide the tile.
std::optional<GemmCopy> copy_of(const GemmChoice&, GemmOperand);

/// The bytes of a row of the tile's layout in shared memory, of the kinds with tensor cores: 128, 64, 32 or 16.
int row_bytes(const GemmChoice&, GemmOperand);
/// The N of a WGMMA instruction.
std::int64_t wgmma_n(const GemmChoice&);

std::int64_t threads_of(const GemmChoice&);
/// Of the kinds without tensor cores: whether CuTe can take the threads' parts out of a swizzled tile.
bool can_swizzle(const GemmChoice&);
/// Of the type of A and B; of C.
int bits_of(const GemmChoice&);
int bits_of_c(const GemmChoice&);

}  // namespace app
