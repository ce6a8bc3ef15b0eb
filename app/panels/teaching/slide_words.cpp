#include "app/panels/teaching/slide.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/predicting.hpp"
#include "app/actions/step_focus.hpp"
#include "app/document/facts.hpp"
#include "app/ui/rows.hpp"
#include "gpu/launch/launch_fields.hpp"

namespace app {

algebra::Marks marks_of(const Stage& s) {
  return s.workspace.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
}

const AnswerOnSlide& answer_of(const Stage& s, int exercise) {
  auto& kept = teaching(s.ui).answer;
  if (kept && kept->of == s.workspace.changes() && kept->exercise == exercise) return *kept;
  const auto& asked = s.workspace.sheet().exercises[static_cast<std::size_t>(exercise)];
  AnswerOnSlide answer{s.workspace.changes(), exercise, fmt::format("{} = {}", asked.entry, asked.answer), {}};
  auto sheet = s.workspace.sheet();
  sheet.entries[static_cast<std::size_t>(s.stop.entry)].text = answer.text;
  SheetEvaluator evaluator;
  answer.picture = picture_of(sheet, evaluator.update(sheet), s.stop.entry);
  kept = std::make_shared<const AnswerOnSlide>(std::move(answer));
  return *kept;
}

bool reveals(const Stage& s, int exercise) {
  const auto& asked = s.workspace.sheet().exercises[static_cast<std::size_t>(exercise)];
  return !asked.answer.empty() && s.stop.step >= static_cast<int>(asked.hints.size());
}

namespace {

/// Of words between blanks and characters beyond ASCII, which lines break at.
std::string_view longest_word(std::string_view text) {
  std::string_view longest;
  while (!text.empty()) {
    const auto n = static_cast<std::size_t>(
        std::find_if(text.begin(), text.end(), [](char c) { return c <= ' ' || static_cast<unsigned char>(c) >= 0x80; }) - text.begin());
    if (n > longest.size()) longest = text.substr(0, n);
    text.remove_prefix(std::min(text.size(), n + 1));
  }
  return longest;
}

struct Words {
  Rows rows;
  bool breaks = false;  ///< a line of source, or a word, does not fit into a line

  void flow(std::string_view text, ImU32 ink, ImU32 code_back) {
    breaks = breaks || text_width(rows.ui.fonts.mono_small, longest_word(text)) > rows.width;
    if (!text.empty()) rows.words(text, ink, 5, code_back);
  }
  /// As large as it fits in one line.
  void source(std::string_view text, bool large) {
    const auto& fonts = rows.ui.fonts;
    const auto& face = large && text_width(fonts.mono_large, text) <= rows.width ? fonts.mono_large : fonts.mono;
    breaks = breaks || text_width(face, text) > rows.width;
    rows.y += flow_source(rows.list, rows.ui, face, {rows.x, rows.y}, rows.width, text) + rows.ui.px(3);
  }
};

const std::string& text_of(const Stage& s) { return s.workspace.sheet().entries[static_cast<std::size_t>(s.stop.entry)].text; }

/// An entry's source, its value and what is said of it.
void say_entry(const Stage& s, Words& words) {
  auto& ui = s.ui;
  words.source(text_of(s), true);
  if (s.result().problem) {
    const auto& problem = s.result().problem->problem;
    const bool any = !problem.suggestions.empty();
    auto said = (*ui.texts)(any ? algebra::message("{} {}", problem.message, algebra::Message("Nearest that work:")) : problem.message);
    for (std::size_t i = 0; i < problem.suggestions.size() && i < 6; ++i)
      said.append(i == 0 ? " " : ui.tr(", ")).append(problem.suggestions[i]);
    return words.flow(said, ui.ink.error, ui.ink.error_back);
  }
  if (hides_values(s.workspace, s.view, s.stop.entry)) return words.flow(ui.tr("hidden: predict first"), ui.ink.hint, ui.ink.chip);
  if (!s.result().evaluation) return;
  const auto& e = *s.result().evaluation;
  if (!e.made_by.operation.empty()) words.source("= " + algebra::to_string(e.value, marks_of(s)), false);
  words.flow((*ui.texts)(algebra::Message::list(facts_of(s.result()))), ui.ink.faint, ui.ink.chip);
}

void say_exercise(const Stage& s, int exercise, Words& words) {
  auto& ui = s.ui;
  const auto& asked = s.workspace.sheet().exercises[static_cast<std::size_t>(exercise)];
  const auto& state = s.workspace.lessons.states[static_cast<std::size_t>(exercise)];
  const bool wrong = state.kind == ExerciseState::Kind::wrong;
  const bool failed = wrong && !reveals(s, exercise);
  words.rows.line(ui.fonts.ui_bold, ui.tr(failed ? "Exercise: not yet" : "Exercise"), failed ? ui.ink.error : ui.ink.link, 4);
  words.flow(asked.task, ui.ink.text, ui.ink.chip);
  if (failed) {
    words.source(text_of(s), true);
    words.flow(state.otherwise, ui.ink.error, ui.ink.error_back);
    words.flow((*ui.texts)(state.why), ui.ink.error, ui.ink.error_back);
  }
  for (int i = 0; i <= s.stop.step && i < static_cast<int>(asked.hints.size()); ++i)
    words.flow(asked.hints[static_cast<std::size_t>(i)], ui.ink.hint, ui.ink.chip);
  if (reveals(s, exercise)) words.source(answer_of(s, exercise).text, true);
}

/// A step's sentence, after those that lead to it: the step that it belongs to, or the stops before.
void say_step(const Stage& s, Words& words) {
  auto& ui = s.ui;
  const auto& steps = s.workspace.explained(s.stop.entry).steps;
  const auto at = static_cast<std::size_t>(s.stop.step);
  words.source(text_of(s), false);
  std::vector<std::size_t> before;
  if (steps[at].level > 0) {
    for (std::size_t i = at; i-- > 0 && before.empty();)
      if (steps[i].level == 0) before.push_back(i);
  } else {
    const auto stops = steps_of(s.workspace, s.view, s.stop.entry).stops;
    const auto here = std::lower_bound(stops.begin(), stops.end(), s.stop.step);
    if (here != stops.begin()) before.push_back(static_cast<std::size_t>(*(here - 1)));
  }
  for (const auto i : before) words.flow((*ui.texts)(steps[i].words), ui.ink.fainter, ui.ink.page);
  words.flow((*ui.texts)(steps[at].words), ui.ink.text, ui.ink.chip);
}

}  // namespace

Said say(const Stage& s, ImDrawList* list, ImVec2 at, float width) {
  auto& ui = s.ui;
  Words words{{ui, list, at, width}};
  if (s.stop.position >= 0) {
    const auto& l = s.workspace.sheet().launch;
    words.source(fmt::format("{}({})", gpu::name_of(l.kernel), l.tensor.empty() ? l.partition : l.tensor), true);
  } else if (s.result().is_note) {
    words.flow(notes_of(s.workspace, s.stop.entry), ui.ink.text, ui.ink.chip);
  } else {
    const int exercise = asked_exercise(s.workspace, s.stop.entry);
    const bool steps = exercise < 0 && s.stop.step >= 0;
    if (s.view.presenting.notes && !steps) words.flow(notes_of(s.workspace, s.stop.entry), ui.ink.faint, ui.ink.chip);
    if (exercise >= 0) say_exercise(s, exercise, words);
    else if (steps) say_step(s, words);
    else say_entry(s, words);
  }
  return {words.rows.y - at.y, words.breaks};
}

}  // namespace app
