#include "algebra/text/line_breaks.hpp"

#include <algorithm>
#include <array>

#include "algebra/text/utf8.hpp"

namespace algebra {
namespace {

using Marks = std::array<std::string_view, 4>;
constexpr Marks opening{"（", "“", "《", "「"};
constexpr std::array<std::string_view, 12> closing{"，", "。", "：", "；", "、", "）", "”", "！", "？", "》", "」", "…"};

}  // namespace

bool is_wide(std::string_view letter) { return !letter.empty() && static_cast<unsigned char>(letter.front()) >= 0xE3; }

bool closes(std::string_view letter) { return std::ranges::find(closing, letter) != closing.end(); }

bool opens(std::string_view letter) { return std::ranges::find(opening, letter) != opening.end(); }

bool breaks_between(std::string_view letter, std::string_view next) {
  // Unicode gives Chinese quotation marks the same codes as Latin ones; here they occur only in Chinese text.
  const auto chinese = [](std::string_view l) { return is_wide(l) || closes(l) || opens(l); };
  return (chinese(letter) || chinese(next)) && !opens(letter) && !closes(next);
}

std::string_view first_letter(std::string_view text) { return text.substr(0, next_boundary(text, 1)); }

}  // namespace algebra
