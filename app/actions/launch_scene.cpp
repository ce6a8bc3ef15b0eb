#include "app/actions/launch_scene.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/launching.hpp"
#include "app/system/words.hpp"
#include "gpu/run/report.hpp"

namespace app {
namespace {

bool never(const gpu::Request&) { return false; }

std::string first_address(const LaunchScene& v, const gpu::RequestAt& r, const gpu::Request&) {
  for (const auto element : gpu::lane_elements(v.plan.shape, v.mapping(), r.block, r.warp, r.access))
    if (element != gpu::absent) return fmt::format("0x{:X}", (v.plan.launch.begins + element) * v.plan.launch.element_bytes);
  return "–";
}

std::string in_digits(std::int64_t n) { return fmt::format("{}", n); }

constexpr std::array<RequestColumn, 11> request_table{{
    {"block", 0, [](const LaunchScene&, const gpu::RequestAt& r, const gpu::Request&) { return in_digits(r.block); }, never},
    {"warp", 0, [](const LaunchScene&, const gpu::RequestAt& r, const gpu::Request&) { return in_digits(r.warp); }, never, true},
    {"access", 0, [](const LaunchScene&, const gpu::RequestAt& r, const gpu::Request&) { return in_digits(r.access); }, never},
    {"lanes", 6, [](const LaunchScene&, const gpu::RequestAt&, const gpu::Request& q) { return in_digits(q.lanes); }, never, true},
    {"address", 4, first_address, never},
    {"lines", 5, [](const LaunchScene&, const gpu::RequestAt&, const gpu::Request& q) { return in_digits(q.lines); }, never},
    {"sectors", 1, [](const LaunchScene&, const gpu::RequestAt&, const gpu::Request& q) { return in_digits(q.sectors); },
     [](const gpu::Request& q) { return q.sectors > q.ideal_sectors; }},
    {"ideal", 3, [](const LaunchScene&, const gpu::RequestAt&, const gpu::Request& q) { return in_digits(q.ideal_sectors); }, never},
    {"%", 2, [](const LaunchScene&, const gpu::RequestAt&, const gpu::Request& q) { return fmt::format("{:.0f}", 100 * q.efficiency()); },
     [](const gpu::Request& q) { return q.efficiency() < 1; }},
    {"wavefronts", 7, [](const LaunchScene&, const gpu::RequestAt&, const gpu::Request& q) { return in_digits(q.wavefronts); }, never,
     true},
    {"conflicts", 2, [](const LaunchScene&, const gpu::RequestAt&, const gpu::Request& q) { return in_digits(q.conflicts()); },
     [](const gpu::Request& q) { return q.conflicts() > 0; }, true},
}};

}  // namespace

LaunchScene::LaunchScene(const Workspace& w, const ViewState& v, const gpu::LaunchPlan& p, LaunchTables& t)
    : workspace(w), view(v), plan(p), tables(t) {
  tables.update(workspace.launch_version(), plan, settings());
  total = plan.requests();
  position = settings().position < 0 ? total : std::min(settings().position, total);
  if (position > 0) current = request_at(plan, position - 1);
  const auto& instruction = plan.shape.instruction;
  two_sided = !instruction.by_matrix() && (!plan.shape.same_place || plan.shape.shared_memory);
  loads = two_sided ? !view.playback.stores : instruction.kind != gpu::Instruction::Kind::store_matrix;
}

bool LaunchScene::chosen(const gpu::RequestAt& r) const {
  const auto& s = settings();
  return (s.block < 0 || s.block == r.block) && (s.warp < 0 || s.warp == r.warp) && (s.thread < 0 || s.thread / 32 == r.warp);
}

Request LaunchScene::pick(std::int64_t block, std::int64_t thread, Whom whom) const {
  auto next = settings();
  next.block = plan.blocks() > 1 || whom == Whom::block ? block : -1;
  next.warp = whom == Whom::warp ? thread / 32 : -1;
  next.thread = whom == Whom::thread ? thread : -1;
  if (next == settings()) next.block = next.warp = next.thread = -1;
  return app::request<isolate>(next.block, next.warp, next.thread);
}

std::optional<algebra::Touch> LaunchScene::first(std::int64_t element) const {
  if (element < 0 || element >= plan.launch.elements) return std::nullopt;
  const auto& known = workspace.launch_touches();
  if (!known.empty()) return known[static_cast<std::size_t>(element)];
  const auto& owners = tables.owners(plan, element);
  if (owners.touches.empty()) return std::nullopt;
  return owners.touches.front();
}

bool LaunchScene::framed(std::int64_t element) const {
  if (settings().thread >= 0) return true;
  const auto by = first(element);
  return !by || !is_chosen(settings(), by->block, by->thread);
}

std::string LaunchScene::label(std::int64_t element) const {
  const auto& touches = workspace.launch_touches();
  if (element < 0 || element >= static_cast<std::int64_t>(touches.size())) return {};
  const auto& touch = touches[static_cast<std::size_t>(element)];
  if (!touch) return position >= total ? "×0" : "·";
  if (touch_position(plan, *touch) >= position) return "·";
  if (const auto count = tables.count(element).value_or(1); count > 1 && count != plan.shape.shared_by) return fmt::format("×{}", count);
  if (tables.owned(element) == false) return {};
  if (plan.shape.instruction.by_box()) {
    // The instruction or, if each CTA has only one, the block.
    const auto instruction = touch->access / static_cast<std::uint32_t>(plan.shape.request_values);
    return plan.shape.requests() > 1 ? fmt::format("I{}", instruction) : fmt::format("B{}", touch->block);
  }
  return fmt::format("T{}", touch->thread);
}

std::string LaunchScene::box_name(std::uint32_t block, std::uint32_t access) const {
  auto text = fmt::format("{} {}", view.texts("block"), block);
  const auto ctas = static_cast<std::uint32_t>(plan.shape.instruction.ctas);
  if (ctas > 1) text += fmt::format(", CTA {} / {}", block % ctas, ctas);
  return text + fmt::format(", {} {}", view.texts("instruction"), access);
}

std::string LaunchScene::element_words(std::int64_t element) const {
  const auto byte = (plan.launch.begins + element) * plan.launch.element_bytes;
  auto text = fmt::format("{} {} · 0x{:X}\n{} {}, {} {}", view.texts("element"), element, byte, view.texts("line"), byte / 128,
                          view.texts("sector"), byte / 32 % 4);
  if (plan.launch.shared_memory) text += fmt::format(" · {} {}", view.texts("bank"), byte / 4 % 32);
  const auto& owners = tables.owners(plan, element);
  if (owners.total == 0) text += fmt::format("\n{}", view.texts("no thread touches it"));
  if (owners.total > 1) text += fmt::format("\n{}{}{}", view.texts("touches"), view.texts(": "), owners.total);
  for (const auto& t : owners.touches) {
    if (plan.shape.instruction.by_box()) {
      const auto values = static_cast<std::uint32_t>(plan.shape.request_values);
      text += fmt::format("\n{} · V{}", box_name(t.block, t.access / values), t.access);
      continue;
    }
    text += fmt::format("\nT{} V{}", t.thread, t.access);
    if (plan.blocks() > 1) text += fmt::format(" · {} {}", view.texts("block"), t.block);
  }
  if (!owners.touches.empty() && (owners.total < 0 || owners.total > static_cast<std::int64_t>(owners.touches.size()))) text += "\n…";
  return text;
}

std::string LaunchScene::beyond_words(const render::Diagram& diagram, render::Diagram::Cell cell) const {
  auto text = view.texts(diagram.remark(cell.row, cell.column));
  if (const auto& off = tables.predicated(plan, diagram, {cell.row, cell.column})) {
    if (const auto& shape = plan.shape; shape.instruction.by_box()) {
      text += fmt::format("\n{} · {}", box_name(off->block, off->access / static_cast<std::uint32_t>(shape.request_values)),
                          view.texts(shape.instruction.stores ? "not written" : "filled with zeros"));
    } else {
      text += fmt::format("\nT{} V{}", off->thread, off->access);
      if (plan.blocks() > 1) text += fmt::format(" · {} {}", view.texts("block"), off->block);
      text += fmt::format(" · {}", view.texts("predicated off"));
    }
  }
  return text;
}

LaunchScene::RequestWords LaunchScene::words_of(const gpu::RequestAt& r) const {
  const auto& tr = view.texts;
  const auto q = request(r);
  const auto& instruction = plan.shape.instruction;
  auto who = instruction.by_box() ? box_name(r.block, r.access)
                                  : fmt::format(fmt::runtime(tr("block {}, warp {}, access {}")), r.block, r.warp, r.access);
  if (const std::int64_t moved = plan.shape.request_values; moved > 1)
    who += fmt::format(" (V{}–V{})", r.access * moved, (r.access + 1) * moved - 1);
  const auto first_lane = static_cast<std::int64_t>(r.warp) * 32, last_lane = std::min<std::int64_t>(first_lane + 31, plan.threads() - 1);
  const bool shared = plan.launch.shared_memory;
  auto said = shared ? fmt::format("{}{}{} {}", fmt::format(fmt::runtime(tr("{}-way")), q.bank_ways), tr(", "), q.wavefronts,
                                   tr(q.wavefronts == 1 ? "wavefront" : "wavefronts"))
                     : fmt::format("{} {}{}{} {}", q.lines, tr(q.lines == 1 ? "line" : "lines"), tr(", "), q.sectors,
                                   tr(q.sectors == 1 ? "sector" : "sectors"));
  if (!shared && q.ideal_sectors < q.sectors) said += fmt::format(fmt::runtime(tr(" ({} {})")), tr("ideal"), q.ideal_sectors);
  if (q.lanes == 0) said = tr("no thread in bounds");
  const bool poor = shared ? q.conflicts() > 0 : q.sectors > q.ideal_sectors;
  if (instruction.by_box()) said = fmt::format("{} B → {}", grouped(instruction.bytes), said);
  return {who + tr(": "), instruction.by_box() ? said : fmt::format("T{}–T{} → {}", first_lane, last_lane, said), said, poor};
}

std::string LaunchScene::timed_words(const gpu::Report* report) const {
  if (report == nullptr) return {};
  if (report->path == gpu::Path::cpu) return view.texts("Not compiled: the CPU ran it.");
  if (!report->copied) return view.texts("Not timed yet.");
  if (report->copied->compiled) return view.texts("NVRTC compiled this kernel, and it was timed.");
  auto text = std::string(view.texts("A generic kernel was timed in place of this one."));
  return report->copied->why_generic.empty() ? text : text + " " + view.texts(report->copied->why_generic);
}

std::string RequestColumn::widest(const gpu::LaunchPlan& plan) const {
  const std::string_view is(title);
  return is == "address" ? fmt::format("0x{:X}", (plan.launch.begins + plan.launch.elements) * plan.launch.element_bytes)
         : is == "block" ? in_digits(plan.blocks())
                         : std::string("000");
}

const std::array<RequestColumn, 11>& request_columns() { return request_table; }

std::string block_name(const gpu::LaunchPlan& plan, std::int64_t block) {
  const auto& rest = plan.partition.rest;
  return block < algebra::size(rest) ? algebra::natural_coordinate(rest.shape(), block) : fmt::format("{}", block);
}

std::int64_t tensor_coordinate(const render::Diagram& d, std::int64_t row, std::int64_t column) {
  if (d.bounds.empty()) return d.coordinate(row, column);
  std::int64_t coordinate = 0, before = 1;
  for (const auto& b : d.bounds) {
    coordinate += b(row, column) * before;
    before *= b.extent;
  }
  return coordinate;
}

}  // namespace app
