#pragma once
// Vectors over F2 as integers: their span, and the number of independent ones.

#include <cstdint>
#include <span>
#include <vector>

namespace algebra {

/// One bit; shifted left by c, it is the vector of bit c alone.
inline constexpr std::uint64_t one_bit = 1;

/// A basis of the span of vectors. Each vector has a name, such as the bit of its column, and the basis records its members as sums of
/// them.
class BitBasis {
 public:
  struct Member {
    std::uint64_t vector, from;
  };
  /// Adds a vector named `from`, a set of columns. Returns false if it depends on those before; `from` then becomes a combination of
  /// columns whose sum is 0.
  bool add(std::uint64_t vector, std::uint64_t& from);
  /// Returns the remainder of a vector after subtracting basis members; 0 if it is in the span. XORs `from` with the columns used.
  std::uint64_t reduce(std::uint64_t vector, std::uint64_t& from) const;
  bool spans(std::uint64_t vector) const {
    std::uint64_t from = 0;
    return reduce(vector, from) == 0;
  }
  int size() const { return static_cast<int>(members_.size()); }
  /// Returns the basis; each member has a lowest bit that no other has.
  const std::vector<Member>& members() const { return members_; }

 private:
  std::vector<Member> members_;
};

/// Returns how many of these vectors are independent.
int rank(std::span<const std::uint64_t> vectors);

}  // namespace algebra
