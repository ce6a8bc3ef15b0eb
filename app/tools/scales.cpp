// `cutescope scales`: whether scale factors lie where a kernel reads them.

#include "app/tools/tools.hpp"

#include <fmt/format.h>

#include "app/report/answers.hpp"
#include "app/scales/scale_question.hpp"

namespace app {
namespace {

using algebra::message;

std::vector<Option> scales_options() {
  return {text_option("--reads", "WORDS", "Describe the scales that the kernel reads: \"sm100 nvfp4\", or a layout over (rows, K, batches)")
              .required(),
          text_option("--writes", "WORDS",
                      "Describe the scales that the producer writes: \"row-major M x K/16, padded to 128\", \"size=(256,16) "
                      "stride=(16,1)\", or a layout"),
          text_option("--problem", "M,N,K[,L]", "Set the sizes of the GEMM"),
          choice(
              "--operand",
              [] {
                return std::vector<std::string>{"A", "B", "D"};
              },
              "Choose the operand that the scales belong to")
              .usually("A"),
          integer("--vector", "N", 1, 65536, "Set the number of elements in a group, if neither side gives it"),
          text_option("--dump", "FILE", "Read the scales from a file as the producer wrote them").not_empty(),
          text_option("--scales", "FILE", "Compare --dump with the same scales in order of batches, rows and groups").not_empty(),
          text_option("--matrix", "FILE", "Compare --dump with the scales of the matrix before it was quantised, row-major").not_empty(),
          choice(
              "--element",
              [] {
                return std::vector<std::string>{"f32", "f16", "bf16"};
              },
              "Set the element type of --matrix")
              .usually("f32")
              .formerly("--type"),
          json_option(),
          language_option()};
}

int refuse_scales(Report& report, const ScaleRefusal& refusal) {
  using Field = ScaleRefusal::Field;
  const auto& problem = refusal.problem;
  ReportError error{.message = problem.message, .code = problem.condition};
  if (refusal.field == Field::reads || refusal.field == Field::writes)
    error.message = message("{}: {}", refusal.field == Field::reads ? "--reads" : "--writes", problem.message);
  // These have commas in them: text has each on a line of its own.
  if (!report.is_text()) error.suggestions = problem.suggestions;
  report.refuse(wrong_input, std::move(error));
  for (const auto& near : problem.suggestions) report.remark("  ", near);
  return wrong_input;
}

nlohmann::json scale_side_json(const ScaleSide& side) {
  return {{"expression", side.expression}, {"layout", to_string(side.layout, algebra::Marks::plain)}};
}

nlohmann::json scale_place_json(const ScalePlace& p, const ScaleUnit& unit, bool known) {
  nlohmann::json j{{"l", p.batch}, {"row", p.row}, {"group", p.group}, {"read_at", p.read_at}, {"read_at_byte", unit.byte(p.read_at)}};
  if (known) j["written_at"] = p.written_at, j["written_at_byte"] = unit.byte(p.written_at);
  return j;
}

nlohmann::json scale_report_json(const ScaleReport& r) {
  using algebra::Marks;
  nlohmann::json j{{"reads", scale_side_json(r.reader)},
                   {"writes", scale_side_json(r.producer)},
                   {"shape", {{"rows", r.shape.rows}, {"k", r.shape.k}, {"batches", r.shape.batches}, {"vector", r.shape.vector}}},
                   {"unit", std::string(r.reader.unit.name)},
                   {"same", !r.difference.first},
                   {"differing", r.difference.differing},
                   {"total", r.difference.total}};
  if (r.difference.first) j["first"] = scale_place_json(*r.difference.first, r.reader.unit, true);
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

/// Compares a file's scales with the places where they are read.
int look_at_dump(const ScaleQuestion& question, Report& report) {
  const auto answer = scale_file_answer(question);
  if (!answer) return refuse_scales(report, answer.error());
  const auto& v = answer->verdict;
  const auto& unit = answer->reader.unit;
  const auto lines = said_of(v, unit, answer->bytes);
  auto& data = report.data();
  data = {{"reads", scale_side_json(answer->reader)},
          {"same", v.wrong == 0},
          {"wrong", v.wrong},
          {"total", v.read},
          {"beyond", v.beyond},
          {"message", json_of(lines)}};
  if (v.first) data["first"] = scale_place_json(*v.first, unit, v.written.has_value());
  if (v.written) data["order"] = v.order;
  for (const auto& line : lines) report.say(line);
  return v.wrong == 0 ? done : found;
}

int scales(const Arguments& asked, Report& report, ToolHost&) {
  const auto &in_order = asked.text("scales"), &matrix = asked.text("matrix"), &element = asked.text("element");
  ScaleQuestion question{.reads = asked.text("reads"),
                         .writes = asked.text("writes"),
                         .problem = asked.text("problem"),
                         .operand = asked.text("operand")[0],
                         .vector = asked.integer("vector").value_or(0),
                         .file = asked.text("dump"),
                         .known = in_order.empty() ? matrix : in_order,
                         .known_as = ScaleFile::scales};
  if (!question.file.empty()) {
    if (in_order.empty() == matrix.empty()) return report.refuse(wrong_input, "--dump takes either --scales or --matrix.");
    if (in_order.empty()) question.known_as = element == "f16" ? ScaleFile::f16 : element == "bf16" ? ScaleFile::bf16 : ScaleFile::f32;
    return look_at_dump(question, report);
  }
  if (question.writes.empty()) {
    // The reader's problem comes first: without a producer the same words would be read twice.
    question.writes = question.reads;
    if (const auto reader = scale_answer(question); !reader) return refuse_scales(report, reader.error());
    return report.refuse(wrong_input, "Give --writes with the producer's order, or --dump with a file that it wrote.");
  }
  const auto answer = scale_answer(question);
  if (!answer) return refuse_scales(report, answer.error());
  report.data() = scale_report_json(*answer);
  report.print("{} = {}\n", in_words("reads"), to_string(answer->reader.layout, algebra::Marks::plain));
  report.print("{} = {}\n", in_words("writes"), to_string(answer->producer.layout, algebra::Marks::plain));
  for (const auto& line : said_of(*answer)) report.say(line);
  return answer->difference.first ? found : done;
}

}  // namespace

const Tool scales_tool{.name = "scales",
                       .group = ToolGroup::kernels,
                       .help = "Show whether scale factors lie where a kernel reads them",
                       .example = "scales --reads \"sm100 nvfp4\" --writes \"row-major M x K/16\" --problem 256,128,64",
                       .options = scales_options,
                       .run = scales,
                       .answer =
                           "reads?:obj,writes?:obj,shape?:obj,unit?:str,total?:int,same?:bool,differing?:int,first?:obj,"
                           "message?:any,permutation?:obj,reshape?:str,torch?:str,cute?:str,beyond?:any,layout?:str,order?:any,"
                           "padding?:any,wrong?:int,expression?:str,k?:int,read_at_byte?:int"};

}  // namespace app
