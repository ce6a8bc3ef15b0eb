#include "app/cli/always_command.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress_line.hpp"

namespace app {
namespace {

namespace conjectures = algebra::conjectures;
using conjectures::Report;

/// Searches on all cores. Nullopt: the statement is none, and `problem` says why.
std::optional<Report> searched(const conjectures::Statement& statement, const algebra::Environment& known,
                               conjectures::SearchSettings settings, algebra::Diagnostic& problem) {
  const auto workers = std::max(1U, std::thread::hardware_concurrency());
  // Beside the tables there are the values themselves.
  settings.table_bytes = std::min(settings.table_bytes, static_cast<std::size_t>(algebra::memory_budget().bytes()) / 2 / workers);
  try {
    conjectures::Search search(statement, known, settings);
    std::atomic<bool> cancelled{false};
    {
      const ProgressLine progress(
          [&] {
            const auto at = search.progress();
            return at.tried == 0 ? std::string() : in_words(algebra::message("{} of {} tried", std::min(at.tried, at.total), at.total));
          },
          false);
      std::vector<std::jthread> others;
      for (auto n = workers; n > 1; --n) {
        try {
          others.emplace_back([&] { search.work(cancelled); });
        } catch (const std::system_error&) {
          break;  // the threads that there are do the work
        }
      }
      search.work(cancelled);
    }
    return search.report();
  } catch (algebra::Diagnostic& d) {
    problem = std::move(d);
    return std::nullopt;
  }
}

std::string text_of(const Report& r, algebra::Marks marks) {
  auto text = in_words(conjectures::described(r)) + "\n";
  for (std::size_t i = 0; i < r.values.size(); ++i)
    text += fmt::format("{} = {}\n", r.names[i].name, algebra::to_string(r.values[i], marks));
  const auto side = [](const std::string& value) { return value.empty() ? in_words("refused") : value; };
  if (r.outcome == Report::Outcome::counterexample && r.sides.size() == 2)
    text += in_words(algebra::message("The sides are {} and {}.", side(r.sides[0]), side(r.sides[1]))) + "\n";
  return text;
}

nlohmann::json report_json(const Report& r, const std::string& statement, algebra::Marks marks) {
  nlohmann::json j{{"statement", statement},
                   {"outcome", r.outcome == Report::Outcome::counterexample ? "counterexample"
                               : r.outcome == Report::Outcome::none         ? "none"
                                                                            : "never tried"},
                   {"message", json_of(conjectures::described(r))},
                   {"tried", r.tried},
                   {"random", r.random_tried},
                   {"undefined", r.undefined},
                   {"skipped", r.skipped},
                   {"whole", r.whole},
                   {"whole_to", r.whole_to},
                   {"size", r.bound.size},
                   {"depth", r.bound.depth},
                   {"evaluations", r.evaluations},
                   {"seconds", r.seconds}};
  if (r.outcome != Report::Outcome::counterexample) return j;
  auto& values = j["counterexample"] = nlohmann::json::object();
  for (std::size_t i = 0; i < r.values.size(); ++i) values[r.names[i].name] = algebra::to_string(r.values[i], marks);
  auto& sides = j["sides"] = nlohmann::json::array();
  for (const auto& side : r.sides) sides.push_back(side.empty() ? nlohmann::json() : nlohmann::json(side));
  j["smallest"] = !r.is_random;
  return j;
}

}  // namespace

int try_always(AlwaysRequest request) {
  algebra::Environment known;
  std::string all;
  for (const auto& line : request.lines) all += line + "\n";
  auto& settings = request.settings;
  settings.rule = algebra::resolve(request.integers, all);
  settings.random = !request.no_random;
  const auto marks = marks_of(settings.rule);
  const auto refuse = [&](const std::string& text, const algebra::Diagnostic& d) {
    if (request.json) print_out_json(dumped(json_of(d)) + "\n");
    else show_problem(text, d);
    return bad_input;
  };
  for (std::size_t i = 0; i + 1 < request.lines.size(); ++i) {
    const auto& text = request.lines[i];
    auto line = algebra::split_line(text);
    if (!line) return refuse(text, line.error());
    auto value = algebra::evaluate(line->expression, known, settings.rule, {.verdicts = false});
    if (!value) {
      value.error().span.begin += line->expression_begin, value.error().span.end += line->expression_begin;
      return refuse(text, value.error());
    }
    if (!line->name.empty()) known.insert_or_assign(line->name, std::move(value->value));
  }
  const auto& text = request.lines.back();
  const auto statement = conjectures::read_statement(text, known);
  if (!statement) return refuse(text, statement.error());
  algebra::Diagnostic problem;
  const auto report = searched(*statement, known, settings, problem);
  if (!report) return refuse(text, problem);
  if (request.json) print_out_json(dumped(report_json(*report, text, marks)) + "\n");
  else print_out("{}", text_of(*report, marks));
  return report->outcome == Report::Outcome::none ? done : bad_input;
}

}  // namespace app
