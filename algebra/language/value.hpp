#pragma once
// The values that expressions evaluate to.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "algebra/bits/bit_matrix.hpp"
#include "algebra/hardware/instructions.hpp"
#include "algebra/layout/tensors.hpp"

namespace algebra {

struct Truth {
  bool holds = false;
  Message why{};  ///< the first difference, if it does not hold
  friend bool operator==(const Truth&, const Truth&) = default;
};

using Value = std::variant<IntTuple, Layout, Tiler, Tensor, Swizzle, ComposedLayout, ComposedFunction, Zip, LayoutAndOffset, Truth,
                           ElementType, Major, MmaAtom, CopyAtom, TiledCopy, TvTiler, TiledMma, MatrixDescriptor, BitMatrix>;

/// Formats a value as CuTe's print does (`ptr+4 o L` for a tensor, `Sw<3,4,3>_ptr+4 o L` at a swizzled pointer, `Sw<3,4,3> o 0 o L`
/// for a composed layout). The element type and the memory of a tensor are left out, as its address is: element_type, memory_of. Atoms,
/// tiled copies and tiled MMAs, for which CuTe prints a paragraph, become their type with its parts, which can be read
/// back: `TiledMMA<SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1):(_1,_2,_0),<_,_,_>>`. So do zipped tensors and layouts, which it
/// does not print: `make_zip_tensor(ptr+0 o A,ptr+4 o B)`.
std::string to_string(const Truth&, Marks);
std::string to_string(const Value&, Marks);

/// Converts a variant of fewer kinds, as the lower layers use, to a Value.
template <class... Kinds>
Value as_value(std::variant<Kinds...> one) {
  return std::visit([](auto&& is) -> Value { return std::forward<decltype(is)>(is); }, std::move(one));
}

/// Returns the layout of a value: itself, a tensor's, a LayoutAndOffset's, a composed layout's inner one, or the first of zipped ones whose
/// modes have the same sizes. Index coordinates become 1-D coordinates, as in the picture. nullopt for any other value, and for a layout
/// with a negative size, which holds no elements.
std::optional<Layout> layout_of(const Value&);

/// Returns the TMA of a tiled copy or a copy atom; null for other values.
const Tma* tma_of(const Value&);
/// Returns a value as a tiler: itself, or that of a layout or a shape. Errors: "tiler" for any other value.
Result<Tiler> tiler_of(const Value&);

/// Returns the integer that a value is; nullopt for other values.
std::optional<std::int64_t> integer_of(const Value&);
/// Returns the same; also 1 or 0 for a truth, as in C++.
std::optional<std::int64_t> number_of(const Value&);

/// Returns the type of a value's elements: a tensor's, the width that a layout behind smem_ptr[16b](unset) waits for, or that of the first
/// part of a zip. nullopt if the value has none.
std::optional<ElementType> element_type(const Value&);
/// Returns the width of a value's elements in bits: that of their type, or 32.
int element_bits(const Value&);
/// Returns the memory of a value's elements; for zipped tensors that of the first.
MemorySpace memory_of(const Value&);

/// Returns a part of a zipped tensor or layout as a value of its own.
Value part_of(const Zip&, std::size_t);
/// Returns whether each mode has the same size in all parts, so that they share 1-D coordinates.
bool same_mode_sizes(const Zip&);

}  // namespace algebra
