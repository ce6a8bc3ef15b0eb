#include "app/map/map_thread.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace app {

using algebra::Message;
using algebra::message;
using Kind = gpu::FlowStep::Kind;
namespace {

/// Returns the numbers in an element's name: coordinates in global memory, row and column in shared memory, its index in registers.
std::vector<std::int64_t> numbers_of(const KernelMap& map, const MapPlace& p) {
  if (!p.coordinates.empty()) return p.coordinates;
  const auto* n = map.node(p.tensor);
  const auto c = map.cell(p);
  if (n == nullptr || n->column != MapColumn::shared || !c) return {p.index};
  return {c->row, c->column};
}

std::string joined(const std::vector<std::string>& all, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == most && all.size() > most + 1) return fmt::format("{}\n… +{}", text, all.size() - most);
    text += (i == 0 ? "" : "\n") + all[i];
  }
  return text;
}
constexpr std::size_t most_lines = 6;

std::vector<MapPlace> sources_of(const std::vector<MapMove>& moves) {
  std::vector<MapPlace> all;
  for (const auto& m : moves) all.push_back(m.from);
  return all;
}
std::vector<MapPlace> targets_of(const std::vector<MapMove>& moves) {
  std::vector<MapPlace> all;
  for (const auto& m : moves) all.push_back(m.to);
  return all;
}
/// Returns the elements of global memory that these places hold, without the places that hold none.
std::vector<MapPlace> origins_of(const KernelMap& map, const std::vector<MapPlace>& places, std::size_t moment) {
  std::vector<MapPlace> all;
  for (const auto& p : places) {
    if (!p.coordinates.empty()) all.push_back(p);
    else if (auto o = map.origin(p, moment)) all.push_back(std::move(*o));
  }
  return all;
}
std::vector<MapPlace> part_of(const KernelMap& map, const gpu::FlowPart& p, std::size_t thread) {
  std::vector<MapPlace> all;
  for (std::int64_t v = 0, n = map.places(p).size(thread); v < n; ++v) all.push_back(map.place(p, thread, v));
  return all;
}

bool in_shared(const KernelMap& map, int tensor) {
  const auto* n = map.node(tensor);
  return n != nullptr && n->column == MapColumn::shared;
}
bool in_global(const KernelMap& map, int tensor) {
  const auto* n = map.node(tensor);
  return n != nullptr && (n->column == MapColumn::global || n->column == MapColumn::result);
}

using Strings = std::vector<std::string>;

/// Returns the corners of the tile that a part covers: "sA(0…127,0…15,1)".
std::string words_of_part(const KernelMap& map, const gpu::FlowPart& p, std::size_t thread) {
  const auto n = map.places(p).size(thread);
  MapCell least{}, most{};
  for (std::int64_t v = 0; v < n; ++v) {
    const auto c = map.cell(map.place(p, thread, v));
    if (!c) continue;
    if (v == 0) least = most = *c;
    least = {std::min(least.row, c->row), std::min(least.column, c->column), least.stage};
    most = {std::max(most.row, c->row), std::max(most.column, c->column), most.stage};
  }
  const auto* node = map.node(p.tensor);
  const auto stage = node->stages > 1 ? fmt::format(",{}", least.stage) : std::string();
  return fmt::format("{}({}…{},{}…{}{})", node->name, least.row, most.row, least.column, most.column, stage);
}

std::string banks_of(const KernelMap& map, const std::vector<MapPlace>& places) {
  std::set<int> banks;
  for (const auto& p : places) banks.insert(map.bank(p));
  std::string text;
  for (auto it = banks.begin(); it != banks.end();) {
    auto last = it;
    while (std::next(last) != banks.end() && *std::next(last) == *last + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", last == it ? fmt::format("{}", *it) : fmt::format("{}…{}", *it, *last));
    it = std::next(last);
  }
  return text;
}

}  // namespace

