// A PDF of any size in little memory: its one page is compressed and handed on while it is drawn. Cairo, which draws the
// small ones, keeps every label of a page until the page ends: gigabytes for a million.

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

#include "algebra/text/utf8.hpp"
#include "render/cairo/export_pdf_font.hpp"
#include "render/export_pen.hpp"

namespace render {
namespace {

/// Cells of a page that has shrunk to what readers show can be hundredths of a point.
using Number = Fixed<3>;

class Deflater {
 public:
  explicit Deflater(Output& out) : out_(out) { good_ = deflateInit(&stream_, 4) == Z_OK; }
  ~Deflater() { deflateEnd(&stream_); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  void write(std::string_view bytes) { pass(bytes, Z_NO_FLUSH); }
  void finish() { pass({}, Z_FINISH); }
  bool good() const { return good_; }

 private:
  void pass(std::string_view bytes, int flush) {
    if (!good_) return;
    // zlib's input is not const, though it only reads it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      good_ = deflate(&stream_, flush) != Z_STREAM_ERROR;
      out_.write({buffer_.data(), buffer_.size() - stream_.avail_out});
    } while (good_ && stream_.avail_out == 0);
  }

  Output& out_;
  z_stream stream_{};
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);
  bool good_ = true;
};

class StreamingPdfPen final : public Pen {
 public:
  StreamingPdfPen(PageSize size, std::string title, Sink sink) : size_(size), title_(std::move(title)), out_(std::move(sink)) {
    // Bytes above 127 in the second line say that the file is not text.
    out_.write("%PDF-1.5\n%\xE2\xE3\xCF\xD3\n");
    objects_.resize(content + 1);
    begin(content);
    out_.write(fmt::format("<< /Length {} 0 R /Filter /FlateDecode >>\nstream\n", static_cast<int>(length)));
    content_start_ = out_.position();
    deflater_ = std::make_unique<Deflater>(out_);
    // From here on y goes down.
    page_ = "1 0 0 -1 0 ";
    number(size.height);
    page_ += "cm\n2 J\n";
  }

  void fill_rect(double x, double y, double width, double height, Rgb colour) override { fill_rects({{{x, y, width, height, colour}}}); }

  void fill_rects(std::span<const FilledRect> rects) override {
    std::vector<Rgb> colours;
    for (const auto& r : rects)
      if (std::find(colours.begin(), colours.end(), r.colour) == colours.end()) colours.push_back(r.colour);
    for (const auto colour : colours) {
      fill_colour(colour);
      for (const auto& r : rects) {
        if (r.colour != colour) continue;
        const auto x = Number::of(r.x), y = Number::of(r.y);
        for (const auto v : {x, y, Number::of(r.x + r.width) - x, Number::of(r.y + r.height) - y}) fixed(v);
        page_ += "re\n";
        settle();
      }
      page_ += "f\n";
    }
    settle();
  }

  void lines(std::span<const Segment> segments, Rgb colour, double width) override {
    if (segments.empty()) return;
    rgb(colour);
    page_ += "RG\n";
    number(width);
    page_ += "w\n";
    for (const auto& s : segments) {
      number(s.x0), number(s.y0);
      page_ += "m ";
      number(s.x1), number(s.y1);
      page_ += "l\n";
      settle();
    }
    page_ += "S\n";
  }

  void text(double x, double baseline, std::string_view text, const TextStyle& style) override {
    const PlacedText one{x, baseline, text};
    texts({&one, 1}, style);
  }

  void texts(std::span<const PlacedText> all, const TextStyle& style) override {
    const auto number_of_font = font_for(style);
    auto& font = *fonts_[number_of_font].letters;
    fill_colour(style.colour);
    page_ += fmt::format("BT /F{} ", number_of_font);
    number(style.size);
    page_ += "Tf 1 0 0 -1 0 0 Tm\n";
    std::int64_t line_x = 0, line_y = 0;
    for (const auto& t : all) {
      codes_.clear();
      const auto width = font.encode(codes_, t.text) * style.size / 1000;
      const auto x = Number::of(t.x - (style.anchor == Anchor::middle ? width / 2
                                       : style.anchor == Anchor::end  ? width
                                                                      : 0)),
                 y = Number::of(t.baseline);
      fixed(x - line_x);
      fixed(line_y - y);
      page_ += "Td(";
      page_ += codes_;
      page_ += ")Tj\n";
      line_x = x;
      line_y = y;
      settle();
    }
    page_ += "ET\n";
  }

