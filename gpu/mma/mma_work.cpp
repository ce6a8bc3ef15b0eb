#include "gpu/mma/mma_work.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <set>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/hardware/smem_atoms.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

using algebra::IntTuple;
using algebra::Layout;
using algebra::Matrix;
using algebra::most_shared_bytes;
using algebra::most_threads;
using algebra::Tensor;
using Bad = tl::unexpected<Message>;

constexpr std::int64_t header_words = 8, alignment = 1024;

Layout column_major(std::int64_t rows, std::int64_t columns) {
  return {IntTuple::tuple({rows, columns}), IntTuple::tuple({std::int64_t{1}, rows})};
}

MmaFragment fragment(const algebra::TiledMma& mma, Matrix matrix, std::int64_t rows, std::int64_t columns) {
  using algebra::mode;
  const auto all = algebra::thrfrg(mma, matrix, column_major(rows, columns));
  const auto threads = mode(all, 0), values = mode(all, 1);
  return {mode(threads, 0), mode(mode(threads, 1), 0), mode(mode(threads, 1), 1),
          mode(values, 0),  mode(mode(values, 1), 0),  mode(mode(values, 1), 1)};
}

/// Returns the tensor moved to that byte of shared memory.
Tensor at(Tensor t, std::int64_t byte) {
  (t.swizzled_pointer ? t.outer->offset.value.value : t.offset) += byte * 8 / t.type->bits;
  return t;
}

/// Returns the byte at which element `index` of a tensor in shared memory begins.
std::int64_t byte_of(const Tensor& t, std::int64_t index) {
  return (t.outer ? (*t.outer)(t.layout(index)) : t.offset + t.layout(index)) * t.type->bits / 8;
}

std::int64_t bytes_of(const Tensor& t) {
  std::int64_t end = 0;
  for (std::int64_t i = 0; i < algebra::size(t.layout); ++i) end = std::max(end, byte_of(t, i) + t.type->bits / 8);
  return end;
}

/// Returns the descriptors of one atom's part: [rest along the first mode][along K].
Tensor descriptors(const MmaWork& w, Matrix matrix, std::int64_t thread, const Tensor& shared) {
  const auto part = algebra::partition(w.launch.mma, matrix, {thread, false}, shared);
  return algebra::make_descriptors(algebra::MatrixDescriptor::Of::gmma, matrix == Matrix::a ? w.instruction.a_major : w.instruction.b_major,
                                   part);
}

/// Returns why the instruction cannot take the matrix from this tile; "" if it can. Some of CuTe's descriptors lead to other elements.
Message why_not_described(const MmaWork& w, Matrix matrix, const Tensor& shared) {
  const auto made = algebra::attempt([&] { return descriptors(w, matrix, 0, shared); });
  if (!made) return made.error().message;
  const auto verdict = algebra::check_descriptor(*made->descriptors->at, {});
  if (verdict.kind != algebra::Verdict::Kind::broken) return {};
  return message("The descriptor leads to other elements: {}.", verdict.counterexample);
}

/// Returns the tile in shared memory: the launch's, or the widest swizzle of CuTe's layouts for which the atoms' parts are canonical.
tl::expected<Tensor, Message> in_shared_memory(const MmaWork& w, Matrix matrix, const std::optional<Tensor>& given) {
  const bool is_a = matrix == Matrix::a;
  const auto& type = is_a ? w.instruction.a : w.instruction.b;
  const auto major = is_a ? w.instruction.a_major : w.instruction.b_major;
  const auto k = w.launch.mnk[2], mn = w.launch.mnk[is_a ? 0 : 1];
  if (given) {
    if (given->type->bits != type.bits())
      return Bad(message("{} has elements of {} bits in shared memory, and the instruction takes {} bits.", is_a ? "A" : "B",
                         given->type->bits, type.bits()));
    if (const auto why = why_not_described(w, matrix, *given); !why.empty())
      return Bad(message("The layout of {} in shared memory does not suit the instruction. {}", is_a ? "A" : "B", why));
    return *given;
  }
  Message why;
  for (const auto swizzle :
       {algebra::SmemSwizzle::sw128, algebra::SmemSwizzle::sw64, algebra::SmemSwizzle::sw32, algebra::SmemSwizzle::inter}) {
    const auto atom = algebra::smem_atom(swizzle, major, type.bits());
    const bool k_major = major == algebra::Major::k;
    if ((k_major ? k : mn) % algebra::size(algebra::mode(atom.layout, k_major ? 1 : 0)) != 0) continue;
    const algebra::Int rows{mn, true}, columns{k, true};
    Tensor tile{.layout = algebra::tile_to_shape(atom.layout, IntTuple::tuple({rows, columns}), IntTuple()),
                .type = type.type,
                .memory = algebra::MemorySpace::shared};
    if (swizzle != algebra::SmemSwizzle::inter) {
      tile.swizzled_pointer = true;
      tile.outer = algebra::OuterFunction{atom.outer.function, {{0, true}, 0}};
    }
    why = why_not_described(w, matrix, tile);
    if (why.empty()) return tile;
  }
  return Bad(message("No layout of shared memory fits the {} by {} elements of {}. {}", mn, k, is_a ? "A" : "B", why));
}

