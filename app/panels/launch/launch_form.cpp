#include "app/panels/launch/launch_view.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "app/actions/launching.hpp"
#include "app/actions/panels.hpp"
#include "app/launch/launch_rows.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"
#include "gpu/launch/launch_fields.hpp"

namespace app {
namespace {

struct LaunchForm : Form {
  const Workspace& workspace;
  const ViewState& view;
  Requests& requests;

  const LaunchSettings& settings() const { return workspace.sheet().launch; }

  /// Draws fields in one row, under the label of the first.
  void expressions(std::initializer_list<const gpu::LaunchField*> fields, std::string_view term) {
    label(term);
    // The selected entry is suggested for a missing tensor.
    const bool missing = (*fields.begin())->text == &gpu::LaunchForm::tensor && settings().tensor.empty();
    const auto& face = ui.fonts.mono_small;
    const auto offered = missing ? fitted(face, launchable_selected(workspace, view), ui.px(70)) : std::string();
    const float gap = ui.px(6), beside = offered.empty() ? 0 : chip_width(ui, offered, face) + gap;
    const float each = (room() - beside + gap) / static_cast<float>(fields.size()) - gap;
    float x = left();
    for (const auto* field : fields) {
      input(*field, x, each);
      x += each + gap;
    }
    if (offered.empty()) return;
    ImGui::SetCursorScreenPos({x, top() + ui.px(1)});
    if (chip(ui, "use the selected", offered, face)) requests.command("run.selected");
    if (ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("Make the selected entry the launch's tensor"));
  }

  /// Draws a list of choices.
  void choices(const LaunchRow& row) {
    const auto& field = *row.field;
    if (const auto list = choice(field.label_in_form(), std::string(field.key).c_str(), row.shown()); list)
      for (const auto& one : row.choices)
        if (list.option(one.text, one.chosen)) requests.add<set_launch_field>(field, one.value);
  }

  /// Draws a chip for each choice. If none is chosen, a thinner frame marks the planned one.
  void chips(const LaunchRow& row) {
    label(row.field->label_in_form());
    auto flow = chip_flow();
    for (const auto& one : row.choices) {
      ImGui::PushID(one.value.c_str());
      if (flowing_chip(flow, "choice", one.text)) requests.add<set_launch_field>(*row.field, one.value);
      if (one.chosen || one.planned)
        compat::rectangle(ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ui.ink.accent, ui.px(5),
                          one.chosen ? ui.px(1.5f) : 1);
      ImGui::PopID();
    }
    reach(flow.top() - ui.px(1));
  }

  /// Draws the current isolation as chips that clear it, and a choice of blocks.
  void show() {
    label("show");
    auto flow = chip_flow();
    const bool one_block = workspace.launch() && settings().block >= 0 && settings().block < workspace.launch()->blocks();
    const auto blocks = one_block ? fmt::format("{} {}", ui.tr("block"), block_name(*workspace.launch(), settings().block))
                                  : std::string(ui.tr("all blocks"));
    if (flowing_chip(flow, "blocks", blocks + " ▾")) ImGui::OpenPopup("blocks");
    const auto clearing = [&](std::int64_t LaunchSettings::*what, const char* id, const std::string& text) {
      if (settings().*what >= 0 && flowing_chip(flow, id, text)) requests.add<end_isolation>(what);
    };
    clearing(&LaunchSettings::block, "clear block", "×");
    clearing(&LaunchSettings::warp, "warp", fmt::format("{} {} ×", ui.tr("warp"), settings().warp));
    clearing(&LaunchSettings::thread, "thread", fmt::format("T{} ×", settings().thread));
    reach(flow.top() - ui.px(1));
    if (const Popup popup(ui, "blocks"); popup) {
      choose_block(ui.tr("all blocks"), -1);
      // A menu of thousands of blocks would be useless, so the first 64 are listed.
      for (std::int64_t b = 0; workspace.launch() && b < std::min<std::int64_t>(64, workspace.launch()->blocks()); ++b)
        choose_block(fmt::format("{} {}", b, block_name(*workspace.launch(), b)), b);
    }
  }

 private:
  Flow chip_flow() const { return {{left(), top() + ui.px(1)}, room(), ui.px(4), ui.px(28)}; }
  bool flowing_chip(Flow& flow, const char* id, const std::string& text) const {
    const auto& face = ui.fonts.mono_small;
    ImGui::SetCursorScreenPos(flow.next(std::min(room(), chip_width(ui, text, face))));
    return chip(ui, id, text, face, room());
  }

