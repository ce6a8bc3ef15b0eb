#pragma once
// Why two layouts do not compose, and which near ones do.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/operations.hpp"

namespace algebra {

/// Why CuTe's divisibility conditions fail for A o B, in words: "3 does not divide mode 0 of A (size 8)"; "" if they hold.
std::string composition_obstacle(const Layout& a, const Layout& b, std::string_view name_of_a);

/// Up to two layouts near b = s:d that do compose with a, each tried: the nearest stride for the same size, then the
/// nearest other stride with a size of at least s.
std::vector<std::string> nearest_compositions(const Layout& a, const Layout& b, Marks);

/// The same with every integer known to the compiler, so that CuTe's conditions are checked.
IntTuple all_known(const IntTuple&);
Layout all_known(const Layout&);
Tiler all_known(const Tiler&);

}  // namespace algebra