/// Returns the k that each atom along K sums up, in ascending order.
std::vector<std::int64_t> sums(const MmaWork& w) {
  std::vector<std::int64_t> all;
  for (std::int64_t l = 0; l < w.k_atoms(); ++l) {
    std::set<std::int64_t> found;
    // Threads that take A by a descriptor take all of it.
    for (std::int64_t t = 0; t < (w.a_shared ? 1 : algebra::size(w.a.v)); ++t)
      for (std::int64_t f = 0; f < algebra::size(w.a.value); ++f)
        for (std::int64_t s = 0; s < w.rest_k; ++s) found.insert(w.a(t, 0, l, f, 0, s) / w.launch.mnk[0]);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

void put(std::vector<std::uint32_t>& words, std::int64_t first_word, std::int64_t bit, int bits, std::uint64_t coded) {
  if (bits == 64) {
    std::memcpy(&words[static_cast<std::size_t>(first_word + bit / 32)], &coded, sizeof coded);
    return;
  }
  words[static_cast<std::size_t>(first_word + bit / 32)] |= static_cast<std::uint32_t>(coded) << (bit % 32);
}

/// The offsets of a request's parts.
struct Places {
  std::int64_t a = header_words, b = header_words, passes = header_words, pass = 0, image = 0;
  std::int64_t a_begin = 0, b_begin = 0;  ///< bytes of the image
};
Places places(const MmaWork& w, std::uint32_t begin) {
  Places p;
  if (w.a_shared) {
    p.b += 2 * w.threads * w.rest_m * w.rest_k;
    p.passes = p.b;
  }
  if (w.b_shared) p.passes += 2 * w.threads * w.rest_n * w.rest_k;
  const auto aligned = [&](std::int64_t byte) { return algebra::round_up(begin + byte, alignment) - begin; };
  std::int64_t end = 0;
  if (w.a_shared) {
    // The pattern of the widest swizzle repeats after that many bytes.
    p.a_begin = aligned(w.launch.first_byte);
    end = p.a_begin + w.a_bytes;
  }
  if (w.b_shared) {
    p.b_begin = aligned(w.a_shared ? end : w.launch.first_byte);
    end = p.b_begin + w.b_bytes;
  }
  p.image = algebra::round_up(end, 8) / 4;
  p.pass = p.image;
  if (!w.a_shared) p.a = p.pass, p.pass += w.threads * w.rest_m * w.rest_k * w.a_registers;
  if (!w.b_shared) p.b = p.pass, p.pass += w.threads * w.rest_n * w.rest_k * w.b_registers;
  p.pass = algebra::round_up(p.pass, 4);
  return p;
}

/// Puts one pass's values of A or B where the kernel reads them.
void write_operand(const MmaWork& w, Matrix matrix, const std::vector<double>& values, const Places& p, std::uint32_t begin,
                   std::int64_t first_word, std::vector<std::uint32_t>& words) {
  const bool is_a = matrix == Matrix::a;
  const auto& type = is_a ? w.instruction.a : w.instruction.b;
  if (const auto& shared = is_a ? w.a_shared : w.b_shared) {
    const auto there = at(*shared, begin + (is_a ? p.a_begin : p.b_begin));
    for (std::size_t i = 0; i < values.size(); ++i)
      put(words, first_word, (byte_of(there, static_cast<std::int64_t>(i)) - begin) * 8, type.bits(), type.encode(values[i]));
    return;
  }
  const auto& f = is_a ? w.a : w.b;
  const auto registers = is_a ? w.a_registers : w.b_registers;
  const auto rest = is_a ? w.rest_m : w.rest_n;
  const auto base = first_word + (is_a ? p.a : p.b);
  each_thread(w, [&](std::int64_t thread, std::int64_t v, std::int64_t i, std::int64_t j, std::int64_t l) {
    for (std::int64_t r = 0; r < rest; ++r)
      for (std::int64_t s = 0; s < w.rest_k; ++s)
        for (std::int64_t x = 0; x < algebra::size(f.value); ++x) {
          const auto element = f(v, is_a ? i : j, l, x, r, s);
          put(words, base + ((thread * rest + r) * w.rest_k + s) * registers, x * type.bits(), type.bits(),
              type.encode(values[static_cast<std::size_t>(element)]));
        }
  });
}

Message words_of(const MmaWork& w, Matrix matrix, std::int64_t byte, const Tensor& made) {
  const auto major = matrix == Matrix::a ? w.instruction.a_major : w.instruction.b_major;
  const auto f = algebra::fields(*made.descriptors->at);
  return message("shared memory from byte {}, {}-major, {}, leading byte offset {}, stride byte offset {}", byte,
                 major == algebra::Major::k ? "K" : "MN", f.layout.name, f.lbo * 16, f.sbo * 16);
}

/// Writes the descriptors of every thread, as words of the request.
Message write_descriptors(const MmaWork& w, Matrix matrix, std::int64_t byte, std::int64_t first_word, std::vector<std::uint32_t>& words) {
  const bool is_a = matrix == Matrix::a;
  const auto there = at(*(is_a ? w.a_shared : w.b_shared), byte);
  const auto rest = is_a ? w.rest_m : w.rest_n;
  Message text;
  Tensor made;
  each_thread(w, [&](std::int64_t thread, std::int64_t v, std::int64_t, std::int64_t, std::int64_t) {
    // The threads of an atom share descriptors.
    if (v == 0) made = descriptors(w, matrix, thread, there);
    if (text.empty()) text = words_of(w, matrix, byte, made);
    for (std::int64_t s = 0; s < w.rest_k; ++s)
      for (std::int64_t r = 0; r < rest; ++r) {
        const auto chunks = made.offset + algebra::mode(made.layout, 1)(r) + algebra::mode(made.layout, 2)(s);
        put(words, first_word + 2 * ((thread * rest + r) * w.rest_k + s), 0, 64, algebra::advanced(*made.descriptors->at, chunks).bits);
      }
  });
  return text;
}

}  // namespace

std::int64_t MmaWork::shared_bytes() const {
  if (!a_shared && !b_shared) return 0;
  return 2 * alignment + algebra::round_up(launch.first_byte, alignment) + algebra::round_up(a_bytes, alignment) + b_bytes;
}

std::size_t MmaWork::result_words() const { return 4 + static_cast<std::size_t>(mma_passes * threads * rest_m * rest_n * c_registers); }

tl::expected<MmaWork, Message> mma_work(const MmaLaunch& launch) {
  const auto instruction = mma_instruction(launch.mma.atom);
  if (!instruction) return Bad(instruction.error());
  MmaWork w{.launch = launch, .instruction = *instruction};
  auto made = algebra::attempt([&] {
    w.vmnk = algebra::thr_layout_vmnk(launch.mma);
    const auto [m, n, k] = launch.mnk;
    w.a = fragment(launch.mma, Matrix::a, m, k);
    w.b = fragment(launch.mma, Matrix::b, n, k);
    w.c = fragment(launch.mma, Matrix::c, m, n);
    return true;
  });
  if (!made) return Bad(made.error().message);
  w.threads = algebra::round_up(algebra::cosize(w.vmnk), 32);
  if (w.threads > most_threads) return Bad(message("The MMA has {} threads, and a block up to {}.", w.threads, most_threads));
  w.rest_m = algebra::size(w.c.rest_first), w.rest_n = algebra::size(w.c.rest_second), w.rest_k = algebra::size(w.a.rest_second);
  const auto words = [&](const MmaType& type, Matrix matrix) {
    return w.instruction.registers_of(w.traits(), matrix) * std::max(1, type.bits() / 32);
  };
  w.c_registers = words(w.instruction.d, Matrix::c);
  if (!w.instruction.a_described) w.a_registers = words(w.instruction.a, Matrix::a);
  if (!w.instruction.b_described) w.b_registers = words(w.instruction.b, Matrix::b);
  for (const auto matrix : {Matrix::a, Matrix::b}) {
    const bool is_a = matrix == Matrix::a;
    if (!(is_a ? w.instruction.a_described : w.instruction.b_described)) continue;
    auto shared = in_shared_memory(w, matrix, is_a ? launch.a : launch.b);
    if (!shared) return Bad(shared.error());
    (is_a ? w.a_bytes : w.b_bytes) = bytes_of(*shared);
    (is_a ? w.a_shared : w.b_shared) = std::move(*shared);
  }
  if (w.shared_bytes() > most_shared_bytes)
    return Bad(message("A and B of the tile {} x {} x {} take more than the {} KiB of shared memory of a block.", launch.mnk[0],
                       launch.mnk[1], launch.mnk[2], most_shared_bytes >> 10));
  constexpr std::size_t most_words = 1 << 26;
  if (w.result_words() > most_words || static_cast<std::size_t>(places(w, 0).pass) > most_words)
    return Bad(message("The tile {} x {} x {} is too large to be run.", launch.mnk[0], launch.mnk[1], launch.mnk[2]));
  w.k_order = sums(w);
  return w;
}

std::uint64_t bits_at(std::span<const std::uint32_t> words, std::int64_t first_word, std::int64_t bit, int bits) {
  const auto at = static_cast<std::size_t>(first_word + bit / 32);
  if (bits == 64) return words[at] | static_cast<std::uint64_t>(words[at + 1]) << 32;
  return words[at] >> (bit % 32) & ((std::uint64_t{1} << bits) - 1);
}

std::optional<MmaValues> mma_values(const MmaWork& w, int pass) {
  const auto [m, n, k] = w.launch.mnk;
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  MmaValues v{std::vector<double>(at(m * k)), std::vector<double>(at(n * k))};
  const auto &a = w.instruction.a, &b = w.instruction.b;
  // Sums up to here are exact in every type of D, and in the intermediate precision of fp8.
  constexpr double exact = 2048;
  if (pass == 0) {
    const auto bound = std::max(1.0, std::floor(std::sqrt(exact / static_cast<double>(k))));
    std::mt19937 random(w.launch.seed);
    const auto fill = [&](std::vector<double>& values, const MmaType& type) {
      const auto most = static_cast<int>(std::min(bound, type.most()));
      std::uniform_int_distribution<int> any(type.is_signed ? -most : 0, most);
      for (auto& value : values) value = any(random);
    };
    fill(v.a, a);
    fill(v.b, b);
    return v;
  }
  // Digits of the row's or the column's number, at several k; at the same k of the other matrix the digit's weight, in parts if necessary.
  const bool rows = pass == 1;
  const auto count = rows ? m : n;
  if (static_cast<double>(count) > exact) return std::nullopt;
  const auto base = static_cast<std::int64_t>(std::min(8.0, std::min(a.most(), b.most()) + 1));
  const auto largest = [](const MmaType& t) { return t.is_float() ? 64.0 : std::exp2(std::floor(std::log2(std::min(64.0, t.most())))); };
  const auto part = static_cast<std::int64_t>(std::min(largest(a), largest(b)));
  const auto sums = static_cast<std::int64_t>(w.k_order.size()) / w.k_atoms();
  for (std::int64_t l = 0; l < w.k_atoms(); ++l) {
    std::int64_t position = 0;
    for (std::int64_t weight = 1; weight < count; weight *= base) {
      const auto taken = std::min(weight, part);
      for (std::int64_t done = 0; done < weight; done += taken, ++position) {
        if (position == sums) return std::nullopt;
        const auto at_k = w.k_order[at(l * sums + position)];
        for (std::int64_t i = 0; i < m; ++i) v.a[at(i + at_k * m)] = static_cast<double>(rows ? i / weight % base : taken);
        for (std::int64_t j = 0; j < n; ++j) v.b[at(j + at_k * n)] = static_cast<double>(rows ? taken : j / weight % base);
      }
    }
  }
  return v;
}

std::vector<std::uint32_t> mma_question(const MmaWork&) { return std::vector<std::uint32_t>(header_words); }

tl::expected<MmaRequest, Message> mma_request(const MmaWork& w, std::uint32_t begin) {
  const auto p = places(w, begin);
  if (p.image * 4 > w.shared_bytes()) return Bad("Shared memory begins where the tile does not fit.");
  MmaRequest r{std::vector<std::uint32_t>(static_cast<std::size_t>(p.passes + mma_passes * p.pass)), "registers", "registers"};
  const std::array<std::int64_t, header_words> header{p.image, w.rest_m, w.rest_n, w.rest_k, p.a, p.b, p.passes, p.pass};
  std::transform(header.begin(), header.end(), r.words.begin(), [](auto n) { return static_cast<std::uint32_t>(n); });
  const auto written = algebra::attempt([&] {
    if (w.a_shared) r.a = write_descriptors(w, Matrix::a, begin + p.a_begin, p.a, r.words);
    if (w.b_shared) r.b = write_descriptors(w, Matrix::b, begin + p.b_begin, p.b, r.words);
    return true;
  });
  if (!written) return Bad(written.error().message);
  for (int pass = 0; pass < mma_passes; ++pass)
    if (const auto values = mma_values(w, pass)) {
      write_operand(w, Matrix::a, values->a, p, begin, p.passes + pass * p.pass, r.words);
      write_operand(w, Matrix::b, values->b, p, begin, p.passes + pass * p.pass, r.words);
    }
  return r;
}

}  // namespace gpu
