#include "app/panels/launch/source_view.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/panels/launch/launch_view.hpp"

namespace app {
namespace {

constexpr std::string_view keywords =
    " extern void const int long unsigned char short float double if else for while return struct using typedef static constexpr bool true "
    "false auto continue __global__ __shared__ __restrict__ __device__ __launch_bounds__ __forceinline__ __align__ alignas do asm ";

bool is_keyword(std::string_view word) { return keywords.find(fmt::format(" {} ", word)) != std::string_view::npos; }

/// The next piece of one colour.
struct Piece {
  std::size_t length;
  enum class Kind : std::uint8_t { plain, keyword, number, comment } kind;
};

Piece next_piece(std::string_view s) {
  using enum Piece::Kind;
  if (s.starts_with("//") || s.starts_with("/*")) return {s.size(), comment};
  if (s.front() == '#') return {s.size(), keyword};
  std::size_t n = 1;
  if (algebra::is_word(s.front())) {
    while (n < s.size() && algebra::is_word(s[n])) ++n;
    const auto word = s.substr(0, n);
    const bool digit = algebra::is_digit(word.front());
    return {n, digit ? number : is_keyword(word) ? keyword : plain};
  }
  while (n < s.size() && !algebra::is_word(s[n]) && s[n] != '/' && s[n] != '#') ++n;
  return {n, plain};
}

void draw_line(ImDrawList* list, const Ui& ui, ImVec2 at, std::string_view line) {
  const auto& face = ui.fonts.mono_small;
  while (!line.empty()) {
    const auto piece = next_piece(line);
    const auto ink = piece.kind == Piece::Kind::keyword   ? ui.ink.function
                     : piece.kind == Piece::Kind::number  ? ui.ink.name
                     : piece.kind == Piece::Kind::comment ? ui.ink.faint
                                                          : ui.ink.text;
    draw_text(list, face, at, ink, line.substr(0, piece.length));
    at.x += text_width(face, line.substr(0, piece.length));
    line.remove_prefix(piece.length);
  }
}

/// What was timed: this source, or a kernel that reads the numbers as it runs.
std::string timed(const LaunchView& v) {
  const auto& report = v.ui.trace != nullptr ? v.ui.trace->report() : std::nullopt;
  if (!report) return {};
  if (report->path == gpu::Path::cpu) return v.ui.tr("Not compiled: the CPU ran it.");
  if (!report->copied) return v.ui.tr("Not timed yet.");
  if (report->copied->compiled) return v.ui.tr("NVRTC compiled this; it is what was timed.");
  auto text = std::string(v.ui.tr("A generic kernel was timed in place of this one."));
  return report->copied->why_generic.empty() ? text : text + " " + (*v.ui.texts)(report->copied->why_generic);
}

}  // namespace

void source_view(const LaunchView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  const auto& face = ui.fonts.mono_small;
  const auto& source = launch_of(ui).tables.source(v.plan);
  const auto& lines = launch_of(ui).tables.source_lines();
  const char* copy = ui.tr("Copy");
  const float copy_width = text_width(ui.fonts.ui_small, copy) + ui.px(14);
  ImGui::SetCursorScreenPos({at.x + size.x - copy_width, at.y - ui.px(2)});
  if (chip(ui, "copy source", copy, ui.fonts.ui_small)) ImGui::SetClipboardText(source.c_str());
  const float words = flow_text(ImGui::GetWindowDrawList(), ui, at, size.x - copy_width - ui.px(8), ui.ink.faint, ui.ink.chip, timed(v));
  const float head = std::max(words, ui.fonts.ui_small.size + ui.px(6)) + ui.px(4);
  if (size.y - head < face.size) return;

  ImGui::SetCursorScreenPos({at.x, at.y + head});
  compat::begin_child("source", {size.x, size.y - head}, ImGuiWindowFlags_HorizontalScrollbar);
  auto* list = ImGui::GetWindowDrawList();
  const float line = face.size + ui.px(1), gutter = text_width(face, fmt::format("{}", lines.size())) + ui.px(10);
  const ImVec2 origin{at.x - ImGui::GetScrollX(), at.y + head - ImGui::GetScrollY()};
  const float top = at.y + head, bottom = at.y + size.y;
  std::size_t widest = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    widest = std::max(widest, lines[i].size());
    const float y = origin.y + static_cast<float>(i) * line;
    if (y + line < top || y > bottom) continue;
    draw_text_right(list, face, {origin.x + gutter - ui.px(8), y}, ui.ink.fainter, fmt::format("{}", i + 1));
    draw_line(list, ui, {origin.x + gutter, y}, lines[i]);
  }
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({gutter + static_cast<float>(widest) * text_width(face, "m"), line * static_cast<float>(lines.size())});
  ImGui::EndChild();
}

}  // namespace app
