#include "app/ui/rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/ui/widgets.hpp"

namespace app {

void Rows::help(std::string_view term, const Rect& place) const {
  if (list != nullptr && *part_ != '\0' && !term.empty()) help_term(ui, part_, term, place.from, place.to);
}

void Rows::line(const Face& face, std::string_view text, ImU32 ink, float gap) {
  if (list != nullptr) draw_fitted(list, ui, face, {x, y}, width, ink, text);
  y += face.size + ui.px(gap);
}

void Rows::heading(std::string_view words, float room) {
  const auto& face = ui.fonts.ui_bold_small;
  y += ui.px(values_ == Values::beside_labels ? 9 : 5);
  if (list != nullptr) draw_fitted(list, ui, face, {x, y}, room > 0 ? room : width, ui.ink.faint, words);
  y += face.size + ui.px(6);
}

void Rows::section(const char* term) {
  const float top = y;
  heading(ui.tr(term));
  help(term, {{x, top}, {x + width, y}});
}

void Rows::row(const Fact& fact, ImU32 ink) {
  const auto place = labelled((*ui.texts)(fact.label), (*ui.texts)(fact.value), ink);
  help(fact.label.key(), place);
}

void Rows::row(const char* term, std::string_view value, ImU32 ink) { help(term, labelled(ui.tr(term), value, ink)); }

void Rows::row(const char* term, std::string_view rest, std::string_view value) {
  help(term, labelled(fmt::format("{} {}", ui.tr(term), rest), value, ui.ink.text));
}

/// Draws a highlighted fact with a chip behind its value. Returns true if that is clicked.
bool Rows::row_with(const ToldRow& row) {
  const auto& face = ui.fonts.ui_small;
  const float chip_size = chip_width(ui, row.action, face), right = x + width;
  list->AddRectFilled({x - ui.px(5), y - ui.px(3)}, {right + ui.px(4), y + ui.px(19)}, ui.ink.error_back, ui.px(4));
  ImGui::SetCursorScreenPos({right - chip_size, y - ui.px(2)});
  const bool clicked = chip(ui, "action", row.action, face);
  const auto place = right_aligned(row.label, row.value, ui.ink.error, right - chip_size - ui.px(7));
  help(row.term, {place.from, {right, place.to.y}});
  return clicked;
}

void Rows::tell(const std::vector<ToldRow>& told, Requests& requests) {
  using Is = ToldRow::Is;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const auto& row = told[i];
    const auto ink = ink_of(ui.ink, row.tone);
    const float top = y;
    bool clicked = false;
    ImGui::PushID(static_cast<int>(i));
    switch (row.is) {
      case Is::section: heading(row.label), help(row.term, {{x, top}, {x + width, y}}); break;
      case Is::fact:
        if (!row.action.empty()) clicked = row_with(row);
        else help(row.term, labelled(row.label, row.value, ink));
        break;
      case Is::words: words(row.label, ink, row.gap); break;
      case Is::chip:
        clicked = chip_row("chip", row.label, ui.fonts.mono_small, row.gap);
        if (!row.tip.empty() && list != nullptr && ImGui::IsItemHovered()) tooltip_beside(ui, row.tip.c_str());
        break;
      case Is::links: {
        std::vector<std::string> labels;
        for (const auto& l : row.links) labels.push_back(l.label);
        if (const int number = links(labels); number >= 0) requests.add(row.links[static_cast<std::size_t>(number)].wanted);
        gap(row.gap);
        break;
      }
      case Is::space: gap(row.gap); break;
    }
    ImGui::PopID();
    if (clicked) requests.add(row.wanted);
  }
}

ImU32 ink_of(const Ink& ink, Tone tone) {
  switch (tone) {
    case Tone::text: break;
    case Tone::faint: return ink.faint;
    case Tone::fainter: return ink.fainter;
    case Tone::hint: return ink.hint;
    case Tone::good: return ink.good;
    case Tone::error: return ink.error;
    case Tone::accent: return ink.accent;
  }
  return ink.text;
}

Rect Rows::labelled(std::string_view label, std::string_view value, ImU32 ink) {
  if (values_ == Values::at_the_right) return right_aligned(label, value, ink, x + width);
  const float top = y, most = std::max(ui.px(96), width * 0.45f);
  const float drawn = draw_fitted(list, ui, ui.fonts.ui_small, {x, y}, most - ui.px(10), ui.ink.faint, label);
  const float column = std::max(ui.px(96), drawn + ui.px(10));
  const auto& face = ui.fonts.mono_small;
  // A value too long for the line continues below, broken anywhere if need be.
  std::size_t from = 0;
  do {
    std::size_t n = value.size() - from;
    while (n > 1 && text_width(face, value.substr(from, n)) > width - column) --n;
    if (from + n < value.size())
      if (const auto space = value.rfind(' ', from + n); space != std::string_view::npos && space > from) n = space + 1 - from;
    draw_text(list, face, {x + column, y}, ink, value.substr(from, n));
    from += n;
    y += face.size + ui.px(from < value.size() ? 0 : 5);
  } while (from < value.size());
  return {{x, top}, {x + width, y}};
}

Rect Rows::right_aligned(std::string_view label, std::string_view value, ImU32 ink, float right) {
  const auto& small = ui.fonts.ui_small;
  const float top = y, room = right - x - text_width(small, label) - ui.px(6);
  draw_fitted(list, ui, small, {x, y}, right - x, ui.ink.faint, label);
  const bool small_fits = text_width(ui.fonts.mono_tiny, value) <= room;
  const auto& mono = text_width(ui.fonts.mono_small, value) > room && small_fits ? ui.fonts.mono_tiny : ui.fonts.mono_small;
  if (!small_fits) y += small.size + ui.px(3);
  draw_fitted_right(list, ui, mono, {right, y + (ui.fonts.mono_small.size - mono.size) / 2}, right - x, ink, value);
  y += ui.px(22);
  return {{x, top}, {right, y}};
}

