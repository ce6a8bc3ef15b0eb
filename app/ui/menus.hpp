#pragma once

#include <algorithm>
#include <optional>

#include "app/ui/ui.hpp"

namespace app {

/// A popup opened by ImGui::OpenPopup(id), with the padding that all popups and their submenus share. If it converts to true,
/// it is open: draw its content while this object lives.
class Popup {
 public:
  /// at: its upper left corner, further left where the window ends; without it where the pointer was.
  Popup(const Ui& ui, const char* id, std::optional<ImVec2> at = {}) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(8), ui.px(7)));
    const auto* viewport = ImGui::GetMainViewport();
    // What is too long for the window scrolls in it.
    ImGui::SetNextWindowSizeConstraints({0, 0}, {viewport->Size.x - ui.px(8), viewport->Size.y - (at ? at->y : 0) - ui.px(8)});
    float& width = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(id), 0);  // of the last frame
    if (at) ImGui::SetNextWindowPos({std::max(0.0f, std::min(at->x, viewport->Pos.x + viewport->Size.x - width - ui.px(4))), at->y});
    open_ = ImGui::BeginPopup(id);
    if (open_) width = ImGui::GetWindowSize().x;
  }
  ~Popup() {
    if (open_) ImGui::EndPopup();
    ImGui::PopStyleVar();
  }
  Popup(const Popup&) = delete;
  Popup& operator=(const Popup&) = delete;
  explicit operator bool() const { return open_; }

 private:
  bool open_ = false;
};

}  // namespace app
