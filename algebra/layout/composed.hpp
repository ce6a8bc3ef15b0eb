#pragma once
// Tilers, swizzles and composed layouts: functions applied to a layout or after it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// A tiler: a layout, `_`, or <a, b, ...> with one tiler per mode. An integer N means the layout N:1.
struct Tiler {
  std::variant<Layout, IntTuple, std::vector<Tiler>> is;  ///< IntTuple: an integer as written, or `_`

  bool by_mode() const { return is.index() == 2; }
  const std::vector<Tiler>& modes() const { return std::get<2>(is); }  ///< requires by_mode()
  friend bool operator==(const Tiler&, const Tiler&) = default;
};

/// CuTe's Swizzle<B,M,S> on element offsets.
struct Swizzle {
  int bits = 0, base = 0, shift = 0;
  friend bool operator==(const Swizzle&, const Swizzle&) = default;
};
std::int64_t apply(const Swizzle&, std::int64_t index);

/// The offset inside a composed layout: an integer, or CuTe's MixedBits, some of whose bits are static.
struct Offset {
  Int value{0, true};
  std::uint32_t dynamic_bits = 0;  ///< 0: an integer; otherwise a mask of the bits of `value` that are dynamic
  /// Not 0: the offset is CuTe's smem_ptr[16b](unset), and this is the width of its elements in bits. The layout waits for a pointer to
  /// shared memory that will own its swizzle. CuTe prints that swizzle in bytes; the function here works on elements.
  int pointer_bits = 0;
  /// For smem_sparse<2>_ptr[16b](unset): the number of logical elements (those that the layout counts) per stored element.
  int pointer_sparsity = 1;
  /// The swizzle on bytes, set if a pointer's swizzle splits elements, so that the function on elements cannot represent it.
  std::optional<Swizzle> torn{};
  /// Returns the bits that one logical element takes of the stored data.
  int logical_bits() const { return pointer_bits / pointer_sparsity; }
  friend bool operator==(const Offset&, const Offset&) = default;
};

/// The outer part of a composed layout, `function o offset o`: adds the offset to an index, then applies the function. Functions in
/// `inside`, as in `(16,4):(4,1) o 5 o Sw<1,0,3> o 0 o`, are applied before the offset is added.
struct OuterFunction {
  std::variant<Swizzle, Layout> function;
  Offset offset{};
  std::vector<OuterFunction> inside{};  ///< none, or the next function inwards
  /// Grouping of a nested first operand, as in `(S o 1 o A) o 2 o B`: left[0] counts the further functions of that operand, S o 1 o A,
  /// left[1] those of the operand's own first operand, and so on. Empty: this function alone is the first operand.
  std::vector<std::size_t> left{};
  std::int64_t operator()(std::int64_t index) const;
  std::int64_t before(std::int64_t index) const;  ///< the value that the function is applied to
  /// Returns the swizzle if CuTe's layout_a() is a swizzle; else null.
  const Swizzle* swizzle() const { return left.empty() ? std::get_if<Swizzle>(&function) : nullptr; }
  /// Returns the swizzle if it is the only function; else null.
  const Swizzle* only_swizzle() const { return inside.empty() ? swizzle() : nullptr; }
  friend bool operator==(const OuterFunction&, const OuterFunction&) = default;
};

/// CuTe's ComposedLayout: outer function o offset o layout.
struct ComposedLayout {
  OuterFunction outer;
  Layout layout;
  std::int64_t operator()(std::int64_t coordinate) const { return outer(layout(coordinate)); }
  friend bool operator==(const ComposedLayout&, const ComposedLayout&) = default;
};

/// A ComposedLayout that ends in a swizzle instead of a layout, such as `64:1 o -24 o Sw<2,2,3>`, the inverse of a swizzle at an offset: a
/// function of an index, without a shape.
struct ComposedFunction {
  OuterFunction outer;
  Swizzle swizzle;
  std::int64_t operator()(std::int64_t index) const { return outer(apply(swizzle, index)); }
  friend bool operator==(const ComposedFunction&, const ComposedFunction&) = default;
};

std::string to_string(const Tiler&, Marks);
std::string to_string(const Swizzle&, Marks = Marks::plain);
/// Formats a function in front of the layout that it is composed with: "Sw<3,4,3> o 0 o ".
std::string to_string(const OuterFunction&, Marks);
std::string to_string(const ComposedLayout&, Marks);
std::string to_string(const ComposedFunction&, Marks);
std::string to_string(const std::variant<Layout, ComposedLayout>&, Marks);

}  // namespace algebra
