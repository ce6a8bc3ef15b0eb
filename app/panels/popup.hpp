#pragma once

#include "app/ui/ui.hpp"

namespace app {

/// A popup opened by ImGui::OpenPopup(id), with the padding that all popups and their submenus share. If it converts to true,
/// it is open: draw its content while this object lives.
class Popup {
 public:
  Popup(const Ui& ui, const char* id) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(8), ui.px(7)));
    open_ = ImGui::BeginPopup(id);
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
