#include "app/panels/teaching/presentation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "algebra/summary.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/presenting.hpp"
#include "app/actions/step_focus.hpp"
#include "app/commands/commands.hpp"
#include "app/document/names.hpp"
#include "app/panels/canvas/grid_view.hpp"
#include "app/panels/launch/launch_panel.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/panels/launch/trace_grid.hpp"
#include "app/panels/launch/transport.hpp"
#include "app/panels/teaching/teaching.hpp"

namespace app {
namespace {

/// While it lives, panels draw in the presentation's sizes and with its own zoom of each card.
class OnStage {
 public:
  explicit OnStage(Ui& ui) : ui_(ui), fonts_(ui.fonts), scale_(ui.scale) {
    std::swap(ui.cards, teaching(ui).cards);
    std::swap(ui.trace_card, teaching(ui).trace);
    if (ui.stage_scale <= 0) return;  // its fonts are loaded with the next frame
    ui.fonts = ui.stage_fonts;
    ui.scale = ui.stage_scale;
  }
  ~OnStage() {
    ui_.fonts = fonts_;
    ui_.scale = scale_;
    std::swap(ui_.cards, teaching(ui_).cards);
    std::swap(ui_.trace_card, teaching(ui_).trace);
  }
  OnStage(const OnStage&) = delete;
  OnStage& operator=(const OnStage&) = delete;

 private:
  Ui& ui_;
  Fonts fonts_;
  float scale_;
};

struct Stage {
  Ui& ui;
  const Workspace& workspace;
  const ViewState& view;
  Requests& requests;
  Stop stop;
  ImDrawList* list;

