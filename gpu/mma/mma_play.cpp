// Computes a tile of a tiled MMA on the CPU: by the bytes that its descriptors name, and against plain arithmetic.

#include <cstring>

#include "algebra/hardware/matrix_descriptor.hpp"
#include "gpu/mma/mma_work.hpp"

namespace gpu {
namespace {

using algebra::Matrix;

/// One operand of one atom from the request: [k][row].
using Decoded = std::vector<double>;

/// Reads a request as the kernel and the hardware do.
class Reader {
 public:
  Reader(const MmaWork& w, std::span<const std::uint32_t> words, std::uint32_t begin, int pass)
      : w_(w), words_(words), begin_(begin), pass_(words[6] + static_cast<std::int64_t>(pass) * words[7]) {}

  /// Returns the atom's part of A or B whose registers, or descriptor, `threads` hold.
  Decoded operand(Matrix matrix, const algebra::Layout& threads, std::int64_t first_thread, std::int64_t rest, std::int64_t s) const {
    const bool is_a = matrix == Matrix::a;
    const auto rows = w_.instruction.mnk[is_a ? 0 : 1], along_k = w_.instruction.mnk[2];
    const auto& type = is_a ? w_.instruction.a : w_.instruction.b;
    const auto rests = is_a ? w_.rest_m : w_.rest_n;
    const std::int64_t table = words_[is_a ? 4 : 5];
    const auto entry = [&](std::int64_t thread) { return (thread * rests + rest) * w_.rest_k + s; };
    Decoded values(static_cast<std::size_t>(rows * along_k));
    if (is_a ? w_.instruction.a_described : w_.instruction.b_described) {
      const algebra::MatrixDescriptor d{.major = is_a ? w_.instruction.a_major : w_.instruction.b_major,
                                        .bits = bits_at(words_, table + 2 * entry(first_thread + threads(0)), 0, 64)};
      for (int k = 0; k < along_k; ++k)
        for (int row = 0; row < rows; ++row)
          values[static_cast<std::size_t>(row + k * rows)] = type.decode(in_shared_memory(d, type.bits(), row, k));
      return values;
    }
    const auto registers = is_a ? w_.a_registers : w_.b_registers;
    const auto& tv = w_.traits().operands[static_cast<std::size_t>(matrix)].tv;
    const auto v = algebra::mode(tv, 0), f = algebra::mode(tv, 1);
    for (std::int64_t t = 0; t < algebra::size(v); ++t)
      for (std::int64_t x = 0; x < algebra::size(f); ++x)
        values[static_cast<std::size_t>(v(t) + f(x))] =
            type.decode(bits_at(words_, pass_ + table + entry(first_thread + threads(t)) * registers, x * type.bits(), type.bits()));
    return values;
  }

 private:
  /// Returns row `row` of M or N and column `k` from the place that the descriptor gives.
  std::uint64_t in_shared_memory(const algebra::MatrixDescriptor& d, int bits, int row, int k) const {
    const bool k_major = d.major == algebra::Major::k;
    const auto along = k_major ? k : row;
    const int values = algebra::chunk_bits / bits;
    const auto chunk = *algebra::place_of(d, k_major ? row : k, along / values);
    const auto f = algebra::fields(d);
    const auto byte = algebra::apply(f.layout.swizzle, (f.start + chunk) * 16 + along % values * bits / 8);
    return bits_at(words_, pass_, (byte - begin_) * 8, bits);
  }

