#pragma once
// Checks the contracts of layouts over more than the integers, element by element. See general_algebra.hpp.

#include "algebra/layout/contracts.hpp"
#include "algebra/layout/element.hpp"

namespace algebra::general {

Verdict check_coalesce(const Layout&, const Layout& r, const Checking&);
Verdict check_composition(const Layout& a, const Tiler& b, const Layout& r, const Checking&);
/// Checks that no value of R but 0 is a value of L, for values on one axis. No verdict for others.
Verdict check_complement(const Layout&, const Layout& r, const Checking&);
Verdict check_right_inverse(const Layout&, const Layout& r, const Checking&);
Verdict check_left_inverse(const Layout&, const Layout& r, const Checking&);
/// Checks that the first tile is A o B, by mode if the tiler is by mode, and that the divided layout has the layout's values, each as
/// often; if it was extended, that it has all of them. `logical`: the logical divide whose modes r regroups.
Verdict check_divide(const Layout&, const Tiler&, const Layout& logical, const Layout& r, const Checking&);
/// Checks that the first mode is A, that there is a copy of it for each element of B, that copies are at one place if B has one value
/// there, and that copies at different places share no value.
Verdict check_logical_product(const Layout& block, const Tiler&, const Layout& r, const Checking&);
/// Checks products that mix the modes: R has as many values as disjoint copies have.
Verdict check_product(const Layout& block, const Layout& tiler, const Layout& r, const Checking&);

/// Returns whether two values are the same coordinate; a vector over F2 counts as the number with its bits.
bool same_coordinate(const Element&, const Element&);

}  // namespace algebra::general
