#include "app/actions/slides.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <cmath>

#include "algebra/language/lines.hpp"
#include "app/actions/predicting.hpp"
#include "app/document/facts.hpp"
#include "app/figures/figure_words.hpp"
#include "app/figures/figures.hpp"
#include "app/session/sheet_session.hpp"
#include "app/system/files.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "render/slides.hpp"

namespace app {
namespace {

using algebra::Message;

const std::string& text_of(const Workspace& workspace, int entry) {
  return workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
}
const Exercise& exercise_at(const Workspace& workspace, int n) { return workspace.sheet().exercises[static_cast<std::size_t>(n)]; }

class Said {
 public:
  Said(const Workspace& workspace, const ViewState& view, const Stop& stop) : workspace_(workspace), view_(view), stop_(stop) {}

  std::vector<SlideLine> all() {
    if (stop_.position >= 0) {
      const auto& l = workspace_.sheet().launch;
      add(SlideWords::source, fmt::format("{}({})", gpu::name_of(l.kernel), l.tensor.empty() ? l.partition : l.tensor));
      return std::move(lines_);
    }
    if (result().is_note) {
      add(SlideWords::text, notes_of(workspace_, stop_.entry));
      return std::move(lines_);
    }
    const int exercise = asked_exercise(workspace_, stop_.entry);
    const bool steps = exercise < 0 && stop_.step >= 0;
    if (view_.presenting.notes && !steps) add(SlideWords::faint, notes_of(workspace_, stop_.entry));
    if (exercise >= 0) say_exercise(exercise);
    else if (steps) say_step();
    else say_entry();
    return std::move(lines_);
  }

 private:
  const EntryResult& result() const { return workspace_.result(stop_.entry); }
  std::string tr(const Message& m) const { return view_.texts(m); }
  void add(SlideWords is, std::string text) {
    if (!text.empty()) lines_.push_back({is, std::move(text)});
  }

  /// Adds an entry's source, its value and its facts or problem.
  void say_entry() {
    add(SlideWords::source, text_of(workspace_, stop_.entry));
    if (result().problem) {
      const auto& problem = result().problem->problem;
      const bool any = !problem.suggestions.empty();
      auto said = tr(any ? algebra::message("{} {}", problem.message, Message("Nearest that work:")) : problem.message);
      for (std::size_t i = 0; i < problem.suggestions.size() && i < 6; ++i)
        said.append(i == 0 ? " " : view_.texts(", ")).append(problem.suggestions[i]);
      return add(SlideWords::wrong, said);
    }
    if (hides_values(workspace_, view_, stop_.entry)) return add(SlideWords::hint, view_.texts("hidden: predict first"));
    if (!result().evaluation) return;
    const auto& e = *result().evaluation;
    if (!e.made_by.operation.empty()) add(SlideWords::value, "= " + algebra::to_string(e.value, marks_of(workspace_)));
    add(SlideWords::faint, tr(Message::list(facts_of(result()))));
  }

  void say_exercise(int exercise) {
    const auto& asked = exercise_at(workspace_, exercise);
    const auto& state = workspace_.lessons().states[static_cast<std::size_t>(exercise)];
    const bool answered = shows_answer(workspace_, stop_, exercise), failed = state.kind == ExerciseState::Kind::wrong && !answered;
    add(failed ? SlideWords::not_yet : SlideWords::heading, view_.texts(failed ? "Exercise: not yet" : "Exercise"));
    add(SlideWords::text, asked.task);
    if (failed) {
      add(SlideWords::source, text_of(workspace_, stop_.entry));
      add(SlideWords::wrong, state.otherwise);
      add(SlideWords::wrong, tr(state.why));
    }
    for (int i = 0; i <= stop_.step && i < static_cast<int>(asked.hints.size()); ++i)
      add(SlideWords::hint, asked.hints[static_cast<std::size_t>(i)]);
    if (answered) add(SlideWords::source, fmt::format("{} = {}", asked.entry, asked.answer));
  }

  /// Adds a step's sentence, after those that lead to it: the step that it belongs to, or the earlier stops.
  void say_step() {
    const auto& steps = workspace_.explained(stop_.entry).steps;
    const auto at = static_cast<std::size_t>(stop_.step);
    add(SlideWords::value, text_of(workspace_, stop_.entry));
    std::vector<std::size_t> before;
    if (steps[at].level > 0) {
      for (std::size_t i = at; i-- > 0 && before.empty();)
        if (steps[i].level == 0) before.push_back(i);
    } else {
      const auto stops = steps_of(workspace_, view_, stop_.entry).stops;
      const auto here = std::lower_bound(stops.begin(), stops.end(), stop_.step);
      if (here != stops.begin()) before.push_back(static_cast<std::size_t>(*(here - 1)));
    }
    for (const auto i : before) add(SlideWords::before, tr(steps[i].words));
    add(SlideWords::text, tr(steps[at].words));
  }

