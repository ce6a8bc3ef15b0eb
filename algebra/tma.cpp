#include "algebra/tma.hpp"

namespace algebra {

bool operator==(const Tma& a, const Tma& b) {
  // What it is made of follows from what it is made for.
  return a.traits.name == b.traits.name && a.tensor == b.tensor && a.shared == b.shared && a.tile == b.tile && a.cluster == b.cluster &&
         a.internal == b.internal;
}

bool operator==(const CopyAtom& a, const CopyAtom& b) {
  if (a.tma == nullptr || b.tma == nullptr) return a.traits == b.traits && a.type == b.type && a.tma == b.tma;
  return a.type == b.type && *a.tma == *b.tma;
}

std::string_view to_string(TensorMap::Swizzle swizzle) {
  constexpr std::array<std::string_view, 6> names{"NONE", "32B", "64B", "128B", "128B_ATOM_32B", "128B_ATOM_64B"};
  return names.at(static_cast<std::size_t>(swizzle));
}

}  // namespace algebra
