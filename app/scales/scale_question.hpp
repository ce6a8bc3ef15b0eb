#pragma once
// The question "Where is my scale?" as it is asked in words, and its answer: the dialog and the command line read the same.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/scales/scale_report.hpp"

namespace app {

/// What is known of a file of scales: the same scales in order of batches, rows and groups, or the matrix before it was quantised.
enum class ScaleFile : std::uint8_t { scales, f32, f16, bf16 };

struct ScaleQuestion {
  std::string reads = "sm100 nvfp4", writes = "row-major M x K/16", problem = "256,128,64";
  char operand = 'A';
  std::int64_t vector = 0;  ///< elements of a group, where neither side says so
  std::string file{};       ///< that the producer wrote, in place of its words; "": none
  std::string known{};      ///< the file that is `known_as`
  ScaleFile known_as = ScaleFile::scales;
  friend bool operator==(const ScaleQuestion&, const ScaleQuestion&) = default;
};

/// M,N,K or M,N,K,L, also with x or blanks between them and in brackets; none for "". Errors: anything else.
algebra::Result<ScaleProblem> read_scale_problem(std::string_view text);

struct ScaleRefusal {
  enum class Field : std::uint8_t { problem, reads, writes, file, known };
  Field field = Field::problem;
  algebra::Problem problem;
};
/// Both sides compared. The producer's words are about what is compared: a tile where the reader is one.
tl::expected<ScaleReport, ScaleRefusal> scale_answer(const ScaleQuestion&);

struct ScaleFileAnswer {
  ScaleSide reader;
  DumpVerdict verdict;
  std::int64_t bytes = 0;  ///< of the file
};
/// The question's file, of 1 GiB and 2^26 scales at most, by what is known of it. An order that `writes` says is tried, too.
tl::expected<ScaleFileAnswer, ScaleRefusal> scale_file_answer(const ScaleQuestion&);

/// The names of the entries of a picture.
struct PictureNames {
  std::string matrix, reads, read, writes, written;
};
/// The lines of a sheet that show it: the matrix, and the memory as it is read and, where that differs, as it is written, place by place.
std::vector<std::string> picture_lines(const ScaleReport&, const PictureNames&);

}  // namespace app
