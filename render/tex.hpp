#pragma once
// Escapes text for TeX.

#include <string>

namespace render {

/// Appends a byte of UTF-8; escapes characters that are special in TeX, and leaves those out that it refuses.
inline void append_tex(std::string& out, char c) {
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

}  // namespace render
