#pragma once
// Vectors over F2, as integers: what they span, and how many of them are independent.

#include <cstdint>
#include <span>
#include <vector>

namespace algebra {

/// Shifted by c: the vector of bit c alone.
inline constexpr std::uint64_t one_bit = 1;

/// A basis of what vectors span. Each vector has a name, such as the bit of its column, and the basis knows its members as sums of them.
class BitBasis {
 public:
  struct Member {
    std::uint64_t vector, from;
  };
  /// Adds a vector made of the columns `from`. Returns false if it depends on those before; `from` then becomes a combination of
  /// columns whose sum is 0.
  bool add(std::uint64_t vector, std::uint64_t& from);
  /// What is left of a vector when the basis is taken out; 0 if it is in the span. `from` is XORed with the columns taken.
  std::uint64_t reduce(std::uint64_t vector, std::uint64_t& from) const;
  bool spans(std::uint64_t vector) const {
    std::uint64_t from = 0;
    return reduce(vector, from) == 0;
  }
  int size() const { return static_cast<int>(members_.size()); }
  /// Each has a lowest bit that no other has.
  const std::vector<Member>& members() const { return members_; }

 private:
  std::vector<Member> members_;
};

/// How many of these vectors are independent.
int rank(std::span<const std::uint64_t> vectors);

}  // namespace algebra
