#include "app/panels/inspector/inspector_properties.hpp"

#include <fmt/format.h>

#include "algebra/hardware/tma.hpp"
#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

void properties_tab(Pen& pen, const Workspace& workspace, const ViewState& view) {
  auto& ui = pen.ui;
  const int index = inspected_entry(workspace, view);
  if (index < 0) return;
  const auto& value = workspace.result(index).evaluation->value;
  const auto layout = layout_of(value);
  pen.heading(fmt::format("{} {}", ui.tr("Properties of"), workspace.result(index).name));
  if (const auto* tma = algebra::tma_of(value)) {
    for (const auto& field : algebra::tma_fields(*tma, algebra::Marks::plain)) pen.row(field.label, field.text);
    return;
  }
  if (!layout) {
    pen.words(ui.tr("This value is not a layout."), ui.ink.faint);
    return;
  }
  // Some are found by enumeration: not in every frame.
  auto& state = inspector_state(ui);
  const auto version = workspace.result(index).version;
  const int bits = workspace.sheet().entries[static_cast<std::size_t>(index)].view.bits_of(workspace.result(index).evaluation->value);
  if (state.properties_version != version || state.properties_bits != bits) state.properties = properties_of(*layout, bits);
  state.properties_version = version;
  state.properties_bits = bits;
  for (const auto& [label, words] : state.properties) pen.row(label, ui.texts->message(words));
  verdict(pen, workspace.result(index));
}

}  // namespace app
