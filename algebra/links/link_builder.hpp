#pragma once
// Collects one operation's links: what the rules have in common.

#include <optional>
#include <utility>
#include <vector>

#include "algebra/evaluate.hpp"
#include "algebra/links/link.hpp"

namespace algebra::links {

/// A layout with its offset, as an operation on coordinates returns it.
struct Placed {
  Layout layout;
  std::int64_t offset = 0;
};
/// Nothing where the value is no layout behind an offset.
std::optional<Placed> placed(const Value&);
/// A layout, a tensor or a composed layout.
bool is_layout_like(const Value&);

/// Collects one operation's links. A rule that cannot be kept, because sizes do not agree, links nothing.
class LinkBuilder {
 public:
  LinkBuilder(const Value& result, const Provenance& made) : result_(result), made_(made) {}

  const Value& value(int of) const { return of == Link::result ? result_ : made_.operands[static_cast<std::size_t>(of)]; }
  const Provenance& made() const { return made_; }
  int operands() const { return static_cast<int>(made_.operands.size()); }
  std::optional<IntTuple> shape(int of) const { return element_shape(value(of)); }
  std::int64_t size(int of) const;  ///< -1 for a value without elements
  std::optional<Tiler> tiler(int operand) const;
  /// The layout of a layout, a tensor or a composed layout, or a shape's.
  std::optional<Layout> layout(int of) const;

  /// place p -> first(p) and second(p).
  void add(LinkKind, int first, int second, IndexMap of_first, IndexMap of_second);
  /// first(a) = second(b).
  void add_by_index(int first, int second);
  /// The same 1-D coordinate.
  void add_same(LinkKind, int first, int second = Link::result);
  /// R(c) = A(T(c)): T is what the operation makes of the operand's coordinates.
  void add_reordered(int operand);
  /// The operation on other operands, as a layout with its offset; nothing where it does not take them.
  std::optional<Placed> reapply(const std::vector<Value>& operands) const;
  /// The same with one operand replaced, if the operation takes it: as a tensor, so that what it cuts off is not lost, else as
  /// a layout; with every integer known, else as they are.
  std::optional<Placed> again_on(int operand, const Layout& in_place) const;
  /// The result's elements are coordinates of the operand.
  void add_coordinates(LinkKind, int operand);

  std::vector<Link> take() { return std::move(links_); }

 private:
  const Value& result_;
  const Provenance& made_;
  std::vector<Link> links_;
};

/// A layout of that shape that stays at 0.
Layout standing_still(const IntTuple& shape);
/// Strides for a shape: those of LayoutLeft from `next` on, or zeros.
void add_strides(IntTuple::View shape, bool counted, std::int64_t& next, IntTuple::Builder& out);
/// Of ((a0,b0),(a1,b1),...): counts the a's (part 0) or the b's.
Layout count_pairs(const IntTuple& shape, int part);
/// Each element of operand `tensor` stands somewhere in the tile that operand `tile` cuts.
void link_tile(LinkBuilder&, LinkKind, int tile, int tensor, const Tiler&);

}  // namespace algebra::links
