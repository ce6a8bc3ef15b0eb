// The kernel as it moves: its calls, and beneath what the check found.

#include "app/panels/map/map_page.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

using algebra::message;

/// The next moment of a call after that one, or its first.
std::size_t next_of(const MapCall& call, std::size_t moment) {
  const auto next = std::upper_bound(call.moments.begin(), call.moments.end(), moment);
  return next == call.moments.end() ? call.moments.front() : *next;
}

float kernels(const MapPageView& v, ImVec2 at, float width) {
  auto& ui = v.ui;
  const auto& all = v.answer.kernels;
  const auto& now = v.map.flow().kernel;
  ImGui::SetCursorScreenPos(at);
  const DropDown choice(ui, "kernel", ui.fonts.ui_small, now, width);
  if (choice)
    for (std::size_t k = 0; k < all.size(); ++k)
      if (choice.option(fmt::format("{}. {}", k + 1, all[k]), k == v.look.kernel)) v.requests.add<look_at_kernel>(k);
  return at.y + ImGui::GetFrameHeight() + ui.px(8);
}

void findings(const MapPageView& v, Rows& rows) {
  auto& ui = v.ui;
  const bool checking = v.state.workspace.mapping() == MapReader::Doing::checking;
  rows.section("Checked");
  if (!v.answer.report) {
    rows.words(ui.tr(checking ? "Each product, each read after its write: being checked…" : "not checked"), ui.ink.faint);
    if (checking) rows.words((*ui.texts)(message("{} % of the steps are checked", v.state.workspace.mapping_percent())), ui.ink.faint);
    if (checking && rows.link("stop check", ui.tr("Stop the check"))) v.requests.add<stop_map_check>();
    return;
  }
  const auto& r = *v.answer.report;
  if (r.stopped) rows.words(ui.tr("The check was stopped: what it found is not all."), ui.ink.hint);
  if (r.products > 0) rows.row("products", grouped(r.products));
  if (r.results > 0) rows.row("elements of C", grouped(r.results));
  rows.row("accesses to shared memory", grouped(r.accesses));
  if (r.findings.empty() && !r.stopped) {
    if (r.undecided.empty()) rows.words(ui.tr("Nothing was found."), ui.ink.good);
    else rows.words(ui.tr("Nothing was found in what could be followed; the map lacks the rest."), ui.ink.hint);
  }
  int number = 0;
  for (const auto& f : r.findings) {
    rows.gap(4);
    ImGui::PushID(number++);
    const auto title = (*ui.texts)(message("line {}: {}", f.line, gpu::name_of(f.kind)));
    if (rows.link("finding", title, 0)) {
      const auto call = std::ranges::find(v.panel.calls, f.line, &MapCall::line);
      if (call != v.panel.calls.end()) v.go(next_of(*call, v.look.choice.moment));
    }
    ImGui::PopID();
    rows.words((*ui.texts)(f.text), ui.ink.error);
    std::string others;
    for (const auto line : f.lines)
      if (line != f.line) others += fmt::format("{}{}", others.empty() ? "" : ", ", line);
    if (!others.empty()) rows.words((*ui.texts)(message("{} times; lines with a part in it: {}", f.count, others)), ui.ink.faint);
  }
  for (const auto& u : r.undecided) rows.words((*ui.texts)(message("not decided: {}", u)), ui.ink.hint);
}

