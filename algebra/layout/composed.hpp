#pragma once
// What is applied to a layout or after it: tilers, swizzles, and the layouts that are composed with them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// A tiler: a layout, `_`, or <a, b, ...> with a tiler for each mode. An integer N is the layout N:1.
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
  /// Not 0: CuTe's smem_ptr[16b](unset), in place of a static 0, with the width of the elements. The layout waits for a pointer
  /// to shared memory, to which its swizzle will belong; CuTe prints that in bytes, and the function here is on elements.
  int pointer_bits = 0;
  /// Behind smem_sparse<2>_ptr[16b](unset): the number of logical elements, which the layout counts, that are stored as one.
  int pointer_sparsity = 1;
  /// Of a pointer's swizzle that moves parts of an element, and that the function on elements does not show whole: it on bytes.
  std::optional<Swizzle> torn{};
  /// The width that a logical element takes of what is stored.
  int logical_bits() const { return pointer_bits / pointer_sparsity; }
  friend bool operator==(const Offset&, const Offset&) = default;
};

/// The outer part of a composed layout, `function o offset o`: adds the offset to an index, then applies the function. With
/// more functions inside, as in `(16,4):(4,1) o 5 o Sw<1,0,3> o 0 o`, those are applied before the offset is added.
struct OuterFunction {
  std::variant<Swizzle, Layout> function;
  Offset offset{};
  std::vector<OuterFunction> inside{};  ///< none, or the one next to the offset
  /// What is a function of its own, in `(S o 1 o A) o 2 o B` S o 1 o A: as many functions more belong to it, and as many
  /// of those to the function that begins it, and so on. None: this function alone.
  std::vector<std::size_t> left{};
  std::int64_t operator()(std::int64_t index) const;
  std::int64_t before(std::int64_t index) const;  ///< what the function is applied to
  /// The swizzle where CuTe's layout_a() is one; else null.
  const Swizzle* swizzle() const { return left.empty() ? std::get_if<Swizzle>(&function) : nullptr; }
  /// The swizzle where it is all there is; else null.
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

/// A ComposedLayout with a swizzle in the place of its layout, `64:1 o -24 o Sw<2,2,3>`, as the inverse of a swizzle at an
/// offset is: a function of an index that has no shape.
struct ComposedFunction {
  OuterFunction outer;
  Swizzle swizzle;
  std::int64_t operator()(std::int64_t index) const { return outer(apply(swizzle, index)); }
  friend bool operator==(const ComposedFunction&, const ComposedFunction&) = default;
};

std::string to_string(const Tiler&, Marks);
std::string to_string(const Swizzle&, Marks = Marks::plain);
/// A function before what it is composed with: "Sw<3,4,3> o 0 o ".
std::string to_string(const OuterFunction&, Marks);
std::string to_string(const ComposedLayout&, Marks);
std::string to_string(const ComposedFunction&, Marks);
std::string to_string(const std::variant<Layout, ComposedLayout>&, Marks);

}  // namespace algebra
