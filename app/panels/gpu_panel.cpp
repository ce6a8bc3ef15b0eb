// The GPU panel: the launch, the trace straight from its buffer, playback, memory, and the report.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/panels/card.hpp"
#include "app/playback.hpp"

namespace app {
namespace {

using SetLaunch = void (*)(LaunchSettings&, const std::string&);

/// A field that takes an expression; its arrow lists the sheet's entries.
void expression_field(Ui& ui, const App& app, Actions& actions, const char* label, const std::string& value, SetLaunch set, ImVec2 at, float width) {
  auto* list = ImGui::GetWindowDrawList();
  const float label_width = ui.px(72);
  draw_text(list, ui.fonts.ui_small, {at.x, at.y + ui.px(5)}, ui.ink.faint, ui.tr(label));
  ImGui::PushID(label);
  ImGui::PushFont(ui.fonts.mono_small.font);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(8), ui.px(3)));
  const float arrow = ui.px(22);
  ImGui::SetCursorScreenPos({at.x + label_width, at.y});
  ImGui::SetNextItemWidth(width - label_width - arrow);
  std::string text = value;
  if (ImGui::InputText("##field", &text) && text != value)
    actions.push_back([set, text](App& a) { a.edit([&](Sheet& s) { set(s.launch, text); }, "launch"); });
  if (ImGui::IsItemDeactivated()) actions.push_back([](App& a) { a.seal_edit(); });
  ImGui::SetCursorScreenPos({at.x + width - arrow + ui.px(2), at.y});
  if (ImGui::InvisibleButton("##list", {arrow - ui.px(2), ImGui::GetFrameHeight()})) ImGui::OpenPopup("entries");
  const ImVec2 c{at.x + width - arrow / 2, at.y + ImGui::GetFrameHeight() / 2};
  list->AddTriangleFilled({c.x - ui.px(4), c.y - ui.px(2)}, {c.x + ui.px(4), c.y - ui.px(2)}, {c.x, c.y + ui.px(3)}, ui.ink.faint);
  ImGui::PopStyleVar();
  if (ImGui::BeginPopup("entries")) {
    for (const auto& r : app.evaluator().results())
      if (!r.name.empty() && r.evaluation && ImGui::MenuItem(r.name.c_str()))
        actions.push_back([set, name = r.name](App& a) { a.edit([&](Sheet& s) { set(s.launch, name); }); });
    ImGui::EndPopup();
  }
  ImGui::PopFont();
  ImGui::PopID();
}

/// Which block and thread are shown; all of them by default.
void show_field(Ui& ui, const App& app, Actions& actions, ImVec2 at) {
  const auto& settings = app.sheet().launch;
  draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_small, {at.x, at.y + ui.px(5)}, ui.ink.faint, ui.tr("show"));
  ImGui::SetCursorScreenPos({at.x + ui.px(72), at.y + ui.px(1)});
  const auto natural = [&](std::int64_t block) { return algebra::natural_coordinate(app.launch()->partition.rest.shape(), block); };
  const bool one_block = app.launch() && settings.block >= 0 && settings.block < app.launch()->blocks();
  const auto blocks = one_block ? fmt::format("{} {}", ui.tr("block"), natural(settings.block)) : std::string(ui.tr("all blocks"));
  if (chip(ui, "blocks", blocks + " ▾", ui.fonts.mono_small)) ImGui::OpenPopup("blocks");
  if (settings.thread >= 0) {
    ImGui::SetCursorScreenPos({ImGui::GetItemRectMax().x + ui.px(4), at.y + ui.px(1)});
    if (chip(ui, "thread", fmt::format("T{} ×", settings.thread), ui.fonts.mono_small))
      actions.push_back([](App& a) { a.adjust([](Sheet& s) { s.launch.thread = -1; }); });
  }
  if (!ImGui::BeginPopup("blocks")) return;
  const auto choose = [&](const char* label, std::int64_t block) {
    if (ImGui::MenuItem(label, nullptr, settings.block == block))
      actions.push_back([block](App& a) { a.adjust([&](Sheet& s) { s.launch.block = block; }); });
  };
  choose(ui.tr("all blocks"), -1);
  // A menu of thousands helps nobody: the first 64.
  for (std::int64_t b = 0; app.launch() && b < std::min<std::int64_t>(64, app.launch()->blocks()); ++b)
    choose(fmt::format("{} {}", b, natural(b)).c_str(), b);
  ImGui::EndPopup();
}