  const Workspace& workspace_;
  const ViewState& view_;
  Stop stop_;
  std::vector<SlideLine> lines_;
};

/// Returns the figure beside a page's text, as on the window's slide.
std::optional<render::Figure> figure_of_slide(const Workspace& workspace, const ViewState& view, const Stop& stop) {
  const auto language = view.texts.language();
  const auto of = [&](std::vector<const render::Diagram*> diagrams) -> std::optional<render::Figure> {
    render::Figure figure;
    for (const auto* d : diagrams)
      if (d != nullptr) figure.panels.push_back({.diagram = *d, .caption = {}, .joint = {}});
    return figure.panels.empty() ? std::nullopt : std::optional(in_language(std::move(figure), language));
  };
  const auto cards_of = [&](const std::vector<int>& entries) -> std::optional<render::Figure> {
    render::Figure figure;
    for (const int e : entries) {
      const auto& picture = *workspace.picture(e);
      figure.panels.push_back({.diagram = picture.diagram, .caption = {}, .joint = {}, .title = picture.title});
    }
    return figure.panels.empty() ? std::nullopt : std::optional(in_language(std::move(figure), language));
  };
  if (stop.position >= 0) {
    const auto trace = figure_of(workspace.sheet(), workspace.evaluator(), {.kind = FigureKind::trace, .tile = {}, .language = language});
    return trace ? std::optional(*trace) : of({workspace.launch_diagram()});
  }
  if (workspace.result(stop.entry).is_note) return std::nullopt;
  const int exercise = asked_exercise(workspace, stop.entry);
  if (exercise >= 0 && shows_answer(workspace, stop, exercise)) {
    const auto answer = answer_of_exercise(workspace, stop.entry, exercise);
    return answer.picture ? of({&answer.picture->diagram}) : std::nullopt;
  }
  if (exercise < 0 && stop.step >= 0) {
    const auto& stages = workspace.explained(stop.entry).stages;
    int drawn = stop.step;
    while (drawn >= 0 && !stages[static_cast<std::size_t>(drawn)]) --drawn;
    return drawn < 0 ? std::nullopt : of({&*stages[static_cast<std::size_t>(drawn)]});
  }
  if (const auto* picture = workspace.picture(stop.entry); picture != nullptr && !hides_values(workspace, view, stop.entry))
    return cards_of({stop.entry});
  if (exercise >= 0) return cards_of(entries_asked_of(workspace, stop.entry, exercise));
  return cards_of(operands_with_cards(workspace, stop.entry));
}

render::SlideText set(const SlideLine& line) {
  using render::Font;
  using render::SlideInk;
  switch (line.is) {
    case SlideWords::source: return {line.text, Font::mono, 17, SlideInk::text};
    case SlideWords::value: return {line.text, Font::mono, 11, SlideInk::text};
    case SlideWords::heading: return {line.text, Font::sans_bold, 14, SlideInk::accent};
    case SlideWords::not_yet: return {line.text, Font::sans_bold, 14, SlideInk::warning};
    case SlideWords::faint:
    case SlideWords::before: return {line.text, Font::sans, 11, SlideInk::faint};
    case SlideWords::hint: return {line.text, Font::sans, 12, SlideInk::good};
    case SlideWords::wrong: return {line.text, Font::sans, 12, SlideInk::warning};
    case SlideWords::text: break;
  }
  return {line.text, Font::sans, 14, SlideInk::text};
}

}  // namespace

algebra::Marks marks_of(const Workspace& workspace) {
  return workspace.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
}

std::vector<SlideLine> words_of_slide(const Workspace& workspace, const ViewState& view, const Stop& stop) {
  return Said(workspace, view, stop).all();
}

bool shows_answer(const Workspace& workspace, const Stop& stop, int exercise) {
  const auto& asked = exercise_at(workspace, exercise);
  return !asked.answer.empty() && stop.step >= static_cast<int>(asked.hints.size());
}

ExerciseAnswer answer_of_exercise(const Workspace& workspace, int entry, int exercise) {
  const auto& asked = exercise_at(workspace, exercise);
  ExerciseAnswer answer{fmt::format("{} = {}", asked.entry, asked.answer), {}};
  auto sheet = workspace.sheet();
  sheet.entries[static_cast<std::size_t>(entry)].text = answer.text;
  answer.picture = picture_of(sheet, SheetSession(sheet).results(), entry);
  return answer;
}

std::vector<int> entries_asked_of(const Workspace& workspace, int entry, int exercise) {
  constexpr std::size_t most = 2;
  std::vector<int> entries;
  for (const auto& check : exercise_at(workspace, exercise).checks)
    for (const auto& expression : {check.what, check.is})
      for (const auto& token : algebra::tokens(expression)) {
        if (token.kind != algebra::Token::Kind::name || entries.size() == most) continue;
        const int named = workspace.evaluator().find(expression.substr(token.span.begin, token.span.end - token.span.begin));
        if (named >= 0 && named != entry && workspace.sheet().entries[static_cast<std::size_t>(named)].visible &&
            workspace.picture(named) != nullptr && std::ranges::find(entries, named) == entries.end())
          entries.push_back(named);
      }
  return entries;
}

std::vector<int> operands_with_cards(const Workspace& workspace, int entry) {
  constexpr std::size_t most = 6;
  std::vector<int> operands;
  if (const auto& e = workspace.result(entry).evaluation)
    for (const auto& name : e->made_by.names)
      if (const int from = name.empty() ? -1 : workspace.evaluator().find(name);
          from >= 0 && from != entry && workspace.picture(from) != nullptr && operands.size() < most &&
          std::ranges::find(operands, from) == operands.end())
        operands.push_back(from);
  return operands;
}

tl::expected<std::size_t, Message> write_slides(const Workspace& workspace, const ViewState& view, render::ThemeName theme,
                                                const std::string& path) {
  const auto presented = presented_entries(workspace);
  std::vector<render::Slide> slides;
  for (auto stop = first_stop(workspace, view); stop && stop->entry >= 0; stop = next_stop(workspace, view, *stop)) {
    render::Slide slide{.words = {}, .figure = figure_of_slide(workspace, view, *stop), .foot = {}};
    for (const auto& line : words_of_slide(workspace, view, *stop)) slide.words.push_back(set(line));
    const auto place = std::ranges::upper_bound(presented, stop->entry) - presented.begin();
    slide.foot = fmt::format("{} / {}", stop->position >= 0 ? presented.size() + 1 : static_cast<std::size_t>(place),
                             presented.size() + (workspace.launch() ? 1 : 0));
    slides.push_back(std::move(slide));
    if (stop->position >= 0) break;  // the launch's requests get no pages
  }
  if (slides.empty()) return tl::unexpected(Message("The sheet is empty: there is nothing to present."));
  const auto& lesson = workspace.sheet().lesson;
  const auto pdf = render::slides_pdf(slides, lesson.title.empty() ? workspace.title(view.texts) : lesson.title, theme);
  if (!pdf) return tl::unexpected(pdf.error());
  if (const auto file = write_file(path, *pdf); !file) return tl::unexpected(file.error());
  return slides.size();
}

void export_slides_asked(const Workspace& workspace, ViewState& view, HostRequests& host, const std::string& path) {
  const auto written = write_slides(workspace, view, render::ThemeName::print, path);
  host.tell(written ? algebra::message("exported {}", path) : written.error(), !written);
  if (written) view.dialog = Dialog::none;
}

SlideParts slide_parts(Point size, float gap, float least, const std::function<float(float width)>& height,
                       const std::function<float(Point room)>& cell_in) {
  const float above = std::min(height(size.x), size.y * 0.45f);
  const Point below{size.x, size.y - above - gap};
  SlideParts best{{size.x, above}, {0, above + gap}, below};
  float cell = cell_in(below) * 1.05f;  // words above the body are the default
  if (cell <= 0) return best;
  bool found = false;
  for (const float share : {0.26f, 0.34f, 0.42f, 0.5f}) {
    const float width = std::floor(size.x * share);
    if (width < least || height(width) > size.y) continue;
    const Point beside{size.x - width - gap, size.y};
    const float wanted = cell_in(beside);
    if (found ? wanted < cell : wanted <= cell) continue;  // as wide as possible without smaller cells
    found = true;
    cell = wanted;
    best = {{width, size.y}, {width + gap, 0}, beside};
  }
  return best;
}

Arrangement arrange_slide(std::size_t cards, Extent room, float gap, float point,
                          const std::function<Extent(std::size_t card, float cell)>& extent, std::vector<Placing>& placings) {
  Arrangement placed;
  for (const float usual : {48.0f, 24.0f, 12.0f, 6.0f, 3.0f}) {
    placings.clear();
    for (std::size_t i = 0; i < cards; ++i)
      placings.push_back({[extent, i, cell = usual * point](float scale) { return extent(i, cell * scale); }, {}});
    placed = arrange(placings, room, gap, Pages::one);
    if (placed.width <= room.width + 1 && placed.height <= room.height + 1) break;
  }
  return placed;
}

}  // namespace app
