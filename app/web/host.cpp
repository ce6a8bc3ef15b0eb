#include "app/web/host.hpp"

#include <exception>
#include <stdexcept>

#include "app/lessons/examples.hpp"
#include "app/web/answers.hpp"

namespace app {

WebHost::WebHost() : shown_{example_sheet("starter", Language::english)} { update(); }

void WebHost::update() {
  drawn_.reset();
  session_.update(sheet(), shown_.held);
  // A page has no background thread that could check every element.
  session_.sample_verdicts();
  session_.check_exercises(sheet());
}

Sheet WebHost::shown_sheet() const {
  auto shown = sheet();
  if (session_.asks_to_run()) shown.launch = {};
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
