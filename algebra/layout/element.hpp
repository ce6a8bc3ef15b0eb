#pragma once
// What a stride may be: an element of a module over the integers. Source: C. Cecka, arXiv 2603.02298, section 2.3, where a layout is the
// inner product of a coordinate with its strides, and the strides are integers, coordinates, or vectors over F2.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// A coordinate, of which each entry is an integer or a vector over F2: a sum of `value` times the basis element at `path`. An integer
/// alone has the empty path. Integers add and multiply as such; vectors over F2 add by XOR, and an integer multiplies them without
/// carries, as a polynomial: 3 * F3 = F5.
class Element {
 public:
  struct Term {
    std::uint32_t path = 0;  ///< as Int::basis, but that of a sum
    std::int64_t value = 0;
    friend bool operator==(const Term&, const Term&) = default;
  };

  Element() = default;  ///< 0
  explicit Element(Int);
  Element(std::uint32_t path, std::int64_t value);

  /// In the order of their places, none of which is in another; no value is 0.
  const std::vector<Term>& terms() const& { return terms_; }
  std::vector<Term> terms() && { return std::move(terms_); }
  bool is_zero() const { return terms_.empty(); }
  /// The entry at a path.
  std::int64_t at(std::uint32_t path) const;
  /// As an integer of a layout; 0 is a plain 0. Equal elements become equal integers. Throws "limit" beyond a million different sums.
  Int as_integer() const;

  /// Throws a Problem: "overflow", "basis" where an integer and a coordinate meet in one place, or an integer and a vector over F2.
  Element operator+(const Element&) const;
  Element times(std::int64_t) const;
  friend bool operator==(const Element&, const Element&) = default;

 private:
  std::vector<Term> terms_;
};

/// Whether a stride is what only mathematical integers have: a vector over F2, or a sum of basis elements.
constexpr bool is_special(Int i) { return i.basis != 0 && (is_sum(i.basis) || is_bits(i.basis)); }
bool has_special(const Layout&);
/// Whether vectors over F2 are among the strides.
bool has_bits(const Layout&);

/// "F9", "F9@0", "1@0+2@1-3@2".
std::string to_string(const Element&);

/// The value at a coordinate: an integer, a coordinate with fewer or as many modes as `shape` has, or a vector over F2, as the number
/// that its bits are. Throws "mismatched ranks" and what sums throw.
Element value_at(const IntTuple& coordinate, const Layout&);
Element value_at(std::int64_t coordinate, const Layout&);
/// The same at an element: at F9 as at 9, at 1@0+2@1 as at (1,2).
Element value_at(const Element& coordinate, const Layout&);

/// The tuple that an element is: (1,2) of 1@0+2@1, (0,F9) of F9@1, an integer of an integer.
IntTuple as_tuple(const Element&);

}  // namespace algebra
