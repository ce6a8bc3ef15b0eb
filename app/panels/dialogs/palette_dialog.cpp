#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>

#include "algebra/text/utf8.hpp"
#include "app/actions/saving.hpp"
#include "app/commands/palette.hpp"
#include "app/ui/lists.hpp"

namespace app {

/// The last results, so that nothing is searched in a frame without typing.
struct PaletteView {
  std::string typed;
  std::uint64_t sheet_version = 0;
  Language language = Language::english;
  std::vector<PaletteItem> items;
  ListChoice choice;
};

namespace {

/// Draws a title with its matched letters in the accent colour.
void draw_title(const Ui& ui, ImVec2 at, const PaletteItem& item, float width) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.ui;
  const auto shown = fitted(face, item.title, width);
  if (item.letters.empty()) return draw_text(list, face, at, ui.ink.text, shown);
  for (std::size_t i = 0; i < shown.size();) {
    const bool marked = std::binary_search(item.letters.begin(), item.letters.end(), i);
    auto end = i;
    // Up to the next change, but at least one whole character.
    do end = algebra::next_boundary(shown, end + 1);
    while (end < shown.size() && std::binary_search(item.letters.begin(), item.letters.end(), end) == marked);
    const auto piece = std::string_view(shown).substr(i, end - i);
    draw_text(list, face, at, marked ? ui.ink.accent : ui.ink.text, piece);
    at.x += text_width(face, piece);
    i = end;
  }
}

}  // namespace

void palette_dialog(Ui& ui, const State& state, Requests& requests, bool first) {
  auto& palette = ui.kept<PaletteView>();
  auto& typed = dialog_of(ui).text;
  const auto screen = ImGui::GetMainViewport()->Size;
  const float width = std::min(ui.px(560), screen.x * 0.8f), row = ui.fonts.ui.size + ui.px(9);
  const bool entered = search_field(ui, "##command", "A command, an entry or a file", typed, width, first);
  const auto version = state.workspace.sheet_version();
  const auto language = state.view.texts.language();
  if (first || palette.typed != typed || palette.sheet_version != version || palette.language != language)
    palette = {typed, version, language, palette_items(state, typed), {0, true}};
  const int count = static_cast<int>(palette.items.size());
  if (count == 0) return ImGui::TextDisabled("%s", ui.tr("Nothing found"));
  const auto item_of = [&](int i) -> const PaletteItem& { return palette.items[static_cast<std::size_t>(i)]; };
  const float height = std::min(row * static_cast<float>(std::min(count, 14)), screen.y * 0.6f);
  const int taken =
      list(ui, palette.choice, {.id = "found", .count = count, .size = {width, height}, .row = row, .wraps = true}, entered,
           [&](const ListRow& r) {
             const auto& item = item_of(r.number);
             row_words(ui, r, ui.fonts.ui, item.title, item.detail, 0.5f, [&](ImVec2 at, float room) { draw_title(ui, at, item, room); });
           });
  if (taken < 0) return;
  requests.add<cancel_asked>();
  requests.add(item_of(taken).wanted);
}

}  // namespace app
