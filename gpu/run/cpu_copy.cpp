#include "gpu/run/cpu_copy.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <new>
#include <vector>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"

namespace gpu {
namespace {

using algebra::message;

using Bytes = std::vector<unsigned char>;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

/// Fills with bytes that differ from element to element.
void fill(Bytes& bytes) {
  std::uint32_t state = 0x9E3779B9u;
  for (auto& b : bytes) {
    state = state * 1664525u + 1013904223u;
    b = static_cast<unsigned char>(state >> 24);
  }
}

bool within(std::int64_t element, std::int64_t elements) { return element >= 0 && element < elements; }

/// Visits every access that is in bounds: f(source element, destination element), in elements.
template <class F>
bool each_global_access(const LaunchShape& w, Progress& progress, F&& f) {
  for (std::int64_t b = 0; b < w.blocks; ++b) {
    if (progress.cancelled) return false;
    for (std::int32_t v = 0; v < w.values; v += w.width)
      for (std::int32_t t = 0; t < w.threads; ++t) {
        const auto block = static_cast<std::uint32_t>(b), thread = static_cast<std::uint32_t>(t), value = static_cast<std::uint32_t>(v);
        const auto from = w.element(block, thread, value), to = w.same_place ? from : w.to(block, thread, value);
        if (within(from, w.elements) && within(to, w.target_elements)) f(from, to);
      }
  }
  return true;
}

bool copy_global(const LaunchShape& w, const Bytes& source, Bytes& destination, Progress& progress) {
  const auto bytes = static_cast<std::size_t>(w.element_bytes), size = bytes * static_cast<std::size_t>(w.width);
  return each_global_access(w, progress, [&](std::int64_t from, std::int64_t to) {
    std::memcpy(destination.data() + static_cast<std::size_t>(to) * bytes, source.data() + static_cast<std::size_t>(from) * bytes, size);
  });
}

/// Executes one ldmatrix or stmatrix of a warp as the PTX ISA describes it: lane 8 * i + r has the address of row r of matrix i, and
/// register i of lane t holds elements 2 * (t % 4) and 2 * (t % 4) + 1 of row t / 4, or of that column if it is transposed; elements have
/// 16 bits. Calls move(byte in shared memory, lane, byte in the lane's registers) for each half.
template <class F>
void each_half(const Instruction& i, const std::array<std::int64_t, 32>& rows, F&& move) {
  for (int matrix = 0; matrix < i.matrices; ++matrix)
    for (int lane = 0; lane < 32; ++lane)
      for (int half = 0; half < 2; ++half) {
        const int along = 2 * (lane % 4) + half, across = lane / 4;
        const int row = i.transposed ? along : across, column = i.transposed ? across : along;
        move(rows[static_cast<std::size_t>(8 * matrix + row)] + 2 * column, lane, 4 * matrix + 2 * half);
      }
}

/// Executes the launch's matrix instructions of a block: the lanes of `who(t)` give the addresses, those of t have the registers.
template <class Who, class F>
void each_matrix(const LaunchShape& w, std::uint32_t block, Who&& who, F&& move) {
  for (std::int32_t warp = 0; warp < w.warps(); ++warp)
    for (std::int32_t k = 0; k < w.requests(); ++k) {
      std::array<std::int64_t, 32> rows{};
      for (std::int32_t lane = 0; lane < 8 * w.instruction.matrices; ++lane)
        rows[static_cast<std::size_t>(lane)] = w.rows(block, static_cast<std::uint32_t>(who(32 * warp + lane)),
                                                      static_cast<std::uint32_t>(k * (matrix_row_bytes / w.element_bytes))) *
                                               w.element_bytes;
      each_half(w.instruction, rows, [&](std::int64_t byte, int lane, int in_registers) {
        const auto value = static_cast<std::uint32_t>(k * w.request_values + in_registers / w.element_bytes);
        const auto staged = w.staging(block, static_cast<std::uint32_t>(32 * warp + lane), value) * w.element_bytes;
        move(static_cast<std::size_t>(byte), static_cast<std::size_t>(staged + in_registers % w.element_bytes));
      });
    }
}

bool copy_shared(const LaunchShape& w, const Bytes& source, Bytes& destination, Bytes& shared, Progress& progress) {
  const auto kind = w.instruction.kind;
  const auto bytes = static_cast<std::size_t>(w.element_bytes), size = bytes * static_cast<std::size_t>(w.width);
  const auto each = [&](std::int64_t b, auto&& f) {
    for (std::int32_t v = 0; v < w.values; v += w.width)
      for (std::int32_t t = 0; t < w.threads; ++t)
        f(static_cast<std::size_t>(w.staging(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(v))) *
              bytes,
          t, static_cast<std::uint32_t>(v));
  };
  for (std::int64_t b = 0; b < w.blocks; ++b) {
    if (progress.cancelled) return false;
    const auto element = [&](std::int32_t t, std::uint32_t v) {
      return w.element(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(t), v);
    };
    if (kind == Instruction::Kind::store_matrix)
      each_matrix(
          w, static_cast<std::uint32_t>(b), [](std::int32_t t) { return t; },
          [&](std::size_t at, std::size_t staged) { std::memcpy(shared.data() + at, source.data() + staged, 2); });
    else
      each(b, [&](std::size_t staged, std::int32_t t, std::uint32_t v) {
        const auto e = element(t, v);
        if (within(e, w.elements)) std::memcpy(shared.data() + static_cast<std::size_t>(e) * bytes, source.data() + staged, size);
      });
    if (kind == Instruction::Kind::load_matrix)
      each_matrix(
          w, static_cast<std::uint32_t>(b), [&](std::int32_t t) { return w.partner(t); },
          [&](std::size_t at, std::size_t staged) { std::memcpy(destination.data() + staged, shared.data() + at, 2); });
    else
      each(b, [&](std::size_t staged, std::int32_t t, std::uint32_t v) {
        const auto e = element(w.partner(t), v);
        if (within(e, w.elements)) std::memcpy(destination.data() + staged, shared.data() + static_cast<std::size_t>(e) * bytes, size);
        else std::memset(destination.data() + staged, 0, size);
      });
  }
  return true;
}

/// Checks that every value whose place is written once is the one that the permutation puts there.
bool check_global(const LaunchShape& w, const Bytes& source, const Bytes& destination, Copied& copied, Progress& progress) {
  const auto bytes = static_cast<std::size_t>(w.element_bytes);
  std::vector<std::uint8_t> writers(w.once && w.same_place ? 0 : static_cast<std::size_t>(w.target_elements), 0);
  const auto each = [&](auto&& f) {
    return each_global_access(w, progress, [&](std::int64_t from, std::int64_t to) {
      for (std::int32_t k = 0; k < w.width; ++k) f(static_cast<std::size_t>(from + k), static_cast<std::size_t>(to + k));
    });
  };
  if (!writers.empty() &&
      !each([&](std::size_t, std::size_t to) { writers[to] = static_cast<std::uint8_t>(std::min(2, writers[to] + 1)); }))
    return false;
  return each([&](std::size_t from, std::size_t to) {
    // All writers to the same place write the same value.
    if (!w.same_place && writers[to] > 1) return;
    ++copied.checked;
    if (std::memcmp(destination.data() + to * bytes, source.data() + from * bytes, bytes) == 0) return;
    ++copied.wrong;
    if (!copied.first_wrong || static_cast<std::int64_t>(to) < *copied.first_wrong) copied.first_wrong = static_cast<std::int64_t>(to);
  });
}

bool check_shared(const LaunchShape& w, const Bytes& source, const Bytes& destination, Copied& copied, Progress& progress) {
  const auto bytes = static_cast<std::size_t>(w.element_bytes);
  const std::array<unsigned char, 16> zero{};
  std::vector<std::uint8_t> writers(static_cast<std::size_t>(w.elements));
  for (std::int64_t b = 0; b < w.blocks; ++b) {
    if (progress.cancelled) return false;
    const auto block = static_cast<std::uint32_t>(b);
    std::fill(writers.begin(), writers.end(), 0);
    const auto each = [&](auto&& f) {
      for (std::int32_t v = 0; v < w.values; ++v)
        for (std::int32_t t = 0; t < w.threads; ++t) f(static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(v));
    };
    each([&](std::uint32_t t, std::uint32_t v) {
      const auto e = w.element(block, t, v);
      if (within(e, w.elements))
        writers[static_cast<std::size_t>(e)] = static_cast<std::uint8_t>(std::min(2, writers[static_cast<std::size_t>(e)] + 1));
    });
    each([&](std::uint32_t t, std::uint32_t v) {
      const auto partner = static_cast<std::uint32_t>(w.partner(static_cast<std::int32_t>(t)));
      const auto e = w.element(block, partner, v);
      const bool there = within(e, w.elements);
      if (there && writers[static_cast<std::size_t>(e)] != 1) return;
      copied.checked += there;
      const auto to = w.staging(block, t, v);
      const auto* expected = there ? source.data() + static_cast<std::size_t>(w.staging(block, partner, v)) * bytes : zero.data();
      if (std::memcmp(destination.data() + static_cast<std::size_t>(to) * bytes, expected, bytes) == 0) return;
      ++copied.wrong;
      if (!copied.first_wrong || to < *copied.first_wrong) copied.first_wrong = to;
    });
  }
  return true;
}

}  // namespace

tl::expected<Copied, Failure> copy_on_cpu(const LaunchShape& w, Progress& progress) {
  constexpr std::int64_t most = std::int64_t{2} << 30;
  const auto bytes = std::int64_t{w.element_bytes};
  const auto from_elements = w.shared_memory ? w.touches() : w.elements, to_elements = w.shared_memory ? w.touches() : w.target_elements;
  if (from_elements > most / bytes || to_elements > most / bytes || w.touches() > most)
    return tl::unexpected(Failure{message("The CPU copies up to {} MiB; this launch has {} MiB.", most >> 20,
                                          std::max({from_elements, to_elements, w.touches()}) * bytes >> 20),
                                  ""});
  // Besides the data, a byte per element if writers are counted.
  const auto counted = w.shared_memory ? w.elements : w.once && w.same_place ? 0 : w.target_elements;
  const auto wanted = (from_elements + to_elements + (w.shared_memory ? w.elements : 0)) * bytes + counted;
  const auto share = algebra::memory_budget().take(wanted);
  if (!share)
    return tl::unexpected(
        Failure{message("A copy on the CPU takes {} MiB here; {} MiB of the {} MiB of the memory budget are left. Use a larger budget, a "
                        "smaller tensor or a GPU.",
                        (wanted + (1 << 20) - 1) >> 20, algebra::memory_budget().left() >> 20, algebra::memory_budget().bytes() >> 20),
                ""});
  Bytes source, destination, shared;
  try {
    source.resize(static_cast<std::size_t>(from_elements * bytes));
    destination.resize(static_cast<std::size_t>(to_elements * bytes));
    if (w.shared_memory) shared.resize(static_cast<std::size_t>(w.elements * bytes));
  } catch (const std::bad_alloc&) {
    return tl::unexpected(
        Failure{message("There is no room in memory for this copy: {} MiB needed.", (from_elements + to_elements) * bytes >> 20), ""});
  }
  fill(source);
  Copied copied;
  copied.access_bytes = w.element_bytes * w.width;
  copied.bytes = 2.0 * static_cast<double>(w.touches()) * w.element_bytes;
  copied.why_generic = "generic, on the CPU";
  std::vector<double> times, copies;
  for (int i = 0; i < 3; ++i) {
    const auto start = Clock::now();
    if (!(w.shared_memory ? copy_shared(w, source, destination, shared, progress) : copy_global(w, source, destination, progress)))
      return tl::unexpected(Failure{});
    times.push_back(milliseconds_since(start));
    if (times.back() > 500) break;  // long enough to be steady
  }
  if (!(w.shared_memory ? check_shared(w, source, destination, copied, progress) : check_global(w, source, destination, copied, progress)))
    return tl::unexpected(Failure{});
  const auto moved = std::min({source.size(), destination.size(), static_cast<std::size_t>(w.touches() * bytes)});
  for (int i = 0; i < 3 && moved > 0; ++i) {
    const auto start = Clock::now();
    std::memcpy(destination.data(), source.data(), moved);
    copies.push_back(milliseconds_since(start) * static_cast<double>(w.touches() * bytes) / static_cast<double>(moved));
  }
  std::sort(times.begin(), times.end());
  std::sort(copies.begin(), copies.end());
  copied.kernel_ms = times[times.size() / 2];
  copied.repeats = static_cast<int>(times.size());
  copied.copy_ms = copies.empty() ? 0 : copies[copies.size() / 2];
  return copied;
}

}  // namespace gpu
