#pragma once
// A layout or a tensor as a function of 1-D coordinates, as its picture, its links and the inspector use it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/layout/index_walk.hpp"
#include "algebra/layout/tensors.hpp"

namespace algebra {

/// The function applied to a layout's index: start + function(index).
struct Outer {
  std::optional<OuterFunction> function{};
  std::int64_t start = 0;  ///< the offset of a tensor's pointer
  std::int64_t operator()(std::int64_t index) const;
  /// Returns whether each index stays as it is.
  bool nothing() const { return !function && start == 0; }
  /// Returns the swizzle if it is the only function, at offset 0; else null.
  const Swizzle* only_swizzle() const;
  /// Returns the outermost swizzle with all functions inside it; null if there is none.
  const OuterFunction* at_swizzle() const;
  friend bool operator==(const Outer&, const Outer&) = default;
};

/// index = outer(offset + layout(coordinate)).
struct Indexing {
  Layout layout;            ///< with integer strides
  std::int64_t offset = 0;  ///< includes the offset of the innermost function of `outer`, which is set to 0
  Outer outer{};
  IntTuple codomain{};  ///< if indices are coordinates: the shape in which they are 1-D coordinates; else ()
  std::int64_t operator()(std::int64_t coordinate) const;
};

/// Returns the function of a layout, a tensor or a composed layout, whatever it is composed of; for a tensor of descriptors, their start
/// addresses. nullopt for a layout with a negative size, and if a function would have to take a coordinate as an index.
std::optional<Indexing> indexing(const Layout&);
std::optional<Indexing> indexing(const ComposedLayout&);
std::optional<Indexing> indexing(const Tensor&);

/// Returns the index of an element as its picture shows it: "9", or a coordinate such as "(1,(0,2))".
std::string index_text(const Indexing&, std::int64_t coordinate);
/// Returns an interval that holds all values of `outer` for the indices of an interval.
IndexRange index_range(const Outer&, IndexRange);
IndexRange index_range(const OuterFunction&, IndexRange);

}  // namespace algebra
