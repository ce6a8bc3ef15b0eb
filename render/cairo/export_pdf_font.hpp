#pragma once
// Glyphs of a font as a PDF Type 3 font: outlines as Cairo draws them, so that a page written without Cairo looks the
// same, and a table of their characters, so that text can be searched and copied.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "render/export_pen.hpp"

namespace render {

/// A code point as hexadecimal digits of UTF-16, as PDF needs it for text beyond ASCII.
std::string utf16_hex(char32_t);

class PdfFont {
 public:
  /// `family` replaces the font's own family unless it is "".
  explicit PdfFont(Font, const std::string& family = {});
  ~PdfFont();
  PdfFont(const PdfFont&) = delete;
  PdfFont& operator=(const PdfFont&) = delete;

  /// Appends the text's one-byte codes, escaped for a PDF string, to `out`. Returns its width in thousandths of the
  /// size. ASCII keeps its codes; other characters get free codes as they appear, '?' if none is left.
  double encode(std::string& out, std::string_view text);

  /// Writes the font's objects with `add`, which takes a body and returns its number. Returns the font's number.
  int write(const std::function<int(std::string)>& add) const;

 private:
  struct Outlines;
  struct Letter {
    char32_t code_point = 0;
    double width = -1;
  };
  unsigned char code_of(char32_t);
  double width_of(unsigned char code);

  std::unique_ptr<Outlines> outlines_;
  std::array<Letter, 256> letters_{};
  std::map<char32_t, unsigned char> others_;
};

}  // namespace render