void launch_form(Ui& ui, const App& app, Actions& actions, ImVec2 at, float width) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& settings = app.sheet().launch;
  const float x = at.x + ui.px(14), w = width - ui.px(28), line = ui.px(29);
  float y = at.y + ui.px(11);
  draw_text(list, ui.fonts.ui_bold_small, {x, y}, ui.ink.text, ui.tr("Run on the GPU"));
  y += ui.px(24);
  expression_field(ui, app, actions, "tensor", settings.tensor, [](LaunchSettings& l, const std::string& t) { l.tensor = t; }, {x, y}, w);
  expression_field(ui, app, actions, "tile", settings.tile, [](LaunchSettings& l, const std::string& t) { l.tile = t; }, {x, y + line}, w);
  expression_field(ui, app, actions, "threads", settings.threads, [](LaunchSettings& l, const std::string& t) { l.threads = t; }, {x, y + 2 * line}, w);
  y += 3 * line;
  draw_text(list, ui.fonts.ui_small, {x, y + ui.px(5)}, ui.ink.faint, ui.tr("element"));
  ImGui::SetCursorScreenPos({x + ui.px(72), y + ui.px(1)});
  for (const char* type : {"i8", "f16", "f32", "f64"}) {
    const bool chosen = settings.element == type;
    ImGui::PushID(type);
    const auto from = ImGui::GetCursorScreenPos();
    if (chip(ui, "type", type, ui.fonts.mono_small))
      actions.push_back([type](App& a) { a.edit([&](Sheet& s) { s.launch.element = type; }); });
    const auto to = ImGui::GetItemRectMax();
    if (chosen) compat::rectangle(list, from, to, ui.ink.accent, ui.px(5), ui.px(1.5f));
    ImGui::PopID();
    ImGui::SetCursorScreenPos({to.x + ui.px(4), y + ui.px(1)});
  }
  y += line;
  draw_text(list, ui.fonts.ui_small, {x, y + ui.px(5)}, ui.ink.faint, ui.tr("memory"));
  ImGui::SetCursorScreenPos({x + ui.px(72), y + ui.px(1)});
  for (const bool shared : {false, true}) {
    ImGui::PushID(shared);
    const auto from = ImGui::GetCursorScreenPos();
    if (chip(ui, "memory", ui.tr(shared ? "shared" : "global"), ui.fonts.mono_small))
      actions.push_back([shared](App& a) { a.edit([&](Sheet& s) { s.launch.shared_memory = shared; }); });
    const auto to = ImGui::GetItemRectMax();
    if (settings.shared_memory == shared) compat::rectangle(list, from, to, ui.ink.accent, ui.px(5), ui.px(1.5f));
    ImGui::PopID();
    ImGui::SetCursorScreenPos({to.x + ui.px(4), y + ui.px(1)});
  }
  y += line;
  show_field(ui, app, actions, {x, y});
  y += line + ui.px(4);
  ImGui::SetCursorScreenPos({x, y});
  ImGui::PushStyleColor(ImGuiCol_Button, ui.ink.accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ui.ink.accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, ui.ink.function);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.ink.accent_text);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  if (ImGui::Button(ui.tr("Run again · live"), {w, ui.px(28)})) actions.push_back([](App& a) { a.run_again(); });
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(4);
}

