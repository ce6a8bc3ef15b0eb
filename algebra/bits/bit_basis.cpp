#include "algebra/bits/bit_basis.hpp"

namespace algebra {

bool BitBasis::add(std::uint64_t vector, std::uint64_t& from) {
  vector = reduce(vector, from);
  if (vector == 0) return false;
  const auto lowest = vector & -vector;
  for (auto& m : members_)
    if ((m.vector & lowest) != 0) m.vector ^= vector, m.from ^= from;
  members_.push_back({vector, from});
  return true;
}

std::uint64_t BitBasis::reduce(std::uint64_t vector, std::uint64_t& from) const {
  for (const auto& m : members_)
    if ((vector & m.vector & -m.vector) != 0) vector ^= m.vector, from ^= m.from;
  return vector;
}

int rank(std::span<const std::uint64_t> vectors) {
  BitBasis basis;
  for (const auto v : vectors) {
    std::uint64_t unnamed = 0;
    basis.add(v, unnamed);
  }
  return basis.size();
}

}  // namespace algebra
