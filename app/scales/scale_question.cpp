#include "app/scales/scale_question.hpp"

#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace app {

algebra::Result<ScaleProblem> read_scale_problem(std::string_view text) {
  const auto refused = [&] {
    return tl::unexpected(algebra::Problem{
        "problem", algebra::message("The problem is M,N,K or M,N,K,L, not {}.", std::string(text)), {"256,128,64", "256,128,64,2"}});
  };
  ScaleProblem p;
  if (text.empty()) return p;
  std::vector<std::int64_t> sizes;
  auto rest = text;
  while (!rest.empty()) {
    if (std::string_view("(), x_").find(rest[0]) != std::string_view::npos) {
      rest.remove_prefix(1);
      continue;
    }
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), n);
    if (error != std::errc{} || n < 1 || n > std::numeric_limits<std::int32_t>::max()) return refused();
    sizes.push_back(n);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  if (sizes.size() < 3 || sizes.size() > 4) return refused();
  p.m = sizes[0], p.n = sizes[1], p.k = sizes[2], p.l = sizes.size() > 3 ? sizes[3] : 1;
  return p;
}

tl::expected<ScaleReport, ScaleRefusal> scale_answer(const ScaleQuestion& question) {
  using Field = ScaleRefusal::Field;
  auto problem = read_scale_problem(question.problem);
  if (!problem) return tl::unexpected(ScaleRefusal{Field::problem, problem.error()});
  const auto reader = read_scale_side(question.reads, *problem);
  if (!reader) return tl::unexpected(ScaleRefusal{Field::reads, reader.error()});
  const auto shape = scale_shape(*problem, *reader);
  if (!shape) return tl::unexpected(ScaleRefusal{Field::reads, shape.error()});
  problem->vector = shape->vector;
  const auto producer = read_scale_side(question.writes, *problem);
  if (!producer) return tl::unexpected(ScaleRefusal{Field::writes, producer.error()});
  return scale_report(*reader, *producer, *shape);
}

std::vector<std::string> picture_lines(const ScaleReport& r, const PictureNames& names) {
  const auto& s = r.shape;
  // Two bits say where a kept element was: a nibble, half of a byte of metadata, is of as many elements as half of its offsets.
  const auto offsets = r.reader.unit.offsets_a_byte;
  const auto elements = r.reader.unit.name == "logical element" ? fmt::format(", {}", offsets / 2) : "";
  std::vector<std::string> lines;
  lines.push_back(s.batches > 1 ? fmt::format("{} = make_identity_tensor(({},{},{}))", names.matrix, s.rows, s.k, s.batches)
                                : fmt::format("{} = make_identity_tensor(({},{}))", names.matrix, s.rows, s.k));
  lines.push_back(fmt::format("{} = {}", names.reads, r.reader.expression));
  lines.push_back(fmt::format("{} = scales({}, {}{})", names.read, names.matrix, names.reads, elements));
  if (!r.difference.first) return lines;
  lines.push_back(fmt::format("{} = {}", names.writes, r.producer.expression));
  lines.push_back(fmt::format("{} = scales({}, {}{})", names.written, names.matrix, names.writes, elements));
  return lines;
}

}  // namespace app
