#pragma once
// A tile of a tiled MMA as the kernel of gpu/mma/mma_instruction.hpp takes it, and what it must come to.
//
// One block a pass: random values; values that give each row of C its number; and each column. In 32-bit words:
//
// request: words of the image of shared memory, atoms of a thread along M, N and K, first words of A and of B, first word of the
//   passes, words of a pass; descriptors of A [thread][m][k] and of B [thread][n][k], if the instruction takes such; then each pass:
//   the image, and the registers of A and of B, if it takes those.
// result: the address where shared memory begins, of each block (4 words); then registers [pass][thread][m][n][register].
// The image has no words in a request that only asks for this address.

#include "algebra/text/message.hpp"
#include "gpu/mma/mma_instruction.hpp"
#include "gpu/mma/mma_run.hpp"

namespace gpu {

inline constexpr int mma_passes = 3;

/// The place of a matrix's element in a tiled MMA: parts of the 1-D coordinate, which add up.
struct MmaFragment {
  algebra::Layout v, first, second;  ///< thread of the atom; atom along the matrix's first and second mode
  algebra::Layout value;             ///< of the thread's registers
  algebra::Layout rest_first, rest_second;
  std::int64_t operator()(std::int64_t thread, std::int64_t i, std::int64_t j, std::int64_t f, std::int64_t r, std::int64_t s) const {
    return v(thread) + first(i) + second(j) + value(f) + rest_first(r) + rest_second(s);
  }
};

struct MmaWork {
  MmaLaunch launch;
  MmaInstruction instruction;
  algebra::Layout vmnk;      ///< (v,m,n,k) -> thread
  std::int64_t threads = 0;  ///< threads of a block: those of the MMA, rounded up to whole warps
  std::int64_t rest_m = 1, rest_n = 1, rest_k = 1;
  MmaFragment a, b, c;
  int a_registers = 0, b_registers = 0, c_registers = 0;  ///< words of a thread of one atom; 0: by descriptors
  std::optional<algebra::Tensor> a_shared, b_shared;      ///< at byte 0
  std::int64_t a_bytes = 0, b_bytes = 0;
  std::vector<std::int64_t> k_order;  ///< [atom along K][position] -> the k that this atom sums up

  std::int64_t k_atoms() const { return algebra::size(algebra::mode(vmnk, 3)); }
  std::int64_t shared_bytes() const;  ///< most bytes of the image, wherever it begins
  std::size_t result_words() const;
  const algebra::MmaTraits& traits() const { return *launch.mma.atom.traits; }
};

/// Calls act(thread, v, m, n, k) for each thread of the MMA: its number, that within its atom, and its atom.
template <class Act>
void each_thread(const MmaWork& w, Act act) {
  const auto v = algebra::mode(w.vmnk, 0), m = algebra::mode(w.vmnk, 1), n = algebra::mode(w.vmnk, 2), k = algebra::mode(w.vmnk, 3);
  for (std::int64_t l = 0; l < algebra::size(k); ++l)
    for (std::int64_t j = 0; j < algebra::size(n); ++j)
      for (std::int64_t i = 0; i < algebra::size(m); ++i)
        for (std::int64_t t = 0; t < algebra::size(v); ++t) act(v(t) + m(i) + n(j) + k(l), t, i, j, l);
}

/// Plans the work. Error: a sentence why this tile cannot be run.
tl::expected<MmaWork, algebra::Message> mma_work(const MmaLaunch&);

/// The values of A [k][m] and B [k][n] of one pass.
struct MmaValues {
  std::vector<double> a, b;
};
/// Returns the values; nullopt for the passes that number rows and columns, if the types cannot count that far.
std::optional<MmaValues> mma_values(const MmaWork&, int pass);

/// The kernel's input for an image at that address of shared memory.
struct MmaRequest {
  std::vector<std::uint32_t> words;
  algebra::Message a, b;  ///< their places, for the report
};
tl::expected<MmaRequest, algebra::Message> mma_request(const MmaWork&, std::uint32_t begin);
/// Returns the `bits` bits from `bit` on, counted from a word; they must not cross the end of a register.
std::uint64_t bits_at(std::span<const std::uint32_t> words, std::int64_t first_word, std::int64_t bit, int bits);
/// Returns the request that only asks for the start of shared memory.
std::vector<std::uint32_t> mma_question(const MmaWork&);

/// Computes the kernel's result from the words of the request alone: reads descriptors as the hardware does.
std::vector<std::uint32_t> play(const MmaWork&, const std::vector<std::uint32_t>& request, std::uint32_t begin);

/// Compares the kernel's result; fills in counts and first differences.
void compare(const MmaWork&, std::span<const std::uint32_t> result, MmaReport&);

}  // namespace gpu
