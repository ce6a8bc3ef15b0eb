// Widths of letters from tables instead of fonts: pages are the same on every machine, and a text file needs no font at all.

#include <algorithm>
#include <array>

#include "algebra/text/line_breaks.hpp"
#include "algebra/text/utf8.hpp"
#include "render/export_pen.hpp"

namespace render {
namespace {

// Advances of Inter's printable ASCII in thousandths of its size; JetBrains Mono has 600 for every letter.
using Advances = std::array<std::int16_t, 95>;
constexpr Advances sans_regular{{265, 294, 400, 637, 643, 828, 651, 217, 378, 378, 522, 666, 288, 463, 283, 368, 646, 473, 613,
                                 644, 654, 620, 636, 579, 631, 636, 283, 288, 666, 666, 666, 526, 968, 700, 654, 735, 722, 603,
                                 586, 749, 742, 270, 552, 664, 564, 898, 747, 768, 639, 768, 645, 643, 651, 738, 700, 978, 666,
                                 685, 639, 378, 368, 378, 475, 460, 497, 569, 626, 568, 626, 587, 369, 617, 602, 249, 249, 556,
                                 249, 884, 597, 602, 617, 617, 384, 536, 372, 594, 566, 825, 551, 566, 551, 378, 342, 378, 666}};
constexpr Advances sans_bold{{232, 325, 392, 650, 655, 859, 674, 209, 409, 409, 565, 680, 303, 469,  298, 390, 688, 489,  630,
                              659, 678, 645, 660, 595, 661, 660, 298, 303, 680, 680, 680, 563, 1031, 748, 661, 752, 727,  613,
                              585, 761, 746, 281, 570, 690, 567, 915, 735, 782, 648, 783, 656, 655,  668, 729, 748, 1036, 714,
                              724, 667, 409, 390, 409, 488, 477, 497, 580, 635, 587, 635, 598, 386,  633, 624, 272, 272,  582,
                              272, 912, 622, 614, 632, 632, 409, 562, 388, 622, 586, 850, 574, 586,  572, 409, 374, 409,  680}};

/// Returns the advance of a letter in thousandths, from its first byte of UTF-8; for letters beyond ASCII a typical width.
int advance(unsigned char first, Font font) {
  if (first >= 0xE3 && first <= 0xF4) return 1000;  // Chinese, Japanese, Korean; rarer signs
  if (font == Font::mono) return 600;
  if (first < 0x20 || first > 0x7E) return 660;
  return (font == Font::sans ? sans_regular : sans_bold)[first - 0x20];
}

}  // namespace

double text_width(std::string_view text, Font font, double size) {
  int thousandths = 0;
  for (const char c : text)
    if (!algebra::continues_character(c)) thousandths += advance(static_cast<unsigned char>(c), font);
  return size * thousandths / 1000;
}

std::vector<std::string> broken_lines(std::string_view text, Font font, double size, double width) {
  std::vector<std::string> lines;
  const auto add = [&](std::string_view line) {
    while (line.ends_with(' ')) line.remove_suffix(1);
    lines.emplace_back(line);
  };
  while (!text.empty()) {
    // As many characters as fit, and the best place to break among them.
    std::size_t end = 0, best = 0;
    int depth = 0, best_depth = 0;
    bool late = false;  // the best place is in the second half of the line
    for (double used = 0; end < text.size() && text[end] != '\n';) {
      const auto next = algebra::next_boundary(text, end + 1);
      const auto letter = text.substr(end, next - end);
      used += text_width(letter, font, size);
      // A space at the end of a line takes no room.
      if (used > width + 1e-6 && end > 0 && letter != " ") break;
      const char c = letter.front();
      if (c == '(' || c == '<' || c == '[') ++depth;
      if (c == ')' || c == '>' || c == ']') depth = std::max(0, depth - 1);
      end = next;
      const auto rest = text.substr(end);
      const bool chinese = !rest.empty() && rest.front() != ' ' && algebra::breaks_between(letter, algebra::first_letter(rest));
      const bool breaks =
          c == ' ' || chinese || (c == ',' && depth > 0 && !rest.starts_with(' ')) || (c == ':' && end > 1 && text[end - 2] == ')');
      if (!breaks) continue;
      if (!late || depth <= best_depth) best = end, best_depth = depth, late = used >= width / 2;
    }
    const bool whole = end == text.size() || text[end] == '\n';
    if (whole || best == 0) best = end;
    add(text.substr(0, best));
    text.remove_prefix(best);
    if (whole && !text.empty()) text.remove_prefix(1);
  }
  return lines;
}

}  // namespace render
