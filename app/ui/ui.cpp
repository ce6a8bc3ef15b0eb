#include "app/ui/ui.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "algebra/text/line_breaks.hpp"
#include "algebra/text/utf8.hpp"
#include "app/commands/help_topics.hpp"
#include "app/ui/drawn_text.hpp"

namespace app {

float text_width(const Face& f, std::string_view s) {
  if (s.empty()) return 0;  // ImGui measures a null end as a C string
  return f.font->CalcTextSizeA(f.size, FLT_MAX, 0, s.data(), s.data() + s.size()).x;
}

void draw_text(ImDrawList* list, const Face& f, ImVec2 at, ImU32 c, std::string_view s) {
  if (s.empty()) return;
  // Whole pixels keep the rasterised glyphs sharp.
  at = {std::floor(at.x + 0.5f), std::floor(at.y + 0.5f)};
  compat::add_text(list, f.font, f.size, at, c, s.data(), s.data() + s.size());
  if (auto* log = TextLog::listening())
    log->texts.push_back({.text = std::string(s),
                          .from = at,
                          .to = {at.x + text_width(f, s), at.y + f.size},
                          .clip_from = list->GetClipRectMin(),
                          .clip_to = list->GetClipRectMax(),
                          .window = ImGui::GetCurrentWindowRead(),
                          .scrolls = log->scrolled_parts > 0});
}

void draw_text_right(ImDrawList* list, const Face& f, ImVec2 at, ImU32 c, std::string_view s) {
  draw_text(list, f, {at.x - text_width(f, s), at.y}, c, s);
}

void draw_text_centred(ImDrawList* list, const Face& f, ImVec2 at, ImU32 c, std::string_view s) {
  draw_text(list, f, {at.x - text_width(f, s) / 2, at.y}, c, s);
}

std::string fitted(const Face& f, std::string_view s, float width) {
  if (text_width(f, s) <= width) return std::string(s);
  while (!s.empty() && text_width(f, s) + text_width(f, "…") > width) s = s.substr(0, algebra::previous_boundary(s, s.size() - 1));
  return std::string(s) + "…";
}

const std::string& first_that_fits(const Face& f, const std::vector<std::string>& texts, float width) {
  const auto found = std::ranges::find_if(texts, [&](const auto& s) { return text_width(f, s) <= width; });
  return found != texts.end() ? *found : texts.back();
}

void whole_text(const Ui& ui, const Face& face, ImVec2 from, ImVec2 to, std::string_view text) {
  constexpr std::size_t most = 4000;
  text = text.substr(0, std::min(text.size(), most));
  const ImVec2 padding{ui.px(8), ui.px(6)};
  const float wrap = std::min(ui.px(640), ImGui::GetMainViewport()->Size.x - ui.px(32));
  const auto words = face.font->CalcTextSizeA(face.size, FLT_MAX, wrap, text.data(), text.data() + text.size());
  ImGui::SetNextWindowPos(place_beside(ui, from, to, {words.x + 2 * padding.x, words.y + 2 * padding.y}));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::BeginTooltip();
  ImGui::PushFont(face.font);
  ImGui::PushTextWrapPos(wrap + padding.x);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

float draw_fitted(ImDrawList* list, const Ui& ui, const Face& face, ImVec2 at, float width, ImU32 ink, std::string_view text) {
  constexpr std::size_t measured = 2000;  // no line is wider
  const auto shown = fitted(face, text.substr(0, std::min(text.size(), measured)), width);
  draw_text(list, face, at, ink, shown);
  const float drawn = text_width(face, shown);
  if (shown != text && ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && !ImGui::IsMouseDown(0) &&
      ImGui::IsMouseHoveringRect(at, {at.x + drawn, at.y + face.size}))
    whole_text(ui, face, at, {at.x + drawn, at.y + face.size}, text);
  return drawn;
}

float draw_fitted_right(ImDrawList* list, const Ui& ui, const Face& face, ImVec2 at, float width, ImU32 ink, std::string_view text) {
  return draw_fitted(list, ui, face, {at.x - std::min(width, text_width(face, text)), at.y}, width, ink, text);
}

float inner_width() { return ImGui::GetCurrentWindowRead()->InnerRect.GetWidth(); }

void field_tooltip(const Ui& ui, std::string_view text) {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  if (auto* log = TextLog::listening()) log->fields.push_back({from, to});
  const Face face{ImGui::GetFont(), ImGui::GetFontSize()};
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive() && text_width(face, text) + 2 * ImGui::GetStyle().FramePadding.x > to.x - from.x)
    whole_text(ui, face, from, to, text);
}

ScrolledPart::ScrolledPart(ImDrawList* list, ImVec2 from, ImVec2 to) : list_(list) {
  list->PushClipRect(from, to, true);
  if (auto* log = TextLog::listening()) ++log->scrolled_parts;
}

ScrolledPart::~ScrolledPart() {
  list_->PopClipRect();
  if (auto* log = TextLog::listening()) --log->scrolled_parts;
}

ImU32 source_ink(const Ink& ink, algebra::Token::Kind kind) {
  switch (kind) {
    case algebra::Token::Kind::name: return ink.name;
    case algebra::Token::Kind::function: return ink.function;
    case algebra::Token::Kind::comment: return ink.faint;
    case algebra::Token::Kind::error: return ink.error;
    case algebra::Token::Kind::number:
    case algebra::Token::Kind::punctuation: break;
  }
  return ink.text;
}

void draw_source(ImDrawList* list, const Ui& ui, const Face& face, ImVec2 at, std::string_view text) {
  std::size_t drawn = 0;
  float x = at.x;
  const auto piece = [&](std::size_t to, ImU32 c) {
    const auto part = text.substr(drawn, to - drawn);
    draw_text(list, face, {x, at.y}, c, part);
    x += text_width(face, part);
    drawn = to;
  };
  for (const auto& token : algebra::tokens(text)) {
    const auto begin = std::min(token.span.begin, text.size()), end = std::min(token.span.end, text.size());
    if (begin < drawn || end < begin) continue;
    piece(begin, ui.ink.text);
    piece(end, source_ink(ui.ink, token.kind));
  }
  piece(text.size(), ui.ink.text);
}

namespace {

bool looks_like_code(std::string_view word) {
  // Layouts, tuples, calls and capital names of entries; not plain numbers or words.
  const bool bracket = word.find_first_of("(:<_") != std::string_view::npos && word.back() != ':';
  const bool digit = std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return bracket && digit && word.size() > 1 && word != "1-D";
}

/// Returns the length up to the next possible line break: at spaces, and between CJK characters.
std::size_t word_end(std::string_view s) {
  std::size_t n = 0;
  while (n < s.size() && s[n] != ' ' && s[n] != '\n') {
    const auto lead = static_cast<unsigned char>(s[n]);
    // Chinese characters and full-width marks, including quotation marks, which Latin texts here do not use.
    const bool quotes = s.substr(n).starts_with("\u201C") || s.substr(n).starts_with("\u201D");
    if (lead >= 0xE3 || quotes) return n == 0 ? std::min<std::size_t>(3, s.size()) : n;
    ++n;
  }
  return n;
}

}  // namespace

float flow_text(ImDrawList* list, const Ui& ui, ImVec2 at, float width, ImU32 text, ImU32 code_back, std::string_view s) {
  const auto& plain = ui.fonts.ui_small;
  const auto& code = ui.fonts.mono_small;
  const float line = std::max(plain.size, code.size) + ui.px(1.5f), space = text_width(plain, " ");
  if (auto* log = TextLog::listening(); log != nullptr && list != nullptr)
    log->columns.push_back({.text = std::string(s), .width = width, .size = plain.size});
  float x = 0, y = 0;
  while (!s.empty()) {
    if (s.front() == '\n' || s.front() == ' ') {
      if (s.front() == '\n') x = 0, y += line;
      s.remove_prefix(1);
      continue;
    }
    auto word = s.substr(0, word_end(s));
    s.remove_prefix(word.size());
    const bool followed = !s.empty() && s.front() == ' ';
    // Punctuation after code stays text.
    auto tail = std::string_view{};
    if (word.size() > 1 && std::string_view(".,;").find(word.back()) != std::string_view::npos) {
      tail = word.substr(word.size() - 1);
      word.remove_suffix(1);
    }
    const bool as_code = looks_like_code(word);
    const auto& face = as_code ? code : plain;
    const float pad = as_code ? ui.px(3) : 0;
    float w = text_width(face, word) + 2 * pad;
    // Text that must stay on the same line: closing marks after the word, and what an opening mark encloses.
    float next = 0;
    bool opened = algebra::opens(word);
    for (auto rest = s; !rest.empty(); opened = false) {
      const auto beside = rest.substr(0, word_end(rest));
      if (beside.empty() || (!opened && !algebra::closes(beside))) break;
      next += text_width(plain, beside);
      rest.remove_prefix(beside.size());
    }
    if (x > 0 && x + w + std::max(text_width(plain, tail), next) > width && !algebra::closes(word)) x = 0, y += line;
    // A word wider than the line is broken anywhere.
    while (w > width && word.size() > 1) {
      std::size_t n = word.size();
      while (n > 1 && text_width(face, word.substr(0, n)) + 2 * pad > width) --n;
      n = std::max(algebra::previous_boundary(word, n), algebra::next_boundary(word, 1));
      if (list != nullptr) draw_text(list, face, {at.x + x + pad, at.y + y}, text, word.substr(0, n));
      word.remove_prefix(n);
      x = 0, y += line;
      w = text_width(face, word) + 2 * pad;
    }
    if (list != nullptr) {
      if (as_code) list->AddRectFilled({at.x + x, at.y + y}, {at.x + x + w, at.y + y + line - ui.px(1)}, code_back, ui.px(3));
      draw_text(list, face, {at.x + x + pad, at.y + y + (line - face.size) / 2 - ui.px(0.5f)}, text, word);
      if (!tail.empty()) draw_text(list, plain, {at.x + x + w, at.y + y + (line - plain.size) / 2 - ui.px(0.5f)}, text, tail);
    }
    x += w + text_width(plain, tail) + (followed ? space : 0);
  }
  return y + line;
}

float chip_width(const Ui& ui, std::string_view label, const Face& face) { return text_width(face, label) + ui.px(14); }

bool chip(Ui& ui, const char* id, std::string_view label, const Face& face, float most) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{std::min(most, chip_width(ui, label, face)), face.size + ui.px(6)};
  const bool clicked = ImGui::InvisibleButton(id, size);
  auto* list = ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list->AddRectFilled(at, end, ImGui::IsItemHovered() ? ui.ink.selected_back : ui.ink.chip, ui.px(5));
  compat::rectangle(list, at, end, ui.ink.chip_border, ui.px(5), 1);
  draw_fitted(list, ui, face, {at.x + ui.px(7), at.y + ui.px(3)}, size.x - ui.px(14) + 0.5f, ui.ink.text, label);
  return clicked;
}

