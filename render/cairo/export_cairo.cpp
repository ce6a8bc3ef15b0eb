#include <algorithm>
#include <cmath>
#include <cstring>

#include <cairo-pdf.h>
#include <cairo.h>
#include <fmt/format.h>

#include "render/cairo/export_cairo_font.hpp"

namespace render {

void use_font(cairo_t* cairo, Font font, double size, const std::string& family) {
  cairo_select_font_face(cairo,
                         !family.empty()      ? family.c_str()
                         : font == Font::mono ? "JetBrains Mono"
                                              : "Inter",
                         CAIRO_FONT_SLANT_NORMAL, font == Font::sans_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, size);
}

void use_unhinted_fonts(cairo_t* cairo) {
  auto* options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(cairo, options);
  cairo_font_options_destroy(options);
}

namespace {

cairo_status_t append(void* to, const unsigned char* data, unsigned length) {
  auto* out = static_cast<Output*>(to);
  out->write({reinterpret_cast<const char*>(data), length});
  return out->good() ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

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

  void fill_rect(double x, double y, double width, double height, Rgb colour) override {
    source(colour);
    // On whole pixels no seam shows between neighbours.
    const auto x0 = snap(x), y0 = snap(y);
    cairo_rectangle(cairo_.get(), x0, y0, snap(x + width) - x0, snap(y + height) - y0);
    cairo_fill(cairo_.get());
  }

  void lines(std::span<const Segment> segments, Rgb colour, double width) override {
    if (segments.empty()) return;
    source(colour);
    double shift = 0;
    if (kind_ != Kind::pdf) {
      // A line of an odd number of pixels runs through their middle, else it would be two grey ones.
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
    source(style.colour);
    use_font(cairo_.get(), style.font, style.size, std::string(style.family));
    const std::string terminated(text);
    if (style.anchor != Anchor::start) {
      cairo_text_extents_t extents;
      cairo_text_extents(cairo_.get(), terminated.c_str(), &extents);
      x -= style.anchor == Anchor::middle ? extents.x_advance / 2 : extents.x_advance;
    }
    cairo_move_to(cairo_.get(), x, baseline);
    cairo_show_text(cairo_.get(), terminated.c_str());
  }

  tl::expected<std::string, std::string> finish() override {
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
      return tl::unexpected(fmt::format("The picture could not be drawn: {}.", cairo_status_to_string(status)));
    return out_->take();
  }

 private:
  /// Cairo's colours are multiplied by their alpha; those of others are not.
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

  void source(Rgb c) { cairo_set_source_rgb(cairo_.get(), c.r / 255.0, c.g / 255.0, c.b / 255.0); }
  double snap(double v) const { return kind_ != Kind::pdf ? std::round(v * scale_) / scale_ : v; }

  Kind kind_;
  std::unique_ptr<Output> out_;
  CairoSurface surface_;
  CairoContext cairo_;
  double scale_;
};

}  // namespace

std::unique_ptr<Pen> make_cairo_pdf_pen(PageSize size, const std::string& title, Sink sink) {
  auto out = std::make_unique<Output>(std::move(sink));
  CairoSurface surface(cairo_pdf_surface_create_for_stream(append, out.get(), size.width, size.height));
  if (!title.empty()) cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
  return std::make_unique<CairoPen>(CairoPen::Kind::pdf, std::move(surface), std::move(out), 1);
}

std::unique_ptr<Pen> make_pdf_pen(PageSize size, const std::string& title, std::int64_t cells, Sink sink) {
  return cells > most_cairo_cells ? make_streaming_pdf_pen(size, title, std::move(sink)) : make_cairo_pdf_pen(size, title, std::move(sink));
}

std::unique_ptr<Pen> make_pixel_pen(int width, int height, double scale) {
  return std::make_unique<CairoPen>(CairoPen::Kind::pixels, CairoSurface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)),
                                    std::make_unique<Output>(), scale);
}

tl::expected<std::unique_ptr<Pen>, std::string> make_png_pen(PageSize size, double scale) {
  CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(std::ceil(size.width * scale)),
                                                  static_cast<int>(std::ceil(size.height * scale))));
  if (const auto status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
    return tl::unexpected(
        fmt::format("No picture of that size could be made ({}); a smaller scale works.", cairo_status_to_string(status)));
  return std::make_unique<CairoPen>(CairoPen::Kind::png, std::move(surface), std::make_unique<Output>(), scale);
}

}  // namespace render
