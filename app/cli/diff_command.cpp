#include "app/cli/diff_command.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/language/equality.hpp"
#include "algebra/language/evaluate.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/figures/export_settings.hpp"
#include "app/figures/figure_words.hpp"
#include "render/export.hpp"
#include "render/marked.hpp"

namespace app {
namespace {

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

/// x.svg -> x-A.svg
std::string beside(const std::string& path, const char* name) {
  const auto dot = path.rfind('.');
  return dot == std::string::npos ? path + "-" + name : path.substr(0, dot) + "-" + name + path.substr(dot);
}

}  // namespace

int diff_expressions(const DiffRequest& request) {
  std::optional<render::Format> format;
  if (!request.out.empty()) {
    const auto f = render::format_of(request.out);
    if (!f) return complain(wrong_usage, f.error());
    format = *f;
  }
  using algebra::IntegerRule;
  const bool cute = algebra::resolve(IntegerRule::automatic, request.a) == IntegerRule::cute ||
                    algebra::resolve(IntegerRule::automatic, request.b) == IntegerRule::cute;
  const auto rule = cute ? IntegerRule::cute : IntegerRule::math;
  const auto marks = cute ? algebra::Marks::underscores : algebra::Marks::plain;
  const std::string* texts[] = {&request.a, &request.b};
  const char* names[] = {"A", "B"};
  std::vector<algebra::Value> values;
  for (int i = 0; i < 2; ++i) {
    auto e = algebra::evaluate(*texts[i], {}, rule, {.verdicts = false, .steps = nullptr});
    if (!e) return complain(bad_input, algebra::message("{}: {}", names[i], e.error().problem.message));
    values.push_back(std::move(e->value));
  }
  const auto d = algebra::difference(values[0], values[1]);
  if (request.json) {
    nlohmann::json j{{"a", algebra::to_string(values[0], marks)},
                     {"b", algebra::to_string(values[1], marks)},
                     {"result", name_of(d.kind)},
                     {"equal", d.equal()},
                     {"message", json_of(algebra::described(d))},
                     {"size_a", d.size_a},
                     {"size_b", d.size_b}};
    if (d.kind == DifferenceKind::values)
      j["first"] = {
          {"coordinate", d.first}, {"coordinate_a", d.coordinate_a}, {"coordinate_b", d.coordinate_b}, {"a", d.value_a}, {"b", d.value_b}};
    if (d.kind == DifferenceKind::values || d.kind == DifferenceKind::same_function)
      j["differing"] = d.differing, j["looked_at"] = d.looked_at, j["sampled"] = d.sampled();
    print_out_json(dumped(j) + "\n");
  } else {
    for (std::size_t i = 0; i < 2; ++i) print_out("{} = {}\n", names[i], algebra::to_string(values[i], marks));
    print_out("{}\n", in_words(algebra::described(d)));
  }
  if (format) {
    render::ExportOptions options{.format = *format};
    options.most_bytes = request.most_bytes;
    options.command = "cutescope diff";
    for (std::size_t i = 0; i < 2; ++i) {
      const auto picture = render::marked_picture(values[i], values[1 - i], names[i]);
      if (!picture) return complain(bad_input, algebra::message("{} has no picture", names[i]));
      if (const auto written = export_diagram(in_language(*picture, spoken_texts().language()), options, beside(request.out, names[i]));
          !written)
        return complain(bad_input, written.error());
    }
  }
  return d.equal() ? done : bad_input;
}

}  // namespace app