  const MmaWork& w_;
  std::span<const std::uint32_t> words_;
  std::int64_t begin_, pass_;
};

/// Returns the first word of a thread's registers of one atom in the result.
std::int64_t result_word(const MmaWork& w, int pass, std::int64_t thread, std::int64_t r, std::int64_t s) {
  return 4 + (((pass * w.threads + thread) * w.rest_m + r) * w.rest_n + s) * w.c_registers;
}

}  // namespace

std::vector<std::uint32_t> play(const MmaWork& w, const std::vector<std::uint32_t>& request, std::uint32_t begin) {
  using algebra::mode;
  std::vector<std::uint32_t> result(w.result_words());
  const auto v = mode(w.vmnk, 0), m = mode(w.vmnk, 1), n = mode(w.vmnk, 2), k = mode(w.vmnk, 3);
  const auto& tv = w.traits().operands[static_cast<std::size_t>(Matrix::c)].tv;
  const auto c_thread = mode(tv, 0), c_value = mode(tv, 1);
  const std::int64_t rows = w.instruction.mnk[0], columns = w.instruction.mnk[1], along_k = w.instruction.mnk[2];
  const auto& type = w.instruction.d;
  for (int pass = 0; pass < mma_passes; ++pass) {
    result[static_cast<std::size_t>(pass)] = begin;
    const Reader reader(w, request, begin, pass);
    for (std::int64_t l = 0; l < algebra::size(k); ++l)
      for (std::int64_t i = 0; i < algebra::size(m); ++i)
        for (std::int64_t r = 0; r < w.rest_m; ++r) {
          std::vector<Decoded> a;
          for (std::int64_t s = 0; s < w.rest_k; ++s) a.push_back(reader.operand(Matrix::a, v, m(i) + k(l), r, s));
          for (std::int64_t j = 0; j < algebra::size(n); ++j)
            for (std::int64_t q = 0; q < w.rest_n; ++q) {
              Decoded c(static_cast<std::size_t>(rows * columns));
              for (std::int64_t s = 0; s < w.rest_k; ++s) {
                const auto b = reader.operand(Matrix::b, v, n(j) + k(l), q, s);
                for (std::int64_t x = 0; x < along_k; ++x)
                  for (std::int64_t y = 0; y < columns; ++y)
                    for (std::int64_t z = 0; z < rows; ++z)
                      c[static_cast<std::size_t>(z + y * rows)] += a[static_cast<std::size_t>(s)][static_cast<std::size_t>(z + x * rows)] *
                                                                   b[static_cast<std::size_t>(y + x * columns)];
              }
              for (std::int64_t t = 0; t < algebra::size(v); ++t)
                for (std::int64_t x = 0; x < algebra::size(c_value); ++x) {
                  const auto coded = type.encode(c[static_cast<std::size_t>(c_thread(t) + c_value(x))]);
                  const auto bit = x * type.bits();
                  auto* word = &result[static_cast<std::size_t>(result_word(w, pass, v(t) + m(i) + n(j) + k(l), r, q) + bit / 32)];
                  if (type.bits() == 64) std::memcpy(word, &coded, sizeof coded);
                  else *word |= static_cast<std::uint32_t>(coded) << (bit % 32);
                }
            }
        }
  }
  return result;
}

void compare(const MmaWork& w, std::span<const std::uint32_t> result, MmaReport& report) {
  const auto m = w.launch.mnk[0], n = w.launch.mnk[1];
  const auto random = mma_values(w, 0);
  const bool numbered = mma_values(w, 1) && mma_values(w, 2);
  if (numbered) report.misplaced = 0;
  report.partial_sums = w.k_atoms();
  const auto sums = static_cast<std::int64_t>(w.k_order.size()) / w.k_atoms();
  const auto found = [&](int pass, std::int64_t thread, std::int64_t r, std::int64_t q, std::int64_t x) {
    const auto& type = w.instruction.d;
    return type.decode(bits_at(result, result_word(w, pass, thread, r, q), x * type.bits(), type.bits()));
  };
  each_thread(w, [&](std::int64_t thread, std::int64_t v, std::int64_t i, std::int64_t j, std::int64_t l) {
    for (std::int64_t q = 0; q < w.rest_n; ++q)
      for (std::int64_t r = 0; r < w.rest_m; ++r)
        for (std::int64_t x = 0; x < algebra::size(w.c.value); ++x) {
          const auto element = w.c(v, i, j, x, r, q);
          MmaReport::Place at{.thread = thread,
                              .value = x + algebra::size(w.c.value) * (r + w.rest_m * q),
                              .m = element % m,
                              .n = element / m,
                              .found = found(0, thread, r, q, x)};
          for (std::int64_t s = 0; s < sums; ++s) {
            const auto along = w.k_order[static_cast<std::size_t>(l * sums + s)];
            at.wanted += random->a[static_cast<std::size_t>(at.m + along * m)] * random->b[static_cast<std::size_t>(at.n + along * n)];
          }
          ++report.elements;
          if (at.found != at.wanted) {
            ++report.wrong;
            if (!report.first_wrong) report.first_wrong = at;
          }
          if (!numbered) continue;
          const auto row = found(1, thread, r, q, x), column = found(2, thread, r, q, x);
          if (row == static_cast<double>(at.m) && column == static_cast<double>(at.n)) continue;
          ++*report.misplaced;
          if (!report.first_misplaced) {
            report.first_misplaced = at;
            report.first_misplaced->found_m = static_cast<std::int64_t>(row);
            report.first_misplaced->found_n = static_cast<std::int64_t>(column);
          }
        }
  });
}

}  // namespace gpu
