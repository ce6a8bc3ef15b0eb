#include "app/panels/dialogs/gemm_dialog.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/actions/new_kernel.hpp"
#include "app/gemm/gemm_limits.hpp"
#include "app/panels/dialogs/dialog_help.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"

namespace app {

namespace {

constexpr DialogHelp gemm_help{"New GEMM", "gemm", "guide", "the-map-of-a-kernel"};

struct GemmForm : Form {
  GemmChoice chosen;
  std::optional<GemmField> wrong;  ///< the highlighted field
};

/// Draws number fields side by side.
void number_fields(GemmForm& f, const char* term, std::span<const GemmField> fields) {
  f.label(term);
  const float gap = f.ui.px(8), each = (f.room() - 2 * gap) / 3;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    const auto number = std::ranges::find(gemm_numbers(), fields[i], &GemmNumber::field);
    const bool wrong = f.wrong == fields[i];
    if (wrong) ImGui::PushStyleColor(ImGuiCol_Text, f.ui.ink.error);
    ImGui::SetNextItemWidth(each);
    ImGui::InputScalar(fmt::format("##{}{}", term, i).c_str(), ImGuiDataType_S64, &(f.chosen.*number->member));
    if (wrong) ImGui::PopStyleColor();
    field_tooltip(f.ui, (*f.ui.texts)(name_of(fields[i], f.chosen.kind)));
  }
}

void kind_field(GemmForm& f) {
  const auto list = f.choice("Kernel", "##kind", (*f.ui.texts)(record_of(f.chosen.kind).title));
  if (!list) return;
  for (const auto& kind : gemm_kinds())
    if (list.option((*f.ui.texts)(kind.title), kind.kind == f.chosen.kind)) f.chosen = with_kind(f.chosen, kind.kind);
}

void type_fields(GemmForm& f) {
  const auto types = record_of(f.chosen.kind).types;
  const auto take = [&](const GemmTypes& t) {
    f.chosen.type = t.type, f.chosen.type_c = t.type_c;
    if (!t.transposes) f.chosen.major_a = f.chosen.major_b = GemmMajor::k;
  };
  if (const auto list = f.choice("A and B of", "##type", f.chosen.type); list)
    for (std::size_t i = 0; i < types.size(); ++i)
      if (i == 0 || types[i - 1].type != types[i].type)
        if (list.option(std::string(types[i].type), types[i].type == f.chosen.type)) take(types[i]);
  if (const auto list = f.choice("C and sums of", "##type_c", f.chosen.type_c); list)
    for (const auto& t : types)
      if (t.type == f.chosen.type && list.option(std::string(t.type_c), t.type_c == f.chosen.type_c)) take(t);
}

/// Draws a choice of two orders in memory.
template <class Major>
void major_field(GemmForm& f, const char* term, const std::array<const char*, 2>& names, Major& major, std::size_t offered = 2) {
  const auto list = f.choice(term, fmt::format("##{}", term).c_str(), f.ui.tr(names[static_cast<std::size_t>(major)]));
  if (!list) return;
  for (std::size_t i = 0; i < offered; ++i)
    if (list.option(f.ui.tr(names[i]), i == static_cast<std::size_t>(major))) major = static_cast<Major>(i);
}

void swizzle_field(GemmForm& f) {
  static constexpr std::array names{"proposed", "none", "rows of 32 bytes", "rows of 64 bytes", "rows of 128 bytes"};
  const auto list = f.choice("Swizzle", "##swizzle", f.ui.tr(names[static_cast<std::size_t>(f.chosen.swizzle)]));
  if (!list) return;
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto other = f.chosen;
    other.swizzle = static_cast<GemmSwizzle>(i);
    const auto cost = cost_of(other);
    if (!cost && cost.error().field == GemmField::swizzle) continue;
    if (list.option(f.ui.tr(names[i]), other.swizzle == f.chosen.swizzle)) f.chosen = other;
  }
}

