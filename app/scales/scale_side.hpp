#pragma once
// One side of a comparison of scales, from what a user writes: an expression, a tensor of torch, or words.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/layout/layout.hpp"
#include "app/scales/scale_check.hpp"

namespace app {

/// What is multiplied, as far as it is given.
struct ScaleProblem {
  std::int64_t m = 0, n = 0, k = 0, l = 1;  ///< of the GEMM; 0: not given
  std::int64_t vector = 0;                  ///< elements of a group; 0: what the layout or the words say
  char operand = 'A';                       ///< whose scales: A, B or D
};

/// What an offset counts.
struct ScaleUnit {
  enum class Kind : std::uint8_t { byte, number, logical_element, int4_element };
  std::string_view name = "byte";              ///< byte, float, logical element, int4 element
  std::int64_t bytes = 1, offsets_a_byte = 1;  ///< of one scale; and how many offsets are a byte
  Kind kind = Kind::byte;
  std::int64_t byte(std::int64_t offset) const { return offset * bytes / offsets_a_byte; }
};

struct ScaleSide {
  std::string expression;  ///< in the language
  algebra::Layout layout;  ///< over (rows, elements of K) and perhaps batches
  ScaleUnit unit{};
  bool unit_said = false;        ///< the words or the expression say it; otherwise it is the other side's
  char operand = 0;              ///< as the words say; 0: the problem's
  std::int64_t vector = 0;       ///< elements of a group as the words or the layout say; 0: they do not
  std::int64_t rows = 0, k = 0;  ///< of a tile in shared memory; 0: the problem's
};

/// Reads a side:
/// - an expression of the language, `Sm1xxBlockScaledConfig<16>::tile_atom_to_shape_SFA((256,128,64,1))` or `(256,(16,4)):(4,(0,1))`;
/// - a tensor of torch by scales, `size=(256,4) stride=(4,1)`, with batches first where there are three sizes;
/// - what a kernel reads, `sm100 nvfp4`, `sm120 mxfp8 SFB`, `sm90 blockwise 1x128x128 MN-major`, `sm90 sparse f16`, the first three also
///   with `tile 128x128x256` for its shared memory;
/// - how a producer writes, `row-major M x K/16, padded to 128`, `row-major K/16 x M`, `row-major N/128 x K/128 in float`,
///   `int32 column-major M x K/32`, `128x4 blocks K/16`, `8x4 blocks K/16`;
/// - the order of a library by its names, `FlashInfer 8x4 K/16`, `DeepGEMM sm90 SFB`.
/// Words need the problem. Errors: a word that is not used, with descriptions that work, and what is missing.
algebra::Result<ScaleSide> read_scale_side(std::string_view text, const ScaleProblem&);

/// The scales of a problem, or those that a layout has. `side`: the reader.
algebra::Result<ScaleShape> scale_shape(const ScaleProblem&, const ScaleSide& side);
/// The refusal of a side that has no place for some of the scales that are compared.
std::optional<algebra::Problem> too_few_scales(const ScaleSide&, const ScaleShape&);

}  // namespace app
