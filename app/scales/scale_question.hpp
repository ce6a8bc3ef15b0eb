#pragma once
// The question "Where is my scale?" in words, and its answer, for the dialog and the command line.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/scales/scale_report.hpp"

namespace app {

/// The contents of the reference file: the same scales in order of batches, rows and groups, or the matrix before it was quantised.
enum class ScaleFile : std::uint8_t { scales, f32, f16, bf16 };

struct ScaleQuestion {
  std::string reads = "sm100 nvfp4", writes = "row-major M x K/16", problem = "256,128,64";
  char operand = 'A';
  std::int64_t vector = 0;  ///< elements of a group, if neither side names them; 0: unknown
  std::string file{};       ///< path of the producer's file, used instead of its words; "": none
  std::string known{};      ///< path of the reference file, of type `known_as`
  ScaleFile known_as = ScaleFile::scales;
  friend bool operator==(const ScaleQuestion&, const ScaleQuestion&) = default;
};

/// Reads M,N,K or M,N,K,L, also with x or blanks between them and in brackets; "": no sizes. Errors: anything else.
algebra::Result<ScaleProblem> read_scale_problem(std::string_view text);

struct ScaleRefusal {
  enum class Field : std::uint8_t { problem, reads, writes, file, known };
  Field field = Field::problem;
  algebra::Problem problem;
};
/// Compares the producer's order with the reader's. If the reader reads a tile, `writes` is read with the tile's sizes.
tl::expected<ScaleReport, ScaleRefusal> scale_answer(const ScaleQuestion&);

struct ScaleFileAnswer {
  ScaleSide reader;
  DumpVerdict verdict;
  std::int64_t bytes = 0;  ///< of the file
};
/// Checks the question's file, of at most 1 GiB and 2^26 scales, against the reference. The order named by `writes` is tried too.
tl::expected<ScaleFileAnswer, ScaleRefusal> scale_file_answer(const ScaleQuestion&);

/// The names of the entries of a picture.
struct PictureNames {
  std::string matrix, reads, read, writes, written;
};
/// Returns the lines of a sheet that picture the comparison: the matrix, the memory as read and, if different, the memory as written.
std::vector<std::string> picture_lines(const ScaleReport&, const PictureNames&);

}  // namespace app
