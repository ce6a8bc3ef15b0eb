#include "app/panels/launch/launch_form.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "app/actions/launching.hpp"
#include "app/actions/panels.hpp"
#include "app/launch/launch_rows.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/widgets.hpp"
#include "gpu/launch/launch_fields.hpp"

namespace app {
namespace {

constexpr float label_column = 72;

class Form {
 public:
  Form(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, float x, float y, float width)
      : ui_(ui), workspace_(workspace), view_(view), requests_(requests), list_(ImGui::GetWindowDrawList()), x_(x), width_(width), y_(y) {}
  float y() const { return y_; }

  void expression(const gpu::LaunchField& field) {
    label(field.label_in_form());
    input(field, x_ + ui_.px(label_column), width_ - ui_.px(label_column));
    next();
  }

  void two(const gpu::LaunchField& left, const gpu::LaunchField& right) {
    label(left.line);
    const float room = width_ - ui_.px(label_column), gap = ui_.px(6), half = (room - gap) / 2;
    input(left, x_ + ui_.px(label_column), half);
    input(right, x_ + ui_.px(label_column) + half + gap, half);
    next();
  }

  /// A list to choose from.
  void choice(const LaunchRow& row) {
    const auto& field = *row.field;
    label(field.label_in_form());
    ImGui::SetCursorScreenPos({x_ + ui_.px(label_column), y_});
    const DropDown list(ui_, std::string(field.key).c_str(), ui_.fonts.mono_small, row.shown(), width_ - ui_.px(label_column),
                        frame_height());
    if (list)
      for (const auto& choice : row.choices)
        if (list.option(choice.text, choice.chosen)) requests_.add<set_launch_field>(field, choice.value);
    next();
  }

  /// A chip for each choice; a thinner frame has the planned one, where none is chosen.
  void chips(const LaunchRow& row) {
    label(row.field->label_in_form());
    float x = x_ + ui_.px(label_column);
    for (const auto& choice : row.choices) {
      const auto* text = choice.text.c_str();
      if (x > x_ + ui_.px(label_column) && x + chip_width(ui_, text, ui_.fonts.mono_small) > x_ + width_) {
        x = x_ + ui_.px(label_column);
        next();
      }
      ImGui::PushID(choice.value.c_str());
      ImGui::SetCursorScreenPos({x, y_ + ui_.px(1)});
      const ImVec2 from = ImGui::GetCursorScreenPos();
      if (chip(ui_, "choice", text, ui_.fonts.mono_small)) requests_.add<set_launch_field>(*row.field, choice.value);
      const auto to = ImGui::GetItemRectMax();
      if (choice.chosen) compat::rectangle(list_, from, to, ui_.ink.accent, ui_.px(5), ui_.px(1.5f));
      else if (choice.planned) compat::rectangle(list_, from, to, ui_.ink.accent, ui_.px(5), 1);
      ImGui::PopID();
      x = to.x + ui_.px(4);
    }
    next();
  }

  /// What is isolated, as chips that clear it, and the blocks to choose from.
  void show() {
    label("show");
    const auto& settings = workspace_.sheet().launch;
    x_chip_ = x_ + ui_.px(label_column);
    const bool one_block = workspace_.launch() && settings.block >= 0 && settings.block < workspace_.launch()->blocks();
    const auto blocks = one_block ? fmt::format("{} {}", ui_.tr("block"), block_name(settings.block)) : std::string(ui_.tr("all blocks"));
    if (show_chip("blocks", blocks + " ▾")) ImGui::OpenPopup("blocks");
    if (settings.block >= 0 && show_chip("clear block", "×")) clear(&LaunchSettings::block);
    if (settings.warp >= 0 && show_chip("warp", fmt::format("{} {} ×", ui_.tr("warp"), settings.warp))) clear(&LaunchSettings::warp);
    if (settings.thread >= 0 && show_chip("thread", fmt::format("T{} ×", settings.thread))) clear(&LaunchSettings::thread);
    if (const Popup popup(ui_, "blocks"); popup) {
      choose_block(ui_.tr("all blocks"), -1);
      // A menu of thousands helps nobody: the first 64.
      for (std::int64_t b = 0; workspace_.launch() && b < std::min<std::int64_t>(64, workspace_.launch()->blocks()); ++b)
        choose_block(fmt::format("{} {}", b, block_name(b)).c_str(), b);
    }
    next();
  }

 private:
  float frame_height() const { return ui_.fonts.mono_small.size + ui_.px(6); }
  void next() { y_ += ui_.px(28); }
  void label(std::string_view english) {
    const std::string text(english);
    const auto& face = ui_.fonts.ui_small;
    draw_fitted(list_, ui_, face, {x_, y_ + (frame_height() - face.size) / 2}, ui_.px(label_column - 4), ui_.ink.faint,
                ui_.tr(text.c_str()));
    help_term(ui_, "form", text, {x_, y_}, {x_ + width_, y_ + frame_height()});
  }