void transport(Ui& ui, const App& app, Actions& actions, const LaunchPlan& plan, ImVec2 at, float width) {
  auto* list = ImGui::GetWindowDrawList();
  const auto total = plan.accesses();
  const auto position = app.sheet().launch.position < 0 ? total : std::min(app.sheet().launch.position, total);
  const auto go = [&](std::int64_t to) {
    actions.push_back([to](App& a) { a.adjust([&](Sheet& s) { s.launch.position = to; }); });
  };
  float x = at.x;
  const float h = ui.px(16), mid = at.y + h / 2;
  const auto button = [&](const char* id, auto&& shape) {
    ImGui::SetCursorScreenPos({x, at.y});
    const bool clicked = ImGui::InvisibleButton(id, {h, h});
    shape(ImGui::IsItemHovered() ? ui.ink.accent : ui.ink.text);
    x += h + ui.px(8);
    return clicked;
  };
  const float d = ui.px(5);
  if (button("back", [&](ImU32 c) {
        list->AddRectFilled({x + ui.px(2), mid - d}, {x + ui.px(3.5f), mid + d}, c);
        list->AddTriangleFilled({x + ui.px(12), mid - d}, {x + ui.px(12), mid + d}, {x + ui.px(5), mid}, c);
      })) go(std::max<std::int64_t>(0, position - 1));
  if (button("play", [&](ImU32 c) {
        if (app.playing) {
          list->AddRectFilled({x + ui.px(3), mid - d}, {x + ui.px(6), mid + d}, c);
          list->AddRectFilled({x + ui.px(9), mid - d}, {x + ui.px(12), mid + d}, c);
        } else {
          list->AddTriangleFilled({x + ui.px(4), mid - d}, {x + ui.px(13), mid}, {x + ui.px(4), mid + d}, c);
        }
      }))
    actions.push_back([total](App& a) {
      a.playing = !a.playing;
      if (a.playing && (a.sheet().launch.position < 0 || a.sheet().launch.position >= total)) a.adjust([](Sheet& s) { s.launch.position = 0; });
    });
  if (button("forward", [&](ImU32 c) {
        list->AddTriangleFilled({x + ui.px(3), mid - d}, {x + ui.px(3), mid + d}, {x + ui.px(10), mid}, c);
        list->AddRectFilled({x + ui.px(11.5f), mid - d}, {x + ui.px(13), mid + d}, c);
      })) go(std::min(total, position + 1));
  const auto text = fmt::format("{} {} {} {}", ui.tr("access"), position, ui.tr("of"), total);
  draw_text(list, ui.fonts.ui_small, {x, mid - ui.fonts.ui_small.size / 2}, ui.ink.text, text);
  x += std::max(text_width(ui.fonts.ui_small, text), ui.px(88)) + ui.px(12);
  const float right = at.x + width - ui.px(14);
  if (right - x < ui.px(40)) return;
  ImGui::SetCursorScreenPos({x - ui.px(7), at.y - ui.px(2)});
  ImGui::InvisibleButton("scrub", {right - x + ui.px(14), h + ui.px(4)});
  if (ImGui::IsItemActive()) {
    const double t = std::clamp((ImGui::GetIO().MousePos.x - x) / (right - x), 0.0f, 1.0f);
    go(static_cast<std::int64_t>(std::llround(t * static_cast<double>(total))));
  }
  const float t = total > 0 ? static_cast<float>(static_cast<double>(position) / static_cast<double>(total)) : 0;
  const float knob = x + t * (right - x);
  list->AddRectFilled({x, mid - ui.px(2)}, {right, mid + ui.px(2)}, ui.ink.line, ui.px(2));
  list->AddRectFilled({x, mid - ui.px(2)}, {knob, mid + ui.px(2)}, ui.ink.accent, ui.px(2));
  list->AddCircleFilled({knob, mid}, ui.px(7), ui.ink.panel);
  list->AddCircle({knob, mid}, ui.px(7), ui.ink.accent, 0, ui.px(2));
}

