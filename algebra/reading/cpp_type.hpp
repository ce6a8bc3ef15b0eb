#pragma once
// The types of layouts as C++ compilers write them into their messages, as expressions of the language.
//
//   cute::Layout<cute::tuple<cute::C<4>, int>, cute::tuple<cute::C<1>, int> >     gcc, nvcc, clang
//   Layout<Shape<_4, _2>, Stride<_1, _4>>                                          clang, by its names
//   Layout<Shape<_4, _2>>                                                          clang, with the strides that are usual
//   cute::ComposedLayout<cute::Swizzle<3, 4, 3>, cute::smem_ptr_flag_bits<16>, cute::Layout<...>>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/language/printed.hpp"

namespace algebra::dialects {

/// The beginnings of such types, after an optional `cute::`.
inline constexpr std::array<std::string_view, 2> cpp_layout_marks{"Layout<", "ComposedLayout<"};

struct CppType {
  Printed printed;       ///< static integers are _4; a size or a stride of type `int` is known only at run time
  std::size_t size = 0;  ///< bytes of the type
};

/// Reads the type of a layout at the start of the text. nullopt for any other type, and if template parameters have no values.
std::optional<CppType> cpp_layout_type(std::string_view text);

/// A type of an integer, a tuple, a tiler, a swizzle or a layout.
struct CppPart {
  enum class Is : std::uint8_t { integer, tuple, tiler, swizzle, layout } is = Is::integer;
  std::string text;  ///< in the language, with `?` for a number known only at run time
};

/// Reads such a type that is the whole text. nullopt for any other type.
std::optional<CppPart> cpp_part_type(std::string_view text);

}  // namespace algebra::dialects
