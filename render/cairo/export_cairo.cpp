#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cairo-pdf.h>
#include <cairo.h>
#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "algebra/text/line_breaks.hpp"
#include "algebra/text/utf8.hpp"
#include "render/export_pen.hpp"

namespace render {
namespace {

using algebra::Message;
using algebra::message;

struct DestroySurface {
  void operator()(cairo_surface_t* s) const { cairo_surface_destroy(s); }
};
struct DestroyContext {
  void operator()(cairo_t* c) const { cairo_destroy(c); }
};
using CairoSurface = std::unique_ptr<cairo_surface_t, DestroySurface>;
using CairoContext = std::unique_ptr<cairo_t, DestroyContext>;

/// `family` replaces the font's own family unless it is "".
void use_font(cairo_t* cairo, Font font, double size, const std::string& family) {
  cairo_select_font_face(cairo,
                         !family.empty()      ? family.c_str()
                         : font == Font::mono ? "JetBrains Mono"
                                              : "Inter",
                         CAIRO_FONT_SLANT_NORMAL, font == Font::sans_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, size);
}

/// For letters that the font lacks: Chinese ones.
constexpr const char* fallback_family = "Noto Sans CJK SC";

/// Returns whether this is a quotation mark or a dot, which Latin fonts have too narrow for Chinese.
bool is_chinese_mark(std::string_view letter) {
  return algebra::opens(letter) || algebra::closes(letter) || letter == "‘" || letter == "’";
}

/// Disables hinting, so that text has the same width in every file, whatever its resolution.
void use_unhinted_fonts(cairo_t* cairo) {
  auto* options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(cairo, options);
  cairo_font_options_destroy(options);
}

cairo_status_t append(void* to, const unsigned char* data, unsigned length) {
  auto* out = static_cast<Output*>(to);
  out->write({reinterpret_cast<const char*>(data), length});
  return out->good() ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/// A text as glyphs that begin at 0, 0.
class GlyphsOfText {
 public:
  GlyphsOfText(cairo_scaled_font_t* font, std::string_view text) {
    cairo_text_cluster_flags_t flags{};
    // Text that is not UTF-8 yields no glyphs.
    cairo_scaled_font_text_to_glyphs(font, 0, 0, text.data(), static_cast<int>(text.size()), &glyphs_, &glyph_count_, &clusters_,
                                     &cluster_count_, &flags);
  }
  ~GlyphsOfText() {
    cairo_glyph_free(glyphs_);
    cairo_text_cluster_free(clusters_);
  }
  GlyphsOfText(const GlyphsOfText&) = delete;
  GlyphsOfText& operator=(const GlyphsOfText&) = delete;

  std::span<const cairo_glyph_t> glyphs() const { return {glyphs_, static_cast<std::size_t>(glyph_count_)}; }
  std::span<const cairo_text_cluster_t> clusters() const { return {clusters_, static_cast<std::size_t>(cluster_count_)}; }
  /// Returns whether the font has all letters: glyph 0 is the box for a missing one.
  bool complete() const {
    return std::ranges::none_of(glyphs(), [](const cairo_glyph_t& g) { return g.index == 0; });
  }
  double width(cairo_scaled_font_t* font) const {
    cairo_text_extents_t extents;
    cairo_scaled_font_glyph_extents(font, glyphs_, glyph_count_, &extents);
    return extents.x_advance;
  }

 private:
  cairo_glyph_t* glyphs_ = nullptr;
  cairo_text_cluster_t* clusters_ = nullptr;
  int glyph_count_ = 0, cluster_count_ = 0;
};

/// Memory that Cairo keeps for a page until it ends: measured, 36 to 40 bytes per rectangle, line or letter.
class PageMemory {
 public:
  /// Takes the memory for `things`, within a quarter of the budget; returns false if that is exceeded.
  bool hold(std::size_t things) {
    constexpr std::int64_t each = 40, piece = std::int64_t{4} << 20;
    needed_ += each * static_cast<std::int64_t>(things);
    auto& budget = algebra::memory_budget();
    while (fits_ && needed_ > held_) {
      auto share = shares_.empty()                       ? std::optional(budget.take_small(piece))
                   : held_ + piece <= budget.bytes() / 4 ? budget.take(piece)
                                                         : std::nullopt;
      fits_ = share.has_value();
      if (fits_) shares_.push_back(std::move(*share)), held_ += piece;
    }
    return fits_;
  }
  bool fits() const { return fits_; }

 private:
  std::vector<algebra::MemoryBudget::Share> shares_;
  std::int64_t needed_ = 0, held_ = 0;
  bool fits_ = true;
};

/// A page of PDF or a picture. Cairo writes a PDF's page when it ends: one command with many rectangles, lines or letters takes a third of
/// the memory of one for each.
class CairoPen final : public Pen {
 public:
  enum class Kind : std::uint8_t { png, pdf, pixels };

  /// `out` receives a PDF's bytes while it is drawn.
  CairoPen(Kind kind, CairoSurface surface, std::unique_ptr<Output> out, double scale)
      : kind_(kind), out_(std::move(out)), surface_(std::move(surface)), cairo_(cairo_create(surface_.get())), scale_(scale) {
    cairo_scale(cairo_.get(), scale, scale);
    cairo_set_line_cap(cairo_.get(), CAIRO_LINE_CAP_SQUARE);
    use_unhinted_fonts(cairo_.get());
  }

  /// Discards an unfinished page, which Cairo would otherwise write.
  ~CairoPen() override {
    if (finished_) return;
    cairo_set_operator(cairo_.get(), CAIRO_OPERATOR_CLEAR);
    cairo_paint(cairo_.get());
  }
  CairoPen(const CairoPen&) = delete;
  CairoPen& operator=(const CairoPen&) = delete;

  void fill_rect(double x, double y, double width, double height, Rgb colour) override { fill_rects({{{x, y, width, height, colour}}}); }

  void fill_rects(std::span<const FilledRect> rects) override {
    if (!hold(rects.size())) return;
    std::vector<Rgb> colours;
    for (const auto& r : rects)
      if (std::ranges::find(colours, r.colour) == colours.end()) colours.push_back(r.colour);
    for (const auto colour : colours) {
      source(colour);
      for (const auto& r : rects) {
        if (r.colour != colour) continue;
        // Whole pixels leave no seams between neighbours.
        const auto x0 = snap(r.x), y0 = snap(r.y);
        cairo_rectangle(cairo_.get(), x0, y0, snap(r.x + r.width) - x0, snap(r.y + r.height) - y0);
      }
      cairo_fill(cairo_.get());
    }
  }

  void lines(std::span<const Segment> segments, Rgb colour, double width) override {
    if (segments.empty() || !hold(segments.size())) return;
    source(colour);
    double shift = 0;
    if (kind_ != Kind::pdf) {
      // A line of an odd number of pixels runs through their middle; otherwise it would be two grey ones.
      const auto pixels = std::max(1.0, std::round(width * scale_));
      width = pixels / scale_;
      if (std::fmod(pixels, 2) == 1) shift = 0.5 / scale_;
    }
    cairo_set_line_width(cairo_.get(), width);
    for (const auto& s : segments) {
      cairo_move_to(cairo_.get(), snap(s.x0) + shift, snap(s.y0) + shift);
      cairo_line_to(cairo_.get(), snap(s.x1) + shift, snap(s.y1) + shift);
    }
    cairo_stroke(cairo_.get());
  }

  void text(double x, double baseline, std::string_view text, const TextStyle& style) override {
    const PlacedText one{x, baseline, text};
    texts({&one, 1}, style);
  }

  void texts(std::span<const PlacedText> all, const TextStyle& style) override {
    std::string characters;
    for (const auto& t : all) characters += t.text;
    if (!hold(characters.size())) return;
    source(style.colour);
    if (!std::ranges::all_of(characters, [](char c) { return static_cast<unsigned char>(c) < 0x80; }) && lacks_letters(characters, style)) {
      for (const auto& t : all) text_with_fallback(t, style);
      return;
    }
    use_font(cairo_.get(), style.font, style.size, std::string(style.family));
    auto* font = cairo_get_scaled_font(cairo_.get());
    std::vector<cairo_glyph_t> glyphs;
    // The clusters map glyphs to characters, so that a PDF can be searched.
    std::vector<cairo_text_cluster_t> clusters;
    for (const auto& t : all) {
      const GlyphsOfText own(font, t.text);
      double x = t.x;
      if (style.anchor != Anchor::start) x -= style.anchor == Anchor::middle ? own.width(font) / 2 : own.width(font);
      for (const auto& g : own.glyphs()) glyphs.push_back({g.index, x + g.x, t.baseline + g.y});
      clusters.insert(clusters.end(), own.clusters().begin(), own.clusters().end());
    }
    cairo_show_text_glyphs(cairo_.get(), characters.data(), static_cast<int>(characters.size()), glyphs.data(),
                           static_cast<int>(glyphs.size()), clusters.data(), static_cast<int>(clusters.size()),
                           cairo_text_cluster_flags_t{});
  }

  /// Returns whether the style's font lacks letters of the text.
  bool lacks_letters(std::string_view text, const TextStyle& style) {
    use_font(cairo_.get(), style.font, style.size, std::string(style.family));
    return !GlyphsOfText(cairo_get_scaled_font(cairo_.get()), text).complete();
  }

  /// The least opacity that Cairo does not treat as none, and the memory of a letter's outline relative to a letter.
  static constexpr double hardly = 0.005;
  static constexpr std::size_t outline_things = 40;

  /// Draws a text in two fonts: letters that the style's font lacks are taken from the fallback.
  void text_with_fallback(const PlacedText& text, const TextStyle& style) {
    struct Run {
      std::string_view text;
      bool fallback;
      double width = 0;
    };
    std::vector<Run> runs;
    for (std::size_t at = 0; at < text.text.size();) {
      const auto end = algebra::next_boundary(text.text, at + 1);
      const auto letter = text.text.substr(at, end - at);
      const bool fallback = letter.size() > 1 && (is_chinese_mark(letter) || lacks_letters(letter, style));
      if (runs.empty() || runs.back().fallback != fallback) runs.push_back({letter, fallback});
      else runs.back().text = {runs.back().text.data(), runs.back().text.size() + letter.size()};
      at = end;
    }
    const auto use = [&](const Run& r) {
      use_font(cairo_.get(), style.font, style.size, r.fallback ? std::string(fallback_family) : std::string(style.family));
      return cairo_get_scaled_font(cairo_.get());
    };
    double all = 0;
    for (auto& r : runs) {
      auto* font = use(r);
      all += r.width = GlyphsOfText(font, r.text).width(font);
    }
    double x = text.x - (style.anchor == Anchor::start ? 0 : style.anchor == Anchor::middle ? all / 2 : all);
    for (const auto& r : runs) {
      const GlyphsOfText own(use(r), r.text);
      std::vector<cairo_glyph_t> glyphs(own.glyphs().begin(), own.glyphs().end());
      for (auto& g : glyphs) g.x += x, g.y += text.baseline;
      const bool outlined = r.fallback && kind_ == Kind::pdf;
      if (outlined) {
        // For some letters, such as U+5982 of Noto Sans CJK, Cairo 1.16 writes outlines into a PDF's font that readers do not draw. They
        // are filled as paths, with the text over them almost transparent, for searching.
        if (!hold(outline_things * glyphs.size())) return;
        cairo_glyph_path(cairo_.get(), glyphs.data(), static_cast<int>(glyphs.size()));
        cairo_fill(cairo_.get());
        cairo_set_source_rgba(cairo_.get(), style.colour.r / 255.0, style.colour.g / 255.0, style.colour.b / 255.0, hardly);
      }
      cairo_show_text_glyphs(cairo_.get(), r.text.data(), static_cast<int>(r.text.size()), glyphs.data(), static_cast<int>(glyphs.size()),
                             own.clusters().data(), static_cast<int>(own.clusters().size()), cairo_text_cluster_flags_t{});
      if (outlined) source(style.colour);
      x += r.width;
    }
  }

  void next_page() override {
    cairo_show_page(cairo_.get());
    if (memory_.fits()) memory_ = {};  // it has been written
  }

  tl::expected<std::string, Message> finish() override {
    if (!memory_.fits())
      return tl::unexpected(message(
          "The memory budget of {} MiB has no room for a PDF of so many cells. A slice or tile of them, or an SVG, works; so does a larger "
          "budget.",
          algebra::memory_budget().bytes() >> 20));
    finished_ = true;
    auto status = cairo_status(cairo_.get());
    if (kind_ == Kind::pixels) return pixels();
    if (kind_ == Kind::pdf) {
      cairo_.reset();
      cairo_surface_finish(surface_.get());
    } else if (status == CAIRO_STATUS_SUCCESS) {
      status = cairo_surface_write_to_png_stream(surface_.get(), append, out_.get());
    }
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface_.get());
    if (status != CAIRO_STATUS_SUCCESS)
      return tl::unexpected(message("The picture could not be drawn: {}.", cairo_status_to_string(status)));
    return out_->take();
  }

 private:
  /// Cairo's colours are premultiplied by alpha; other formats' are not.
  std::string pixels() const {
    cairo_surface_flush(surface_.get());
    const auto width = static_cast<std::size_t>(cairo_image_surface_get_width(surface_.get()));
    const auto height = static_cast<std::size_t>(cairo_image_surface_get_height(surface_.get()));
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface_.get()));
    const auto* data = cairo_image_surface_get_data(surface_.get());
    std::string result;
    result.reserve(4 * width * height);
    for (std::size_t y = 0; y < height; ++y)
      for (std::size_t x = 0; x < width; ++x) {
        std::uint32_t pixel = 0;
        std::memcpy(&pixel, data + y * stride + 4 * x, 4);
        const auto alpha = pixel >> 24;
        for (const unsigned shift : {0U, 8U, 16U}) {
          const auto colour = (pixel >> shift) & 255U;
          result += static_cast<char>(alpha == 0 ? 0 : std::min(255U, (colour * 255 + alpha / 2) / alpha));
        }
        result += static_cast<char>(alpha);
      }
    return result;
  }

