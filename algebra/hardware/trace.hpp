#pragma once
// The record that a launch writes for each element, and that the shader reads. It is in `algebra` because `gpu` writes it and `render`
// reads it, and neither includes the other.

#include <cstdint>

namespace algebra {

/// One element's record: 16 bytes, little endian, an RGBA32UI texel.
///
/// `first_low` and `first_high` are the halves of the smallest key of all touches, so that a record does not depend on
/// the order in which threads ran:   key = access * 2^41 + block * 2^10 + thread
/// with thread < 2^10, block < 2^31, access < 2^21. An access is a value index of the partition: the number of the
/// thread's access. An untouched element has 0xFFFFFFFF in both halves and count 0.
struct TraceRecord {
  std::uint32_t first_low = 0xFFFFFFFFu;
  std::uint32_t first_high = 0xFFFFFFFFu;
  std::uint32_t count = 0;  ///< number of touches of this element by all threads of all blocks
  std::uint32_t reserved = 0;

  friend bool operator==(const TraceRecord&, const TraceRecord&) = default;
};
static_assert(sizeof(TraceRecord) == 16);

inline constexpr int trace_thread_bits = 10;
inline constexpr int trace_block_bits = 31;
inline constexpr int trace_access_bits = 21;

struct Touch {
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t access = 0;
  friend bool operator==(const Touch&, const Touch&) = default;
};

constexpr std::uint64_t touch_key(Touch t) {
  return (std::uint64_t{t.access} << (trace_block_bits + trace_thread_bits)) | (std::uint64_t{t.block} << trace_thread_bits) | t.thread;
}

constexpr Touch first_touch(const TraceRecord& r) {
  const std::uint64_t key = (std::uint64_t{r.first_high} << 32) | r.first_low;
  return {.block = static_cast<std::uint32_t>((key >> trace_thread_bits) & ((1u << trace_block_bits) - 1)),
          .thread = static_cast<std::uint32_t>(key & ((1u << trace_thread_bits) - 1)),
          .access = static_cast<std::uint32_t>(key >> (trace_block_bits + trace_thread_bits))};
}

}  // namespace algebra
