#include "app/panels/sheet/sheet_parts.hpp"

#include <fmt/format.h>

#include "app/actions/compiling.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

constexpr float strip_margin = 12;  ///< in points, left and right

/// Draws the current instantiation, with a list of the others.
void instance_row(Rows& rows, Requests& requests, const FrontEnd::Said& said) {
  auto& ui = rows.ui;
  const auto& face = ui.fonts.mono_small;
  const float height = face.size + ui.px(8);
  const auto& now = said.titles[said.shown];
  if (rows.list != nullptr) {
    ImGui::SetCursorScreenPos({rows.x, rows.y});
    const ImVec2 to{rows.x + rows.width, rows.y + height};
    const DropDown list(ui, "instantiation", face, now, rows.width, height);
    if (list) {
      // Limited by the window's width; longer titles are cut.
      const float room = ImGui::GetMainViewport()->Size.x - ui.px(80);
      for (std::size_t i = 0; i < said.titles.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (list.option(fitted(face, said.titles[i], room), i == said.shown)) requests.add<show_instance>(i);
        ImGui::PopID();
      }
    } else if (ImGui::IsMouseHoveringRect({rows.x, rows.y}, to) && ImGui::IsWindowHovered() && !ImGui::IsMouseDown(0)) {
      const auto& whole = said.program->answer.instances[said.shown];
      tooltip_beside(ui, {rows.x, rows.y}, to, fmt::format("{}<{}>", whole.function, whole.arguments).c_str());
    }
  }
  rows.y += height + ui.px(4);
}

void strip_rows(Rows& rows, Requests& requests, const CompilerOffer& offer) {
  auto& ui = rows.ui;
  rows.gap(8);
  rows.tell(said_of(offer, *ui.texts), requests);
  if (offer.stage == CompilerOffer::Stage::said && !offer.said->titles.empty()) instance_row(rows, requests, *offer.said);
  rows.tell(ways_of(offer, *ui.texts), requests);
  rows.gap(2);
}

}  // namespace

float compiler_strip_height(Ui& ui, const Workspace& workspace, float width) {
  const auto offer = compiler_offer(workspace);
  if (offer.stage == CompilerOffer::Stage::none) return 0;
  Requests none;  // measuring handles no clicks
  return height_of_rows(ui, width - 2 * ui.px(strip_margin), [&](Rows& rows) { strip_rows(rows, none, offer); });
}

void compiler_strip(Ui& ui, const Workspace& workspace, Requests& requests, ImVec2 at, ImVec2 size) {
  const auto offer = compiler_offer(workspace);
  auto* list = ImGui::GetWindowDrawList();
  ImGui::PushID("compiler");
  Rows rows(ui, list, {at.x + ui.px(strip_margin), at.y}, size.x - 2 * ui.px(strip_margin));
  strip_rows(rows, requests, offer);
  ImGui::PopID();
  help_term(ui, "sheet", "compiler", at, {at.x + size.x, at.y + size.y});
  list->AddLine({at.x, at.y + size.y - 0.5f}, {at.x + size.x, at.y + size.y - 0.5f}, ui.ink.line);
}

}  // namespace app
