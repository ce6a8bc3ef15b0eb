#include "app/map/map_time.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "gpu/flow/step_kinds.hpp"

namespace app {

using algebra::Message;
using algebra::message;
using Kind = gpu::FlowStep::Kind;
namespace {

/// Returns whether a step waits for data that threads of the block then read. A wait for TMA stores is not: their data is not read here.
bool is_waited_at(const gpu::StepKind& kind) {
  return kind.order == gpu::StepOrder::barrier || kind.order == gpu::StepOrder::phase ||
         (kind.order == gpu::StepOrder::await && kind.queue != gpu::FlowQueue::bulk);
}

/// Sort key: the column of a tensor in the map. In the column of registers and tensor memory, tensor memory comes first.
struct Where {
  MapColumn column = MapColumn::global;
  bool outside_tensor_memory = true;  ///< tensor memory is listed first
  bool operator<(const Where& o) const { return std::tie(column, outside_tensor_memory) < std::tie(o.column, o.outside_tensor_memory); }
};
Where where_is(const KernelMap& map, const MapNode& n) {
  return {n.column, map.flow().tensors[static_cast<std::size_t>(n.tensor)].memory != algebra::MemorySpace::tensor};
}

Message place_name(Where where, const std::string& names) {
  if (!where.outside_tensor_memory) return "tensor memory";
  switch (where.column) {
    case MapColumn::global:
    case MapColumn::result: return "global";
    case MapColumn::registers:
    case MapColumn::product: return "registers";
    default: return message("{}", names);
  }
}

void add_bar(TimeRow& row, const TimeBar& bar) {
  auto* last = row.bars.empty() ? nullptr : &row.bars.back();
  if (last != nullptr && last->to >= bar.from && last->k_tile == bar.k_tile) last->to = std::max(last->to, bar.to);
  else row.bars.push_back(bar);
}

/// Adds rows for each role's moves from one memory to another, and for those still in flight.
void add_moves(const KernelMap& map, MapTime& time) {
  struct Key {
    std::size_t role;
    Where from, to;
    bool product;
    bool operator<(const Key& o) const { return std::tie(role, from, to, product) < std::tie(o.role, o.from, o.to, o.product); }
  };
  std::map<Key, std::vector<std::string>> names;
  std::map<Key, TimeRow> moves, flights;
  const auto ticks = time.ticks;
  for (std::size_t m = 0; m < map.moments(); ++m) {
    if (map.arrow_of(m) < 0) continue;
    const auto& a = map.arrows()[static_cast<std::size_t>(map.arrow_of(m))];
    const auto& o = map.order()[m];
    const auto *from = map.node(a.from), *to = map.node(a.to);
    const Key key{o.role, where_is(map, *from), where_is(map, *to), a.kind == Kind::gemm};
    auto& called = names[key];
    const auto& shared = from->column == MapColumn::shared ? from->name : to->name;
    if (std::ranges::find(called, shared) == called.end()) called.push_back(shared);
    add_bar(moves[key], {o.tick, o.tick + 1, m, map.k_tile(m)});
    if (o.done == m) continue;
    const auto end = o.done == gpu::OrderedStep::never ? ticks : map.order()[o.done].tick + 1;
    auto& flight = flights[key];
    flight.kind = TimeRow::Kind::flight;
    flight.bars.push_back({o.tick, end, m, map.k_tile(m)});
  }
  const bool several = map.flow().roles.size() > 1;
  for (auto& [key, row] : moves) {
    const auto all = fmt::format("{}", fmt::join(names[key], ", "));
    auto text = key.product ? message("MMA") : message("{} → {}", place_name(key.from, all), place_name(key.to, all));
    if (several) {
      const auto& threads = map.flow().roles[key.role].threads;
      text = message("T{}–{}: {}", threads.front(), threads.back(), text);
    }
    row.title = text;
    row.role = key.role;
    time.rows.push_back(std::move(row));
    if (const auto it = flights.find(key); it != flights.end()) {
      it->second.title = message("in flight");
      it->second.role = key.role;
      time.rows.push_back(std::move(it->second));
    }
  }
}

/// Adds rows for the stages of the ring: a stage holds a k tile from its first write to its last read.
void add_stages(const KernelMap& map, MapTime& time) {
  struct Held {
    std::int64_t from = 0, to = 0, k_tile = -1;
    std::size_t moment = 0;
    bool read = false, any = false;
  };
  std::map<std::int64_t, Held> held;
  std::map<std::int64_t, TimeRow> rows;
  const auto close = [&](std::int64_t stage, const Held& h) {
    auto& row = rows[stage];
    row.kind = TimeRow::Kind::stage;
    row.stage = stage;
    row.title = message("stage {}", stage);
    if (h.any) row.bars.push_back({h.from, h.to, h.moment, h.k_tile});
  };
  for (std::size_t m = 0; m < map.moments(); ++m) {
    const auto& s = map.step(m);
    const auto tick = map.order()[m].tick;
    for (std::size_t i = 0; i < s.parts.size(); ++i) {
      const auto* n = map.node(s.parts[i]->tensor);
      const auto first = map.threads(m).front();
      if (n == nullptr || n->column != MapColumn::shared || map.places(*s.parts[i]).size(first) == 0) continue;
      const auto cell = map.cell(map.place(*s.parts[i], first, 0));
      if (!cell) continue;
      auto& h = held[cell->stage];
      const bool writes = s.kind == Kind::copy && i == 1;
      if (writes && (!h.any || h.read || h.k_tile != map.k_tile(m))) {
        close(cell->stage, h);
        h = {tick, tick + 1, map.k_tile(m), m, false, true};
      }
      h.read = h.read || !writes;
      h.to = std::max(h.to, tick + 1);
    }
  }
  for (const auto& [stage, h] : held) close(stage, h);
  for (auto& [stage, row] : rows) time.rows.push_back(std::move(row));
}

void add_phases(const KernelMap& map, MapTime& time) {
  std::map<std::size_t, std::size_t> products;  // counts by the line of the outermost loop
  for (std::size_t m = 0; m < map.moments(); ++m)
    if (const auto& s = map.step(m); s.kind == Kind::gemm && !s.loops.empty()) ++products[s.loops.front().line];
  if (products.empty()) return;
  const auto line =
      std::max_element(products.begin(), products.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
  std::int64_t from = time.ticks, to = 0;
  for (std::size_t m = 0; m < map.moments(); ++m)
    if (const auto& s = map.step(m); !s.loops.empty() && s.loops.front().line == line) {
      from = std::min(from, map.order()[m].tick);
      to = std::max(to, map.order()[m].tick + 1);
    }
  if (from > 0) time.phases.push_back({message("prologue"), 0, 0, from});
  time.phases.push_back({message("main loop"), line, from, to});
  if (to < time.ticks) time.phases.push_back({message("epilogue"), 0, to, time.ticks});
}

}  // namespace

MapTime time_of(const KernelMap& map) {
  MapTime time;
  if (map.moments() == 0) return time;
  time.ticks = map.order().back().tick + 1;
  add_phases(map, time);
  add_moves(map, time);
  add_stages(map, time);
  TimeRow ordering{.kind = TimeRow::Kind::ordering, .title = message("barriers and waits")};
  for (std::size_t m = 0; m < map.moments(); ++m)
    if (is_waited_at(gpu::kind_of(map.step(m)))) ordering.bars.push_back({map.order()[m].tick, map.order()[m].tick + 1, m, -1});
  if (!ordering.bars.empty()) time.rows.push_back(std::move(ordering));
  return time;
}

std::vector<std::size_t> in_flight(const KernelMap& map, std::size_t moment) {
  std::vector<std::size_t> all;
  for (std::size_t m = 0; m <= moment && m < map.moments(); ++m)
    if (const auto done = map.order()[m].done; done != m && (done == gpu::OrderedStep::never || done > moment)) all.push_back(m);
  return all;
}

}  // namespace app