  tl::expected<std::string, std::string> finish() override {
    deflater_->write(page_);
    deflater_->finish();
    const bool compressed = deflater_->good();
    const auto bytes = out_.position() - content_start_;
    out_.write("\nendstream\nendobj\n");
    add(length, fmt::format("{}", bytes));
    std::string fonts;
    for (std::size_t i = 0; i < fonts_.size(); ++i)
      fonts +=
          fmt::format("/F{} {} 0 R ", i,
                      fonts_[i].letters->write([this](const std::string& body) { return add(static_cast<int>(objects_.size()), body); }));
    add(page, fmt::format("<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {} {}] /Contents {} 0 R /Resources << /Font << {}>> >> >>",
                          static_cast<int>(pages), size_.width, size_.height, static_cast<int>(content), fonts));
    add(pages, fmt::format("<< /Type /Pages /Kids [{} 0 R] /Count 1 >>", static_cast<int>(page)));
    add(catalog, fmt::format("<< /Type /Catalog /Pages {} 0 R >>", static_cast<int>(pages)));
    add(information, fmt::format("<< /Title {} /Producer (Cutescope) >>", text_string(title_)));
    const auto table = out_.position();
    std::string end = fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects_.size());
    for (std::size_t i = 1; i < objects_.size(); ++i) end += fmt::format("{:010} 00000 n \n", objects_[i]);
    out_.write(end + fmt::format("trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n", objects_.size(),
                                 static_cast<int>(catalog), static_cast<int>(information), table));
    auto rest = out_.take();
    if (!compressed) return tl::unexpected(std::string("The picture could not be drawn: its page could not be compressed."));
    return rest;
  }

 private:
  enum Object : int { catalog = 1, pages, page, information, length, content };

  struct UsedFont {
    Font font;
    std::string family;
    std::unique_ptr<PdfFont> letters;
  };

  /// The number of a style's font in this file.
  std::size_t font_for(const TextStyle& style) {
    for (std::size_t i = 0; i < fonts_.size(); ++i)
      if (fonts_[i].font == style.font && fonts_[i].family == style.family) return i;
    const std::string family(style.family);
    fonts_.push_back({style.font, family, std::make_unique<PdfFont>(style.font, family)});
    return fonts_.size() - 1;
  }

  void fixed(std::int64_t v) {
    Number::append(page_, v);
    page_ += ' ';
  }
  void number(double v) { fixed(Number::of(v)); }
  void rgb(Rgb c) {
    for (const auto v : {c.r, c.g, c.b}) number(v / 255.0);
  }
  void fill_colour(Rgb c) {
    rgb(c);
    page_ += "rg\n";
  }
  void settle() {
    if (page_.size() < (std::size_t{1} << 15)) return;
    deflater_->write(page_);
    page_.clear();
  }

  void begin(int object) {
    if (static_cast<std::size_t>(object) >= objects_.size()) objects_.resize(static_cast<std::size_t>(object) + 1);
    objects_[static_cast<std::size_t>(object)] = out_.position();
    out_.write(fmt::format("{} 0 obj\n", object));
  }
  int add(int object, const std::string& body) {
    begin(object);
    out_.write(body);
    out_.write("\nendobj\n");
    return object;
  }

  /// A title in any language: UTF-8 is known to PDF 2.0 only, so ASCII as it is, and the rest by the byte order mark.
  static std::string text_string(std::string_view text) {
    std::string out = "<FEFF";
    while (!text.empty()) out += utf16_hex(algebra::take_code_point(text));
    return out + ">";
  }

  PageSize size_;
  std::string title_;
  Output out_;
  std::vector<std::size_t> objects_;  ///< where each stands in the file
  std::size_t content_start_ = 0;
  std::unique_ptr<Deflater> deflater_;
  std::string page_, codes_;  ///< of the page's content, what is not compressed yet
  std::vector<UsedFont> fonts_;
};

}  // namespace

std::unique_ptr<Pen> make_streaming_pdf_pen(PageSize size, const std::string& title, Sink sink) {
  return std::make_unique<StreamingPdfPen>(size, title, std::move(sink));
}

}  // namespace render
