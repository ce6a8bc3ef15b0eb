#include "app/panels/teaching/slide.hpp"

#include <algorithm>

#include "app/ui/rows.hpp"

namespace app {

const ExerciseAnswer& answer_of(const Stage& s, int exercise) {
  auto& kept = teaching(s.ui).answer;
  if (kept && kept->of == s.workspace.changes() && kept->exercise == exercise) return kept->answer;
  kept = std::make_shared<const AnswerOnSlide>(
      AnswerOnSlide{s.workspace.changes(), exercise, answer_of_exercise(s.workspace, s.stop.entry, exercise)});
  return kept->answer;
}

namespace {

/// Returns the longest word between blanks and non-ASCII characters, at which lines break.
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
  bool breaks = false;  ///< a line of source, or a word, is too long for a line

  void flow(std::string_view text, ImU32 ink, ImU32 code_back) {
    breaks = breaks || text_width(rows.ui.fonts.mono_small, longest_word(text)) > rows.width;
    rows.words(text, ink, 5, code_back);
  }
  /// Draws source as large as it fits on one line.
  void source(std::string_view text, bool large) {
    const auto& fonts = rows.ui.fonts;
    const auto& face = large && text_width(fonts.mono_large, text) <= rows.width ? fonts.mono_large : fonts.mono;
    breaks = breaks || text_width(face, text) > rows.width;
    rows.y += flow_source(rows.list, rows.ui, face, {rows.x, rows.y}, rows.width, text) + rows.ui.px(3);
  }
  void say(const SlideLine& line) {
    auto& ui = rows.ui;
    switch (line.is) {
      case SlideWords::source: return source(line.text, true);
      case SlideWords::value: return source(line.text, false);
      case SlideWords::heading: rows.line(ui.fonts.ui_bold, line.text, ui.ink.link, 4); return;
      case SlideWords::not_yet: rows.line(ui.fonts.ui_bold, line.text, ui.ink.error, 4); return;
      case SlideWords::text: return flow(line.text, ui.ink.text, ui.ink.chip);
      case SlideWords::faint: return flow(line.text, ui.ink.faint, ui.ink.chip);
      case SlideWords::before: return flow(line.text, ui.ink.fainter, ui.ink.page);
      case SlideWords::hint: return flow(line.text, ui.ink.hint, ui.ink.chip);
      case SlideWords::wrong: return flow(line.text, ui.ink.error, ui.ink.error_back);
    }
  }
};

}  // namespace

Said say(const Stage& s, ImDrawList* list, ImVec2 at, float width) {
  Words words{{s.ui, list, at, width}};
  for (const auto& line : words_of_slide(s.workspace, s.view, s.stop)) words.say(line);
  return {words.rows.y - at.y, words.breaks};
}

}  // namespace app
