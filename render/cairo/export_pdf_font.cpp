#include "render/cairo/export_pdf_font.hpp"

#include <algorithm>
#include <cmath>

#include <cairo.h>
#include <fmt/format.h>

#include "algebra/text/utf8.hpp"
#include "render/cairo/export_cairo_font.hpp"

namespace render {
namespace {

constexpr double units = 1000;  // of a glyph's space in its size

std::string utf8(char32_t c) {
  std::string out;
  algebra::append_utf8(out, c);
  return out;
}

/// A path's points, y up as PDF has it.
std::string outline(cairo_t* cairo) {
  std::string out;
  const auto points = [&](const cairo_path_data_t* data, int count, char command) {
    for (int i = 1; i <= count; ++i) {
      Fixed<0>::append(out, Fixed<0>::of(data[i].point.x));
      out += ' ';
      Fixed<0>::append(out, Fixed<0>::of(-data[i].point.y));
      out += ' ';
    }
    (out += command) += '\n';
  };
  auto* path = cairo_copy_path(cairo);
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    const auto* data = path->data + i;
    switch (data->header.type) {
      case CAIRO_PATH_MOVE_TO: points(data, 1, 'm'); break;
      case CAIRO_PATH_LINE_TO: points(data, 1, 'l'); break;
      case CAIRO_PATH_CURVE_TO: points(data, 3, 'c'); break;
      case CAIRO_PATH_CLOSE_PATH: out += "h\n"; break;
    }
  }
  cairo_path_destroy(path);
  return out + "f";
}

}  // namespace

std::string utf16_hex(char32_t c) {
  if (c < 0x10000) return fmt::format("{:04X}", static_cast<unsigned>(c));
  const auto rest = static_cast<unsigned>(c) - 0x10000;
  return fmt::format("{:04X}{:04X}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

struct PdfFont::Outlines {
  CairoSurface surface{cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)};
  CairoContext cairo{cairo_create(surface.get())};
  Outlines(Font font, const std::string& family) {
    use_unhinted_fonts(cairo.get());
    use_font(cairo.get(), font, units, family);
  }
  double width(char32_t c) const {
    cairo_text_extents_t extents;
    cairo_text_extents(cairo.get(), utf8(c).c_str(), &extents);
    return extents.x_advance;
  }
  std::string procedure(char32_t c) const {
    const auto text = utf8(c);
    cairo_new_path(cairo.get());
    cairo_move_to(cairo.get(), 0, 0);
    cairo_text_path(cairo.get(), text.c_str());
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    cairo_path_extents(cairo.get(), &x0, &y0, &x1, &y1);
    const auto path = outline(cairo.get());
    cairo_new_path(cairo.get());
    return fmt::format("{:.0f} 0 {:.0f} {:.0f} {:.0f} {:.0f} d1\n{}", width(c), x0 - 1, -y1 - 1, x1 + 1, -y0 + 1, path);
  }
};

PdfFont::PdfFont(Font font, const std::string& family) : outlines_(std::make_unique<Outlines>(font, family)) {}
PdfFont::~PdfFont() = default;

unsigned char PdfFont::code_of(char32_t c) {
  if (c >= 0x20 && c < 0x7F) return static_cast<unsigned char>(c);
  if (const auto found = others_.find(c); found != others_.end()) return found->second;
  if (others_.size() >= 127) return '?';
  const auto code = static_cast<unsigned char>(128 + others_.size());
  others_.emplace(c, code);
  letters_[code].code_point = c;
  return code;
}

double PdfFont::width_of(unsigned char code) {
  auto& letter = letters_[code];
  if (letter.width >= 0) return letter.width;
  if (code < 0x80) letter.code_point = code;
  return letter.width = std::round(outlines_->width(letter.code_point));
}

double PdfFont::encode(std::string& out, std::string_view text) {
  double width = 0;
  while (!text.empty()) {
    const auto code = code_of(algebra::take_code_point(text));
    if (code == '(' || code == ')' || code == '\\') out += '\\';
    out += static_cast<char>(code);
    width += width_of(code);
  }
  return width;
}

int PdfFont::write(const std::function<int(std::string)>& add) const {
  const auto stream = [&](const std::string& bytes) {
    return add(fmt::format("<< /Length {} >>\nstream\n{}\nendstream", bytes.size(), bytes));
  };
  std::string procedures, differences, widths, meanings;
  int first = -1, last = -1, used = 0;
  for (int code = 0; code < 256; ++code) {
    const auto& letter = letters_[static_cast<std::size_t>(code)];
    if (letter.width < 0) continue;
    if (first < 0) first = code;
    for (; last >= 0 && last < code - 1; ++last) widths += "0 ";
    last = code;
    widths += fmt::format("{:.0f} ", letter.width);
    procedures += fmt::format("/c{} {} 0 R ", code, stream(outlines_->procedure(letter.code_point)));
    differences += fmt::format("{} /c{} ", code, code);
    // A block of such a table has at most 100 lines.
    meanings += fmt::format("{}<{:02X}> <{}>\n", used % 100 == 0 && used > 0 ? "endbfchar\n@ beginbfchar\n" : "", code,
                            utf16_hex(letter.code_point));
    ++used;
  }
  for (int block = 0, rest = used - 100; rest > 0; ++block, rest -= 100)
    meanings.replace(meanings.find('@'), 1, fmt::format("{}", std::min(rest, 100)));
  const auto to_unicode =
      stream(fmt::format("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering "
                         "(UCS) /Supplement 0 >> def\n"
                         "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n"
                         "{} beginbfchar\n{}endbfchar\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend",
                         std::min(used, 100), meanings));
  return add(fmt::format(
      "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.001 0 0 0.001 0 0] /Resources << >> /FirstChar {} /LastChar {}\n"
      "/Widths [{}]\n/Encoding << /Type /Encoding /Differences [{}] >>\n/CharProcs << {} >> /ToUnicode {} 0 R >>",
      std::max(first, 0), std::max(last, 0), widths, differences, procedures, to_unicode));
}

}  // namespace render
