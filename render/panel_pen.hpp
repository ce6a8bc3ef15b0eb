#pragma once
// Draws on another pen, moved and scaled.

#include <vector>

#include "render/export_pen.hpp"

namespace render {

/// Draws at another place of another pen's page, `zoom` times as large, and in the figure's font.
class PanelPen final : public Pen {
 public:
  PanelPen(Pen& pen, double x, double y, double zoom, std::string_view family) : pen_(pen), x_(x), y_(y), zoom_(zoom), family_(family) {}
  void fill_rect(double x, double y, double width, double height, Rgb c) override {
    pen_.fill_rect(across(x), down(y), width * zoom_, height * zoom_, c);
  }
  void lines(std::span<const Segment> segments, Rgb c, double width) override {
    moved_.assign(segments.begin(), segments.end());
    for (auto& s : moved_) s = {across(s.x0), down(s.y0), across(s.x1), down(s.y1)};
    pen_.lines(moved_, c, width * zoom_);
  }
  void text(double x, double baseline, std::string_view text, const TextStyle& style) override {
    pen_.text(across(x), down(baseline), text, own(style));
  }
  void fill_rects(std::span<const FilledRect> rects) override {
    moved_rects_.assign(rects.begin(), rects.end());
    for (auto& r : moved_rects_) r = {across(r.x), down(r.y), r.width * zoom_, r.height * zoom_, r.colour};
    pen_.fill_rects(moved_rects_);
  }
  void texts(std::span<const PlacedText> all, const TextStyle& style) override {
    moved_texts_.assign(all.begin(), all.end());
    for (auto& t : moved_texts_) t.x = across(t.x), t.baseline = down(t.baseline);
    pen_.texts(moved_texts_, own(style));
  }
  tl::expected<std::string, algebra::Message> finish() override { return pen_.finish(); }

 private:
  double across(double x) const { return (x_ + x) * zoom_; }
  double down(double y) const { return (y_ + y) * zoom_; }
  TextStyle own(TextStyle style) const {
    style.size *= zoom_;
    if (!family_.empty()) style.family = family_;
    return style;
  }

  Pen& pen_;
  double x_, y_, zoom_;
  std::string_view family_;
  std::vector<Segment> moved_;
  std::vector<FilledRect> moved_rects_;
  std::vector<PlacedText> moved_texts_;
};

}  // namespace render