  const EntryResult& result() const { return workspace.result(stop.entry); }
};

/// Keys that need no modifier: those of a presenter's remote, and letters.
void take_keys(const ViewState& view, Requests& requests) {
  const auto& io = ImGui::GetIO();
  if (view.dialog != Dialog::none || io.WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
    return;
  if (!io.KeyCtrl && !io.KeyAlt) {
    struct Key {
      int key;
      const char* command;
    };
    for (const auto& [key, command] : {Key{ImGuiKey_RightArrow, "present.next"},
                                       {ImGuiKey_PageDown, "present.next"},
                                       {ImGuiKey_Enter, "present.next"},
                                       {ImGuiKey_LeftArrow, "present.previous"},
                                       {ImGuiKey_PageUp, "present.previous"},
                                       {ImGuiKey_Backspace, "present.previous"},
                                       {ImGuiKey_DownArrow, "present.next_entry"},
                                       {ImGuiKey_UpArrow, "present.previous_entry"},
                                       {ImGuiKey_Home, "present.first"},
                                       {ImGuiKey_End, "present.last"},
                                       {ImGuiKey_Escape, "view.present"}})
      if (compat::key_pressed(key)) requests.command(command);
  }
  for (const ImWchar c : io.InputQueueCharacters) switch (c) {
      case ' ': requests.command("present.next"); break;
      case 's':
      case 'S': requests.command("present.spotlight"); break;
      case 'l':
      case 'L': requests.command("present.laser"); break;
      case 'c':
      case 'C': requests.command("present.laser_colour"); break;
      case 'o':
      case 'O': requests.command("present.operands"); break;
      case 'n':
      case 'N': requests.command("present.notes"); break;
      case 'b':
      case 'B':
      case '.': requests.command("present.black"); break;
      case 'h':
      case 'H': requests.command("teach.predict"); break;
      case 'r':
      case 'R': requests.command("teach.reveal"); break;
      case 'w':
      case 'W': requests.command("teach.iterate"); break;
      case 'f':
      case 'F': requests.command("view.fullscreen"); break;
      case ']': requests.command("present.forward"); break;
      case '[': requests.command("present.back"); break;
      case '+':
      case '=': requests.command("view.larger"); break;
      case '-': requests.command("view.smaller"); break;
      default: break;
    }
}

/// Source text in as many lines as it needs, broken after commas and blanks. Returns the height; draws only with a list.
float flow_source(ImDrawList* list, const Ui& ui, const Face& face, ImVec2 at, float width, std::string_view text) {
  float y = 0;
  while (!text.empty()) {
    std::size_t n = text.size();
    while (n > 1 && text_width(face, text.substr(0, n)) > width) {
      const auto cut = text.find_last_of(", ", n - 2);
      n = cut == std::string_view::npos ? n - 1 : cut + 1;
    }
    if (list != nullptr) draw_source(list, ui, face, {at.x, at.y + y}, text.substr(0, n));
    text.remove_prefix(n);
    y += face.size;
  }
  return y;
}

/// The words of the notes, as high as they may be; what does not fit scrolls.
float speakers_line(const Stage& s, ImVec2 at, float width, float room) {
  auto& ui = s.ui;
  const auto text = s.view.presenting.notes && !s.result().is_note ? notes_of(s.workspace, s.stop.entry) : std::string{};
  if (text.empty()) return 0;
  const float needed = flow_text(nullptr, ui, {}, width, 0, 0, text), height = std::min(needed, room);
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("notes", {width, height});
  flow_text(ImGui::GetWindowDrawList(), ui, {at.x, at.y - ImGui::GetScrollY()}, width, ui.ink.faint, ui.ink.chip, text);
  ImGui::Dummy({1, needed});
  ImGui::EndChild();
  return height + ui.px(8);
}

std::string value_text(const Stage& s) {
  if (!s.result().evaluation) return {};
  const auto& e = *s.result().evaluation;
  const auto marks = s.workspace.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
  return e.made_by.operation.empty() ? std::string{} : "= " + algebra::to_string(e.value, marks);
}

/// The entry's source, its value and what is said of it.
float caption(const Stage& s, ImVec2 at, float width) {
  auto& ui = s.ui;
  const auto& text = s.workspace.sheet().entries[static_cast<std::size_t>(s.stop.entry)].text;
  const auto& face = text_width(ui.fonts.mono_large, text) <= width ? ui.fonts.mono_large : ui.fonts.mono;
  float y = at.y;
  y += flow_source(s.list, ui, face, {at.x, y}, width, text) + ui.px(2);
  if (s.result().problem) {
    const auto& problem = s.result().problem->problem;
    auto said = ui.texts->message(problem.message);
    for (std::size_t i = 0; i < problem.suggestions.size() && i < 6; ++i)
      said += (i == 0 ? std::string(" ") + ui.tr("Nearest that work:") + " " : ", ") + problem.suggestions[i];
    return y + flow_text(s.list, ui, {at.x, y}, width, ui.ink.error, ui.ink.error_back, said) + ui.px(4) - at.y;
  }
  if (hides_values(s.workspace, s.view, s.stop.entry)) {
    draw_text(s.list, ui.fonts.ui, {at.x, y}, ui.ink.hint, fitted(ui.fonts.ui, ui.tr("hidden: predict first"), width));
    return y + ui.fonts.ui.size + ui.px(4) - at.y;
  }
  const auto value = value_text(s),
             said = s.result().evaluation ? ui.texts->message(algebra::summary_line(*s.result().evaluation)) : std::string{};
  const float gap = ui.px(16);
  if (!value.empty()) {
    const bool beside = text_width(ui.fonts.mono, value) + gap + text_width(ui.fonts.ui, said) <= width;
    if (text_width(ui.fonts.mono, value) <= width) draw_text(s.list, ui.fonts.mono, {at.x, y}, ui.ink.text, value);
    else y += flow_source(s.list, ui, ui.fonts.mono, {at.x, y}, width, value) - ui.fonts.mono.size;
    if (beside)
      draw_text(s.list, ui.fonts.ui, {at.x + text_width(ui.fonts.mono, value) + gap, y + (ui.fonts.mono.size - ui.fonts.ui.size) / 2},
                ui.ink.faint, said);
    y += ui.fonts.mono.size;
    if (beside || said.empty()) return y + ui.px(4) - at.y;
  }
  if (!said.empty()) {
    draw_text(s.list, ui.fonts.ui, {at.x, y}, ui.ink.faint, fitted(ui.fonts.ui, said, width));
    y += ui.fonts.ui.size;
  }
  return y + ui.px(4) - at.y;
}

/// A card with its grid as large as the room allows, in the middle of it.
void large_card(const Stage& s, int entry, const Picture& picture, ImVec2 at, ImVec2 room, float largest_cell) {
  auto& ui = s.ui;
  auto card = lay_out_card(ui, picture, room.x, room.y);
  CardLayout bars{.width = card.width};
  make_room_to_teach(ui, s.workspace, s.view, entry, bars, room.x);
  const float beside = card.grid_x + ui.px(14), above = card.height - card.grid_height + bars.height;
  const float grow =
      std::min({(room.x - beside) / card.grid_width, (room.y - above) / card.grid_height, ui.px(largest_cell) / card.default_cell});
  const bool whole = card.grid_width + 1 >= card.default_cell * static_cast<float>(picture.diagram.columns.extent) &&
                     card.grid_height + 1 >= card.default_cell * static_cast<float>(picture.diagram.rows.extent);
  if (whole && grow > 0) {
    const float cell = std::max(1.0f, std::floor(card.default_cell * grow)), by = cell / card.default_cell;
    card.default_cell = cell;
    for (float* below : {&card.height, &card.legend_y, &card.note_y}) *below += card.grid_height * (by - 1);
    card.grid_width *= by;
    card.grid_height *= by;
    card.width = std::clamp(card.grid_width + beside, std::min(bars.width, room.x), room.x);
  }
  make_room_to_teach(ui, s.workspace, s.view, entry, card, room.x);
  card.grid_x += std::max(0.0f, (card.width - card.grid_width - beside) / 2);
  const ImVec2 place{at.x + std::max(0.0f, (room.x - card.width) / 2), at.y + std::max(0.0f, (room.y - card.height) / 2)};
  teaching(ui).captioned = s.stop.entry;
  draw_card(ui, s.workspace, s.view, s.requests, {entry, 0}, picture, card, place);
  teaching(ui).captioned = -1;
}

/// Pixels a cell of a stage's grid, so that it is as large as the room allows.
float stage_cell(const Ui& ui, const render::Diagram& d, ImVec2 room) {
  const auto rows = static_cast<float>(std::max<std::int64_t>(1, d.rows.extent)),
             columns = static_cast<float>(std::max<std::int64_t>(1, d.columns.extent));
  const float fit = std::min({room.x / columns, room.y / rows, ui.px(72)});
  return fit >= ui.px(4) ? std::floor(fit) : ui.px(24);
}

/// A step: the stage that it comes to, or faded the one that it starts from; beneath it the words, after those before.
void step_of(const Stage& s, ImVec2 at, ImVec2 room) {
  auto& ui = s.ui;
  const auto& explained = s.workspace.explained(s.stop.entry);
  int drawn = s.stop.step;
  while (drawn >= 0 && !explained.stages[static_cast<std::size_t>(drawn)]) --drawn;
  const auto words = [&](int i) { return step_words(*ui.texts, explained.steps[static_cast<std::size_t>(i)]); };
  const auto height = [&](int i) { return flow_text(nullptr, ui, {}, room.x, 0, 0, words(i)) + ui.px(6); };
  int first = s.stop.step;
  float text = height(first);
  while (first > 0 && first > s.stop.step - 3 && text + height(first - 1) < room.y * 0.4f) text += height(--first);
  float y = at.y + ui.px(6);
  if (drawn >= 0) {
    const auto& d = *explained.stages[static_cast<std::size_t>(drawn)];
    const float left = row_heading_width(ui, d), top = column_heading_height(ui, d);
    const ImVec2 free{room.x - left, room.y - text - top - ui.px(24)};
    const float cell = stage_cell(ui, d, free);
    const ImVec2 size{std::min(free.x, cell * static_cast<float>(d.columns.extent)),
                      std::min(free.y, cell * static_cast<float>(d.rows.extent))};
    if (size.x >= 1 && size.y >= 1) {
      const ImVec2 grid{std::round(at.x + left + (free.x - size.x) / 2), std::round(y + top + (free.y - size.y) / 3)};
      auto& card_view = teaching(ui).step;
      draw_grid(ui, "step", d, card_view, cell, grid, size,
                {.label = &ui.fonts.label, .dim = drawn < s.stop.step ? 0.55f : 0.0f, .trace = {}, .text = {}});
      draw_headings(ui, d, card_view, cell, grid, size);
      y = grid.y + size.y + ui.px(14);
    }
  } else {
    y += std::max(0.0f, (room.y - text) / 3);
  }
  for (int i = first; i <= s.stop.step; ++i)
    y += flow_text(s.list, ui, {at.x, y}, room.x, i == s.stop.step ? ui.ink.text : ui.ink.fainter,
                   i == s.stop.step ? ui.ink.chip : ui.ink.page, words(i)) +
         ui.px(6);
}

/// What an entry without a grid is: its value, large.
void value_alone(const Stage& s, ImVec2 at, ImVec2 room) {
  auto& ui = s.ui;
  if (!s.result().evaluation) return;
  const auto marks = s.workspace.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
  const auto value = algebra::to_string(s.result().evaluation->value, marks);
  const float height = flow_source(nullptr, ui, ui.fonts.mono_large, {}, room.x, value);
  const float width = std::min(room.x, text_width(ui.fonts.mono_large, value));
  flow_source(s.list, ui, ui.fonts.mono_large, {at.x + (room.x - width) / 2, at.y + std::max(0.0f, (room.y - height) / 2.5f)}, room.x,
              value);
}

/// The entry's operands that have cards, one above the other.
void operands_of(const Stage& s, ImVec2 at, ImVec2 room) {
  std::vector<int> operands;
  if (const auto& e = s.result().evaluation)
    for (const auto& name : e->made_by.names)
      if (const int from = name.empty() ? -1 : s.workspace.evaluator().find(name);
          from >= 0 && from != s.stop.entry && s.workspace.picture(from) != nullptr &&
          std::find(operands.begin(), operands.end(), from) == operands.end())
        operands.push_back(from);
  auto& ui = s.ui;
  if (operands.empty()) {
    flow_text(s.list, ui, {at.x, at.y + ui.px(6)}, room.x, ui.ink.faint, ui.ink.chip, ui.tr("No operand of this entry has a card."));
    return;
  }
  const float gap = ui.px(10), each = (room.y - gap * static_cast<float>(operands.size() - 1)) / static_cast<float>(operands.size());
  for (std::size_t i = 0; i < operands.size() && i < 6; ++i)
    large_card(s, operands[i], *s.workspace.picture(operands[i]), {at.x, at.y + static_cast<float>(i) * (each + gap)}, {room.x, each}, 44);
}

void launch_of(const Stage& s, ImVec2 at, ImVec2 room) {
  auto& ui = s.ui;
  ImGui::PushID("gpu");
  ui.launch_tables.update(s.workspace.launch_version(), *s.workspace.launch(), s.workspace.sheet().launch);
  const LaunchView v(ui, s.workspace, s.view, s.requests, *s.workspace.launch());
  const auto failure = ui.trace != nullptr ? ui.trace->failure() : std::string{};
  if (!failure.empty()) {
    flow_text(s.list, ui, at, room.x, ui.ink.error, ui.ink.error_back, failure);
  } else {
    const float head = ui.px(30);
    transport(v, at, room.x);
    const float width = trace_grid(v, {at.x, at.y + head}, {room.x * 0.58f, room.y - head});
    const float x = at.x + width + ui.px(20);
    if (at.x + room.x - x > ui.px(120)) memory_views(v, {x, at.y + head}, {at.x + room.x - x, room.y - head});
  }
  ImGui::PopID();
}

void foot(const Stage& s, ImVec2 at, float width) {
  auto& ui = s.ui;
  const auto& face = ui.fonts.mono_tiny;
  auto& t = teaching(ui);
  if (std::exchange(t.presented_at, s.workspace.changes()) != s.workspace.changes()) t.presented = presented_entries(s.workspace);
  const auto& all = t.presented;
  const auto total = static_cast<float>(std::max<std::size_t>(1, all.size() + (s.workspace.launch() ? 1 : 0)));
  // How far the presentation is: entries by their number, steps and requests in between.
  float done = static_cast<float>(std::upper_bound(all.begin(), all.end(), s.stop.entry) - all.begin());
  float part = s.stop.step >= 0 ? static_cast<float>(s.stop.step + 1) / static_cast<float>(step_count(s.workspace, s.stop.entry) + 1) : 0;
  if (s.stop.position >= 0) {
    done = total;
    part = static_cast<float>(static_cast<double>(s.stop.position) /
                              static_cast<double>(std::max<std::int64_t>(1, s.workspace.launch()->requests()))) -
           1;
    part = std::min(0.0f, part);
  }
  const float right = at.x + width, line = at.y + ui.px(2);
  s.list->AddRectFilled({at.x, line}, {right, line + ui.px(2)}, ui.ink.line, ui.px(1));
  s.list->AddRectFilled({at.x, line}, {at.x + width * std::clamp((done + part) / total, 0.0f, 1.0f), line + ui.px(2)}, ui.ink.accent,
                        ui.px(1));
  const float y = at.y + ui.px(7);
  const auto progress = progress_of(s.workspace, s.view, s.stop, all);
  draw_text(s.list, face, {at.x, y}, ui.ink.faint, progress);
  const auto& words = ui.fonts.mono_tiny;
  const auto keys = ui.tr("← → stop · ↑ ↓ entry · S spotlight · L laser · H hide · W walk · Esc leave");
  if (text_width(words, keys) + text_width(face, progress) + ui.px(24) < width)
    draw_text_right(s.list, words, {right, y}, ui.ink.fainter, keys);
}

void stop_of(const Stage& s, ImVec2 at, ImVec2 size) {
  auto& ui = s.ui;
  const float margin = ui.px(20), foot_height = ui.px(24), width = size.x - 2 * margin;
  float y = at.y + ui.px(12);
  const float bottom = at.y + size.y - foot_height;
  foot(s, {at.x + margin, bottom}, width);
  if (s.result().is_note && s.stop.position < 0) {
    const auto text = notes_of(s.workspace, s.stop.entry);
    ui.fonts.ui_small = ui.fonts.ui_bold;
    ui.fonts.mono_small = ui.fonts.mono_bold;
    const float height = flow_text(nullptr, ui, {}, width, 0, 0, text);
    flow_text(s.list, ui, {at.x + margin, y + std::max(0.0f, (bottom - y - height) / 3)}, width, ui.ink.text, ui.ink.chip, text);
    return;
  }
  if (s.stop.position >= 0) {
    const auto& l = s.workspace.sheet().launch;
    const auto title = fmt::format("{}({})", name_of(l.kernel), l.tensor.empty() ? l.partition : l.tensor);
    draw_source(s.list, ui, ui.fonts.mono_large, {at.x + margin, y}, fitted(ui.fonts.mono_large, title, width));
    y += ui.fonts.mono_large.size + ui.px(8);
    return launch_of(s, {at.x + margin, y}, {width, bottom - y - ui.px(8)});
  }
  y += speakers_line(s, {at.x + margin, y}, width, size.y * 0.2f);
  y += caption(s, {at.x + margin, y}, width);
  const bool split = s.view.presenting.operands;
  const float gap = ui.px(14), main = split ? (width - gap) * 2 / 3 : width;
  const ImVec2 body{at.x + margin, y + ui.px(2)}, room{main, bottom - y - ui.px(8)};
  if (room.y < ui.px(30)) return;
  const auto* picture = s.workspace.picture(s.stop.entry);
  if (s.stop.step >= 0) step_of(s, body, room);
  else if (picture != nullptr) large_card(s, s.stop.entry, *picture, body, room, 96);
  else value_alone(s, body, room);
  if (split) operands_of(s, {body.x + main + gap, body.y}, {width - main - gap, room.y});
}

}  // namespace

void presentation(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  ui.active_entry = -1;
  auto* list = ImGui::GetWindowDrawList();
  take_keys(view, requests);
  requests.add<hover_element>(Element{});
  auto& io = ImGui::GetIO();
  if (view.presenting.spotlight && io.MouseWheel != 0 && !io.KeyCtrl) {
    requests.add<scale_spotlight>(io.MouseWheel);
    io.MouseWheel = 0;  // the grid beneath stays as it is
  }
  ui.fill(list, at, {at.x + size.x, at.y + size.y}, view.presenting.black ? IM_COL32_BLACK : ui.ink.page);
  if (view.presenting.black) return;
  const OnStage stage(ui);
  const auto stop = current_stop(workspace, view);
  if (stop.entry < 0) {
    draw_text_centred(list, ui.fonts.ui, {at.x + size.x / 2, at.y + size.y / 2}, ui.ink.faint,
                      ui.tr("The sheet is empty: there is nothing to present."));
    return;
  }
  stop_of({ui, workspace, view, requests, stop, list}, at, size);
}

}  // namespace app
