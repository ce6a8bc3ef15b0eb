#pragma once
// All differences between Dear ImGui 1.86 and 1.92 that matter here.

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <cstdint>
#include <string>

#if __has_include(<imgui_freetype.h>)
#include <imgui_freetype.h>
#define CUTESCOPE_IMGUI_FREETYPE 1
#endif

namespace compat {

inline void mouse_position(ImGuiIO& io, float x, float y) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(x, y);
#else
  io.MousePos = ImVec2(x, y);
#endif
}

inline void mouse_button(ImGuiIO& io, int button, bool down) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddMouseButtonEvent(button, down);
#else
  io.MouseDown[button] = down;
#endif
}

inline bool begin_child(const char* id, ImVec2 size, ImGuiWindowFlags flags = 0) {
#if IMGUI_VERSION_NUM >= 19000
  return ImGui::BeginChild(id, size, ImGuiChildFlags_None, flags);
#else
  return ImGui::BeginChild(id, size, false, flags);
#endif
}

/// Returns an OpenGL texture as a Dear ImGui id.
inline ImTextureID texture(unsigned name) {
#if IMGUI_VERSION_NUM >= 19140
  return static_cast<ImTextureID>(name);
#else
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(name));
#endif
}

/// Returns the horizontal scroll offset of an active text field.
inline float text_field_scroll(ImGuiID id) {
  const ImGuiInputTextState* state = ImGui::GetInputTextState(id);
  if (state == nullptr) return 0;
#if IMGUI_VERSION_NUM >= 19110
  return state->Scroll.x;
#else
  return state->ScrollX;
#endif
}

/// Returns whether the active text field has several lines.
inline bool text_field_takes_lines() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.ActiveId != 0 && g.InputTextState.ID == g.ActiveId && (g.InputTextState.Flags & ImGuiInputTextFlags_Multiline) != 0;
}

/// Reserves the wheel for the last item while the pointer is over it, so that no window scrolls.
inline void own_wheel() {
#if IMGUI_VERSION_NUM >= 18960
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
#else
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.HoveredId != 0 && g.HoveredId == g.LastItemData.ID) g.HoveredIdUsingMouseWheel = true;
#endif
}

inline void rectangle(ImDrawList* list, ImVec2 a, ImVec2 b, ImU32 colour, float rounding, float thickness) {
#if IMGUI_VERSION_NUM >= 19280
  list->AddRect(a, b, colour, rounding, thickness, 0);
#else
  list->AddRect(a, b, colour, rounding, 0, thickness);
#endif
}

inline void use_freetype(ImFontAtlas& atlas) {
#if defined(CUTESCOPE_IMGUI_FREETYPE) && IMGUI_VERSION_NUM < 19200
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
#elif defined(CUTESCOPE_IMGUI_FREETYPE)
  atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
#else
  (void)atlas;
#endif
}

/// Rasterises a font bolder that has no bold letters.
inline void embolden(ImFontConfig& config) {
#if defined(CUTESCOPE_IMGUI_FREETYPE) && IMGUI_VERSION_NUM < 19200
  config.FontBuilderFlags |= ImGuiFreeTypeBuilderFlags_Bold;
#elif defined(CUTESCOPE_IMGUI_FREETYPE)
  config.FontLoaderFlags |= ImGuiFreeTypeLoaderFlags_Bold;
#else
  (void)config;
#endif
}

/// Whether the fonts' bytes are needed after the fonts are built.
inline constexpr bool keeps_font_files = IMGUI_VERSION_NUM >= 19200;

/// Whether a font's bytes must be marked as the atlas's until build() takes them back: before 1.92, an atlas copies bytes that it does not
/// own.
inline constexpr bool claims_font_files = !keeps_font_files;

/// Rasterises all glyphs now, unless that happens as they are drawn. `is_ours`: returns whether bytes of a font are the caller's. `built`:
/// called before data such as the places of custom rectangles are cleared.
template <class IsOurs, class Built>
void build(ImFontAtlas& atlas, [[maybe_unused]] IsOurs&& is_ours, [[maybe_unused]] Built&& built) {
#if IMGUI_VERSION_NUM < 19200
  atlas.Build();
  built();
  for (auto& config : atlas.ConfigData)
    if (is_ours(config.FontData)) config.FontDataOwnedByAtlas = false;
  atlas.ClearInputData();
#else
  (void)atlas;  // 1.92 rasterises glyphs as they are drawn, and needs the files until then
#endif
}

/// Frees copies of the texture after its upload.
inline void texture_uploaded(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
  atlas.ClearTexData();
#else
  (void)atlas;
#endif
}

/// Returns whether a key is pressed. repeat: also repeatedly while it is held.
inline bool key_pressed(int imgui_key, bool repeat = true) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(static_cast<ImGuiKey>(imgui_key), repeat);
#else
  // Before 1.87, IsKeyPressed takes the platform's key code.
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(imgui_key), repeat);
#endif
}

/// Keeps the wheel over the last item from scrolling the window.
inline void use_mouse_wheel() {
#if IMGUI_VERSION_NUM >= 18940
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
#else
  ImGui::SetItemUsingMouseWheel();
#endif
}

/// Draws `text` in `font` at `size`, which fonts of 1.92 lack.
inline void add_text(ImDrawList* list, ImFont* font, float size, ImVec2 at, ImU32 colour, const char* begin, const char* end) {
  list->AddText(font, size, at, colour, begin, end);
}

}  // namespace compat
