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
/// That the first tile is A o B, mode by mode where the tiler is, and that the divided layout has the values of the layout, each as often;
/// of one that was extended, that it has them all. `logical`: the logical divide, of which r has the modes gathered.
Verdict check_divide(const Layout&, const Tiler&, const Layout& logical, const Layout& r, const Checking&);
/// That the first mode is A, that there are copies of it for B's elements, at one place where B has one value, and that copies at different
/// places have no value in common.
Verdict check_logical_product(const Layout& block, const Tiler&, const Layout& r, const Checking&);
/// The same of products that mix the modes: that R has as many values as such copies have.
Verdict check_product(const Layout& block, const Layout& tiler, const Layout& r, const Checking&);

/// Whether two values are the same coordinate: a vector over F2 is the number that its bits are.
bool same_coordinate(const Element&, const Element&);

}  // namespace algebra::general
