#pragma once
// Element: a stride as an element of a module over the integers. Source: C. Cecka, arXiv 2603.02298, section 2.3, where a layout is the
// inner product of a coordinate with its strides, and strides are integers, coordinates, or vectors over F2.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// A coordinate whose entries are integers or vectors over F2: a sum of `value` times the basis element at `path`. An integer alone has the
/// empty path. Integers add and multiply as usual; vectors over F2 add by XOR, and an integer multiplies them without carries, as a
/// polynomial: 3 * F3 = F5.
class Element {
 public:
  struct Term {
    std::uint32_t path = 0;  ///< as Int::basis, but never that of a sum
    std::int64_t value = 0;
    friend bool operator==(const Term&, const Term&) = default;
  };

  Element() = default;  ///< 0
  explicit Element(Int);
  Element(std::uint32_t path, std::int64_t value);

  /// Returns the nonzero entries in the order of their places; no place contains another.
  const std::vector<Term>& terms() const& { return terms_; }
  std::vector<Term> terms() && { return std::move(terms_); }
  bool is_zero() const { return terms_.empty(); }
  /// Returns the entry at a path.
  std::int64_t at(std::uint32_t path) const;
  /// Returns the element as an integer of a layout; 0 is a plain 0. Equal elements become equal integers. Throws "limit" beyond a million
  /// different sums.
  Int as_integer() const;

  /// Adds two elements. Throws a Problem: "overflow"; "basis" where an integer and a coordinate, or an integer and a vector over F2, meet
  /// in one place.
  Element operator+(const Element&) const;
  Element times(std::int64_t) const;
  friend bool operator==(const Element&, const Element&) = default;

 private:
  std::vector<Term> terms_;
};

/// Returns whether only mathematical integers have such a stride: a vector over F2, or a sum of basis elements.
constexpr bool is_special(Int i) { return i.basis != 0 && (is_sum(i.basis) || is_bits(i.basis)); }
bool has_special(const Layout&);
/// Returns whether vectors over F2 are among the strides.
bool has_bits(const Layout&);

/// Returns "F9", "F9@0", "1@0+2@1-3@2".
std::string to_string(const Element&);

/// Returns the value at a coordinate: an integer, a coordinate with at most as many modes as `shape`, or a vector over F2, which counts as
/// the number with its bits. Throws "mismatched ranks", and the Problems of sums.
Element value_at(const IntTuple& coordinate, const Layout&);
Element value_at(std::int64_t coordinate, const Layout&);
/// Returns the value at an element: at F9 as at 9, at 1@0+2@1 as at (1,2).
Element value_at(const Element& coordinate, const Layout&);

/// Returns the element as a tuple: (1,2) for 1@0+2@1, (0,F9) for F9@1, an integer for an integer.
IntTuple as_tuple(const Element&);

}  // namespace algebra
