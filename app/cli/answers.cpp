#include "app/cli/answers.hpp"

#include "app/document/decide.hpp"

#include <fmt/format.h>

namespace app {

using algebra::Diagnostic;
using algebra::IntegerRule;
using algebra::Marks;

Marks marks_of(IntegerRule rule) { return rule == IntegerRule::cute ? Marks::underscores : Marks::plain; }

std::string error_line(const Diagnostic& d) {
  std::string text = "error: " + d.problem.message;
  for (std::size_t i = 0; i < d.problem.suggestions.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? " Nearest that work: " : ", ", d.problem.suggestions[i]);
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

nlohmann::json json_of(const Diagnostic& d) {
  return {{"condition", d.problem.condition},
          {"message", d.problem.message},
          {"suggestions", d.problem.suggestions},
          {"begin", d.span.begin},
          {"end", d.span.end}};
}

nlohmann::json json_of(const algebra::Verdict& v) {
  return {{"kind", name_of(v.kind)}, {"contract", v.contract},   {"checked", v.checked},
          {"total", v.total},        {"sampled", is_sampled(v)}, {"counterexample", v.counterexample}};
}

nlohmann::json json_of(const algebra::MatrixDescriptor& d) {
  const auto f = fields(d);
  const bool umma = d.of == algebra::MatrixDescriptor::Of::umma;
  nlohmann::json j{{"of", umma ? "umma" : "gmma"},
                   {"bits", fmt::format("{:#018x}", d.bits)},
                   {"major", d.major == algebra::Major::k ? "K" : "MN"},
                   {"layout_type", f.layout.name},
                   {"layout_type_code", f.layout.code},
                   {"start_address", f.start},
                   {"leading_byte_offset", f.lbo},
                   {"stride_byte_offset", f.sbo},
                   {"base_offset", f.base_offset}};
  if (umma) j["version"] = f.version, j["lbo_mode"] = f.lbo_mode;
  return j;
}

std::string_view name_of(algebra::Verdict::Kind kind) {
  switch (kind) {
    case algebra::Verdict::Kind::kept: return "kept";
    case algebra::Verdict::Kind::broken: return "broken";
    case algebra::Verdict::Kind::pending: return "pending";
    case algebra::Verdict::Kind::none: break;
  }
  return "none";
}

std::string dumped(const nlohmann::json& j) { return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

}  // namespace app
