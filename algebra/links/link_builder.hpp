#pragma once
// Collects the links of one operation; used by all rules.

#include <optional>
#include <utility>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/links/link.hpp"

namespace algebra::links {

/// A layout at an offset, as operations on coordinates return it.
struct Placed {
  Layout layout;
  std::int64_t offset = 0;
};
/// Returns the value as a layout at an offset; nullopt if it is not one.
std::optional<Placed> placed(const Value&);
/// Returns whether a value is a layout, a tensor, a composed layout, or a zip of them.
bool is_layout_like(const Value&);

/// Collects one operation's links. A rule that does not apply, because sizes disagree, adds none.
class LinkBuilder {
 public:
  LinkBuilder(const Value& result, const Provenance& made) : result_(result), made_(made) {}

  const Value& value(int of) const { return of == Link::result ? result_ : made_.operands[static_cast<std::size_t>(of)]; }
  const Provenance& made() const { return made_; }
  int operands() const { return static_cast<int>(made_.operands.size()); }
  std::optional<IntTuple> shape(int of) const { return of == Link::result ? element_shape(result_, made_) : element_shape(value(of)); }
  /// Returns the number of a value's elements; -1 if it has none. For a tuple of tensors of different sizes, the sum: its elements are
  /// those of the first tensor, then those of the second, and so on.
  std::int64_t size(int of) const;
  std::optional<Tiler> tiler(int operand) const;
  /// Returns the layout of a layout, a tensor, a composed layout or a shape.
  std::optional<Layout> layout(int of) const;

  /// Links first(p) and second(p) for each place p.
  void add(LinkKind, int first, int second, IndexMap of_first, IndexMap of_second);
  /// Links a and b if their indices, first(a) and second(b), are equal.
  void add_by_index(int first, int second);
  /// Links a and b if of_first(a) = of_second(b), for any two functions.
  void add_by_value(int first, int second, IndexMap of_first, IndexMap of_second);
  /// Links equal 1-D coordinates.
  void add_same(LinkKind, int first, int second = Link::result);
  /// Links the result, R(c) = A(T(c)), with operand A, where T is the result of the operation on A's coordinates.
  void add_reordered(int operand);
  /// Runs the operation on other operands; returns a layout with its offset, or nullopt if it does not accept them.
  std::optional<Placed> reapply(const std::vector<Value>& operands) const;
  /// Runs the operation with one operand replaced by a layout: first as a tensor, which keeps the offset of a slice, else as a layout;
  /// first with every integer static, else with the original ones.
  std::optional<Placed> again_on(int operand, const Layout& in_place) const;
  /// Links by coordinate: the result's indices are coordinates of the operand.
  void add_coordinates(LinkKind, int operand);

  void add(Link link) { links_.push_back(std::move(link)); }

  std::vector<Link> take() { return std::move(links_); }

 private:
  const Value& result_;
  const Provenance& made_;
  std::vector<Link> links_;
};

/// Returns the number of the first element of part i within a tuple of tensors: 0 if all parts share coordinates.
std::int64_t first_of_part(const Zip& tuple, std::size_t i);
/// Returns a layout of this shape with all strides 0.
Layout standing_still(const IntTuple& shape);
/// Writes strides for a shape: those of LayoutLeft, beginning with `next`, if `counted`; otherwise zeros.
void add_strides(IntTuple::View shape, bool counted, std::int64_t& next, IntTuple::Builder& out);
/// Returns a layout for ((a0,b0),(a1,b1),...) that counts the a's (part 0) or the b's (part 1).
Layout count_pairs(const IntTuple& shape, int part);
/// Links each element of operand `tensor` to its place in the tile given by operand `tile`.
void link_tile(LinkBuilder&, LinkKind, int tile, int tensor, const Tiler&);

}  // namespace algebra::links
