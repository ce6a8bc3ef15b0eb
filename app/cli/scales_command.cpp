#include "app/cli/scales_command.hpp"

#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/scales/scale_dump.hpp"
#include "app/scales/scale_question.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::message;

constexpr std::size_t most_bytes = std::size_t{1} << 30;

int refuse(const char* which, const algebra::Problem& problem) {
  auto words = message("{}: {}", which, problem.message);
  const auto status = complain(bad_input, words);
  for (const auto& near : problem.suggestions) print_err("  {}\n", near);
  return status;
}

nlohmann::json place_json(const ScalePlace& p, const ScaleUnit& unit, bool known) {
  nlohmann::json j{{"l", p.batch}, {"row", p.row}, {"group", p.group}, {"read_at", p.read_at}, {"read_at_byte", unit.byte(p.read_at)}};
  if (known) j["written_at"] = p.written_at, j["written_at_byte"] = unit.byte(p.written_at);
  return j;
}

nlohmann::json report_json(const ScaleReport& r) {
  using algebra::Marks;
  nlohmann::json j{{"reads", {{"expression", r.reader.expression}, {"layout", to_string(r.reader.layout, Marks::plain)}}},
                   {"writes", {{"expression", r.producer.expression}, {"layout", to_string(r.producer.layout, Marks::plain)}}},
                   {"shape", {{"rows", r.shape.rows}, {"k", r.shape.k}, {"batches", r.shape.batches}, {"vector", r.shape.vector}}},
                   {"unit", std::string(r.reader.unit.name)},
                   {"same", !r.difference.first},
                   {"differing", r.difference.differing},
                   {"total", r.difference.total}};
  if (r.difference.first) j["first"] = place_json(*r.difference.first, r.reader.unit, true);
  using Reshape = ScaleRepair::Reshape;
  j["reshape"] = r.repair.reshape == Reshape::nothing ? "nothing" : r.repair.reshape == Reshape::would ? "would" : "would not";
  if (r.repair.permutation && r.difference.first) {
    j["permutation"] = {{"written", to_string(*r.repair.permutation, Marks::plain)},
                        {"read", to_string(r.repair.destination, Marks::plain)}};
    j["cute"] = r.repair.cute;
    j["torch"] = r.repair.torch;
    if (r.repair.pad_rows > 0 || r.repair.pad_groups > 0) j["padding"] = {{"rows", r.repair.pad_rows}, {"groups", r.repair.pad_groups}};
  }
  j["message"] = json_of(said_of(r));
  return j;
}

void print_report(const ScaleReport& r) {
  print_out("{} = {}\n", in_words("reads"), to_string(r.reader.layout, algebra::Marks::plain));
  print_out("{} = {}\n", in_words("writes"), to_string(r.producer.layout, algebra::Marks::plain));
  for (const auto& line : said_of(r)) print_out("{}\n", in_words(line));
}

/// The file's content, or the exit status.
std::optional<std::string> content(const std::string& path, int& status) {
  auto read = read_file(path, most_bytes);
  if (read) return std::move(*read);
  status = complain(bad_input, read.error());
  return std::nullopt;
}

int check_file(const ScalesRequest& request, const ScaleProblem& problem, const ScaleSide& reader, const ScaleShape& shape,
               const std::optional<ScaleSide>& guess) {
  if (request.in_order.empty() == request.matrix.empty()) return complain(wrong_usage, "--dump takes either --scales or --matrix.");
  constexpr std::int64_t most_scales = std::int64_t{1} << 26;
  if (shape.count() > most_scales) return complain(bad_input, message("At most {} scales of a file are looked at.", most_scales));
  int status = done;
  const auto bytes = content(request.dump, status);
  if (!bytes) return status;
  const auto beside = content(request.in_order.empty() ? request.matrix : request.in_order, status);
  if (!beside) return status;
  const auto width = reader.unit.bytes;
  const auto truth = request.in_order.empty() ? magnitudes(*beside, request.type, shape) : scales_in_order(*beside, width, shape);
  if (!truth) return complain(bad_input, truth.error().message);
  const auto v = check_dump(*bytes, width, reader, shape, *truth, problem, guess);
  const auto lines = said_of(v, reader.unit, static_cast<std::int64_t>(bytes->size()));
  if (request.json) {
    nlohmann::json j{{"reads", {{"expression", reader.expression}, {"layout", to_string(reader.layout, algebra::Marks::plain)}}},
                     {"same", v.wrong == 0},
                     {"wrong", v.wrong},
                     {"total", v.read},
                     {"beyond", v.beyond},
                     {"message", json_of(lines)}};
    if (v.first) j["first"] = place_json(*v.first, reader.unit, v.written.has_value());
    if (v.written) j["order"] = v.order;
    print_out_json(dumped(j) + "\n");
  } else {
    for (const auto& line : lines) print_out("{}\n", in_words(line));
  }
  return v.wrong == 0 ? done : bad_input;
}

}  // namespace

int check_scales(const ScalesRequest& request) {
  auto problem = read_scale_problem(request.problem);
  if (!problem) return complain(wrong_usage, problem.error().message);
  problem->vector = request.vector;
  problem->operand = request.operand[0];
  const auto reader = read_scale_side(request.reads, *problem);
  if (!reader) return refuse("--reads", reader.error());
  const auto shape = scale_shape(*problem, *reader);
  if (!shape) return refuse("--reads", shape.error());
  std::optional<ScaleSide> producer;
  if (!request.writes.empty()) {
    // The producer's words are about what is compared: a tile's where the reader is a tile.
    auto sized = *problem;
    sized.vector = shape->vector;
    auto written = read_scale_side(request.writes, sized);
    if (!written) return refuse("--writes", written.error());
    producer = std::move(*written);
  }
  if (!request.dump.empty()) return check_file(request, *problem, *reader, *shape, producer);
  if (!producer) return complain(wrong_usage, "--writes says what the producer writes, or --dump a file that it wrote.");
  const auto report = scale_report(*reader, *producer, *shape);
  if (request.json) print_out_json(dumped(report_json(report)) + "\n");
  else print_report(report);
  return report.difference.first ? bad_input : done;
}

}  // namespace app