ImVec2 place_beside(const Ui& ui, ImVec2 from, ImVec2 to, ImVec2 size) {
  const auto room = ImGui::GetMainViewport()->Size;
  const float gap = ui.px(4), x = std::clamp(from.x, gap, std::max(gap, room.x - size.x - gap));
  return {x, to.y + gap + size.y <= room.y || from.y < size.y + gap ? to.y + gap : from.y - gap - size.y};
}

void tooltip_beside(const Ui& ui, const char* text) { tooltip_beside(ui, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), text); }

void tooltip_beside(const Ui& ui, ImVec2 from, ImVec2 to, const char* text) {
  const float wrap = ui.px(420);
  const auto padding = ImGui::GetStyle().WindowPadding;
  const auto words = ImGui::CalcTextSize(text, nullptr, false, wrap);
  ImGui::SetNextWindowPos(place_beside(ui, from, to, {words.x + 2 * padding.x, words.y + 2 * padding.y}));
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(wrap + padding.x);
  ImGui::TextUnformatted(text);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void Ui::fill(ImDrawList* list, ImVec2 from, ImVec2 to, ImU32 c, float rounding) {
  const auto r = std::ceil(rounding);
  const ImVec2 clip_from = list->GetClipRectMin(), clip_to = list->GetClipRectMax();
  const ImVec2 a{std::round(std::max(from.x, clip_from.x)), std::round(std::max(from.y + r, clip_from.y))};
  const ImVec2 b{std::round(std::min(to.x, clip_to.x)), std::round(std::min(to.y - r, clip_to.y))};
  if (painter == nullptr || a.x >= b.x || a.y >= b.y) return list->AddRectFilled(from, to, c, rounding);
  if (r > 0) {
    list->AddRectFilled(from, {to.x, from.y + r}, c, rounding, ImDrawFlags_RoundCornersTop);
    list->AddRectFilled({from.x, to.y - r}, to, c, rounding, ImDrawFlags_RoundCornersBottom);
  }
  fills.push_back({painter, static_cast<int>(a.x), framebuffer_height - static_cast<int>(b.y), static_cast<int>(b.x - a.x),
                   static_cast<int>(b.y - a.y), c});
  list->AddCallback(
      [](const ImDrawList*, const ImDrawCmd* command) {
        const auto& f = *static_cast<const Fill*>(command->UserCallbackData);
        const auto part = [&](int shift) { return static_cast<std::uint8_t>(f.colour >> shift); };
        f.painter->clear(f.x, f.y, f.width, f.height, {part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT), part(IM_COL32_B_SHIFT)});
      },
      &fills.back());
}

