#pragma once
// Layout: a shape and a congruent stride, which define a function from coordinates to indices.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algebra/layout/int_tuple.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra {

/// An order or a major mode: LayoutLeft and LayoutRight of a shape; GMMA::Major::MN and GMMA::Major::K of an MMA's operand.
enum class Major : std::uint8_t { left, right, mn, k };

/// A layout or a part of one, as a parameter. Valid as long as the viewed layout exists unchanged.
struct LayoutView {
  IntTuple::View shape, stride;
  LayoutView mode(int i) const { return {shape.mode(i), stride.mode(i)}; }  ///< requires i < shape.rank()
};

class Layout {
 public:
  Layout() : shape_(Int{1, true}), stride_(Int{0, true}) {}                                          ///< 1:0
  Layout(IntTuple shape, IntTuple stride) : shape_(std::move(shape)), stride_(std::move(stride)) {}  ///< requires congruent(shape, stride)
  explicit Layout(LayoutView v) : shape_(v.shape), stride_(v.stride) {}
  operator LayoutView() const { return {shape_.view(), stride_.view()}; }
  /// Makes a layout by calling write(shape, stride), which must leave the two congruent.
  template <class F>
  static Layout written(F&& write) {
    Layout l;
    write(l.shape_, l.stride_);
    return l;
  }
  const IntTuple& shape() const { return shape_; }
  const IntTuple& stride() const { return stride_; }

  /// Returns the index at a 1-D (colexicographic) coordinate. As in CuTe, a coordinate beyond the size continues in the last mode. Requires
  /// integer strides (!has_basis). Does not check for overflow: `evaluate` limits sizes and cosizes to 63 bits.
  std::int64_t operator()(std::int64_t coordinate) const;

  friend bool operator==(const Layout&, const Layout&) = default;

 private:
  IntTuple shape_, stride_;
};

int rank(const Layout&);
int depth(const Layout&);
std::int64_t size(const Layout&);
std::int64_t cosize(const Layout&);
Layout mode(const Layout&, int i);  ///< returns layout<i>(A)
bool has_basis(const Layout&);      ///< returns whether a stride is a basis element such as 1@0, so that indices are coordinates
/// Returns whether every coordinate has an index. False for integer strides beside basis elements, `(4,2):(1@0,3)`, which CuTe accepts
/// until they are added, for basis elements of different depths, and for negative sizes.
bool has_indices(const Layout&);
bool has_negative_size(const Layout&);              ///< CuTe computes such shapes from negative strides; they hold no elements
Layout make_layout(std::span<const Layout> modes);  ///< one mode per layout
Layout make_layout(const Layout& a, const Layout& b);

/// One integer of a layout's shape with its stride: coordinate c < shape adds c * stride to the index.
struct Mode {
  Int shape, stride;
  friend bool operator==(const Mode&, const Mode&) = default;
};

/// Fills `out` with the indices at the 1-D coordinates first, first + 1, ... in linear time.
void indices(const Layout&, std::int64_t first, std::span<std::int64_t> out);

/// Returns the natural coordinate in `shape` of a 1-D coordinate: "(1,(0,2))".
std::string natural_coordinate(const IntTuple& shape, std::int64_t coordinate);

std::string to_string(Major, Marks);
std::string to_string(const Layout&, Marks);  ///< "(4,2):(1,4)" or "(_4,_2):(_1,_4)"

}  // namespace algebra
