#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace app {

bool area(const char* id, ImVec2 at, ImVec2 size) {
  ImGui::SetCursorScreenPos(at);
  return ImGui::InvisibleButton(id, size);
}

bool area(int id, ImVec2 at, ImVec2 size) {
  ImGui::PushID(id);
  const bool clicked = area("area", at, size);
  ImGui::PopID();
  return clicked;
}

bool clicked_here() { return ImGui::IsMouseReleased(0) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 9; }

bool text_button(const Ui& ui, const Face& face, const char* id, std::string_view label, ImVec2 at, Pointed pointed) {
  const float width = text_width(face, label);
  const bool clicked = area(id, at, {width, face.size + ui.px(3)}), hovered = ImGui::IsItemHovered();
  auto* list = ImGui::GetWindowDrawList();
  draw_text(list, face, at, hovered && pointed == Pointed::accent ? ui.ink.accent : ui.ink.link, label);
  if (hovered && pointed == Pointed::underlined) list->AddLine({at.x, at.y + face.size}, {at.x + width, at.y + face.size}, ui.ink.link);
  return clicked;
}

void draw_cross(ImDrawList* list, ImVec2 centre, float r, ImU32 ink, float thickness) {
  list->AddLine({centre.x - r, centre.y - r}, {centre.x + r, centre.y + r}, ink, thickness);
  list->AddLine({centre.x - r, centre.y + r}, {centre.x + r, centre.y - r}, ink, thickness);
}

void fold_triangle(const Ui& ui, float x, float middle, bool open, ImU32 ink) {
  auto* list = ImGui::GetWindowDrawList();
  const float d = ui.px(3.5f);
  if (open) list->AddTriangleFilled({x, middle - d / 2}, {x + 2 * d, middle - d / 2}, {x + d, middle + d}, ink);
  else list->AddTriangleFilled({x, middle - d}, {x + 1.5f * d, middle}, {x, middle + d}, ink);
}

FoldHeading fold_heading(const Ui& ui, const char* id, bool open, std::string_view title, ImVec2 at, float width, float height) {
  const auto& face = ui.fonts.ui_bold_small;
  const bool clicked = area(id, at, {width, height}), over = ImGui::IsItemHovered();
  const float x = at.x + ui.px(12), middle = at.y + height / 2, words = x + ui.px(14);
  fold_triangle(ui, x, middle, open, over ? ui.ink.accent : ui.ink.faint);
  if (!title.empty())
    draw_fitted(ImGui::GetWindowDrawList(), ui, face, {words, middle - face.size / 2}, at.x + width - words - ui.px(4),
                over ? ui.ink.accent : ui.ink.text, title);
  return {clicked, words};
}

namespace {

struct TabFaces {
  const Face *face, *chosen;
  float width(const TabRow& row) const {
    float sum = 0;
    for (std::size_t i = 0; i < row.labels.size(); ++i)
      sum += text_width(static_cast<int>(i) == row.chosen ? *chosen : *face, row.labels[i]);
    return sum;
  }
};

}  // namespace