  bool hold(std::size_t things) { return kind_ != Kind::pdf || memory_.hold(things); }
  void source(Rgb c) { cairo_set_source_rgb(cairo_.get(), c.r / 255.0, c.g / 255.0, c.b / 255.0); }
  double snap(double v) const { return kind_ != Kind::pdf ? std::round(v * scale_) / scale_ : v; }

  Kind kind_;
  std::unique_ptr<Output> out_;
  CairoSurface surface_;
  CairoContext cairo_;
  double scale_;
  PageMemory memory_;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<Pen> make_pdf_pen(PageSize size, const std::string& title, Sink sink) {
  auto out = std::make_unique<Output>(std::move(sink));
  CairoSurface surface(cairo_pdf_surface_create_for_stream(append, out.get(), size.width, size.height));
  if (!title.empty()) cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
  // Without a date the same figure is the same file.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
  return std::make_unique<CairoPen>(CairoPen::Kind::pdf, std::move(surface), std::move(out), 1);
}

std::unique_ptr<Pen> make_pixel_pen(int width, int height, double scale) {
  return std::make_unique<CairoPen>(CairoPen::Kind::pixels, CairoSurface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)),
                                    std::make_unique<Output>(), scale);
}

tl::expected<std::unique_ptr<Pen>, Message> make_png_pen(PageSize size, double scale) {
  CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(std::ceil(size.width * scale)),
                                                  static_cast<int>(std::ceil(size.height * scale))));
  if (const auto status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
    return tl::unexpected(message("No picture of that size could be made ({}); a smaller scale works.", cairo_status_to_string(status)));
  return std::make_unique<CairoPen>(CairoPen::Kind::png, std::move(surface), std::make_unique<Output>(), scale);
}

}  // namespace render
