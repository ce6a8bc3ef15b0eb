// `cutescope diff`: where two layouts differ.

#include "app/tools/tools.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/language/equality.hpp"
#include "app/figures/export_settings.hpp"
#include "app/figures/figure_words.hpp"
#include "app/report/answers.hpp"
#include "render/export.hpp"
#include "render/marked.hpp"

namespace app {
namespace {

using algebra::message;
using DifferenceKind = algebra::Difference::Kind;

constexpr const char* name_of(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::same: return "same";
    case DifferenceKind::same_function: return "same function";
    case DifferenceKind::values: return "different";
    case DifferenceKind::sizes: return "different sizes";
    case DifferenceKind::not_comparable: break;
  }
  return "not comparable";
}

/// Puts a name before the path's ending: x.svg becomes x-A.svg.
std::string path_with_name(const std::string& path, std::string_view name) {
  const auto dot = path.rfind('.');
  return dot == std::string::npos ? fmt::format("{}-{}", path, name) : fmt::format("{}-{}{}", path.substr(0, dot), name, path.substr(dot));
}

std::vector<Option> options() {
  return {argument("a", "A", "An expression").required(),
          argument("b", "B", "Another one").required(),
          output_option("Also write a picture of each, with the differences coloured: x.svg gives x-A.svg and x-B.svg"),
          number("--max-size", "MIB", 1, 1e9, "Refuse to write a larger file").usually("256"),
          integers_option(),
          json_option(),
          language_option()};
}

int diff(const Arguments& asked, Report& report, ToolHost&) {
  constexpr std::array<std::string_view, 2> names{"A", "B"};
  const std::array texts{asked.text("a"), asked.text("b")};
  std::optional<render::Format> format;
  if (asked.has("output")) {
    const auto f = render::format_of(asked.text("output"));
    if (!f) return report.refuse(wrong_input, f.error());
    format = *f;
  }
  const bool is_cute =
      std::ranges::any_of(texts, [&](const auto& text) { return algebra::resolve(asked.integers(), text) == algebra::IntegerRule::cute; });
  const auto rule = is_cute ? algebra::IntegerRule::cute : algebra::IntegerRule::math;
  const auto marks = marks_of(rule);
  std::vector<algebra::Value> values;
  for (const auto& text : texts) {
    auto e = algebra::evaluate(text, {}, rule, {.verdicts = false, .steps = nullptr});
    if (!e) return report.refuse(wrong_input, error_of(text, e.error()));
    values.push_back(std::move(e->value));
  }
  const auto d = algebra::difference(values[0], values[1]);
  auto& data = report.data();
  data = {{"a", algebra::to_string(values[0], marks)},
          {"b", algebra::to_string(values[1], marks)},
          {"result", name_of(d.kind)},
          {"equal", d.equal()},
          {"message", json_of(algebra::described(d))},
          {"size_a", d.size_a},
          {"size_b", d.size_b}};
  if (d.kind == DifferenceKind::values)
    data["first"] = {
        {"coordinate", d.first}, {"coordinate_a", d.coordinate_a}, {"coordinate_b", d.coordinate_b}, {"a", d.value_a}, {"b", d.value_b}};
  if (d.kind == DifferenceKind::values || d.kind == DifferenceKind::same_function)
    data["differing"] = d.differing, data["looked_at"] = d.looked_at, data["sampled"] = d.sampled();
  for (std::size_t i = 0; i < 2; ++i) report.print("{} = {}\n", names[i], algebra::to_string(values[i], marks));
  report.say(algebra::described(d));
  for (std::size_t i = 0; format && i < 2; ++i) {
    render::ExportOptions options{.format = *format};
    options.most_bytes = static_cast<std::int64_t>(asked.number("max-size").value_or(256) * 0x1p20);
    options.command = "cutescope diff";
    const auto picture = render::marked_picture(values[i], values[1 - i], std::string(names[i]));
    if (!picture) return report.refuse(wrong_input, message("{} has no picture", names[i]));
    const auto written =
        export_diagram(in_language(*picture, spoken_texts().language()), options, path_with_name(asked.text("output"), names[i]));
    if (!written) return report.refuse_write(written.error());
  }
  return d.equal() ? done : found;
}

}  // namespace

const Tool diff_tool{.name = "diff",
                     .group = ToolGroup::layouts,
                     .help = "Show where two layouts differ",
                     .example = "diff \"(4,6):(6,1)\" \"(4,6):(1,4)\"",
                     .options = options,
                     .run = diff,
                     .answer =
                         "a:str,b:str,result:str,equal:bool,message:msg,size_a:int,size_b:int,differing?:int,looked_at?:int,"
                         "sampled?:bool,first?:{coordinate:any,coordinate_a:any,coordinate_b:any,a:any,b:any}"};

}  // namespace app