  void input(const gpu::LaunchField& field, float x, float width) const {
    const float list_room = field.lists_entries ? ui.px(22) : 0;
    const auto value = field.value(settings());
    ImGui::PushID(field.name().data(), field.name().data() + field.name().size());
    ImGui::SetCursorScreenPos({x, top()});
    ImGui::SetNextItemWidth(width - list_room);
    std::string typed = value;
    if (text("##field", typed, std::string(field.hint).c_str()) && typed != value) requests.add<type_launch_field>(field, typed);
    if (ImGui::IsItemDeactivated()) requests.add<&Workspace::seal_edit>();
    if (field.lists_entries) {
      if (area("##list", {x + width - list_room + ui.px(2), top()}, {list_room - ui.px(2), height()})) ImGui::OpenPopup("entries");
      draw_list_triangle(ui, {x + width - list_room / 2, top() + height() / 2});
    }
    ImGui::PushFont(ui.fonts.mono_small.font);
    if (const Popup popup(ui, "entries"); popup) {
      // The selected entry comes first: it is likely the one that is meant.
      const auto& results = workspace.evaluator().results();
      const auto offer = [&](const EntryResult& r) {
        if (!r.name.empty() && r.evaluation && menu_item(ui, r.name, {.chosen = r.name == value}))
          requests.add<set_launch_field>(field, r.name);
      };
      const auto selected = static_cast<std::size_t>(view.selected);
      if (workspace.has_entry(view.selected)) offer(results[selected]);
      for (std::size_t i = 0; i < results.size(); ++i)
        if (i != selected || !workspace.has_entry(view.selected)) offer(results[i]);
    }
    ImGui::PopFont();
    ImGui::PopID();
  }

  void choose_block(const std::string& name, std::int64_t block) const {
    if (menu_item(ui, name, {.chosen = settings().block == block})) requests.add<isolate_block>(block);
  }
};

void run_button(Ui& ui, Requests& requests, ImVec2 at, float width) {
  ImGui::SetCursorScreenPos(at);
  if (ImGui::Button(ui.tr("Run again · live"), {width, ui.px(28)})) requests.add<&Workspace::run_again>();
  help_term(ui, "form", "Run again · live");
}

/// Draws the progress of a run in place of the button.
void progress(Ui& ui, Requests& requests, TraceSession& trace, ImVec2 at, float width) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.ui_small;
  const float fraction = static_cast<float>(std::clamp(trace.fraction(), 0.0, 1.0));
  const char* cancel = ui.tr("Cancel");
  const float w = text_width(face, cancel) + ui.px(14);
  ImGui::SetCursorScreenPos({at.x + width - w, at.y});
  if (chip(ui, "cancel", cancel, face)) requests.add<cancel_trace>();
  const auto text = fmt::format("{} {:.0f} %", ui.tr(std::string(trace.stage()).c_str()), 100 * fraction);
  draw_fitted(list, ui, face, {at.x, at.y + ui.px(3)}, width - w - ui.px(8), ui.ink.text, text);
  const float y = at.y + ui.px(25);
  list->AddRectFilled({at.x, y}, {at.x + width, y + ui.px(3)}, ui.ink.line, ui.px(1.5f));
  list->AddRectFilled({at.x, y}, {at.x + width * fraction, y + ui.px(3)}, ui.ink.accent, ui.px(1.5f));
}

}  // namespace

void launch_form(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size, bool headed) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& settings = workspace.sheet().launch;
  help_here(ui, "launch.form", at, {at.x + size.x, at.y + size.y});
  const float inset = ui.px(14), head = ui.px(headed ? 33 : 8), foot = ui.px(42), width = size.x - 2 * inset;
  if (headed && fold_heading(ui, "fold gpu", true, ui.tr("Run on the GPU"), at, size.x, head).clicked)
    requests.add<show_panel>(Panel::gpu, false);
  {
    const ScrollArea part("launch", {at.x, at.y + head}, {size.x, size.y - head - foot});
    const FormLook look{.label = &ui.fonts.ui_small,
                        .field = &ui.fonts.mono_small,
                        .ink = ui.ink.faint,
                        .labels = ui.px(72),
                        .row = ui.px(28),
                        .padding = {ui.px(8), ui.px(3)},
                        .part = "form"};
    LaunchForm form{{ui, look, {at.x + inset, part.at().y + ui.px(2)}, part.width() - 2 * inset}, workspace, view, requests};
    const auto& plan = workspace.launch();
    const gpu::LaunchField* before = nullptr;
    for (const auto& row : launch_rows(settings, plan ? &*plan : nullptr, *ui.texts)) {
      const auto* field = row.field;
      if (before != nullptr && before->place < gpu::first_place_of_how && field->place >= gpu::first_place_of_how) form.show();
      if (field->words) form.chips(row);
      else if (field->choices != nullptr) form.choices(row);
      else if (field->line.empty()) form.expressions({field}, field->label_in_form());
      else if (before != nullptr && before->line == field->line) form.expressions({before, field}, before->line);
      before = field;
    }
    form.end();
  }
  const ImVec2 below{at.x + inset, at.y + size.y - foot + ui.px(4)};
  list->AddLine({at.x, at.y + size.y - foot}, {at.x + size.x, at.y + size.y - foot}, ui.ink.line);
  if (ui.trace != nullptr && ui.trace->busy()) progress(ui, requests, *ui.trace, {below.x, below.y + ui.px(2)}, width);
  else run_button(ui, requests, {below.x, below.y + ui.px(2)}, width);
}

}  // namespace app