/// Bytes in rows of two 128 B lines, each cell an element, coloured by the thread that has touched it.
void linear_memory(Ui& ui, const App& app, const LaunchPlan& plan, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  draw_text(list, ui.fonts.ui_small, at, ui.ink.faint, fitted(ui.fonts.ui_small, ui.tr("memory, 128 B lines × 32 B sectors"), size.x));
  float y = at.y + ui.fonts.ui_small.size + ui.px(4);
  const auto& touches = app.launch_touches();
  const int bytes = plan.launch.element_bytes;
  const std::int64_t per_line = std::max(1, 128 / bytes), per_sector = std::max(1, 32 / bytes);
  const float cell = std::min(ui.px(12), std::floor((size.x - ui.px(4)) / static_cast<float>(per_line)));
  const float height = ui.px(18), gap = ui.px(7);
  const auto position = app.sheet().launch.position < 0 ? plan.accesses() : app.sheet().launch.position;
  const auto fills = render::palette(render::PaletteName::cutescope, ui.theme_name);
  const auto request_room = ui.px(58);
  for (std::int64_t line = 0; line * per_line < plan.launch.elements; ++line) {
    if (y + height > at.y + size.y - request_room) {
      draw_text(list, ui.fonts.ui_small, {at.x, y}, ui.ink.faint, "…");
      y += ui.fonts.ui_small.size;
      break;
    }
    for (std::int64_t k = 0; k < per_line; ++k) {
      const auto element = line * per_line + k;
      const float x = at.x + static_cast<float>(k) * cell;
      ImU32 fill = ui.ink.page;
      if (element < static_cast<std::int64_t>(touches.size())) {
        const auto& touch = touches[static_cast<std::size_t>(element)];
        if (touch && touch_position(plan, *touch) < position) fill = colour(fills[touch->thread % fills.size()]);
      }
      list->AddRectFilled({x, y}, {x + cell, y + height}, fill);
      if (k > 0) list->AddLine({x, y}, {x, y + height}, ui.ink.line);
    }
    const float right = at.x + static_cast<float>(per_line) * cell;
    for (std::int64_t k = 0; k <= per_line; k += per_sector) {
      const float x = at.x + static_cast<float>(k) * cell;
      list->AddLine({x, y}, {x, y + height}, colour(ui.theme().tile_border), ui.px(1.4f));
    }
    compat::rectangle(list, {at.x, y}, {right + 1, y + height}, colour(ui.theme().tile_border), 0, ui.px(1.4f));
    y += height + gap;
  }
  if (position <= 0 || position > plan.accesses()) return;
  // The request that has just been made.
  const auto at_request = request_at(plan, position - 1);
  const auto request = gpu::request(plan.launch, at_request.block, at_request.warp, at_request.access);
  y += ui.px(4);
  draw_text(list, ui.fonts.ui_small, {at.x, y}, ui.ink.faint, fmt::format("{} {}, {} {}, {} {}:", ui.tr("block"), at_request.block, ui.tr("warp"), at_request.warp, ui.tr("access"), at_request.access));
  y += ui.fonts.ui_small.size + ui.px(2);
  const auto first = static_cast<std::int64_t>(at_request.warp) * 32;
  const auto said = plan.launch.shared_memory
                        ? fmt::format("T{}–T{} → {}-way", first, first + request.lanes - 1, request.bank_ways)
                        : fmt::format("T{}–T{} → {} {}, {} {}", first, first + request.lanes - 1, request.lines, ui.tr(request.lines == 1 ? "line" : "lines"), request.sectors,
                                      ui.tr(request.sectors == 1 ? "sector" : "sectors"));
  draw_text(list, ui.fonts.mono_small, {at.x, y}, ui.ink.text, fitted(ui.fonts.mono_small, said, size.x));
}

void trace_view(Ui& ui, const App& app, Actions& actions, const LaunchPlan& plan, ImVec2 at, ImVec2 size) {
  const auto* diagram = app.launch_diagram();
  if (diagram == nullptr) return;
  transport(ui, app, actions, plan, {at.x, at.y + ui.px(10)}, size.x);
  const ImVec2 grid_at{at.x, at.y + ui.px(36)};
  const float room_y = size.y - ui.px(46), room_x = size.x * 0.56f;
  const double fit = std::min(room_x / static_cast<double>(diagram->columns.extent), room_y / static_cast<double>(diagram->rows.extent));
  const float cell = fit < ui.px(3) ? ui.px(24) : static_cast<float>(std::min<double>(ui.px(33), fit > ui.px(8) ? std::floor(fit) : fit));
  const ImVec2 grid_size{static_cast<float>(std::min<double>(room_x, cell * static_cast<double>(diagram->columns.extent))),
                         static_cast<float>(std::min<double>(room_y, cell * static_cast<double>(diagram->rows.extent)))};
  const auto trace = ui.trace != nullptr ? ui.trace->view(plan, app.sheet().launch) : std::nullopt;
  const auto& touches = app.launch_touches();
  const auto position = app.sheet().launch.position < 0 ? plan.accesses() : app.sheet().launch.position;
  const auto label = [&](std::int64_t r, std::int64_t c) -> std::string {
    const auto index = diagram->index(r, c);
    if (index < 0 || index >= static_cast<std::int64_t>(touches.size())) return {};
    const auto& touch = touches[static_cast<std::size_t>(index)];
    if (!touch || touch_position(plan, *touch) >= position) return "·";
    return fmt::format("T{}", touch->thread);
  };
  const auto under = draw_grid(ui, "trace", *diagram, ui.trace_card, cell, grid_at, grid_size, {.label = &ui.fonts.mono_small, .dim = 0, .trace = trace, .text = label});
  if (under.row >= 0) {
    const auto index = diagram->index(under.row, under.column);
    if (index >= 0 && index < static_cast<std::int64_t>(touches.size()) && touches[static_cast<std::size_t>(index)]) {
      const auto touch = *touches[static_cast<std::size_t>(index)];
      ImGui::SetTooltip("%s", fmt::format("{} {}: T{} V{}, {} {}", ui.tr("element"), index, touch.thread, touch.access, ui.tr("block"), touch.block).c_str());
      if (ImGui::IsMouseReleased(0) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 9)
        actions.push_back([thread = static_cast<std::int64_t>(touch.thread)](App& a) {
          a.adjust([&](Sheet& s) { s.launch.thread = s.launch.thread == thread ? -1 : thread; });
        });
    }
  }
  const float x = grid_at.x + grid_size.x + ui.px(20);
  if (at.x + size.x - x > ui.px(120)) linear_memory(ui, app, plan, {x, grid_at.y}, {at.x + size.x - x - ui.px(12), room_y});
}

