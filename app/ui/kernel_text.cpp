#include "app/ui/kernel_text.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {
namespace {

constexpr std::string_view keywords =
    " extern void const int long unsigned char short float double if else for while return struct using typedef static constexpr bool true "
    "false auto continue __global__ __shared__ __restrict__ __device__ __launch_bounds__ __forceinline__ __align__ alignas do asm ";

bool is_keyword(std::string_view word) { return keywords.find(fmt::format(" {} ", word)) != std::string_view::npos; }

/// A piece of one colour.
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

}  // namespace

void draw_kernel_line(ImDrawList* list, const Ui& ui, ImVec2 at, std::string_view line) {
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

}  // namespace app
