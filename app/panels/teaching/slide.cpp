#include "app/panels/teaching/slide.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "algebra/language/vocabulary.hpp"
#include "app/actions/arrange.hpp"
#include "app/actions/predicting.hpp"
#include "app/panels/canvas/card.hpp"
#include "app/panels/launch/launch_panel.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/panels/teaching/teaching.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/rows.hpp"

namespace app {
namespace {

/// The part of a slide beside its text.
struct Body {
  std::function<float(ImVec2 room)> cell;  ///< the size of a cell in pixels in that room
  std::function<void(ImVec2 at, ImVec2 room)> draw;
  explicit operator bool() const { return draw != nullptr; }
};

/// A card with a grid as large as the room allows.
struct CardInRoom {
  CardLayout layout;
  float fit = 0;  ///< the size of a cell in pixels that shows the whole grid
};
CardInRoom card_in(const Stage& s, int entry, const Picture& picture, ImVec2 room, bool captioned) {
  auto& ui = s.ui;
  // Problems of the entry are in the text beside its card.
  auto card = lay_out_card(ui, picture, {.size = room, .warns = !captioned, .words = WordsStand::beneath});
  if (captioned && !has_slice_steps(picture.diagram))
    for (float* part : {&card.grid_y, &card.legend_y, &card.note_y, &card.height}) *part -= ui.px(card_heading_height - card_padding);
  // Without a heading, only a legend or a note needs more room than the grid.
  const bool bare = captioned && picture.legend.empty() && card.note_y + ui.px(3) > card.height;
  CardLayout bars{.width = bare ? 0 : card.width};
  make_room_to_teach(ui, s.workspace, s.view, entry, bars, room.x);
  const float beside = card.grid_x + ui.px(14), around = card.height - card.grid_height + bars.height;
  const auto columns = static_cast<float>(picture.diagram.columns.extent), rows = static_cast<float>(picture.diagram.rows.extent);
  const float fit = std::min((room.x - beside) / columns, (room.y - around) / rows);
  const float cell = fit >= 1 ? std::min(std::floor(fit), ui.px(150)) : fit;
  const auto resize = [&](float width, float height) {
    for (float* below : {&card.height, &card.legend_y, &card.note_y}) *below += height - card.grid_height;
    card.grid_width = width;
    card.grid_height = height;
  };
  if (cell >= ui.px(3)) {
    card.default_cell = cell;
    resize(cell * columns, cell * rows);
  } else {  // scrolled: the whole grid would have tiny cells
    resize(std::max(ui.px(24), std::min(room.x - beside, card.default_cell * columns)),
           std::max(ui.px(24), std::min(room.y - around, card.default_cell * rows)));
  }
  card.width = std::clamp(card.grid_width + beside, std::min(bars.width, room.x), room.x);
  make_room_to_teach(ui, s.workspace, s.view, entry, card, room.x);
  card.grid_x += std::max(0.0f, (card.width - card.grid_width - beside) / 2);
  card.words_x = card.grid_x;
  card.words_width = std::max(card.grid_width, card.width - card.grid_x - ui.px(card_padding));
  return {card, cell};
}

void draw_card_in(const Stage& s, int entry, const Picture& picture, ImVec2 at, ImVec2 room, bool captioned) {
  const auto card = card_in(s, entry, picture, room, captioned).layout;
  const ImVec2 place{at.x + std::max(0.0f, (room.x - card.width) / 2), at.y + std::max(0.0f, (room.y - card.height) / 2)};
  teaching(s.ui).captioned = captioned ? entry : -1;
  draw_card(s.ui, s.workspace, s.view, s.requests, {entry, 0}, picture, card, place);
  teaching(s.ui).captioned = -1;
}

/// Returns a body of several cards of one size, in a row or a column, whichever makes their cells larger.
Body cards(const Stage& s, std::vector<int> entries) {
  const auto n = static_cast<float>(entries.size());
  const auto part = [&s, n](ImVec2 room, bool upright) {
    const float gap = s.ui.px(10) * (n - 1);
    return upright ? ImVec2{room.x, (room.y - gap) / n} : ImVec2{(room.x - gap) / n, room.y};
  };
  const auto least = [&s, entries, part](ImVec2 room, bool upright) {
    float cell = 1e9f;
    for (const int e : entries) {
      const auto& picture = *s.workspace.picture(e);
      const auto size = part(room, upright);
      const float fit = card_in(s, e, picture, size, false).fit;
      // Smaller cells are better than a heading that is cut.
      cell = std::min(cell, heading_width(s.ui, picture, false) > size.x ? fit / 2 : fit);
    }
    return cell;
  };
  return {[least](ImVec2 room) { return std::max(least(room, false), least(room, true)); },
          [&s, entries, part, least](ImVec2 at, ImVec2 room) {
            const bool upright = least(room, true) > least(room, false);
            const auto size = part(room, upright);
            for (const int e : entries) {
              draw_card_in(s, e, *s.workspace.picture(e), at, size, false);
              (upright ? at.y : at.x) += (upright ? size.y : size.x) + s.ui.px(10);
            }
          }};
}

/// Returns a body of a grid without a card: a stage or an answer. Faded: the step begins with it.
Body plain_grid(const Stage& s, const render::Diagram& d, bool faded) {
  const auto cell_in = [&s, &d](ImVec2 room) {
    const auto rows = static_cast<float>(std::max<std::int64_t>(1, d.rows.extent)),
               columns = static_cast<float>(std::max<std::int64_t>(1, d.columns.extent));
    const float fit = std::min({(room.x - row_heading_width(s.ui, d) - s.ui.px(6)) / columns,
                                (room.y - column_heading_height(s.ui, d) - s.ui.px(10)) / rows, s.ui.px(150)});
    return fit >= s.ui.px(3) ? std::floor(fit) : s.ui.px(24);
  };
  return {cell_in, [&s, &d, faded, cell_in](ImVec2 at, ImVec2 room) {
            auto& ui = s.ui;
            const float left = row_heading_width(ui, d), top = column_heading_height(ui, d), cell = cell_in(room);
            const ImVec2 free{room.x - left, room.y - top - ui.px(8)};
            const ImVec2 size{std::min(free.x, cell * static_cast<float>(d.columns.extent)),
                              std::min(free.y, cell * static_cast<float>(d.rows.extent))};
            if (size.x < 1 || size.y < 1) return;
            const ImVec2 grid{std::round(at.x + left + (free.x - size.x) / 2), std::round(at.y + top + (free.y - size.y) / 2)};
            const DrawnGrid drawn{d, teaching(ui).step, cell, grid, size};
            draw_grid(ui, "step", drawn, {.label = &ui.fonts.label, .dim = faded ? 0.55f : 0.0f});
            draw_headings(ui, drawn);
          }};
}

/// Returns a body for an entry without a grid: its value in large letters.
Body value_alone(const Stage& s) {
  if (!s.result().evaluation || hides_values(s.workspace, s.view, s.stop.entry)) return {};
  const auto value = algebra::to_string(s.result().evaluation->value, marks_of(s.workspace));
  return {[](ImVec2) { return 0.0f; },
          [&s, value](ImVec2 at, ImVec2 room) {
            const auto& fonts = s.ui.fonts;
            const auto& face =
                fonts.label_most.font != nullptr && text_width(fonts.label_most, value) <= room.x ? fonts.label_most : fonts.mono_large;
            const float height = flow_source(nullptr, s.ui, face, {}, room.x, value), width = std::min(room.x, text_width(face, value));
            flow_source(s.list, s.ui, face, {at.x + (room.x - width) / 2, at.y + std::max(0.0f, (room.y - height) / 2.5f)}, room.x, value);
          }};
}

Body launch(const Stage& s) {
  return {[](ImVec2) { return 0.0f; },
          [&s](ImVec2 at, ImVec2 room) {
            auto& ui = s.ui;
            ImGui::PushID("gpu");
            const LaunchView v(ui, s.workspace, s.view, s.requests, *s.workspace.launch());
            const auto failure = ui.trace != nullptr ? ui.trace->failure() : algebra::Message{};
            if (hides_launch(s.workspace, s.view)) {
              flow_text(s.list, ui, at, room.x, ui.ink.hint, ui.ink.chip,
                        ui.tr("The values of the launch's tensor are hidden: predict first."));
            } else if (!failure.empty()) {
              flow_text(s.list, ui, at, room.x, ui.ink.error, ui.ink.error_back, (*ui.texts)(failure));
            } else {
              const float head = ui.px(30);
              transport(v, at, room.x);
              // If requests have bank conflicts, the banks get more room than the tensor.
              const float share = tab_of(s.view.playback, v.plan) == MemoryTab::banks ? 0.4f : 0.58f;
              const float width = trace_grid(v, {at.x, at.y + head}, {room.x * share, room.y - head});
              const float x = at.x + width + ui.px(20);
              if (at.x + room.x - x > ui.px(205)) memory_views(v, {x, at.y + head}, {at.x + room.x - x, room.y - head});
            }
            ImGui::PopID();
          }};
}

/// Returns the body in two thirds of the room, beside the entry's operands.
Body with_operands(const Stage& s, Body body) {
  auto operands = operands_with_cards(s.workspace, s.stop.entry);
  if (!body || operands.empty()) return body;
  const auto main = [&s](ImVec2 room) { return ImVec2{(room.x - s.ui.px(14)) * 2 / 3, room.y}; };
  return {[body, main](ImVec2 room) { return body.cell(main(room)); },
          [&s, body, main, beside = cards(s, std::move(operands))](ImVec2 at, ImVec2 room) {
            const auto left = main(room);
            body.draw(at, left);
            const float x = left.x + s.ui.px(14);
            beside.draw({at.x + x, at.y}, {room.x - x, room.y});
          }};
}

bool compares(const Stage& s) {
  const auto* function = s.result().evaluation ? algebra::function_of(s.result().evaluation->made_by) : nullptr;
  return function != nullptr && function->notation == algebra::Notation::equal && !operands_with_cards(s.workspace, s.stop.entry).empty();
}

Body body_of(const Stage& s) {
  if (s.stop.position >= 0) return launch(s);
  if (s.result().is_note) return {};
  const int exercise = asked_exercise(s.workspace, s.stop.entry);
  if (exercise >= 0 && shows_answer(s.workspace, s.stop, exercise)) {
    const auto& picture = answer_of(s, exercise).picture;
    return picture ? plain_grid(s, picture->diagram, false) : Body{};
  }
  if (exercise < 0 && s.stop.step >= 0) {
    const auto& stages = s.workspace.explained(s.stop.entry).stages;
    int drawn = s.stop.step;
    while (drawn >= 0 && !stages[static_cast<std::size_t>(drawn)]) --drawn;
    return drawn < 0 ? Body{} : plain_grid(s, *stages[static_cast<std::size_t>(drawn)], drawn < s.stop.step);
  }
  if (const auto* picture = s.workspace.picture(s.stop.entry); picture != nullptr)
    return {[&s, picture](ImVec2 room) { return card_in(s, s.stop.entry, *picture, room, true).fit; },
            [&s, picture](ImVec2 at, ImVec2 room) { draw_card_in(s, s.stop.entry, *picture, at, room, true); }};
  if (exercise >= 0) {
    auto asked = entries_asked_of(s.workspace, s.stop.entry, exercise);
    return asked.empty() ? Body{} : cards(s, std::move(asked));
  }
  return compares(s) ? cards(s, operands_with_cards(s.workspace, s.stop.entry)) : value_alone(s);
}

/// Draws the text in the largest letters in which it fits; text that never fits scrolls.
void draw_words(const Stage& s, ImVec2 at, ImVec2 room, bool only_words) {
  auto& fonts = s.ui.fonts;
  const auto usual = fonts;
  // Measured with all hints of an exercise, so that new hints do not change the size.
  auto whole = s;
  if (const int exercise = asked_exercise(s.workspace, s.stop.entry); exercise >= 0 && !shows_answer(s.workspace, s.stop, exercise))
    whole.stop.step = static_cast<int>(s.workspace.sheet().exercises[static_cast<std::size_t>(exercise)].hints.size()) - 1;
  fonts.ui_small = fonts.reading;
  fonts.mono = fonts.mono_small = fonts.mono_large;
  const auto large = say(whole, nullptr, {}, room.x);
  const bool fits = large.height <= room.y * 0.9f && !large.breaks;
  if (!fits) fonts = usual;
  const float needed = fits ? large.height : say(whole, nullptr, {}, room.x).height;
  if (only_words) at.y += std::max(0.0f, (room.y - needed) / 3);
  if (needed <= room.y + 1) {
    say(s, s.list, at, room.x);
  } else {
    ImGui::SetCursorScreenPos(at);
    compat::begin_child("words", room);
    const float width = room.x - ImGui::GetStyle().ScrollbarSize - s.ui.px(4);
    const float height = say(s, ImGui::GetWindowDrawList(), {at.x, at.y - ImGui::GetScrollY()}, width).height;
    ImGui::Dummy({1, height});
    ImGui::EndChild();
  }
  fonts = usual;
}

/// Draws all cards of the sheet over the whole slide, arranged as on the canvas.
void draw_canvas(const Stage& s, ImVec2 at, ImVec2 size) {
  auto& ui = s.ui;
  struct Card {
    int entry;
    float beside, around, heading, rows, columns;
    Extent extent(float cell) const { return {std::max(heading, beside + columns * cell), around + rows * cell}; }
  };
  std::vector<Card> cards;
  for (const int e : presented_entries(s.workspace)) {
    const auto* picture = s.workspace.picture(e);
    if (picture == nullptr || s.workspace.result(e).is_note) continue;
    const auto card = card_in(s, e, *picture, size, false).layout;
    cards.push_back({e, card.width - card.grid_width, card.height - card.grid_height,
                     std::min(heading_width(ui, *picture, false), size.x / 3), static_cast<float>(picture->diagram.rows.extent),
                     static_cast<float>(picture->diagram.columns.extent)});
  }
  std::vector<Placing> placings;
  const auto placed = arrange_slide(
      cards.size(), {size.x, size.y}, ui.px(10), ui.scale,
      [&](std::size_t i, float cell) { return cards[i].extent(std::min(cell, ui.px(150))); }, placings);
  const float by = std::min({1.0f, size.x / std::max(1.0f, placed.width), size.y / std::max(1.0f, placed.height)});
  at.x += (size.x - by * placed.width) / 2;
  at.y += (size.y - by * placed.height) / 2;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto extent = placings[i].size(placed.scales[i]);
    draw_card_in(s, cards[i].entry, *s.workspace.picture(cards[i].entry), {at.x + by * placed.spots[i].x, at.y + by * placed.spots[i].y},
                 {by * extent.width, by * extent.height}, false);
  }
}

}  // namespace

void draw_slide(const Stage& s, ImVec2 at, ImVec2 size) {
  if (s.view.presenting.canvas) return draw_canvas(s, at, size);
  auto body = body_of(s);
  if (s.view.presenting.operands && s.stop.position < 0 && !compares(s)) body = with_operands(s, std::move(body));
  if (!body) return draw_words(s, at, size, true);
  const auto place = slide_parts(
      size, s.ui.px(14), s.ui.px(150), [&](float width) { return say(s, nullptr, {}, width).height; },
      [&](Point room) { return body.cell(room); });
  draw_words(s, at, place.words, false);
  body.draw({at.x + place.body_at.x, at.y + place.body_at.y}, place.body);
}

}  // namespace app
