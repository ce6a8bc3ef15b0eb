#include "app/panels/inspector/inspector_panel.hpp"

#include <fmt/format.h>

#include "algebra/hardware/tmem.hpp"
#include "algebra/language/summary.hpp"
#include "app/actions/sheet_edits.hpp"

namespace app {
namespace {

const algebra::TmemChoices* choices_of(Ui& ui, const Workspace& workspace, int entry) {
  auto& state = inspector_state(ui);
  const auto& result = workspace.result(entry);
  if (state.tmem_version != result.version) {
    state.tmem_version = result.version;
    const auto& text = workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
    state.tmem = algebra::tmem_choices(result.evaluation->value, result.name.empty() ? text : result.name);
  }
  return state.tmem ? &*state.tmem : nullptr;
}

void choice(Rows& rows, Requests& requests, int entry, const algebra::TmemFit& fit, const std::string& accumulator, int number) {
  auto& ui = rows.ui;
  if (fit.repeats.empty()) {
    rows.words((*ui.texts)(algebra::described(fit)), ui.ink.faint);
    return;
  }
  ImGui::SetCursorScreenPos({rows.x, rows.y});
  if (chip(ui, fmt::format("tmem {}", number).c_str(), fit.instruction, ui.fonts.mono_small, rows.width))
    requests.add<add_suggested>(entry, algebra::call_of(fit, accumulator));
  rows.y += ui.fonts.mono_small.size + ui.px(10);
  rows.words((*ui.texts)(algebra::cost_of(fit)), ui.ink.text);
}

}  // namespace

bool tensor_memory(Rows& rows, const Workspace& workspace, Requests& requests, int entry) {
  auto& ui = rows.ui;
  const auto* choices = choices_of(ui, workspace, entry);
  if (choices == nullptr) return false;
  const auto& value = workspace.result(entry).evaluation->value;
  if (const auto* t = std::get_if<algebra::Tensor>(&value))
    if (const auto use = algebra::tmem_use(*t)) {
      rows.heading(ui.tr("Tensor memory"));
      rows.row("lanes used", fmt::format("{} / {}", use->lanes, algebra::Tmem::datapaths));
      rows.row("columns used", fmt::format("{} / {}", use->columns, algebra::Tmem::columns));
      rows.row("allocated", fmt::format("{}", use->allocated));
    }
  bool store = true;
  int number = 0;
  for (const auto& fit : choices->fits) {
    if (fit.store != store) rows.heading(ui.tr(fit.store ? "Stores by four warps" : "Loads by four warps"));
    store = fit.store;
    choice(rows, requests, entry, fit, choices->accumulator, number++);
  }
  rows.words((*ui.texts)(algebra::not_run_here(value)), ui.ink.faint);
  return true;
}

}  // namespace app