std::vector<std::string> range_names(const KernelMap& map, const std::vector<MapPlace>& places) {
  /// The arithmetic sequence [from, to] with a step, for one coordinate.
  struct Numbers {
    std::int64_t from = 0, to = 0, step = 1;
    bool operator==(const Numbers&) const = default;
  };
  struct Range {
    int tensor = -1;
    std::int64_t stage = 0;
    std::vector<Numbers> numbers{};
    /// Extends the range by one that follows it in one coordinate: next to it if `by_one`, else at the range's own step. Returns false if
    /// it does not fit.
    bool extend(const Range& next, bool by_one) {
      if (next.tensor != tensor || next.stage != stage || next.numbers.size() != numbers.size()) return false;
      std::size_t differs = numbers.size();
      for (std::size_t m = 0; m < numbers.size(); ++m) {
        if (numbers[m] == next.numbers[m]) continue;
        if (differs < numbers.size()) return false;
        differs = m;
      }
      if (differs == numbers.size()) return false;
      auto& mine = numbers[differs];
      const auto& its = next.numbers[differs];
      const auto step = its.from - mine.to;
      if (its.from != its.to || step <= 0 || (by_one && step != 1) || (mine.from != mine.to && step != mine.step)) return false;
      mine = {mine.from, its.to, step};
      return true;
    }
  };
  std::vector<Range> ranges;
  for (const auto& p : places) {
    Range one{.tensor = p.tensor};
    for (const auto n : numbers_of(map, p)) one.numbers.push_back({n, n});
    if (const auto c = map.cell(p); c && p.coordinates.empty()) one.stage = c->stage;
    if (ranges.empty() || !ranges.back().extend(one, true)) ranges.push_back(std::move(one));
  }
  std::vector<Range> joint;
  for (auto& r : ranges)
    if (joint.empty() || !joint.back().extend(r, false)) joint.push_back(std::move(r));
  std::vector<std::string> all;
  for (const auto& r : joint) {
    std::string inside;
    for (const auto& n : r.numbers) {
      inside += inside.empty() ? "" : ",";
      inside += n.from == n.to ? fmt::format("{}", n.from) : fmt::format("{}…{}", n.from, n.to);
      if (n.from != n.to && n.step != 1) inside += fmt::format(":{}", n.step);
    }
    const auto* node = map.node(r.tensor);
    if (node->column == MapColumn::shared && node->stages > 1) inside += fmt::format(",{}", r.stage);
    all.push_back(node->name + (r.numbers.size() == 1 ? '[' + inside + ']' : '(' + inside + ')'));
  }
  return all;
}

std::vector<std::size_t> steps_of_thread(const KernelMap& map, std::size_t thread, std::int64_t k_tile, std::size_t moment) {
  std::vector<std::size_t> all;
  for (const auto& a : map.arrows()) {
    std::optional<std::size_t> best;
    for (const auto m : a.moments) {
      const auto* to = map.node(a.to);
      const bool any_tile = a.kind == Kind::combine || (to != nullptr && to->column == MapColumn::result);
      if (!any_tile && map.k_tile(m) != k_tile) continue;
      if (!map.takes_part(m, thread)) continue;
      if (best && m > moment) break;
      best = m;
    }
    if (best && std::ranges::find(all, *best) == all.end()) all.push_back(*best);
  }
  std::ranges::sort(all);
  return all;
}

