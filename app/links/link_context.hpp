#pragma once
// What the rules of app/links/link_rules.hpp have in common.

#include <algorithm>
#include <string_view>

#include "app/links/link_rules.hpp"

namespace app {

/// An operation whose links are being written down. A rule that cannot be kept, because sizes do not agree, links nothing.
class Linked {
 public:
  Linked(const algebra::Value& result, const algebra::Provenance& made) : result_(result), made_(made) {}

  const algebra::Value& value(int of) const { return of == Link::result ? result_ : made_.operands[static_cast<std::size_t>(of)]; }
  const algebra::Provenance& made() const { return made_; }
  std::string_view operation() const { return made_.operation; }
  int operands() const { return static_cast<int>(made_.operands.size()); }
  std::optional<algebra::IntTuple> shape(int of) const { return element_shape(value(of)); }
  std::int64_t size(int of) const;  ///< -1 for a value without elements
  std::optional<algebra::Tiler> tiler(int operand) const;
  /// The layout of a layout, a tensor or a composed layout, or a shape's.
  std::optional<algebra::Layout> layout(int of) const;

  /// place p -> first(p) and second(p).
  void add(LinkKind, int first, int second, Leg of_first, Leg of_second);
  /// first(a) = second(b).
  void add_by_index(int first, int second);
  /// The same 1-D coordinate.
  void add_same(LinkKind, int first, int second = Link::result);
  /// R(c) = A(T(c)): T is what the operation makes of the operand's coordinates.
  void add_reordered(int operand);
  /// The result's elements are coordinates of the operand.
  void add_coordinates(LinkKind, int operand);

  std::vector<Link> take() { return std::move(links_); }

 private:
  const algebra::Value& result_;
  const algebra::Provenance& made_;
  std::vector<Link> links_;
};

/// A layout of that shape that stays at 0.
algebra::Layout standing_still(const algebra::IntTuple& shape);
/// Of ((a0,b0),(a1,b1),...): counts the a's (part 0) or the b's.
algebra::Layout count_pairs(const algebra::IntTuple& shape, int part);
/// Each element of operand `tensor` stands somewhere in the tile that operand `tile` cuts.
void link_tile(Linked&, LinkKind, int tile, int tensor, const algebra::Tiler&);

/// Divides, products, partitions, tiled copies and MMAs. False where the operation is none of them.
bool link_tiling(Linked&);
/// Tiled copies and MMAs alone.
bool link_tiled(Linked&);

}  // namespace app
