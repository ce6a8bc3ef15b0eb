#pragma once
// Reads one side of a comparison of scales from an expression, a tensor of torch, or words.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/layout/layout.hpp"
#include "app/scales/scale_check.hpp"

namespace app {

/// The known facts of the multiplication.
struct ScaleProblem {
  std::int64_t m = 0, n = 0, k = 0, l = 1;  ///< of the GEMM; 0: not given
  std::int64_t vector = 0;                  ///< elements of a group; 0: as in the layout or the words
  char operand = 'A';                       ///< operand of the scales: A, B or D
};

/// The unit of an offset.
struct ScaleUnit {
  enum class Kind : std::uint8_t { byte, number, logical_element, int4_element };
  std::string_view name = "byte";              ///< byte, float, logical element or int4 element
  std::int64_t bytes = 1, offsets_a_byte = 1;  ///< bytes of one scale, and offsets per byte
  Kind kind = Kind::byte;
  std::int64_t byte(std::int64_t offset) const { return offset * bytes / offsets_a_byte; }
};

struct ScaleSide {
  std::string expression;  ///< in the language
  algebra::Layout layout;  ///< over (rows, elements of K) and perhaps batches
  ScaleUnit unit{};
  bool unit_said = false;        ///< true: given by the words or the expression; false: that of the other side
  char operand = 0;              ///< given by the words; 0: the problem's
  std::int64_t vector = 0;       ///< elements of a group from the words or the layout; 0: not given
  std::int64_t rows = 0, k = 0;  ///< of a tile in shared memory; 0: the problem's
};

/// Reads a side:
/// - an expression of the language, `Sm1xxBlockScaledConfig<16>::tile_atom_to_shape_SFA((256,128,64,1))` or `(256,(16,4)):(4,(0,1))`;
/// - a tensor of torch by scales, `size=(256,4) stride=(4,1)`, with batches first if there are three sizes;
/// - the input of a kernel, `sm100 nvfp4`, `sm120 mxfp8 SFB`, `sm90 blockwise 1x128x128 MN-major`, `sm90 sparse f16`, the first three also
/// with `tile 128x128x256` for its shared memory;
/// - the output of a producer, `row-major M x K/16, padded to 128`, `row-major K/16 x M`, `row-major N/128 x K/128 in float`, `int32
/// column-major M x K/32`, `128x4 blocks K/16`, `8x4 blocks K/16`;
/// - the order of a library by its names, `FlashInfer 8x4 K/16`, `DeepGEMM sm90 SFB`.
/// Words need the problem. Errors: an unused word, with descriptions that work; missing information.
algebra::Result<ScaleSide> read_scale_side(std::string_view text, const ScaleProblem&);

/// Returns the extents of the scales of a problem, or else those of a layout. `side`: the reader.
algebra::Result<ScaleShape> scale_shape(const ScaleProblem&, const ScaleSide& side);
/// Returns the refusal of a side that has no place for some of the scales compared; nullopt if all have one.
std::optional<algebra::Problem> too_few_scales(const ScaleSide&, const ScaleShape&);

}  // namespace app
