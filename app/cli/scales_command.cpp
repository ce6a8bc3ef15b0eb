#include "app/cli/scales_command.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/scales/scale_question.hpp"

namespace app {
namespace {

using algebra::message;

int refuse(const ScaleRefusal& refusal) {
  using Field = ScaleRefusal::Field;
  const auto& problem = refusal.problem;
  if (refusal.field == Field::problem) return complain(wrong_usage, problem.message);
  if (refusal.field == Field::file || refusal.field == Field::known) return complain(bad_input, problem.message);
  auto words = message("{}: {}", refusal.field == Field::reads ? "--reads" : "--writes", problem.message);
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

void print_file(const ScalesRequest& request, const ScaleFileAnswer& answer) {
  const auto& v = answer.verdict;
  const auto& reader = answer.reader;
  const auto lines = said_of(v, reader.unit, answer.bytes);
  if (!request.json) {
    for (const auto& line : lines) print_out("{}\n", in_words(line));
    return;
  }
  nlohmann::json j{{"reads", {{"expression", reader.expression}, {"layout", to_string(reader.layout, algebra::Marks::plain)}}},
                   {"same", v.wrong == 0},
                   {"wrong", v.wrong},
                   {"total", v.read},
                   {"beyond", v.beyond},
                   {"message", json_of(lines)}};
  if (v.first) j["first"] = place_json(*v.first, reader.unit, v.written.has_value());
  if (v.written) j["order"] = v.order;
  print_out_json(dumped(j) + "\n");
}

}  // namespace

int check_scales(const ScalesRequest& request) {
  ScaleQuestion question{.reads = request.reads,
                         .writes = request.writes,
                         .problem = request.problem,
                         .operand = request.operand[0],
                         .vector = request.vector,
                         .file = request.dump,
                         .known = request.in_order.empty() ? request.matrix : request.in_order,
                         .known_as = ScaleFile::scales};
  if (!request.dump.empty()) {
    if (request.in_order.empty() == request.matrix.empty()) return complain(wrong_usage, "--dump takes either --scales or --matrix.");
    if (request.in_order.empty())
      question.known_as = request.type == "f16" ? ScaleFile::f16 : request.type == "bf16" ? ScaleFile::bf16 : ScaleFile::f32;
    const auto answer = scale_file_answer(question);
    if (!answer) return refuse(answer.error());
    print_file(request, *answer);
    return answer->verdict.wrong == 0 ? done : bad_input;
  }
  if (request.writes.empty()) {
    // What is wrong with the reader comes first: without a producer the same words would be read twice.
    question.writes = request.reads;
    if (const auto reader = scale_answer(question); !reader) return refuse(reader.error());
    return complain(wrong_usage, "--writes says what the producer writes, or --dump a file that it wrote.");
  }
  const auto report = scale_answer(question);
  if (!report) return refuse(report.error());
  if (request.json) print_out_json(dumped(report_json(*report)) + "\n");
  else print_report(*report);
  return report->difference.first ? bad_input : done;
}

}  // namespace app
