#pragma once
// A layout or a tensor as a function of 1-D coordinates: what its picture, its links and the inspector show of an element.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/layout/index_walk.hpp"
#include "algebra/layout/tensors.hpp"

namespace algebra {

/// What becomes of a layout's index: start + function(index).
struct Outer {
  std::optional<OuterFunction> function{};
  std::int64_t start = 0;  ///< the offset of a tensor's pointer
  std::int64_t operator()(std::int64_t index) const;
  /// Whether each index stays as it is.
  bool nothing() const { return !function && start == 0; }
  /// The swizzle where it is all there is, at no offset; else null.
  const Swizzle* only_swizzle() const;
  /// The outermost swizzle with all that is inside it; null where there is none.
  const OuterFunction* at_swizzle() const;
  friend bool operator==(const Outer&, const Outer&) = default;
};

/// index = outer(offset + layout(coordinate)).
struct Indexing {
  Layout layout;            ///< with integer strides
  std::int64_t offset = 0;  ///< with that of the innermost function of `outer`, which has none itself
  Outer outer{};
  IntTuple codomain{};  ///< of indices that are coordinates: the shape that they are 1-D coordinates of; else ()
  std::int64_t operator()(std::int64_t coordinate) const;
};

/// The function that a layout, a tensor or a composed layout is, whatever it is composed of; of a tensor of descriptors their start
/// addresses. nullopt for a layout with a negative size, and where a function would have to take a coordinate for an index.
std::optional<Indexing> indexing(const Layout&);
std::optional<Indexing> indexing(const ComposedLayout&);
std::optional<Indexing> indexing(const Tensor&);

/// The index of an element as its picture shows it: "9", or a coordinate such as "(1,(0,2))".
std::string index_text(const Indexing&, std::int64_t coordinate);
/// An interval that holds all values of `outer` for the indices of an interval.
IndexRange index_range(const Outer&, IndexRange);
IndexRange index_range(const OuterFunction&, IndexRange);

}  // namespace algebra