void Ui::grid(ImDrawList* list, const render::Diagram& diagram, const render::gl::Viewport& viewport,
              std::optional<render::gl::TraceView> trace_view) {
  if (painter == nullptr) return;
  draws.push_back({painter, &diagram, viewport, theme_name, trace_view});
  list->AddCallback(
      [](const ImDrawList*, const ImDrawCmd* command) {
        const auto& draw = *static_cast<const GridDraw*>(command->UserCallbackData);
        if (draw.trace) draw.painter->draw(*draw.diagram, draw.viewport, draw.theme, *draw.trace);
        else draw.painter->draw(*draw.diagram, draw.viewport, draw.theme);
      },
      &draws.back());
}

namespace {

/// Returns whether an open menu covers what is drawn after it.
bool beneath_a_menu() {
  const auto* hovered = ImGui::GetCurrentContext()->HoveredWindow;
  return hovered != nullptr && (hovered->Flags & ImGuiWindowFlags_Popup) != 0 && hovered != ImGui::GetCurrentWindowRead();
}

}  // namespace

void help_here(Ui& ui, std::string_view topic, ImVec2 from, ImVec2 to) {
  const auto mouse = ImGui::GetIO().MousePos;
  if (mouse.x < from.x || mouse.y < from.y || mouse.x >= to.x || mouse.y >= to.y) return;
  if (!ui.help.topic.empty() && beneath_a_menu()) return;
  ui.help.topic = topic;
  ui.help.of = {from, to};
}

void help_term(Ui& ui, std::string_view part, std::string_view name, ImVec2 from, ImVec2 to) {
  if (!ImGui::IsMouseHoveringRect(from, to)) return;
  const auto own = fmt::format("{}:{}", part, name), anywhere = fmt::format(":{}", name);
  if (has_help_topic(own)) help_here(ui, own, from, to);
  else if (has_help_topic(anywhere)) help_here(ui, anywhere, from, to);
}

void help_term(Ui& ui, std::string_view part, std::string_view name) {
  help_term(ui, part, name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void help_at_keyboard(Ui& ui, std::string_view topic, ImVec2 from, ImVec2 to) {
  ui.help.typed = topic;
  ui.help.typed_of = {from, to};
}

}  // namespace app