TabsDrawn tabs(Ui& ui, const char* id, const TabRow& row, ImVec2 at, float width, float height) {
  const auto& f = ui.fonts;
  const auto gaps = static_cast<float>(row.labels.size() - 1);
  TabFaces faces{&f.ui_small, &f.ui_small};
  if (row.large) faces = {&f.ui, &f.ui_bold};
  else if (row.bold) faces = {&f.ui_bold_small, &f.ui_bold_small};
  float used = faces.width(row);
  if (row.large && used + gaps * ui.px(2 * row.least_gap) > width) {
    faces = {&f.ui_small, &f.ui_bold_small};
    used = faces.width(row);
  }
  const float share = std::min(1.0f, (width - gaps * ui.px(row.least_gap)) / used);
  used *= share;
  const float gap = std::clamp((width - used) / std::max(1.0f, gaps), ui.px(row.least_gap), ui.px(row.most_gap));
  auto* list = ImGui::GetWindowDrawList();
  TabsDrawn drawn{.from = row.right ? at.x + width - used - gaps * gap : at.x};
  float x = drawn.from;
  ImGui::PushID(id);
  for (std::size_t i = 0; i < row.labels.size(); ++i) {
    const int number = static_cast<int>(i);
    const bool chosen = number == row.chosen;
    const auto& face = chosen ? *faces.chosen : *faces.face;
    const float w = share * text_width(face, row.labels[i]), side = gap / 2;
    if (area(number, {x - side, at.y}, {w + gap, height})) drawn.clicked = number;
    if (*row.help != '\0') help_here(ui, fmt::format("{}.{}", row.help, i), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    const auto ink = chosen ? ui.ink.text : ImGui::IsItemHovered() ? ui.ink.accent : ui.ink.faint;
    draw_fitted(list, ui, face, {x, at.y + (height - face.size) / 2 - ui.px(1)}, w + (share < 1 ? 0.0f : 1.0f), ink, row.labels[i]);
    if (chosen) list->AddRectFilled({x - side, at.y + height - ui.px(2)}, {x + w + side, at.y + height}, ui.ink.accent);
    x += w + gap;
  }
  ImGui::PopID();
  drawn.to = x - gap;
  return drawn;
}

Stepper stepper(const Ui& ui, const char* id, std::string_view place, ImVec2 right, bool has_previous, bool has_next, ImU32 ink) {
  const auto &small = ui.fonts.ui_small, &bold = ui.fonts.ui_bold;
  const float arrow = ui.px(20), width = text_width(small, place) + 2 * arrow, x = right.x - width;
  auto* list = ImGui::GetWindowDrawList();
  draw_text(list, small, {x + arrow, right.y}, ink, place);
  Stepper result{.width = width};
  ImGui::PushID(id);
  for (const int by : {-1, 1}) {
    const float at = by > 0 ? right.x - arrow : x;
    const bool able = by > 0 ? has_next : has_previous;
    if (area(by, {at, right.y - ui.px(4)}, {arrow, small.size + ui.px(8)}) && able) result.step = by;
    const auto colour = !able ? ui.ink.fainter : ImGui::IsItemHovered() ? ui.ink.accent : ui.ink.link;
    draw_text_centred(list, bold, {at + arrow / 2, right.y - ui.px(3)}, colour, by > 0 ? "›" : "‹");
  }
  ImGui::PopID();
  return result;
}

ScrollArea::ScrollArea(const char* id, ImVec2 at, ImVec2 size, ImGuiWindowFlags flags) {
  ImGui::SetCursorScreenPos(at);
  compat::begin_child(id, size, flags);
  at_ = {at.x, at.y - ImGui::GetScrollY()};
  width_ = inner_width();
}

ScrollArea::~ScrollArea() {
  if (end_ != 0) {
    ImGui::SetCursorScreenPos({at_.x, end_});
    ImGui::Dummy({1, 1});
  }
  ImGui::EndChild();
}

namespace {

struct PagedRows {
  int frame = -1;  ///< the last frame in which they were under the mouse
};

}  // namespace

bool rows_take_pages(const Ui& ui) { return ui.kept<PagedRows>().frame == ImGui::GetFrameCount(); }

float scroll_bar_width(const Ui& ui) { return ui.px(10); }

void scroll_rows(Ui& ui, const char* id, RowScroll& scroll, std::int64_t count, float row_height, ImVec2 at, ImVec2 size) {
  const double visible = static_cast<double>(size.y) / row_height, most = std::max(0.0, static_cast<double>(count) - visible);
  const auto& io = ImGui::GetIO();
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + size.x, at.y + size.y})) {
    scroll.first -= 3.0 * static_cast<double>(io.MouseWheel);
    if (!io.WantTextInput) {
      ui.kept<PagedRows>().frame = ImGui::GetFrameCount();
      if (compat::key_pressed(ImGuiKey_PageDown)) scroll.first += std::floor(visible);
      if (compat::key_pressed(ImGuiKey_PageUp)) scroll.first -= std::floor(visible);
    }
  }
  scroll.first = std::clamp(scroll.first, 0.0, most);
  if (most <= 0) return;
  const float bar = scroll_bar_width(ui), x = at.x + size.x - bar;
  const float knob = std::max(ui.px(18), static_cast<float>(static_cast<double>(size.y) * visible / static_cast<double>(count)));
  area(id, {x, at.y}, {bar, size.y});
  if (ImGui::IsItemActive())
    scroll.first = std::clamp(static_cast<double>((io.MousePos.y - at.y - knob / 2) / std::max(1.0f, size.y - knob)), 0.0, 1.0) * most;
  const float y = at.y + static_cast<float>(scroll.first / most) * (size.y - knob);
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  ImGui::GetWindowDrawList()->AddRectFilled({x + ui.px(3), y}, {x + bar - ui.px(1), y + knob}, hot ? ui.ink.faint : ui.ink.chip_border,
                                            ui.px(3));
}

void show_row(RowScroll& scroll, std::int64_t row, std::int64_t count, double visible) {
  const auto at = static_cast<double>(row);
  if (at < scroll.first + 0.01) scroll.first = at - std::floor(visible / 3);
  else if (at + 1 > scroll.first + visible) scroll.first = at + 1 - visible + std::floor(visible / 3);
  scroll.first = std::clamp(scroll.first, 0.0, std::max(0.0, static_cast<double>(count) - visible));
}

std::optional<float> dragged_edge(const char* id, ImVec2 from, ImVec2 to, float grip) {
  const bool upright = to.y - from.y > to.x - from.x;
  const ImVec2 a = upright ? ImVec2{from.x - grip, from.y} : ImVec2{from.x, from.y - grip},
               size = upright ? ImVec2{2 * grip, to.y - from.y} : ImVec2{to.x - from.x, 2 * grip};
  if (size.x <= 0 || size.y <= 0) return std::nullopt;
  // A window of its own, above those of the panels.
  const ScrollArea part(id, a, size, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
  area("edge", a, size);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) return 0;
  if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(0, 1)) return std::nullopt;
  return upright ? ImGui::GetIO().MousePos.x : ImGui::GetIO().MousePos.y;
}

void hint(const Ui& ui, const std::string& text) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(8), ui.px(6)));
  ImGui::PushFont(ui.fonts.ui_small.font);
  ImGui::SetTooltip("%s", text.c_str());
  ImGui::PopFont();
  ImGui::PopStyleVar();
}

}  // namespace app
