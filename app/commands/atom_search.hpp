#pragma once
// The browser of atoms: search and filters over the table of atoms.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "algebra/hardware/atoms.hpp"

namespace app {

/// The filter of the browser. An atom fits if each word of `typed` occurs in its name, arguments, types or shape, such as 64x128x16.
struct AtomFilter {
  std::string typed;
  std::optional<std::string> target{};  ///< SM90, gfx942; "": atoms of no architecture
  std::optional<algebra::ListedAtom::Kind> kind{};
  std::string types{};             ///< "": all
  std::array<int, 3> shape_mnk{};  ///< 0 in a mode: all extents
  friend bool operator==(const AtomFilter&, const AtomFilter&) = default;
};

/// Returns the indices of the listed atoms that fit, ascending.
std::vector<int> found_atoms(const AtomFilter&);

/// Return the choices of one field of the filter, sorted: the values among atoms that fit the other fields.
std::vector<std::string> targets_of(AtomFilter);
std::vector<std::string> types_of(AtomFilter);
std::vector<int> extents_of(AtomFilter, std::size_t mode);

/// Returns the text beside the atom's name in a row, such as "64×128×16" or "32 threads"; may be "".
std::string atom_detail(const algebra::ListedAtom&);

}  // namespace app
