#include "app/panels/teaching/presenter_view.hpp"

#include <algorithm>

#include "app/actions/presenting.hpp"
#include "app/panels/teaching/slide.hpp"

namespace app {
void presenter_view(Ui& ui, const State& state, Requests& requests) {
  const auto& workspace = state.workspace;
  const auto* viewport = ImGui::GetMainViewport();
  const ImVec2 at = viewport->Pos, size = viewport->Size;
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("presenter", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs);
  auto* list = ImGui::GetWindowDrawList();
  ui.fill(list, at, {at.x + size.x, at.y + size.y}, ui.ink.page);
  const auto stop = current_stop(workspace, state.view);
  const float margin = ui.px(18);
  ImVec2 from{at.x + margin, at.y + margin}, room{size.x - 2 * margin, size.y - 2 * margin};

  // The time and the progress.
  const auto& large = ui.fonts.mono_large;
  draw_text(list, large, from, ui.ink.text, elapsed(state.view.now - state.view.presenting.began));
  draw_text_right(list, large, {from.x + room.x, from.y}, ui.ink.faint, wall_clock());
  const float head = large.size + ui.px(12);
  if (stop.entry < 0) return ImGui::End();
  const auto progress = progress_of(workspace, state.view, stop, presented_entries(workspace));
  draw_text_centred(list, ui.fonts.mono, {from.x + room.x / 2, from.y + (large.size - ui.fonts.mono.size) / 2}, ui.ink.faint,
                    fitted(ui.fonts.mono, progress, room.x * 0.6f));
  from.y += head;
  room.y -= head;

  // The notes, even if the slide hides them, then the slide's text.
  const float left = std::floor(room.x * 0.46f), gap = ui.px(22);
  const Stage now{ui, workspace, state.view, requests, stop, list};
  float y = from.y;
  const bool said = workspace.result(stop.entry).is_note || (state.view.presenting.notes && stop.step < 0);
  if (const auto notes = notes_of(workspace, stop.entry); !said && !notes.empty() && stop.position < 0) {
    const auto usual = ui.fonts.ui_small;
    ui.fonts.ui_small = ui.fonts.ui;
    y += flow_text(list, ui, {from.x, y}, left, ui.ink.text, ui.ink.chip, notes) + ui.px(12);
    ui.fonts.ui_small = usual;
    list->AddLine({from.x, y}, {from.x + left, y}, ui.ink.line);
    y += ui.px(12);
  }
  say(now, list, {from.x, y}, left);

  // The next slide as the audience will see it.
  const ImVec2 beside{from.x + left + gap, from.y}, box{room.x - left - gap, room.y};
  draw_text(list, ui.fonts.ui_bold, beside, ui.ink.faint, ui.tr("Next slide"));
  const float below = ui.fonts.ui_bold.size + ui.px(8);
  const ImVec2 slide{box.x, std::min(box.y - below, box.x * 0.6f)}, slide_at{beside.x, beside.y + below};
  compat::rectangle(list, slide_at, {slide_at.x + slide.x, slide_at.y + slide.y}, ui.ink.line, ui.px(6), 1);
  const float inset = ui.px(10);
  const auto next = next_stop(workspace, state.view, stop);
  if (!next) {
    draw_text_centred(list, ui.fonts.ui, {slide_at.x + slide.x / 2, slide_at.y + slide.y / 2}, ui.ink.faint, ui.tr("The end"));
  } else if (next->position < 0 && ui.stage_scale > 0) {
    // With the slide's fonts, scaled down.
    const auto fonts = ui.fonts;
    const float scale = ui.scale, by = slide.x / size.x;
    ui.fonts = scaled(ui.stage_fonts, by);
    ui.scale = ui.stage_scale * by;
    draw_slide({ui, workspace, state.view, requests, *next, list}, {slide_at.x + inset, slide_at.y + inset},
               {slide.x - 2 * inset, slide.y - 2 * inset});
    ui.fonts = fonts;
    ui.scale = scale;
  } else {
    draw_text_centred(list, ui.fonts.ui, {slide_at.x + slide.x / 2, slide_at.y + slide.y / 2}, ui.ink.faint,
                      ui.tr("The launch's next request"));
  }
  ImGui::End();
}

}  // namespace app
