#pragma once
// Types in compilers' messages as operands in CuTe's notation: _4 is static, ? is known only when the program runs.

#include <string>
#include <string_view>

namespace app::why {

struct OperandType {
  std::string text;        ///< as people read it: (_64,_32):(_32,_1) smem half_t
  std::string expression;  ///< in the language, with a likely number for each ?; "" if the language has none
  std::string memory;      ///< gmem, smem, rmem, tmem, coordinates; "" for other types
  std::string element;     ///< of a tensor: half_t
  std::string layout;      ///< of a tensor or a layout, and of a tuple itself: without memory and element
};

/// Reads a type as g++, nvcc and clang write it. Any other type stays as it is, without the namespaces cute and cutlass.
OperandType operand_type(std::string_view type);

/// Returns a static shape, tile, layout or integer as a C++ type: Layout<Shape<_8, _4>>; "" for any other text.
std::string cpp_type_of(std::string_view notation);

}  // namespace app::why
