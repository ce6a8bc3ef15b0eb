#include "app/scales/scale_question.hpp"

#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/system/files.hpp"

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

namespace {

using ScaleField = ScaleRefusal::Field;

struct Reader {
  ScaleProblem problem;
  ScaleSide side;
  ScaleShape shape;
};
tl::expected<Reader, ScaleRefusal> reader_of(const ScaleQuestion& question) {
  auto problem = read_scale_problem(question.problem);
  if (!problem) return tl::unexpected(ScaleRefusal{ScaleField::problem, problem.error()});
  problem->vector = question.vector;
  problem->operand = question.operand;
  auto side = read_scale_side(question.reads, *problem);
  if (!side) return tl::unexpected(ScaleRefusal{ScaleField::reads, side.error()});
  const auto shape = scale_shape(*problem, *side);
  if (!shape) return tl::unexpected(ScaleRefusal{ScaleField::reads, shape.error()});
  if (auto few = too_few_scales(*side, *shape)) return tl::unexpected(ScaleRefusal{ScaleField::reads, std::move(*few)});
  if (side->operand != 0) problem->operand = side->operand;
  return Reader{*problem, std::move(*side), *shape};
}

tl::expected<ScaleSide, ScaleRefusal> producer_of(const ScaleQuestion& question, const Reader& reader) {
  auto sized = reader.problem;
  sized.vector = reader.shape.vector;
  auto side = read_scale_side(question.writes, sized);
  if (!side) return tl::unexpected(ScaleRefusal{ScaleField::writes, side.error()});
  if (auto few = too_few_scales(*side, reader.shape)) return tl::unexpected(ScaleRefusal{ScaleField::writes, std::move(*few)});
  if (side->unit_said && reader.side.unit_said && side->unit.bytes != reader.side.unit.bytes)
    return tl::unexpected(ScaleRefusal{
        ScaleField::writes,
        {"scales", algebra::message("The kernel reads scales of {} bytes; these have {}.", reader.side.unit.bytes, side->unit.bytes), {}}});
  return std::move(*side);
}

tl::expected<std::string, ScaleRefusal> content_of(const std::string& path, ScaleField field) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  auto read = read_file(path, most_bytes);
  if (!read) return tl::unexpected(ScaleRefusal{field, {"file", read.error(), {}}});
  return std::move(*read);
}

const char* name_of(ScaleFile known) {
  switch (known) {
    case ScaleFile::f16: return "f16";
    case ScaleFile::bf16: return "bf16";
    default: return "f32";
  }
}

}  // namespace

tl::expected<ScaleReport, ScaleRefusal> scale_answer(const ScaleQuestion& question) {
  const auto reader = reader_of(question);
  if (!reader) return tl::unexpected(reader.error());
  const auto producer = producer_of(question, *reader);
  if (!producer) return tl::unexpected(producer.error());
  return scale_report(reader->side, *producer, reader->shape);
}

tl::expected<ScaleFileAnswer, ScaleRefusal> scale_file_answer(const ScaleQuestion& question) {
  const auto reader = reader_of(question);
  if (!reader) return tl::unexpected(reader.error());
  std::optional<ScaleSide> guess;
  if (!question.writes.empty()) {
    auto producer = producer_of(question, *reader);
    if (!producer) return tl::unexpected(producer.error());
    guess = std::move(*producer);
  }
  constexpr std::int64_t most_scales = std::int64_t{1} << 26;
  if (reader->shape.count() > most_scales)
    return tl::unexpected(
        ScaleRefusal{ScaleField::problem, {"problem", algebra::message("At most {} scales of a file are read.", most_scales), {}}});
  const auto bytes = content_of(question.file, ScaleField::file);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto known = content_of(question.known, ScaleField::known);
  if (!known) return tl::unexpected(known.error());
  const auto width = reader->side.unit.bytes;
  const auto truth = question.known_as == ScaleFile::scales ? scales_in_order(*known, width, reader->shape)
                                                            : magnitudes(*known, name_of(question.known_as), reader->shape);
  if (!truth) return tl::unexpected(ScaleRefusal{ScaleField::known, truth.error()});
  return ScaleFileAnswer{reader->side, check_dump(*bytes, width, reader->side, reader->shape, *truth, reader->problem, guess),
                         static_cast<std::int64_t>(bytes->size())};
}

std::vector<std::string> picture_lines(const ScaleReport& r, const PictureNames& names) {
  const auto& s = r.shape;
  // Metadata has two bits per kept element; the picture's elements are nibbles, half a byte of metadata, so each stands for half of a
  // byte's offsets.
  const auto offsets = r.reader.unit.offsets_a_byte;
  const auto elements = r.reader.unit.kind == ScaleUnit::Kind::logical_element ? fmt::format(", {}", offsets / 2) : "";
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