namespace {

void add_names(MapFacts& f, const Message& label, const std::vector<std::string>& names) {
  if (!names.empty()) f.rows.push_back({label, joined(names, most_lines)});
}

/// Returns the facts of a thread's copy in a step; without rows if it copies nothing.
MapFacts copy_facts(const KernelMap& map, std::size_t m, std::size_t thread) {
  const auto& s = map.step(m);
  const auto words = instruction_words(map.arrows()[static_cast<std::size_t>(map.arrow_of(m))]);
  MapFacts f{.line = s.line, .moment = m};
  const auto moves = map.moves_of(m, thread);
  if (moves.empty()) return f;
  const auto &from = s.parts[0]->tensor, &to = s.parts[1]->tensor;
  const bool loads = in_global(map, from), stores = in_global(map, to);
  f.title = stores ? message("Stores, {}", words) : loads ? message("Loads, {}", words) : message("Reads, {}", words);
  const bool others_give = std::ranges::any_of(moves, [](const MapMove& x) { return x.giver != x.taker; });
  if (others_give) {
    const auto given = part_of(map, *s.parts[0], thread);
    add_names(f, Message("gives the addresses of"), range_names(map, given));
    if (in_shared(map, from)) f.rows.push_back({Message("banks"), banks_of(map, given)});
    add_names(f, Message("gets"), range_names(map, origins_of(map, sources_of(moves), m)));
  } else {
    add_names(f, Message("from"), range_names(map, sources_of(moves)));
    if (!loads && !stores) add_names(f, Message("which is"), range_names(map, origins_of(map, sources_of(moves), m)));
    if (in_shared(map, from)) f.rows.push_back({Message("banks"), banks_of(map, sources_of(moves))});
  }
  add_names(f, Message("to"), range_names(map, targets_of(moves)));
  if (in_shared(map, to)) f.rows.push_back({Message("banks"), banks_of(map, targets_of(moves))});
  return f;
}

/// Returns the facts of a thread's part in a gemm, which are the same at all moments.
MapFacts gemm_facts(const KernelMap& map, std::size_t m, std::size_t thread) {
  const auto& s = map.step(m);
  MapFacts f{.line = s.line, .moment = m};
  f.title = message("Multiplies, {}", instruction_words(map.arrows()[static_cast<std::size_t>(map.arrow_of(m))]));
  for (std::size_t i = 0; i < 2; ++i) {
    // An operand that an instruction reads as a whole from shared memory belongs to no single thread, so its tile is shown.
    const bool whole = map.places(*s.parts[i]).size(thread) > most_own;
    const auto names =
        whole ? Strings{words_of_part(map, *s.parts[i], thread)} : range_names(map, origins_of(map, part_of(map, *s.parts[i], thread), m));
    add_names(f, Message(i == 0 ? "of A" : "of B"), names);
  }
  add_names(f, Message("adds to"), range_names(map, part_of(map, *s.parts[2], thread)));
  return f;
}

}  // namespace

std::vector<MapFacts> thread_facts(const KernelMap& map, std::size_t thread, std::int64_t k_tile, std::size_t moment, KnownFacts& known) {
  std::vector<MapFacts> all;
  for (const auto m : steps_of_thread(map, thread, k_tile, moment)) {
    const bool multiplies = map.step(m).kind == Kind::gemm;
    const auto [kept, added] = known.try_emplace({m, thread});
    if (added) kept->second = multiplies ? gemm_facts(map, m, thread) : copy_facts(map, m, thread);
    if (kept->second.rows.empty()) continue;
    all.push_back(kept->second);
    if (const auto* a = multiplies ? map.global_node('A') : nullptr)
      all.back().rows.push_back({Message("so far"), fmt::format("k < {} / {}", products_before(map, thread, moment), a->columns)});
  }
  return all;
}

