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
