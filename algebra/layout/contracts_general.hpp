#pragma once
// The contracts of layouts over more than the integers, element by element. See general_algebra.hpp.

#include "algebra/layout/contracts.hpp"
#include "algebra/layout/element.hpp"

namespace algebra::general {

Verdict check_coalesce(const Layout&, const Layout& r, const Checking&);
Verdict check_composition(const Layout& a, const Tiler& b, const Layout& r, const Checking&);
/// Of values on one axis: that none of R's but 0 is one of L's. No verdict of others.
Verdict check_complement(const Layout&, const Layout& r, const Checking&);
Verdict check_right_inverse(const Layout&, const Layout& r, const Checking&);
Verdict check_left_inverse(const Layout&, const Layout& r, const Checking&);
/// That the divided layout has the values of the layout, each as often. No verdict of one that was extended.
Verdict check_divide(const Layout&, const Tiler&, const Layout& r, const Checking&);

/// Whether two values are the same coordinate: a vector over F2 is the number that its bits are.
bool same_coordinate(const Element&, const Element&);

}  // namespace algebra::general
