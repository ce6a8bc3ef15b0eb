#pragma once

#include "app/ui/ui.hpp"

namespace app {

/// A list that opens where something was clicked, with the room around its rows that all of them have, those of its
/// submenus too. To be drawn while it lives, if it is open: after ImGui::OpenPopup(id).
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
