// For builds without Cairo, such as a page: pens of PNG and PDF that only report what works.

#include <utility>

#include "render/export_pen.hpp"

namespace render {
namespace {

using algebra::Message;

Message no_pen() { return "PNG and PDF are written by the installed program; here SVG, TikZ and text work."; }

class NoPen final : public Pen {
 public:
  void fill_rect(double, double, double, double, Rgb) override {}
  void lines(std::span<const Segment>, Rgb, double) override {}
  void text(double, double, std::string_view, const TextStyle&) override {}
  tl::expected<std::string, Message> finish() override { return tl::unexpected(no_pen()); }
};

}  // namespace

std::unique_ptr<Pen> make_pdf_pen(PageSize, const std::string&, Sink) { return std::make_unique<NoPen>(); }
std::unique_ptr<Pen> make_pixel_pen(int, int, double) { return std::make_unique<NoPen>(); }
tl::expected<std::unique_ptr<Pen>, Message> make_png_pen(PageSize, double) { return tl::unexpected(no_pen()); }

}  // namespace render
