#include "render/tex.hpp"

#include <utility>

namespace render {
namespace {

void append_tex(std::string& out, char c) {
  switch (c) {
    case '\\': out += "\\textbackslash{}"; break;
    case '~': out += "\\textasciitilde{}"; break;
    case '^': out += "\\textasciicircum{}"; break;
    case '<': out += "\\textless{}"; break;
    case '>': out += "\\textgreater{}"; break;
    case '_':
    case '&':
    case '%':
    case '#':
    case '{':
    case '}':
    case '$':
      out += '\\';
      out += c;
      break;
    default:
      if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) out += c;
  }
}

}  // namespace

std::string escaped_for_tex(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    static constexpr std::pair<std::string_view, std::string_view> symbols[] = {
        {"→", "$\\rightarrow$"}, {"·", "$\\cdot$"}, {"…", "\\ldots{}"}, {"×", "$\\times$"}, {"–", "--"}, {"°", "\\textdegree{}"}};
    bool symbol = false;
    for (const auto& [from, to] : symbols)
      if (text.starts_with(from)) {
        out += to;
        text.remove_prefix(from.size());
        symbol = true;
        break;
      }
    if (symbol) continue;
    append_tex(out, text.front());
    text.remove_prefix(1);
  }
  return out;
}

}  // namespace render
