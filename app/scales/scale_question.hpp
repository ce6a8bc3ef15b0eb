#pragma once
// The question "Where is my scale?" as it is asked in words, and its answer: the dialog and the command line read the same.

#include <string>
#include <string_view>
#include <vector>

#include "app/scales/scale_report.hpp"

namespace app {

struct ScaleQuestion {
  std::string reads = "sm100 nvfp4", writes = "row-major M x K/16", problem = "256,128,64";
  friend bool operator==(const ScaleQuestion&, const ScaleQuestion&) = default;
};

/// M,N,K or M,N,K,L, also with x or blanks between them and in brackets; none for "". Errors: anything else.
algebra::Result<ScaleProblem> read_scale_problem(std::string_view text);

struct ScaleRefusal {
  enum class Field : std::uint8_t { problem, reads, writes };
  Field field = Field::problem;
  algebra::Problem problem;
};
/// Both sides compared. The producer's words are about what is compared: a tile where the reader is one.
tl::expected<ScaleReport, ScaleRefusal> scale_answer(const ScaleQuestion&);

/// The names of the entries of a picture.
struct PictureNames {
  std::string matrix, reads, read, writes, written;
};
/// The lines of a sheet that show it: the matrix, and the memory as it is read and, where that differs, as it is written, place by place.
std::vector<std::string> picture_lines(const ScaleReport&, const PictureNames&);

}  // namespace app
