#include "app/web/host.hpp"

#include <exception>
#include <stdexcept>

#include "app/lessons/examples.hpp"
#include "app/web/answers.hpp"

namespace app {
namespace {

/// Verdicts of large values are samples: a page has no thread that could look at every element meanwhile.
void decide_all(SheetEvaluator& evaluator) {
  for (const auto& r : evaluator.results())
    if (r.evaluation && r.evaluation->verdict.kind == algebra::Verdict::Kind::pending && r.evaluation->check)
      evaluator.set_verdict(r.version, r.evaluation->check({.most = algebra::checked_whole, .sample = true}));
}

}  // namespace

WebHost::WebHost() : shown_{example_sheet("starter", Language::english)} { update(); }

void WebHost::update() {
  drawn_.reset();
  evaluator_.update(sheet());
  decide_all(evaluator_);
  graph_.expire();
  graph_.update(evaluator_.results());
  launch_ = plan(evaluator_, sheet().launch);
  asks_to_run_ = shown_.held && launch_.has_value();
  if (asks_to_run_) launch_ = tl::unexpected(held_launch_text(*launch_));
  lessons_.update(sheet(), {}, evaluator_, launch_);
}

Sheet WebHost::shown_sheet() const {
  auto shown = sheet();
  if (asks_to_run_) shown.launch = {};
  return shown;
}

std::string WebHost::answer(std::string_view what, std::string_view question) {
  PageJson answer;
  try {
    const auto asked = PageJson::parse(question);
    answer = Answers(*this, asked).to(what);
  } catch (const WebProblem& problem) {
    answer = {{"error", texts_(problem.why)}};
  } catch (const PageJson::exception&) {
    answer = {{"error", texts_("The page asked for something that the program does not understand.")}};
  } catch (const std::exception& e) {
    answer = {{"error", e.what()}};
  }
  return answer.dump(-1, ' ', false, PageJson::error_handler_t::replace);
}

}  // namespace app
