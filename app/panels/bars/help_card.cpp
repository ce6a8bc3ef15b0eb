#include "app/panels/bars/help_card.hpp"

#include <algorithm>
#include <cfloat>

#include <fmt/format.h>

#include "app/actions/lessons.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/help_topics.hpp"
#include "app/panels/places.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/widgets.hpp"

namespace app {

namespace {

/// What was asked for in this frame: the card of what the keyboard is at, else of what is under the pointer, or all keys where
/// nothing is.
void answer(Ui& ui, const ViewState& view, Requests& requests) {
  if (!view.help_here) return;
  const auto& help = ui.help;
  auto& card = card_of_help(ui);
  const bool shown = !card.shown.empty(), typed = !help.typed.empty();
  requests.add<help_shown>(help.topic.empty() && !typed && !shown);
  // Again F1 closes it.
  card.shown = shown || view.dialog != Dialog::none ? std::string{} : typed ? help.typed : help.topic;
  card.shown_of = typed ? help.typed_of : help.of;
}

/// What the card must not cover: of a function in a list, its whole row.
Rect to_leave_free(const Ui& ui, const HelpTopic& topic) {
  auto of = card_of_help(ui).shown_of;
  if (topic.function == nullptr) return of;
  for (const auto& panel : {places_of(ui).sheet, places_of(ui).operations})
    if (of.from.x >= panel.from.x && of.from.x < panel.to.x && of.from.y >= panel.from.y && of.from.y < panel.to.y)
      of.to.x = std::max(of.to.x, panel.to.x);
  return of;
}

/// Beside the part: right of it, left of it, or over its top where it fills the window.
ImVec2 place(const Ui& ui, const Rect& of, ImVec2 size) {
  const auto room = ImGui::GetMainViewport()->Size;
  const float gap = ui.px(8);
  float x = of.to.x + gap, y = of.from.y + gap;
  if (x + size.x > room.x - gap) x = of.from.x - size.x - gap;
  if (x < gap) x = std::clamp((of.from.x + of.to.x - size.x) / 2, gap, std::max(gap, room.x - size.x - gap)), y = of.to.y + gap;
  if (y + size.y > room.y - gap) y = std::max(gap, std::min(of.from.y - size.y - gap, room.y - size.y - gap));
  return {x, y};
}

/// Text in the font of code, wrapped. Returns the height; with a null list, only measures.
float code_text(ImDrawList* list, const Face& face, ImVec2 at, float width, ImU32 ink, std::string_view text) {
  const char *begin = text.data(), *end = begin + text.size();
  if (list != nullptr) list->AddText(face.font, face.size, at, ink, begin, end, width);
  return face.font->CalcTextSizeA(face.size, FLT_MAX, width, begin, end).y;
}

/// The value of the function's example as a diagram; nothing where it is none, or one too large for a card.
std::optional<render::Diagram> picture_of(const algebra::Function& function) {
  constexpr std::int64_t most = 32;  // rows, and columns
  algebra::Environment names;
  const auto rule = algebra::resolve(algebra::IntegerRule::automatic, function.example.expression);
  if (const auto line = algebra::split_line(function.example.entry); line && !line->name.empty())
    if (const auto used = algebra::evaluate(line->expression, names, rule)) names.emplace(line->name, used->value);
  const auto value = algebra::evaluate(function.example.expression, names, rule);
  auto picture = value ? render::describe(value->value, "", {}) : std::nullopt;
  if (picture && (picture->rows.extent > most || picture->columns.extent > most)) picture.reset();
  return picture;
}

/// Whether the formula is more than the meaning, which may be one itself.
bool says_more(const Ui& ui, const algebra::Function& f) {
  return !f.formula.empty() && std::string_view(ui.tr(std::string(f.meaning).c_str())).find(f.formula) == std::string_view::npos;
}

/// What the card of a function has beneath its meaning: formula, picture, example, lesson. Returns the height; with a null list,
/// only measures.
float function_part(Ui& ui, Requests& requests, ImDrawList* list, const algebra::Function& f, ImVec2 at, float width) {
  const auto& code = ui.fonts.mono_small;
  const float gap = ui.px(9);
  float y = at.y;
  if (says_more(ui, f)) y += gap + code_text(list, code, {at.x, y + gap}, width, ui.ink.accent, f.formula);
  if (card_of_help(ui).pictured != card_of_help(ui).shown) {
    card_of_help(ui).pictured = card_of_help(ui).shown;
    card_of_help(ui).picture = picture_of(f);
    card_of_help(ui).picture_view = {};
  }
  if (const auto& d = card_of_help(ui).picture) {
    const float top = column_heading_height(ui, *d);
    const auto grid = small_grid(ui, *d, card_of_help(ui).picture_view, {at.x, y + gap}, {width, top + ui.px(150)}, 1, 24);
    if (list != nullptr) draw_small_grid(ui, "example", grid);
    y += gap + top + grid.size.y;
  }
  const auto answer = fmt::format("-> {}", f.example.answer);
  if (list != nullptr) {
    ImGui::SetCursorScreenPos({at.x, y + gap});
    if (chip(ui, "insert", fitted(code, f.example.expression, width - ui.px(14)), code)) {
      requests.add<insert_example>(&f);
      card_of_help(ui).shown.clear();
    }
    if (ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("Write it into the sheet"));
  }
  y += gap + code.size + ui.px(6);
  y += ui.px(4) + code_text(list, code, {at.x, y + ui.px(4)}, width, ui.ink.faint, answer);
  if (const int lesson = lesson_with(f); lesson >= 0) {
    const auto& small = ui.fonts.ui_small;
    const auto words = fitted(
        small, fmt::format(fmt::runtime(ui.tr("Taught in lesson {}: {}")), lesson + 1, lesson_title(lesson, ui.texts->language())), width);
    if (list != nullptr && text_button(ui, small, "lesson", words, {at.x, y + gap}, Pointed::underlined)) {
      requests.add<open_lesson>(lesson);
      card_of_help(ui).shown.clear();
    }
    y += gap + small.size;
  }
  return y - at.y;
}

}  // namespace

void help_card(Ui& ui, const ViewState& view, Requests& requests) {
  answer(ui, view, requests);
  if (card_of_help(ui).shown.empty()) return;
  const auto topic = help_topic(card_of_help(ui).shown, view.texts);
  if (topic.title.empty()) return card_of_help(ui).shown.clear();
  const bool code = !topic.signature.empty();
  const auto& title_face = code ? ui.fonts.mono_bold : ui.fonts.ui_bold;
  const float pad = ui.px(16), width = ui.px(topic.function != nullptr ? 400 : 340), inner = width - 2 * pad, gap = ui.px(7);
  const float text_height = flow_text(nullptr, ui, {}, inner, 0, 0, topic.text),
              signature_height = code ? flow_text(nullptr, ui, {}, inner, 0, 0, topic.signature) + gap : 0;
  const float example_height = topic.function != nullptr ? function_part(ui, requests, nullptr, *topic.function, {}, inner)
                               : topic.example.empty()   ? 0
                                                         : flow_text(nullptr, ui, {}, inner, 0, 0, topic.example) + gap;
  const float height =
      2 * pad + title_face.size + gap + signature_height + text_height + example_height + ui.fonts.ui_small.size + ui.px(10);
  const auto at = place(ui, to_leave_free(ui, topic), {width, height});
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::Begin("help card", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  auto* list = ImGui::GetWindowDrawList();
  float y = at.y + pad;
  const float x = at.x + pad;
  draw_text(list, title_face, {x, y}, ui.ink.text, topic.title);
  y += title_face.size + gap;
  if (code) y += flow_text(list, ui, {x, y}, inner, ui.ink.function, ui.ink.chip, topic.signature) + gap;
  y += flow_text(list, ui, {x, y}, inner, ui.ink.text, ui.ink.chip, topic.text);
  if (topic.function != nullptr) y += function_part(ui, requests, list, *topic.function, {x, y}, inner);
  else if (!topic.example.empty()) y += gap + flow_text(list, ui, {x, y + gap}, inner, ui.ink.faint, ui.ink.chip, topic.example);
  y += ui.px(10);
  const auto& small = ui.fonts.ui_small;
  const char* keys = ui.tr("All keys");
  bool pressed = text_button(ui, small, "keys", keys, {x, y}, Pointed::underlined);
  if (pressed) requests.command("help.keys");
  if (topic.function != nullptr &&
      text_button(ui, small, "reference", ui.tr("In the reference"), {x + text_width(small, keys) + ui.px(16), y}, Pointed::underlined)) {
    requests.add<show_guide>("functions", std::string(topic.function->name));
    pressed = true;
  }
  // A button that has just been pressed is the active item.
  const bool outside = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  ImGui::End();
  ImGui::PopStyleVar(2);
  if (pressed || outside || compat::key_pressed(ImGuiKey_Escape) || view.dialog != Dialog::none) card_of_help(ui).shown.clear();
}

}  // namespace app