void Rows::words(std::string_view text, ImU32 ink, float gap, ImU32 back) {
  if (back == 0) back = ink == ui.ink.error ? ui.ink.error_back : ui.ink.chip;
  y += flow_text(list, ui, {x, y}, width, ink, back, text) + ui.px(gap);
}

bool Rows::link(const char* id, std::string_view words, float gap) {
  const auto& face = ui.fonts.ui_small;
  const bool clicked = list != nullptr && text_button(ui, face, id, fitted(face, words, width), {x, y}, Pointed::underlined);
  y += face.size + ui.px(gap);
  return clicked;
}

void Rows::code(std::string_view text, ImU32 ink, float gap) {
  const auto& face = ui.fonts.mono_small;
  const char *begin = text.data(), *end = begin + text.size();
  if (list != nullptr) list->AddText(face.font, face.size, {x, y}, ink, begin, end, width);
  y += face.font->CalcTextSizeA(face.size, FLT_MAX, width, begin, end).y + ui.px(gap);
}

int Rows::links(std::span<const std::string> words) {
  int clicked = -1;
  const auto& face = ui.fonts.ui_small;
  Flow flow({x, y}, width, ui.px(16), face.size + ui.px(6));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto shown = fitted(face, words[i], width);
    const auto at = flow.next(text_width(face, shown));
    ImGui::PushID(static_cast<int>(i));
    if (list != nullptr && text_button(ui, face, words[i].c_str(), shown, at, Pointed::underlined)) clicked = static_cast<int>(i);
    ImGui::PopID();
  }
  y = flow.top() + face.size;
  return clicked;
}

int Rows::chips(const char* id, std::span<const std::string> labels, const Face& face) {
  int clicked = -1;
  Flow flow({x, y}, width, ui.px(6), face.size + ui.px(10));
  ImGui::PushID(id);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto at = flow.next(std::min(width, chip_width(ui, labels[i], face)));
    if (list == nullptr) continue;
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(static_cast<int>(i));
    if (chip(ui, "chip", labels[i], face, width)) clicked = static_cast<int>(i);
    ImGui::PopID();
  }
  ImGui::PopID();
  y = flow.bottom();
  return clicked;
}

bool Rows::chip_row(const char* id, std::string_view label, const Face& face, float gap) {
  if (list != nullptr) ImGui::SetCursorScreenPos({x, y});
  const bool clicked = list != nullptr && chip(ui, id, label, face, width);
  y += face.size + ui.px(gap);
  return clicked;
}

void Rows::end() const {
  ImGui::SetCursorScreenPos({x, y});
  ImGui::Dummy({1, 1});
}

void Form::begin_row() {
  if (begun_) y_ += look_.row;
  begun_ = true;
  half_ = false;
}

void Form::end() const {
  ImGui::SetCursorScreenPos({x_, y_ + look_.row});
  ImGui::Dummy({1, 1});
}

void Form::label(std::string_view term) {
  begin_row();
  const std::string english(term);
  const auto& face = *look_.label;
  draw_fitted(ImGui::GetWindowDrawList(), ui, face, {x_, y_ + (height() - face.size) / 2}, look_.labels - ui.px(4), look_.ink,
              ui.tr(english.c_str()));
  if (*look_.part != '\0') help_term(ui, look_.part, english, {x_, y_}, {x_ + width_, y_ + height()});
  ImGui::SetCursorScreenPos({left(), y_});
  ImGui::SetNextItemWidth(room());
}

DropDown Form::choice(std::string_view term, const char* id, std::string_view shown) {
  label(term);
  return {ui, id, *look_.field, shown, room(), height()};
}

bool Form::text(const char* id, std::string& value, const char* hint) const {
  ImGui::PushFont(look_.field->font);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, look_.padding);
  const bool edited = ImGui::InputTextWithHint(id, ui.tr(hint), &value);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  field_tooltip(ui, value.empty() ? ui.tr(hint) : value);
  return edited;
}

bool Form::check(const char* term, bool& value, bool alone) {
  const bool second = half_ && !alone;
  if (!second) begin_row();
  half_ = !second && !alone;
  ImGui::SetCursorScreenPos({second ? x_ + width_ / 2 : x_, y_});
  return ImGui::Checkbox(ui.tr(term), &value);
}

void wrapped(const std::string& text, ImU32 ink, float width) {
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ink), "%s", text.c_str());
  ImGui::PopTextWrapPos();
}

bool code_field(const Ui& ui, const char* id, const char* hint, std::string& value, float width) {
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(ui.fonts.mono_small.font);
  const bool edited = ImGui::InputTextWithHint(id, hint, &value);
  ImGui::PopFont();
  field_tooltip(ui, value);
  return edited;
}

void beside_if_it_fits(float needs, float gap, float right) {
  ImGui::SameLine(0, gap);
  if (ImGui::GetCursorPosX() + needs > right) ImGui::NewLine();
}

float flow_source(ImDrawList* list, const Ui& ui, const Face& face, ImVec2 at, float width, std::string_view text) {
  float y = 0;
  while (!text.empty()) {
    std::size_t n = text.size();
    while (n > 1 && text_width(face, text.substr(0, n)) > width) {
      auto cut = text.rfind(' ', n - 2);
      if (cut == std::string_view::npos) cut = text.find_last_of(",", n - 2);
      n = cut == std::string_view::npos ? n - 1 : cut + 1;
    }
    if (list != nullptr) draw_source(list, ui, face, {at.x, at.y + y}, text.substr(0, n));
    text.remove_prefix(n);
    y += face.size;
  }
  return y;
}

}  // namespace app