MapTrail trail_of(const KernelMap& map, const MapPlace& p, std::size_t moment) {
  MapTrail trail{.place = p};
  const auto* node = map.node(p.tensor);
  if (node == nullptr) return trail;
  if (node->operand == 'C') {
    // A sum: from its register to C.
    if (p.coordinates.empty()) {
      const auto last = map.written_by(p, map.moments());
      for (const auto& m : last ? map.read_by(p, last->moment) : std::vector<MapMove>{})
        if (!m.to.coordinates.empty()) trail.element = m.to, trail.moves = {m};
    } else {
      trail.element = p;
      if (auto m = map.written_by(p, map.moments())) trail.moves = {std::move(*m)};
    }
    return trail;
  }
  // Follows the element back to its load, then forward from there.
  std::optional<std::size_t> load;
  auto at = p;
  for (auto before = moment; at.coordinates.empty();) {
    const auto m = map.written_by(at, before);
    if (!m || m->from.tensor < 0) return trail;
    load = before = m->moment;
    at = m->from;
  }
  trail.element = at;
  std::vector<MapMove> open = map.read_by(at, load.value_or(0));
  if (open.empty()) return trail;
  // An element may be loaded several times: the load that the moment depends on counts.
  auto first = open.front().moment;
  for (const auto& m : open)
    if (load ? m.moment == *load : m.moment <= moment) first = m.moment;
  std::erase_if(open, [&](const MapMove& m) { return m.moment != first; });
  for (std::size_t i = 0; i < open.size() && open.size() < 1000; ++i) {
    if (!open[i].to.coordinates.empty()) continue;
    const auto next = map.read_by(open[i].to, open[i].moment + 1);
    open.insert(open.end(), next.begin(), next.end());
  }
  std::ranges::stable_sort(open, {}, &MapMove::moment);
  trail.moves = std::move(open);
  return trail;
}

std::vector<MapFacts> trail_facts(const KernelMap& map, const MapTrail& trail) {
  std::vector<MapFacts> all;
  std::map<std::size_t, std::vector<const MapMove*>> by_moment;
  for (const auto& m : trail.moves) by_moment[m.moment].push_back(&m);
  for (const auto& [moment, moves] : by_moment) {
    const auto& s = map.step(moment);
    const auto& arrow = map.arrows()[static_cast<std::size_t>(map.arrow_of(moment))];
    const auto& first = *moves.front();
    MapFacts f{.line = s.line, .moment = moment};
    f.title = message("{}: {} → {}", instruction_words(arrow), map.node(arrow.from)->name, map.node(arrow.to)->name);
    if (first.giver == first.taker || moves.size() > 1) f.rows.push_back({Message("by thread"), fmt::format("{}", first.giver)});
    else f.rows.push_back({Message("address by thread"), fmt::format("{}", first.giver)});
    f.rows.push_back({Message("from"), map.name(first.from)});
    std::vector<std::string> to;
    for (const auto* m : moves) {
      const bool own = !in_shared(map, m->to.tensor) && m->to.coordinates.empty();
      to.push_back(own ? fmt::format("T{}, lane {}: {}", m->taker, m->taker % 32, map.name(m->to)) : map.name(m->to));
    }
    f.rows.push_back({Message("to"), joined(to, most_lines)});
    if (in_shared(map, first.to.tensor)) f.rows.push_back({Message("bank"), fmt::format("{}", map.bank(first.to))});
    all.push_back(std::move(f));
  }
  return all;
}

std::vector<MapMove> stored_by(const KernelMap& map, std::size_t thread) {
  for (const auto& a : map.arrows()) {
    const auto* to = map.node(a.to);
    if (to == nullptr || to->column != MapColumn::result) continue;
    for (const auto m : a.moments)
      if (auto moves = map.moves_of(m, thread); !moves.empty()) return moves;
  }
  return {};
}

std::int64_t products_before(const KernelMap& map, std::size_t thread, std::size_t moment) {
  for (auto m = std::min(moment + 1, map.moments()); m-- > 0;) {
    const auto& s = map.step(m);
    if (s.kind != Kind::gemm || !map.takes_part(m, thread)) continue;
    // The elements of a k block are spread over the lanes of the warp.
    std::int64_t end = 0;
    const auto& p = *s.parts[0];
    for (std::size_t t = thread / 32 * 32, last = std::min(t + 32, map.flow().threads); t < last; ++t)
      if (map.takes_part(m, t) && map.places(p).size(t) > 0) {
        const auto n = map.places(p).size(t);
        for (const auto v : {std::int64_t{0}, n / 2, n - 1})
          for (const auto& o : origins_of(map, {map.place(p, t, v)}, m)) end = std::max(end, map.cell(o)->column + 1);
      }
    return end;
  }
  return 0;
}

}  // namespace app
