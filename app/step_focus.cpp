#include "app/step_focus.hpp"

#include <algorithm>
#include <charconv>

#include "app/linking.hpp"

namespace app {
namespace {

const algebra::Step* chosen_step(const App& app, std::size_t& at) {
  if (app.selected < 0 || app.selected >= static_cast<int>(app.evaluator().results().size()) || !app.result(app.selected).evaluation) return nullptr;
  const auto& steps = app.explained(app.selected).steps;
  if (steps.empty()) return nullptr;
  at = static_cast<std::size_t>(std::clamp(app.inspector.step, 0, static_cast<int>(steps.size()) - 1));
  return &steps[at];
}

/// "Mode 1: ..." begins what is done to a mode; the steps within follow it.
std::optional<int> mode_of(const std::vector<algebra::Step>& steps, std::size_t at) {
  int level = steps[at].level + 1;
  for (auto i = at + 1; i-- > 0;) {
    const auto& s = steps[i];
    if (s.level >= level) continue;
    level = s.level;
    if (!s.words.starts_with("Mode {}:") || s.values.empty()) {
      if (level == 0) return std::nullopt;
      continue;
    }
    int mode = 0;
    const auto& text = s.values.front();
    if (std::from_chars(text.data(), text.data() + text.size(), mode).ec == std::errc()) return mode;
  }
  return std::nullopt;
}

}  // namespace

std::string step_words(const Texts& texts, const algebra::Step& step) {
  auto said = step;
  const std::string english(step.words);
  said.words = texts(english.c_str());
  return algebra::to_string(said);
}

std::optional<StepFocus> step_focus(const App& app) {
  std::size_t at = 0;
  if (chosen_step(app, at) == nullptr) return std::nullopt;
  StepFocus focus;
  for (const auto& name : app.result(app.selected).evaluation->made_by.names) focus.operands.push_back(name.empty() ? -1 : app.evaluator().find(name));
  focus.mode = mode_of(app.explained(app.selected).steps, at);
  return focus;
}

std::vector<std::int64_t> in_stage(const App& app, const Element& element) {
  constexpr std::size_t most = 256;
  std::vector<std::int64_t> found;
  std::size_t at = 0;
  const auto* step = chosen_step(app, at);
  if (step == nullptr || !step->stage || element.entry != app.selected || algebra::has_basis(*step->stage)) return found;
  const auto& e = *app.result(app.selected).evaluation;
  const auto of_result = index_leg(e.value);
  const auto operand = e.made_by.operands.empty() ? std::nullopt : layout_of(e.made_by.operands.front());
  if (!of_result || element.coordinate < 0 || element.coordinate >= of_result->size()) return found;
  auto wanted = (*of_result)(element.coordinate);
  if (const auto* tensor = std::get_if<algebra::Tensor>(&e.value)) wanted -= tensor->offset;
  // The elements of A in another order: A's coordinate, or that of the mode that the step is about.
  const auto links = links_of(e.value, e.made_by);
  const auto reorders = std::find_if(links.begin(), links.end(), [](const Link& l) { return l.first == 0 && l.second == Link::result && l.kind == LinkKind::element; });
  if (reorders != links.end() && operand && !algebra::has_basis(*operand)) {
    const auto in_a = app.linking().in_operand(element, 0);
    if (in_a.empty()) return found;
    auto of_a = *operand;
    auto a = in_a.front();
    if (const auto mode = mode_of(app.explained(app.selected).steps, at); mode && *mode < algebra::rank(of_a)) {
      for (int i = 0; i < *mode; ++i) a /= std::max<std::int64_t>(1, algebra::size(algebra::mode(of_a, i)));
      of_a = algebra::mode(of_a, *mode);
      a %= std::max<std::int64_t>(1, algebra::size(of_a));
    }
    wanted = step->words.starts_with("(B, B*)") ? a : of_a(a);
  }
  Budget budget{20'000};
  Leg(*step->stage).where(wanted, budget, [&](std::int64_t c) {
    found.push_back(c);
    return found.size() < most;
  });
  return found;
}

}  // namespace app
