#pragma once
// A pen that draws into an ImGui window what render's other pens draw into files.

#include <span>
#include <string_view>

#include "app/ui/ui.hpp"
#include "render/export_pen.hpp"

namespace app {

/// A page with its top left corner at a place on the screen, with points as large as the window's.
class ImGuiPen final : public render::Pen {
 public:
  ImGuiPen(const Ui& ui, ImDrawList* list, ImVec2 at) : ui_(ui), list_(list), at_(at) {}
  void fill_rect(double x, double y, double width, double height, render::Rgb) override;
  void lines(std::span<const render::Segment>, render::Rgb, double width) override;
  void text(double x, double baseline, std::string_view, const render::TextStyle&) override;
  tl::expected<std::string, algebra::Message> finish() override { return std::string(); }

 private:
  ImVec2 place(double x, double y) const { return {at_.x + static_cast<float>(x) * ui_.scale, at_.y + static_cast<float>(y) * ui_.scale}; }
  const Ui& ui_;
  ImDrawList* list_;
  ImVec2 at_;
};

}  // namespace app
