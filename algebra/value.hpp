#pragma once
// What an expression evaluates to.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "algebra/layout.hpp"

namespace algebra {

/// A tiler: a layout, `_`, or by mode <a, b, ...> a tiler each. An integer N is the layout N:1.
struct Tiler {
  std::variant<Layout, IntTuple, std::vector<Tiler>> is;   ///< IntTuple: an integer as it was written, or `_`

  bool by_mode() const { return is.index() == 2; }
  const std::vector<Tiler>& modes() const { return std::get<2>(is); }   ///< requires by_mode()
  friend bool operator==(const Tiler&, const Tiler&) = default;
};

/// A layout at an offset in elements from a pointer: `ptr+4 o (4,4):(8,1)`.
struct Tensor {
  std::int64_t offset = 0;
  Layout layout;
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

/// CuTe's Swizzle<B,M,S> on element offsets.
struct Swizzle {
  int bits = 0, base = 0, shift = 0;
  friend bool operator==(const Swizzle&, const Swizzle&) = default;
};
std::int64_t apply(const Swizzle&, std::int64_t index);

/// swizzle o offset o layout.
struct ComposedLayout {
  Swizzle swizzle;
  std::int64_t offset = 0;
  Layout layout;
  friend bool operator==(const ComposedLayout&, const ComposedLayout&) = default;
};

enum class Major : std::uint8_t { left, right };   ///< LayoutLeft, LayoutRight

struct Truth {
  bool holds = false;
  friend bool operator==(const Truth&, const Truth&) = default;
};

/// An element type by its CuTe-like short name: f16, f32, i8; bits wide.
struct ElementType {
  std::string name;
  int bits = 32;
  friend bool operator==(const ElementType&, const ElementType&) = default;
};

using Value = std::variant<IntTuple, Layout, Tiler, Tensor, Swizzle, ComposedLayout, Truth, ElementType, Major>;

/// As CuTe's print shows it (`ptr+4 o L` for a tensor, `Sw<3,4,3> o 0 o L` for a composed layout).
std::string to_string(const Value&, Marks);

}  // namespace algebra
