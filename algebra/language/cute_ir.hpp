#pragma once
// The types of CuTe's compiler IR, as its dumps print them.
//
//   !cute.layout<"(?,3):(1@0,?{i64 div=128})">        !cute.composed_layout<"S<3,5,4> o 2 o (8,4):(1,8)">
//   !cute.tile<"[(2,3):(1,2);_]">                     !cute.memref<f16, smem, align<128>, S<3,4,3>, "(8,64):(64,1)">
//   !cute.coord_tensor<"(0,0)", "(?,?):(1@1,1@0)">    !cute.tiled_copy<..., layout_copy_tv = <"...">, tiler_mn = <"[...]">>
//   !cute.swizzle<"S<3,5,4>">, and shape, stride, coord and int_tuple
//
// Inside of another type, and in what is written about them, they stand without the mark: tile<"[(2,3):(1,2);_]">.
//
// Source: CUTLASS cutlass_compiler, CuteTypes.td. A basis 1@1@0 has the outermost mode last, as in the language.

#include <array>

#include <tl/expected.hpp>

#include "algebra/language/printed.hpp"
#include "algebra/text/message.hpp"

namespace algebra::dialects {

/// The values of a type: one, or the parts of a tiled copy or a tiled MMA.
struct CuteIrType {
  std::vector<Printed> values;
  bool listed = false;   ///< can be drawn: not a shape, stride, coordinate or swizzle alone
  std::size_t size = 0;  ///< bytes of the type
};

struct CuteIrProblem {
  std::size_t at = 0;    ///< in bytes from the beginning of the type
  Message message;       ///< one sentence; empty if the text is not such a type at all
  std::size_t size = 0;  ///< bytes of the type; 0 if its end is missing
};

/// Beginning of a type, and the types that are also read without it.
inline constexpr std::string_view cute_ir_mark = "!cute.";
inline constexpr std::array<std::string_view, 6> unmarked_cute_ir{"layout<\"",       "composed_layout<\"", "tile<\"",
                                                                  "coord_tensor<\"", "swizzle<\"",         "memref<"};
/// Maximum length of a type, in bytes.
inline constexpr std::size_t max_cute_ir_type = 4096;

/// Reads the type at the start of `text`. A text without the mark that cannot be read is no type; the error's message is then empty.
tl::expected<CuteIrType, CuteIrProblem> read_cute_ir(std::string_view text);

}  // namespace algebra::dialects
