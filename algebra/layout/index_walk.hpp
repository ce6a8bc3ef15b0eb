#pragma once
// Enumerates the indices of layouts, and holds sets of them.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// Calls f(coordinate, index) for the coordinates first, ..., last - 1 until f returns false. Returns true if f never did.
template <class F>
bool walk_indices(const Layout& l, std::int64_t first, std::int64_t last, F&& f) {
  std::array<std::int64_t, 512> chunk;
  for (auto at = first; at < last; at += static_cast<std::int64_t>(chunk.size())) {
    const auto n = std::min<std::int64_t>(last - at, chunk.size());
    indices(l, at, std::span(chunk).first(static_cast<std::size_t>(n)));
    for (std::int64_t k = 0; k < n; ++k)
      if (!f(at + k, chunk[static_cast<std::size_t>(k)])) return false;
  }
  return true;
}

/// Calls f(coordinate, index in a, index in b) for the coordinates 0, ..., last - 1 until f returns false.
template <class F>
bool walk_both(const Layout& a, const Layout& b, std::int64_t last, F&& f) {
  std::array<std::int64_t, 512> of_a, of_b;
  for (std::int64_t at = 0; at < last; at += static_cast<std::int64_t>(of_a.size())) {
    const auto n = static_cast<std::size_t>(std::min<std::int64_t>(last - at, of_a.size()));
    indices(a, at, std::span(of_a).first(n));
    indices(b, at, std::span(of_b).first(n));
    for (std::size_t k = 0; k < n; ++k)
      if (!f(at + static_cast<std::int64_t>(k), of_a[k], of_b[k])) return false;
  }
  return true;
}

/// A set of indices: a bit set if they are dense, otherwise a sorted list.
class IndexSet {
 public:
  static constexpr std::int64_t most_bits = std::int64_t{1} << 28, most_sorted = std::int64_t{1} << 20;

  /// Returns the bytes that a set of `elements` indices in a range of this length takes; nullopt if more than 32 MiB.
  static std::optional<std::int64_t> bytes_of(std::int64_t range, std::int64_t elements) {
    if (is_dense(range, elements)) return range / 8 + 8;
    return elements <= most_sorted ? std::optional(8 * elements) : std::nullopt;
  }
  /// Makes an empty set for `elements` indices in [least, least + range), if bytes_of() allows it.
  IndexSet(std::int64_t least, std::int64_t range, std::int64_t elements) : least_(least), dense_(is_dense(range, elements)) {
    if (dense_) bits_.resize(static_cast<std::size_t>(range / 64 + 1));
  }
  bool dense() const { return dense_; }
  void add(std::int64_t i) {
    if (dense_) word(i) |= bit(i);
    else sorted_.push_back(i);
  }
  /// Sorts the set. Call after the last add.
  void finish() { std::sort(sorted_.begin(), sorted_.end()); }
  /// Removes an index; false if it is not in the set. Requires finish() and that no index was added twice.
  bool take(std::int64_t i) {
    if (!contains(i)) return false;
    if (dense_) {
      word(i) &= ~bit(i);
      return true;
    }
    const auto at = static_cast<std::size_t>(std::lower_bound(sorted_.begin(), sorted_.end(), i) - sorted_.begin());
    if (taken_.empty()) taken_.resize(sorted_.size(), false);
    if (taken_[at]) return false;
    return taken_[at] = true;
  }
  /// Returns the smallest index that was added twice. Sorted sets only.
  std::optional<std::int64_t> repeated() const {
    const auto it = std::adjacent_find(sorted_.begin(), sorted_.end());
    return it == sorted_.end() ? std::nullopt : std::optional(*it);
  }
  bool contains(std::int64_t i) const {
    if (!dense_) {
      const auto it = std::lower_bound(sorted_.begin(), sorted_.end(), i);
      return it != sorted_.end() && *it == i && (taken_.empty() || !taken_[static_cast<std::size_t>(it - sorted_.begin())]);
    }
    const auto at = i - least_;
    return at >= 0 && static_cast<std::size_t>(at / 64) < bits_.size() && (bits_[static_cast<std::size_t>(at / 64)] & bit(i)) != 0;
  }

 private:
  static bool is_dense(std::int64_t range, std::int64_t elements) {
    return range <= most_bits && range / 64 <= 4096 + 64 * std::min(elements, most_bits);
  }
  std::uint64_t& word(std::int64_t i) { return bits_[static_cast<std::size_t>((i - least_) / 64)]; }
  std::uint64_t bit(std::int64_t i) const { return std::uint64_t{1} << ((i - least_) % 64); }

  std::int64_t least_;
  bool dense_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::int64_t> sorted_;
  std::vector<bool> taken_;
};

/// The smallest and the largest index of a layout. Errors: "negative size".
struct IndexRange {
  std::int64_t least = 0, greatest = 0;
};
IndexRange index_range(const Layout&);

}  // namespace algebra