/// What came of running the block, and how it can be run.
void run(const MapPageView& v, Rows& rows) {
  auto& ui = v.ui;
  rows.section("Run");
  const auto& run = v.answer.run;
  if (v.state.workspace.mapping() == MapReader::Doing::running) {
    rows.words(ui.tr("The block is being run…"), ui.ink.faint);
    if (rows.link("stop run", ui.tr("Stop the run"))) v.requests.add<stop_map_check>();
    return;
  }
  if (!run) {
    rows.words(ui.tr("On small integers: C against plain arithmetic, and what each thread has in each step."), ui.ink.faint);
    if (rows.link("run", ui.tr("Run this block"))) v.requests.add<run_map>();
    return;
  }
  if (!run->report) return rows.words((*ui.texts)(message("not run: {}", run->problem)), ui.ink.hint);
  const auto& r = *run->report;
  const bool right = r.wrong == 0 && r.different == 0 && !r.stuck;
  rows.words((*ui.texts)(gpu::summary(r)), right ? ui.ink.good : ui.ink.error);
  if (!r.hardware) {
    if (!r.why.empty()) rows.words((*ui.texts)(r.why), ui.ink.faint);
    return;
  }
  const auto& at = v.map.order()[v.look.choice.moment];
  const auto& own = r.trace[(run->first_trace[at.role] + at.step) * v.map.flow().threads + v.look.choice.thread];
  rows.row("cycles", grouped(r.cycles));
  if (own.done != 0)
    rows.labelled((*ui.texts)(message("this step, thread {}", v.look.choice.thread)),
                  fmt::format("{} – {}", grouped(own.begin), grouped(own.end)), ui.ink.text);
  if (rows.link("as run", ui.tr(v.look.as_run ? "Play it as planned" : "Play it as it ran"))) v.requests.add<show_run>(!v.look.as_run);
  if (!r.first_different) return;
  if (rows.link("different", (*ui.texts)(message("Go to thread {} in line {}", r.first_different->thread, r.first_different->line)))) {
    auto choice = v.look.choice;
    choice.thread = r.first_different->thread;
    const auto& order = v.map.order();
    const auto it = std::ranges::find_if(
        order, [&](const gpu::OrderedStep& o) { return o.role == r.first_different->role && o.step == r.first_different->step; });
    if (it != order.end()) v.go(at_moment(v.map, choice, static_cast<std::size_t>(it - order.begin())));
  }
}

}  // namespace

void map_moves(const MapPageView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  const float inset = ui.px(12);
  help_here(ui, "map.moves", at, {at.x + size.x, at.y + size.y});
  draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui_bold, {at.x + inset, at.y + ui.px(10)}, size.x - 2 * inset, ui.ink.text,
              ui.tr("The kernel, as it moves"));
  float y = kernels(v, {at.x + inset, at.y + ui.px(32)}, size.x - 2 * inset);
  auto& panel = v.panel;
  const int marked = static_cast<int>(call_of(v.map, panel.calls, v.look.choice.moment));
  if (panel.call.row != marked) panel.call.choose(marked);
  const auto& face = ui.fonts.mono_small;
  const float row = face.size + ui.px(6), below = size.y * 0.36f;
  const float height = std::min(at.y + size.y - below - y, row * static_cast<float>(panel.calls.size()) + ui.px(4));
  ImGui::SetCursorScreenPos({at.x, y});
  const ListLook look{
      .id = "calls", .count = static_cast<int>(panel.calls.size()), .size = {size.x, height}, .row = row, .mouse_chooses = false};
  const int taken = list(ui, panel.call, look, false, [&](const ListRow& r) {
    const auto& call = panel.calls[static_cast<std::size_t>(r.number)];
    auto* list = ImGui::GetWindowDrawList();
    const float number = text_width(face, "00000"), indent = ui.px(10) * static_cast<float>(call.depth);
    const float mid = r.at.y + (row - face.size) / 2;
    draw_text_right(list, face, {r.at.x + number + ui.px(4), mid}, ui.ink.fainter, fmt::format("{}", call.line));
    const float x = r.at.x + number + ui.px(14) + indent;
    draw_fitted(list, ui, face, {x, mid}, r.at.x + r.size.x - x - ui.px(6), r.number == marked ? ui.ink.accent : ui.ink.text, call.text);
  });
  // A click and the arrows go to the call.
  const int row_now = taken >= 0 ? taken : panel.call.row;
  if (row_now >= 0 && (taken >= 0 || row_now != marked))
    v.go(next_of(panel.calls[static_cast<std::size_t>(row_now)], v.look.choice.moment));
  y += height + ui.px(6);
  map_findings(v, {at.x, y}, {size.x, at.y + size.y - y});
}

void map_findings(const MapPageView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  const float inset = ui.px(12);
  const ScrollArea scroll("findings", at, size);
  Rows rows(ui, scroll.list(), {scroll.at().x + inset, scroll.at().y + ui.px(6)}, scroll.width() - 2 * inset, "map", Values::at_the_right);
  findings(v, rows);
  run(v, rows);
  rows.end();
}

}  // namespace app
