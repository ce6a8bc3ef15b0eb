#include "app/ui/style.hpp"

namespace app {
namespace {

ImVec4 vec(render::Rgb c, float alpha = 1) { return {c.r / 255.f, c.g / 255.f, c.b / 255.f, alpha}; }

render::Rgb mix(render::Rgb a, render::Rgb b, float t) {
  const auto blend = [t](int x, int y) { return static_cast<std::uint8_t>(x + (y - x) * t); };
  return {blend(a.r, b.r), blend(a.g, b.g), blend(a.b, b.b)};
}

}  // namespace

void apply_style(const render::Theme& t, float scale, bool dark) {
  auto& style = ImGui::GetStyle();
  style = ImGuiStyle();
  dark ? ImGui::StyleColorsDark(&style) : ImGui::StyleColorsLight(&style);
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.WindowRounding = 0;
  style.ChildBorderSize = 0;
  style.FramePadding = {8, 5};
  style.FrameRounding = 5;
  style.FrameBorderSize = 1;
  style.PopupRounding = 6;
  style.PopupBorderSize = 1;
  style.ItemSpacing = {7, 6};
  style.GrabRounding = 5;
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.AntiAliasedLinesUseTex = false;
  style.ScaleAllSizes(scale);
  auto* c = style.Colors;
  c[ImGuiCol_Text] = vec(t.text);
  c[ImGuiCol_TextDisabled] = vec(t.faint_text);
  c[ImGuiCol_WindowBg] = vec(t.card);
  c[ImGuiCol_ChildBg] = vec(t.card, 0);
  c[ImGuiCol_PopupBg] = vec(t.card);
  c[ImGuiCol_Border] = vec(t.card_border);
  c[ImGuiCol_FrameBg] = vec(mix(t.card, t.page, 0.4f));
  c[ImGuiCol_FrameBgHovered] = vec(mix(t.card, t.accent, 0.06f));
  c[ImGuiCol_FrameBgActive] = vec(mix(t.card, t.accent, 0.1f));
  c[ImGuiCol_Button] = vec(mix(t.card, t.page, 0.5f));
  c[ImGuiCol_ButtonHovered] = vec(mix(t.card, t.accent, 0.12f));
  c[ImGuiCol_ButtonActive] = vec(mix(t.card, t.accent, 0.2f));
  c[ImGuiCol_Header] = vec(mix(t.card, t.accent, 0.12f));
  c[ImGuiCol_HeaderHovered] = vec(mix(t.card, t.accent, 0.12f));
  c[ImGuiCol_HeaderActive] = vec(mix(t.card, t.accent, 0.2f));
  c[ImGuiCol_TextSelectedBg] = vec(t.accent, 0.25f);
  c[ImGuiCol_SliderGrab] = vec(t.accent);
  c[ImGuiCol_CheckMark] = vec(t.accent);
  c[ImGuiCol_Separator] = vec(t.card_border);
  c[ImGuiCol_ScrollbarBg] = vec(t.card, 0);
  c[ImGuiCol_ScrollbarGrab] = vec(mix(t.card, t.faint_text, 0.35f));
  c[ImGuiCol_ModalWindowDimBg] = vec(t.text, 0.25f);
  c[ImGuiCol_NavHighlight] = vec(t.accent, 0);
}

ImU32 colour(render::Rgb c, float alpha) { return IM_COL32(c.r, c.g, c.b, static_cast<int>(alpha * 255)); }

float second_line_opacity(render::PaletteName palette) { return palette == render::PaletteName::contrast ? 1.0f : 0.9f; }

Ink make_ink(const render::Theme& t, render::ThemeName name) {
  const bool dark = name == render::ThemeName::dark;
  Ink ink{};
  ink.text = colour(t.text);
  ink.faint = colour(t.faint_text);
  ink.fainter = colour(mix(t.faint_text, t.card, 0.12f));
  ink.name = dark ? IM_COL32(121, 184, 255, 255) : IM_COL32(11, 79, 163, 255);
  ink.function = dark ? IM_COL32(197, 158, 255, 255) : IM_COL32(124, 58, 200, 255);
  ink.number = ink.text;
  ink.error = dark ? IM_COL32(255, 150, 112, 255) : IM_COL32(192, 57, 13, 255);
  ink.error_back = dark ? IM_COL32(84, 44, 32, 255) : IM_COL32(253, 236, 228, 255);
  ink.good = colour(t.good);
  ink.hint = dark ? IM_COL32(222, 184, 92, 255) : IM_COL32(138, 96, 0, 255);
  ink.accent = colour(t.accent);
  ink.accent_text = dark ? colour(t.page) : IM_COL32(255, 255, 255, 255);
  ink.selected_back = colour(mix(t.card, t.accent, dark ? 0.2f : 0.08f));
  ink.line = colour(t.card_border);
  ink.page = colour(t.page);
  ink.panel = colour(t.card);
  ink.chip = colour(mix(t.card, t.page, 0.35f));
  ink.chip_border = colour(t.card_border);
  ink.link = colour(t.accent);
  ink.pin = dark ? IM_COL32(255, 170, 60, 255) : IM_COL32(217, 119, 6, 255);
  ink.row_mark = dark ? IM_COL32(58, 48, 14, 255) : IM_COL32(255, 241, 190, 255);
  return ink;
}

}  // namespace app