void fields(GemmForm& f) {
  const auto& kind = record_of(f.chosen.kind);
  kind_field(f);
  number_fields(f, "Problem M, N, K", std::array{GemmField::m, GemmField::n, GemmField::k});
  number_fields(f, "Tile M, N, K", std::array{GemmField::tile_m, GemmField::tile_n, GemmField::tile_k});
  constexpr std::array units{GemmField::along_m, GemmField::along_n};
  const char* shared_by = kind.unit_threads == 1    ? "Threads along M, N"
                          : kind.unit_threads == 32 ? "Warps along M, N"
                                                    : "Warpgroups along M";
  number_fields(f, shared_by, std::span(units).first(kind.along_n ? 2 : 1));
  if (kind.most_stages > 1) number_fields(f, "Stages", std::array{GemmField::stages});
  type_fields(f);
  const auto* types = types_of(f.chosen);
  const std::size_t offered = types != nullptr && types->transposes ? 2 : 1;
  major_field(f, "Rows of A", {"along K", "along M"}, f.chosen.major_a, offered);
  major_field(f, "Rows of B", {"along K", "along N"}, f.chosen.major_b, offered);
  major_field(f, "Rows of C", {"along N", "along M"}, f.chosen.major_c);
  if (kind.shared) swizzle_field(f);
}

/// Draws a line of the costs, in the column of the fields.
void say(const Ui& ui, const GemmFact& fact, float labels) {
  const float left = ImGui::GetCursorPosX();
  ImGui::TextDisabled("%s", ui.tr(fact.label));
  ImGui::SameLine(left + labels);
  ImGui::TextUnformatted((*ui.texts)(fact.value).c_str());
}

}  // namespace

void gemm_dialog(Ui& ui, const ViewState& view, Requests& requests, bool first) {
  auto& shown = gemm_view_of(ui);
  const auto chosen = shown.chosen;
  if (!shown.cost || shown.of != chosen) {
    shown.of = chosen;
    shown.cost = cost_of(chosen);
    ui.animating = true;  // draw the next frame, in which the dialog has its new size
  }
  const auto cost = *shown.cost;
  const float width = std::min(ui.px(560), ImGui::GetMainViewport()->Size.x * 0.9f);
  dialog_heading(ui, requests, gemm_help, width);
  float labels = 0;
  for (const char* label : {"Kernel", "Problem M, N, K", "Tile M, N, K", "Threads along M, N", "Warps along M, N", "Warpgroups along M",
                            "Stages", "A and B of", "C and sums of", "Rows of A", "Rows of B", "Rows of C", "Swizzle", "Shared memory"})
    labels = std::max(labels, text_width(ui.fonts.ui, ui.tr(label)));
  const FormLook look{.label = &ui.fonts.ui,
                      .field = &ui.fonts.ui,
                      .ink = ui.ink.text,
                      .labels = labels + ui.px(16),
                      .row = ImGui::GetFrameHeightWithSpacing(),
                      .padding = ImGui::GetStyle().FramePadding,
                      .part = ""};
  const auto from = ImGui::GetCursorScreenPos();
  GemmForm f{{ui, look, from, width}, chosen, cost ? std::nullopt : std::optional(cost.error().field)};
  fields(f);
  f.end();
  help_part(ui, gemm_help, "choice", from, width);
  ImGui::Separator();

  const auto cost_at = ImGui::GetCursorScreenPos();
  bool go = !first && enter_pressed(ui);
  if (cost) {
    for (const auto& fact : rows_of(*cost)) say(ui, fact, look.labels);
  } else {
    wrapped((*ui.texts)(cost.error().why), ui.ink.error, width);
  }
  help_part(ui, gemm_help, "costs", cost_at, width);
  ImGui::Dummy({width, ui.px(2)});
  if (cost) {
    go |= ImGui::Button(ui.tr("Create"));
    ImGui::SameLine();
  } else if (cost.error().nearest) {
    if (ImGui::Button(ui.tr("Use the nearest"))) f.chosen = *cost.error().nearest;
    ImGui::SameLine();
  }
  if (ImGui::Button(ui.tr("Cancel"))) requests.add<close_dialog>();
  if (f.chosen != chosen) shown.chosen = f.chosen;
  else if (go && cost) requests.add<create_gemm>(chosen);
  dialog_help_card(ui, view, requests, gemm_help);
}

}  // namespace app