void report(Ui& ui, const App& app, ImVec2 at, ImVec2 size) {
  (void)app;
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x, at.y + size.y}, ui.ink.line);
  const float x = at.x + ui.px(14), right = at.x + size.x - ui.px(14);
  float y = at.y + ui.px(13);
  draw_text(list, ui.fonts.ui_bold_small, {x, y}, ui.ink.text, ui.tr("What the hardware saw"));
  y += ui.px(24);
  if (ui.trace == nullptr || !ui.trace->report()) return;
  const auto& r = *ui.trace->report();
  const auto row = [&](const char* label, const std::string& value, ImU32 ink) {
    draw_text_right(list, ui.fonts.mono_small, {right, y}, ink, value);
    draw_text(list, ui.fonts.ui_small, {x, y}, ui.ink.faint, fitted(ui.fonts.ui_small, ui.tr(label), right - x - text_width(ui.fonts.mono_small, value) - ui.px(6)));
    y += ui.px(22);
  };
  const bool whole = r.never == 0 && r.more == 0;
  row("elements touched once", fmt::format("{} / {}", r.once, r.once + r.never + r.more), ui.ink.text);
  row("never · more than once", fmt::format("{} · {}", r.never, r.more), whole ? ui.ink.text : ui.ink.error);
  if (r.out_of_bounds > 0) row("out of bounds", fmt::format("{}", r.out_of_bounds), ui.ink.error);
  row("sectors per request", fmt::format("{:.4g} ({} {:.4g})", r.mean_sectors, ui.tr("ideal"), r.mean_ideal_sectors), ui.ink.text);
  row("lines per request", fmt::format("{:.4g}", r.mean_lines), ui.ink.text);
  row("bank conflicts", fmt::format("{}-way", r.worst_bank_ways), ui.ink.text);
  if (r.timing && r.timing->kernel_ms > 0) {
    row("kernel time", r.timing->kernel_ms < 1 ? fmt::format("{:.1f} µs", r.timing->kernel_ms * 1000) : fmt::format("{:.2f} ms", r.timing->kernel_ms), ui.ink.text);
    // Launch overhead is all that a small launch measures.
    row("effective bandwidth", r.timing->bytes >= 1 << 20 ? fmt::format("{:.0f} GB/s", r.timing->bytes / r.timing->kernel_ms / 1e6) : "–", ui.ink.text);
  }
  const bool same = r.same == r.compared && !r.first_difference;
  row("same as the algebra", fmt::format("{} {} {} {}", r.same, ui.tr("of"), r.compared, same ? "✓" : "✗"), same ? ui.ink.good : ui.ink.error);
}

}  // namespace

void gpu_panel(Ui& ui, const App& app, Actions& actions, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui.ink.panel);
  list->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  const float form = std::clamp(size.x * 0.207f, ui.px(250), ui.px(270)), side = std::clamp(size.x * 0.2f, ui.px(244), ui.px(250));
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("launch", {form, size.y});
  launch_form(ui, app, actions, {at.x, at.y - ImGui::GetScrollY()}, form);
  ImGui::SetCursorScreenPos({at.x, at.y - ImGui::GetScrollY() + ui.px(246)});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  list->AddLine({at.x + form, at.y}, {at.x + form, at.y + size.y}, ui.ink.line);
  const ImVec2 middle{at.x + form + ui.px(16), at.y};
  const ImVec2 middle_size{size.x - form - side - ui.px(16), size.y};
  const auto& failure = ui.trace != nullptr ? ui.trace->failure() : std::string{};
  if (!app.launch() || !failure.empty()) {
    const auto& why = !app.launch() ? app.launch().error() : failure;
    flow_text(list, ui, {middle.x, middle.y + ui.px(14)}, middle_size.x - ui.px(16), ui.ink.error, ui.ink.error_back, why);
  } else {
    trace_view(ui, app, actions, *app.launch(), middle, middle_size);
  }
  report(ui, app, {at.x + size.x - side, at.y}, {side, size.y});
}

}  // namespace app
