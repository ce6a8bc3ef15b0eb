// `cutescope always`: a statement about all layouts, tried for small ones and for random ones.

#include "app/tools/tools.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/conjectures/search.hpp"
#include "algebra/layout/memory_budget.hpp"
#include "app/report/answers.hpp"
#include "app/tools/asked_expressions.hpp"

namespace app {
namespace {

namespace conjectures = algebra::conjectures;
using algebra::message;

/// Searches on all cores. Error: why the statement is none.
tl::expected<conjectures::Report, algebra::Diagnostic> search_all(const conjectures::Statement& statement,
                                                                  const algebra::Environment& known, conjectures::SearchSettings settings,
                                                                  ToolHost& host) {
  // A page has one thread.
#ifdef __EMSCRIPTEN__
  const auto workers = 1U;
#else
  const auto workers = std::max(1U, std::thread::hardware_concurrency());
#endif
  // Beside the tables there are the values themselves.
  settings.table_bytes = std::min(settings.table_bytes, static_cast<std::size_t>(algebra::memory_budget().bytes()) / 2 / workers);
  try {
    conjectures::Search search(statement, known, settings);
    std::atomic<bool> cancelled{false};
    {
      const auto ends = host.on_interrupt([&cancelled] { cancelled = true; });
      const auto progress = host.show_progress(
          [&search] {
            const auto at = search.progress();
            return at.tried == 0 ? std::string() : in_words(message("{} of {} tried", std::min(at.tried, at.total), at.total));
          },
          false);
#ifndef __EMSCRIPTEN__
      std::vector<std::jthread> others;
      for (auto n = workers; n > 1; --n) {
        try {
          others.emplace_back([&] { search.work(cancelled); });
        } catch (const std::system_error&) {
          break;  // the threads that there are do the work
        }
      }
#endif
      search.work(cancelled);
    }
    return search.report();
  } catch (algebra::Diagnostic& d) {
    return tl::unexpected(std::move(d));
  }
}

std::string text_of_search(const conjectures::Report& r, algebra::Marks marks) {
  auto text = in_words(conjectures::described(r)) + "\n";
  for (std::size_t i = 0; i < r.values.size(); ++i)
    text += fmt::format("{} = {}\n", r.names[i].name, algebra::to_string(r.values[i], marks));
  const auto side = [](const std::string& value) { return value.empty() ? in_words("refused") : value; };
  if (r.outcome == conjectures::Report::Outcome::counterexample && r.sides.size() == 2)
    text += in_words(algebra::message("The sides are {} and {}.", side(r.sides[0]), side(r.sides[1]))) + "\n";
  return text;
}

nlohmann::json json_of_search(const conjectures::Report& r, const std::string& statement, algebra::Marks marks) {
  nlohmann::json j{{"statement", statement},
                   {"outcome", r.outcome == conjectures::Report::Outcome::counterexample ? "counterexample"
                               : r.outcome == conjectures::Report::Outcome::none         ? "none"
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
  if (r.outcome != conjectures::Report::Outcome::counterexample) return j;
  auto& values = j["counterexample"] = nlohmann::json::object();
  for (std::size_t i = 0; i < r.values.size(); ++i) values[r.names[i].name] = algebra::to_string(r.values[i], marks);
  auto& sides = j["sides"] = nlohmann::json::array();
  for (const auto& side : r.sides) sides.push_back(side.empty() ? nlohmann::json() : nlohmann::json(side));
  j["smallest"] = !r.is_random;
  return j;
}

std::vector<Option> always_options() {
  const conjectures::SearchSettings usual;
  return joined_options(
      {{argument("lines", "STATEMENT",
                 "The statement, such as \"A o (B o C) == (A o B) o C if size(C) > 1\"; those before it, and sheets, define names for it")
            .required()
            .repeated(),
        integer("--size", "NUMBER", 1, 1024, "Try all layouts up to this size and cosize, and all integers up to it")
            .usually(fmt::format("{}", usual.bound.size)),
        integer("--depth", "NUMBER", 0, 8, "Nest the modes of layouts at most this deep").usually(fmt::format("{}", usual.bound.depth)),
        number("--time", "SECONDS", 0.01, 1e6, "Search for at most this long, a fifth of it among random layouts")
            .usually(fmt::format("{:g}", usual.seconds)),
        flag("--no-random", "Try only the small layouts, no random ones"),
        integer("--seed", "NUMBER", 0, 0x1p53, "Seed the random layouts").usually(fmt::format("{}", usual.seed)),
        flag("--defined", "Count a refused operation as a counterexample")},
       program_options(),
       {integers_option(), json_option(), language_option()}});
}

int always(const Arguments& asked, Report& report, ToolHost& host) {
  const auto sources = read_sources(asked.all("lines"), asked);
  if (const auto idle = idle_settings(sources, asked); !idle.empty()) return report.refuse(wrong_input, idle);
  conjectures::SearchSettings settings;
  settings.rule = rule_of(sources, asked.integers());
  settings.bound = {.size = asked.integer("size").value_or(settings.bound.size),
                    .depth = static_cast<int>(asked.integer("depth").value_or(settings.bound.depth))};
  settings.seconds = asked.number("time").value_or(settings.seconds);
  settings.seed = static_cast<std::uint64_t>(asked.integer("seed").value_or(1));
  settings.random = !asked.flag("no-random");
  settings.undefined_fails = asked.flag("defined");
  algebra::Environment known;
  for (const auto& source : sources) {
    if (!source.problem.empty()) return report.refuse(wrong_input, source.problem);
    if (source.is_sheet) add_names(known, source.session.evaluator());
    if (source.is_sheet || &source == &sources.back()) continue;
    std::vector<std::string> notes;
    const auto value = answer_line(source.text, known, notes, [&](std::string_view expression, const algebra::Environment& names) {
      return algebra::evaluate(expression, names, settings.rule, {.verdicts = false, .steps = nullptr});
    });
    tell_notes(report, notes);
    if (!value) return report.refuse(wrong_input, error_of(source.text, value.error()));
    add_name(known, source.text, value->value);
  }
  const auto& text = sources.back().text;
  if (sources.back().is_sheet)
    return report.refuse(wrong_input, message("The statement must come last, after {}, whose names it may use.", text));
  const auto statement = conjectures::read_statement(text, known);
  if (!statement) return report.refuse(wrong_input, error_of(text, statement.error()));
  const auto found_out = search_all(*statement, known, settings, host);
  if (!found_out) return report.refuse(wrong_input, error_of(text, found_out.error()));
  report.data() = json_of_search(*found_out, text, marks_of(settings.rule));
  report.print_text(text_of_search(*found_out, marks_of(settings.rule)));
  if (found_out->outcome == conjectures::Report::Outcome::counterexample) return found;
  if (found_out->cancelled) return interrupted;
  return found_out->outcome == conjectures::Report::Outcome::none ? done : found;
}

}  // namespace

const Tool always_tool{.name = "always",
                       .group = ToolGroup::layouts,
                       .help = "Look for a counterexample of a statement about all layouts, among small and random ones",
                       .example = "always \"size(coalesce(A)) == size(A)\"",
                       .options = always_options,
                       .run = always,
                       .answer =
                           "statement:str,outcome:str,message:msg,tried:int,random:int,undefined:int,skipped:int,whole:bool,"
                           "whole_to:int,size:int,depth:int,evaluations:int,seconds:num,counterexample?:obj,sides?:[str],"
                           "smallest?:bool"};

}  // namespace app
