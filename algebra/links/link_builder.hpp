#pragma once
// Collects one operation's links; shared by the rules.

#include <optional>
#include <utility>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/links/link.hpp"

namespace algebra::links {

/// A layout with its offset, as an operation on coordinates returns it.
struct Placed {
  Layout layout;
  std::int64_t offset = 0;
};
/// nullopt if the value is not a layout at an offset.
std::optional<Placed> placed(const Value&);
/// A layout, a tensor or a composed layout, or a zip of them.
bool is_layout_like(const Value&);

/// Collects one operation's links. A rule that does not apply, because sizes disagree, adds none.
class LinkBuilder {
 public:
  LinkBuilder(const Value& result, const Provenance& made) : result_(result), made_(made) {}

  const Value& value(int of) const { return of == Link::result ? result_ : made_.operands[static_cast<std::size_t>(of)]; }
  const Provenance& made() const { return made_; }
  int operands() const { return static_cast<int>(made_.operands.size()); }
  std::optional<IntTuple> shape(int of) const { return of == Link::result ? element_shape(result_, made_) : element_shape(value(of)); }
  /// Of a tuple of tensors with sizes of their own the sum: its elements are those of the first, then of the second, and so on.
  /// -1 for a value without elements.
  std::int64_t size(int of) const;
  std::optional<Tiler> tiler(int operand) const;
  /// The layout of a layout, a tensor, a composed layout or a shape.
  std::optional<Layout> layout(int of) const;

  /// Links first(p) and second(p) for each place p.
  void add(LinkKind, int first, int second, IndexMap of_first, IndexMap of_second);
  /// Links a and b if first(a) = second(b).
  void add_by_index(int first, int second);
  /// Links a and b if of_first(a) = of_second(b), whatever the values themselves are.
  void add_by_value(int first, int second, IndexMap of_first, IndexMap of_second);
  /// Links equal 1-D coordinates.
  void add_same(LinkKind, int first, int second = Link::result);
  /// R(c) = A(T(c)), where T is the result of the operation on the operand's coordinates.
  void add_reordered(int operand);
  /// Runs the operation on other operands; returns a layout with its offset, or nullopt if it does not accept them.
  std::optional<Placed> reapply(const std::vector<Value>& operands) const;
  /// The same with one operand replaced by a layout: as a tensor, which keeps the offset of a slice, otherwise as a layout;
  /// with every integer static, otherwise with the original ones.
  std::optional<Placed> again_on(int operand, const Layout& in_place) const;
  /// Links by coordinate: the result's elements are coordinates of the operand.
  void add_coordinates(LinkKind, int operand);

  void add(Link link) { links_.push_back(std::move(link)); }

  std::vector<Link> take() { return std::move(links_); }

 private:
  const Value& result_;
  const Provenance& made_;
  std::vector<Link> links_;
};

/// The number of the first element of part i within a tuple of tensors: 0 where all parts have their coordinates in common.
std::int64_t first_of_part(const Zip& tuple, std::size_t i);
/// A layout of this shape with all strides 0.
Layout standing_still(const IntTuple& shape);
/// Writes strides for a shape: those of LayoutLeft, beginning with `next`, if `counted`; otherwise zeros.
void add_strides(IntTuple::View shape, bool counted, std::int64_t& next, IntTuple::Builder& out);
/// For ((a0,b0),(a1,b1),...): a layout that counts the a's (part 0) or the b's (part 1).
Layout count_pairs(const IntTuple& shape, int part);
/// Links each element of operand `tensor` to its place in the tile given by operand `tile`.
void link_tile(LinkBuilder&, LinkKind, int tile, int tensor, const Tiler&);

}  // namespace algebra::links
