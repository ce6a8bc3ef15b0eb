#pragma once
// The browser of atoms: which of the table fit what is typed and chosen.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "algebra/hardware/atoms.hpp"

namespace app {

/// What the browser shows. Words of `typed` stand anywhere in an atom's name, arguments, types or shape 64x128x16.
struct AtomFilter {
  std::string typed;
  std::optional<int> architecture{};  ///< 0: of none
  std::optional<algebra::ListedAtom::Kind> kind{};
  std::string types{};             ///< "" for all
  std::array<int, 3> shape_mnk{};  ///< 0 for all
  friend bool operator==(const AtomFilter&, const AtomFilter&) = default;
};

/// The indices of the listed atoms that fit, in their order.
std::vector<int> found_atoms(const AtomFilter&);

/// What the atoms have that fit the filter without its own choice there, sorted: what can be chosen.
std::vector<int> architectures_of(AtomFilter);
std::vector<std::string> types_of(AtomFilter);
std::vector<int> extents_of(AtomFilter, std::size_t mode);

/// "64×128×16", "32 threads", "" ...: what a row says beside the name.
std::string atom_detail(const algebra::ListedAtom&);

}  // namespace app
