#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void properties_tab(Rows& rows, const Workspace& workspace, const ViewState& view) {
  auto& ui = rows.ui;
  const int index = inspected_entry(workspace, view);
  if (index < 0) return;
  const auto& value = workspace.result(index).evaluation->value;
  rows.heading((*ui.texts)(algebra::message("Properties of {}", workspace.result(index).name)));
  // Some properties require enumeration, so they are not computed in every frame.
  auto& state = inspector_state(ui);
  const auto version = workspace.result(index).version;
  const int bits = workspace.sheet().entries[static_cast<std::size_t>(index)].view.bits_of(value);
  if (state.properties_version != version || state.properties_bits != bits) state.properties = properties_of(value, bits);
  state.properties_version = version;
  state.properties_bits = bits;
  if (state.properties.empty()) rows.words(ui.tr("This value is not a layout."), ui.ink.faint);
  for (const auto& fact : state.properties) rows.row(fact, ui.ink.text);
  verdict(rows, workspace.result(index));
}

}  // namespace app