  void input(const gpu::LaunchField& field, float x, float width) {
    const float room = field.lists_entries ? ui_.px(22) : 0;
    const auto value = field.value(workspace_.sheet().launch);
    ImGui::PushID(field.name().data(), field.name().data() + field.name().size());
    ImGui::PushFont(ui_.fonts.mono_small.font);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui_.px(8), ui_.px(3)));
    ImGui::SetCursorScreenPos({x, y_});
    ImGui::SetNextItemWidth(width - room);
    std::string text = value;
    if (ImGui::InputTextWithHint("##field", ui_.tr(std::string(field.hint).c_str()), &text) && text != value)
      requests_.add<type_launch_field>(field, text);
    field_tooltip(ui_, text);
    if (ImGui::IsItemDeactivated()) requests_.add<&Workspace::seal_edit>();
    if (field.lists_entries) {
      if (area("##list", {x + width - room + ui_.px(2), y_}, {room - ui_.px(2), ImGui::GetFrameHeight()})) ImGui::OpenPopup("entries");
      draw_list_triangle(ui_, {x + width - room / 2, y_ + ImGui::GetFrameHeight() / 2});
    }
    ImGui::PopStyleVar();
    if (const Popup popup(ui_, "entries"); popup) {
      for (const auto& r : workspace_.evaluator().results())
        if (!r.name.empty() && r.evaluation && menu_item(ui_, r.name)) requests_.add<set_launch_field>(field, r.name);
    }
    ImGui::PopFont();
    ImGui::PopID();
  }

  std::string block_name(std::int64_t block) const {
    const auto& rest = workspace_.launch()->partition.rest;
    return block < algebra::size(rest) ? algebra::natural_coordinate(rest.shape(), block) : fmt::format("{}", block);
  }
  void clear(std::int64_t LaunchSettings::*what) { requests_.add<end_isolation>(what); }
  void choose_block(const char* name, std::int64_t block) {
    if (menu_item(ui_, name, {.chosen = workspace_.sheet().launch.block == block})) requests_.add<isolate_block>(block);
  }
  /// The next chip of the row, or of another one where it does not fit.
  bool show_chip(const char* id, const std::string& text) {
    const auto& face = ui_.fonts.mono_small;
    const float left = x_ + ui_.px(label_column), right = x_ + width_;
    if (x_chip_ > left && x_chip_ + text_width(face, text) + ui_.px(14) > right) {
      x_chip_ = left;
      y_ += ui_.px(26);
    }
    ImGui::SetCursorScreenPos({x_chip_, y_ + ui_.px(1)});
    const bool clicked = chip(ui_, id, text, face, right - x_chip_);
    x_chip_ = ImGui::GetItemRectMax().x + ui_.px(4);
    return clicked;
  }

  Ui& ui_;
  const Workspace& workspace_;
  const ViewState& view_;
  Requests& requests_;
  ImDrawList* list_;
  float x_, width_, y_, x_chip_ = 0;
};

void run_button(Ui& ui, Requests& requests, ImVec2 at, float width) {
  ImGui::SetCursorScreenPos(at);
  if (ImGui::Button(ui.tr("Run again · live"), {width, ui.px(28)})) requests.add<&Workspace::run_again>();
  help_term(ui, "form", "Run again · live");
}

/// In place of the button while something is under way.
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
  ImGui::SetCursorScreenPos({at.x, at.y + head});
  compat::begin_child("launch", {size.x, size.y - head - foot});
  Form form(ui, workspace, view, requests, at.x + inset, at.y + head + ui.px(2) - ImGui::GetScrollY(), inner_width() - 2 * inset);
  const auto& plan = workspace.launch();
  const gpu::LaunchField* before = nullptr;
  for (const auto& row : launch_rows(settings, plan ? &*plan : nullptr, *ui.texts)) {
    const auto* field = row.field;
    if (before != nullptr && before->place < gpu::first_place_of_how && field->place >= gpu::first_place_of_how) form.show();
    if (field->words) form.chips(row);
    else if (field->choices != nullptr) form.choice(row);
    else if (field->line.empty()) form.expression(*field);
    else if (before != nullptr && before->line == field->line) form.two(*before, *field);
    before = field;
  }
  ImGui::SetCursorScreenPos({at.x, form.y()});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  const ImVec2 below{at.x + inset, at.y + size.y - foot + ui.px(4)};
  list->AddLine({at.x, at.y + size.y - foot}, {at.x + size.x, at.y + size.y - foot}, ui.ink.line);
  if (ui.trace != nullptr && ui.trace->busy()) progress(ui, requests, *ui.trace, {below.x, below.y + ui.px(2)}, width);
  else run_button(ui, requests, {below.x, below.y + ui.px(2)}, width);
}

}  // namespace app
