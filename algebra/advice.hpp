#pragma once
// Explains why two layouts do not compose and suggests nearby ones that do.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/operations.hpp"

namespace algebra {

/// The divisibility condition of CuTe that A o B breaks: "3 does not divide mode 0 of A (size 8)"; "" if all hold.
std::string composition_obstacle(const Layout& a, const Layout& b, std::string_view name_of_a);

/// Up to two layouts near b = s:d, each tested to compose with a: the nearest stride for the same size, then the
/// nearest other stride with a size of at least s.
std::vector<std::string> nearest_compositions(const Layout& a, const Layout& b, Marks);

/// The same value with every integer static, so that CuTe's conditions are checked.
IntTuple all_known(const IntTuple&);
Layout all_known(const Layout&);
Tiler all_known(const Tiler&);

}  // namespace algebra
