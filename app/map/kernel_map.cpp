#include "app/map/kernel_map.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/layout/operations.hpp"
#include "gpu/flow/lanes.hpp"
#include "gpu/flow/step_kinds.hpp"

namespace app {

using algebra::MemorySpace;
using gpu::FlowPart;
using gpu::FlowStep;
using Kind = FlowStep::Kind;
namespace {

std::int64_t extent(const algebra::IntTuple& shape, int mode) {
  if (!shape.is_tuple()) return mode == 0 ? shape.integer().value : 1;
  return mode < shape.rank() ? algebra::product(shape.mode(mode)).value : 1;
}

bool has_thread(const std::vector<std::size_t>& threads, std::size_t t) { return std::binary_search(threads.begin(), threads.end(), t); }

/// Returns how many consecutive values of every thread are adjacent in both source and destination: the widest vector, at most 16 bytes.
std::int64_t side_by_side(const PartPlaces& from, const PartPlaces& to, const std::vector<std::size_t>& threads, int bits) {
  if (!from.has_index() || !to.has_index()) return 1;
  auto most = std::max<std::int64_t>(1, 128 / std::max(1, bits));
  for (const auto t : threads) {
    const auto n = std::min(from.size(t), to.size(t));
    while (most > 1) {
      bool good = n % most == 0;
      for (std::int64_t v = 0; v < n && good; v += most) {
        const auto a = from.index(t, v), b = to.index(t, v);
        good = a % most == 0 && b % most == 0;
        for (std::int64_t i = 1; i < most && good; ++i) good = from.index(t, v + i) == a + i && to.index(t, v + i) == b + i;
      }
      if (good) break;
      most /= 2;
    }
  }
  return most;
}

/// The extents of an operand in shared memory as its MMA takes it, ((M,K),rest of M,rest of K,stages): a matrix per stage.
struct Operand {
  std::int64_t rows, columns, more_rows, more_columns;
};
std::optional<Operand> operand_of(const gpu::FlowTensor& t) {
  const auto& s = t.shape;
  if (t.memory != MemorySpace::shared || !s.is_tuple() || s.rank() < 4 || !s.mode(0).is_tuple() || s.mode(0).rank() != 2)
    return std::nullopt;
  return Operand{extent(s.mode(0), 0), extent(s.mode(0), 1), extent(s, 1), extent(s, 2)};
}

/// Returns the number of elements in a column of tensor memory.
std::int64_t in_column(const gpu::FlowTensor& t) { return std::max<std::int64_t>(1, algebra::Tmem::column_bits / std::max(1, t.bits)); }

}  // namespace

const FlowPart* KernelMap::written(const FlowStep& s) {
  const auto result = gpu::kind_of(s).result;
  return result < 0 ? nullptr : s.parts[static_cast<std::size_t>(result)].get();
}

std::vector<std::size_t> KernelMap::operands_of(const FlowStep& s) {
  if (gpu::kind_of(s).result < 1) return {};
  if (s.kind != Kind::gemm) return {0};
  return s.parts.size() > 4 ? std::vector<std::size_t>{0, 1, 3, 4} : std::vector<std::size_t>{0, 1};
}

KernelMap::KernelMap(gpu::Flow flow, const std::function<bool()>& stop, std::vector<gpu::OrderedStep> order)
    : flow_(std::move(flow)), order_(order.empty() ? order_of(flow_) : std::move(order)) {
  writing_.resize(flow_.tensors.size());
  reading_.resize(flow_.tensors.size());
  for (std::size_t m = 0; m < order_.size(); ++m) {
    const auto& s = step(m);
    const auto add = [&](std::vector<std::vector<std::size_t>>& lists, const FlowPart& p) {
      auto& list = lists[static_cast<std::size_t>(p.tensor)];
      if (list.empty() || list.back() != m) list.push_back(m);
    };
    if (const auto* p = written(s)) add(writing_, *p);
    for (const auto part : operands_of(s)) add(reading_, *s.parts[part]);
  }
  make_nodes();
  make_arrows();
  make_k_tiles(stop);
}

bool KernelMap::takes_part(std::size_t moment, std::size_t thread) const { return has_thread(threads(moment), thread); }

const MapNode* KernelMap::node(int tensor) const {
  const auto n = tensor < 0 ? -1 : node_of_[static_cast<std::size_t>(tensor)];
  return n < 0 ? nullptr : &nodes_[static_cast<std::size_t>(n)];
}

const MapNode* KernelMap::global_node(char operand) const {
  const auto it = std::ranges::find_if(
      nodes_, [&](const MapNode& n) { return n.operand == operand && (n.column == MapColumn::global || n.column == MapColumn::result); });
  return it == nodes_.end() ? nullptr : &*it;
}

/// Marks each tensor with the operand it holds: backwards from the products to the sources of A and B, forwards from the sums to their
/// stores.
void KernelMap::name_operands(std::vector<char>& operands) const {
  const auto each = [&](const auto& f) {
    for (const auto& role : flow_.roles)
      for (const auto& s : role.steps) f(s);
  };
  const auto of = [&](const FlowStep& s, std::size_t part) -> char& { return operands[static_cast<std::size_t>(s.parts[part]->tensor)]; };
  each([&](const FlowStep& s) {
    if (s.kind != Kind::gemm) return;
    of(s, 0) = 'A', of(s, 1) = 'B', of(s, 2) = 'C';
    if (s.parts.size() > 4) of(s, 3) = 'a', of(s, 4) = 'b';
  });
  // Sums may also be stored in the memory of an operand: the epilogue's tile in the memory of A.
  std::vector<bool> has_sums(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) has_sums[i] = operands[i] == 'C';
  for (bool more = true; more;) {
    more = false;
    each([&](const FlowStep& s) {
      if (!gpu::kind_of(s).moves_each() && (s.kind != Kind::compute || s.parts.size() != 2)) return;
      auto &from = of(s, 0), &to = of(s, 1);
      const auto source = static_cast<std::size_t>(s.parts[0]->tensor), target = static_cast<std::size_t>(s.parts[1]->tensor);
      if (from == 0 && to != 0 && to != 'C') from = to, more = true;
      if (!has_sums[source]) return;
      if (!has_sums[target]) has_sums[target] = true, more = true;
      if (to == 0) to = 'C', more = true;
    });
  }
}

void KernelMap::make_nodes() {
  std::vector<char> operands(flow_.tensors.size(), 0);
  name_operands(operands);
  node_of_.assign(flow_.tensors.size(), -1);
  cells_.resize(flow_.tensors.size());
  // A tensor in shared memory whose type is unknown gets the width of the elements copied there.
  std::vector<int> bits;
  for (const auto& t : flow_.tensors) bits.push_back(t.bits);
  for (const auto& role : flow_.roles)
    for (const auto& s : role.steps)
      if (s.kind == Kind::copy && s.atom && s.atom->type)
        for (const auto& p : s.parts) bits[static_cast<std::size_t>(p->tensor)] = s.atom->type->bits;
  for (std::size_t i = 0; i < flow_.tensors.size(); ++i) {
    const auto& t = flow_.tensors[i];
    if (writing_[i].empty() && reading_[i].empty()) continue;
    MapNode n{.tensor = static_cast<int>(i), .name = t.called.empty() ? t.name : t.called, .operand = operands[i], .bits = bits[i]};
    const bool sums = n.operand == 'C';
    switch (t.memory) {
      case MemorySpace::global: n.column = writing_[i].empty() ? MapColumn::global : MapColumn::result; break;
      case MemorySpace::shared: n.column = MapColumn::shared; break;
      default: n.column = sums ? MapColumn::product : MapColumn::registers; break;
    }
    const auto rank = t.shape.is_tuple() ? t.shape.rank() : 1;
    n.rows = extent(t.shape, 0);
    if (t.memory == MemorySpace::global) {
      n.columns = 1;
      for (int m = 1; m < rank; ++m) n.columns *= extent(t.shape, m);
    } else if (t.memory == MemorySpace::tensor) {
      // A tensor memory node shows all lanes, and as many columns as its elements reach.
      std::int64_t widest = 0;
      for (std::int64_t c = 0, size = algebra::size(t.layout); c < size; ++c)
        widest = std::max(widest, t.layout(c) % (in_column(t) << 16) / in_column(t));
      n.rows = algebra::Tmem::datapaths;
      n.columns = std::min(widest + 1, algebra::Tmem::columns);
    } else {
      auto& of = cells_[i].of;
      const auto size = algebra::size(t.layout);
      constexpr std::int64_t most = std::int64_t{1} << 22;
      for (std::int64_t c = 0; c < std::min(size, most); ++c) {
        const auto at = t.outer(t.layout(c));
        if (at < 0 || at >= most) continue;
        if (at >= static_cast<std::int64_t>(of.size())) of.resize(static_cast<std::size_t>(at) + 1, -1);
        if (auto& first = of[static_cast<std::size_t>(at)]; first < 0) first = static_cast<std::int32_t>(c);
      }
      if (t.memory == MemorySpace::shared) {
        n.columns = extent(t.shape, 1);
        if (const auto o = operand_of(t)) n.rows = o->rows * o->more_rows, n.columns = o->columns * o->more_columns;
        n.stages = size / std::max<std::int64_t>(1, n.rows * n.columns);
      } else {
        // A row per k block, of 16 columns at most.
        const auto block = rank > 2 && !sums ? size / extent(t.shape, rank - 1) : size;
        n.columns = std::min<std::int64_t>(block, 16);
        n.rows = (size + n.columns - 1) / n.columns;
      }
    }
    node_of_[i] = static_cast<int>(nodes_.size());
    nodes_.push_back(std::move(n));
  }
  for (std::size_t m = 0; m < order_.size(); ++m)
    for (const auto& p : step(m).parts) {
      if (p->modes.empty() || node_of_[static_cast<std::size_t>(p->tensor)] < 0) continue;
      auto& used = nodes_[static_cast<std::size_t>(node_of_[static_cast<std::size_t>(p->tensor)])].used;
      const auto box = box_of(*p, m);
      if (used.empty()) used = box;
      for (std::size_t i = 0; i < std::min(used.size(), box.size()); ++i)
        used[i] = {std::min(used[i].from, box[i].from), std::max(used[i].to, box[i].to)};
    }
  std::ranges::stable_sort(nodes_, {}, [](const MapNode& n) { return std::pair(n.column, n.operand == 0 ? 'D' : n.operand); });
  for (std::size_t n = 0; n < nodes_.size(); ++n) node_of_[static_cast<std::size_t>(nodes_[n].tensor)] = static_cast<int>(n);
}

/// Returns the range of coordinates, mode by mode, that the threads taking part have of a part in global memory.
std::vector<ModeRange> KernelMap::box_of(const FlowPart& p, std::size_t moment) const {
  const auto& all = places(p);
  const auto& starts = p.modes.front().start;
  const bool same = std::ranges::all_of(p.modes, [](const FlowPart::Function& f) {
    return std::ranges::all_of(f.start, [&](std::int64_t s) { return s == f.start.front(); });
  });
  if (same || threads(moment).size() == starts.size()) return all.box();
  std::vector<ModeRange> box;
  for (const auto t : threads(moment))
    for (std::int64_t v = 0, n = all.size(t); v < n; ++v) {
      const auto at = all.coordinates(t, v);
      if (box.empty())
        for (const auto c : at) box.push_back({c, c + 1});
      for (std::size_t i = 0; i < box.size(); ++i) box[i] = {std::min(box[i].from, at[i]), std::max(box[i].to, at[i] + 1)};
    }
  return box;
}

void KernelMap::make_arrows() {
  arrow_of_.assign(order_.size(), -1);
  for (std::size_t m = 0; m < order_.size(); ++m) {
    const auto& s = step(m);
    const bool product = s.kind == Kind::gemm;
    for (const auto part : operands_of(s)) {
      const auto& from = *s.parts[part];
      const auto& to = *written(s);
      const auto instruction = s.atom ? algebra::name_of(*s.atom->traits) : s.mma ? s.mma->atom.traits->name : std::string{};
      auto it = std::ranges::find_if(arrows_, [&](const MapArrow& a) {
        return a.from == from.tensor && a.to == to.tensor && a.kind == s.kind && a.instruction == instruction;
      });
      if (it == arrows_.end()) {
        const auto first = threads(m).front();
        MapArrow a{.from = from.tensor, .to = to.tensor, .kind = s.kind, .instruction = instruction, .threads = threads(m).size()};
        a.elements = places(product ? from : to).size(first);
        a.bits = node(from.tensor)->bits;
        a.asynchronous = is_asynchronous(s);
        if (s.atom) a.copies_by = algebra::copy_instruction(*s.atom->traits);
        if (s.mma) {
          using Place = algebra::MmaTraits::Place;
          const auto& operands = s.mma->atom.traits->operands;
          a.by_tcgen05 = operands[2].place == Place::tensor;
          a.by_wgmma = !a.by_tcgen05 && operands[1].place == Place::shared;
        }
        const bool vectorizes = !s.atom || a.copies_by.vectorizes;
        if (s.kind == Kind::copy && s.atom && !vectorizes && !s.atom->tma)
          a.together = std::max<std::int64_t>(1, algebra::size(algebra::mode(s.atom->traits->dst, 1)) / a.bits);
        else if (s.kind == Kind::copy && s.atom && vectorizes) a.together = side_by_side(places(from), places(to), threads(m), a.bits);
        arrows_.push_back(std::move(a));
        it = std::prev(arrows_.end());
      }
      it->moments.push_back(m);
      if (std::ranges::find(it->lines, s.line) == it->lines.end()) it->lines.push_back(s.line), std::ranges::sort(it->lines);
      if (part == 0) arrow_of_[m] = static_cast<int>(it - arrows_.begin());
    }
  }
}

void KernelMap::make_k_tiles(const std::function<bool()>& stop) {
  k_tiles_.assign(order_.size(), -1);
  // The depth of an operand's k tile is the one that most of its loads have.
  for (auto& n : nodes_) {
    if (n.column != MapColumn::global || (n.operand != 'A' && n.operand != 'B')) continue;
    std::map<std::int64_t, int> depths;
    for (const auto m : reading_[static_cast<std::size_t>(n.tensor)])
      for (const auto& p : step(m).parts)
        if (p->tensor == n.tensor && p->modes.size() > 1) ++depths[places(*p).box()[1].size()];
    const auto most = std::max_element(depths.begin(), depths.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != depths.end()) n.depth = most->first;
  }
  const auto tile_at = [&](const MapPlace& p) -> std::int64_t {
    const auto* n = node(p.tensor);
    return n == nullptr || n->depth <= 0 || p.coordinates.size() < 2 ? -1 : p.coordinates[1] / n->depth;
  };
  for (std::size_t m = 0; m < order_.size(); ++m) {
    if (stop && m % 64 == 0 && stop()) return;
    const auto& s = step(m);
    if (s.kind != Kind::copy && s.kind != Kind::gemm) continue;
    const auto& p = *s.parts[0];
    const auto first = threads(m).front();
    if (places(p).size(first) == 0) continue;
    const auto from = place(p, first, 0);
    const auto global = places(p).in_global() ? std::optional(from) : origin(from, m);
    if (global) k_tiles_[m] = tile_at(*global);
    k_tile_count_ = std::max(k_tile_count_, k_tiles_[m] + 1);
  }
}

std::optional<std::size_t> KernelMap::load_of(std::int64_t k_tile) const {
  for (std::size_t m = 0; m < order_.size(); ++m)
    if (k_tiles_[m] == k_tile && step(m).kind == Kind::copy && places(*step(m).parts[0]).in_global()) return m;
  return std::nullopt;
}

const PartPlaces& KernelMap::places(const FlowPart& p) const {
  const auto it = places_.find(&p);
  return it != places_.end() ? it->second : places_.emplace(&p, PartPlaces(p)).first->second;
}

MapPlace KernelMap::place(const FlowPart& p, std::size_t thread, std::int64_t value) const {
  const auto& all = places(p);
  MapPlace at{.tensor = p.tensor};
  if (all.in_global()) at.coordinates = all.coordinates(thread, value);
  else {
    at.index = all.index(thread, value);
    if (flow_.tensors[static_cast<std::size_t>(p.tensor)].memory == MemorySpace::registers) at.thread = thread;
  }
  return at;
}

std::optional<MapCell> KernelMap::cell(const MapPlace& p) const {
  const auto* n = node(p.tensor);
  if (n == nullptr) return std::nullopt;
  if (!p.coordinates.empty()) {
    MapCell c{.row = p.coordinates[0]};
    std::int64_t scale = 1;
    for (std::size_t m = 1; m < p.coordinates.size(); ++m) {
      c.column += p.coordinates[m] * scale;
      scale *= extent(flow_.tensors[static_cast<std::size_t>(p.tensor)].shape, static_cast<int>(m));
    }
    return c;
  }
  if (const auto& t = flow_.tensors[static_cast<std::size_t>(p.tensor)]; t.memory == MemorySpace::tensor) {
    const auto at = in_column(t);
    return MapCell{p.index / (at << 16), p.index % (at << 16) / at, 0};
  }
  const auto& of = cells_[static_cast<std::size_t>(p.tensor)].of;
  if (p.index < 0 || p.index >= static_cast<std::int64_t>(of.size()) || of[static_cast<std::size_t>(p.index)] < 0) return std::nullopt;
  const std::int64_t c = of[static_cast<std::size_t>(p.index)];
  if (n->column != MapColumn::shared) return MapCell{c / n->columns, c % n->columns, 0};
  if (const auto o = operand_of(flow_.tensors[static_cast<std::size_t>(p.tensor)])) {
    const auto rest = c / (o->rows * o->columns);
    return MapCell{c % o->rows + o->rows * (rest % o->more_rows),
                   c / o->rows % o->columns + o->columns * (rest / o->more_rows % o->more_columns), c / (n->rows * n->columns)};
  }
  return MapCell{c % n->rows, c / n->rows % n->columns, c / (n->rows * n->columns)};
}

std::optional<MapPlace> KernelMap::at(const MapNode& n, const MapCell& c) const {
  if (c.row < 0 || c.row >= n.rows || c.column < 0 || c.column >= n.columns || c.stage < 0 || c.stage >= n.stages) return std::nullopt;
  const auto& t = flow_.tensors[static_cast<std::size_t>(n.tensor)];
  MapPlace p{.tensor = n.tensor};
  if (t.memory == MemorySpace::global) {
    p.coordinates = {c.row};
    auto rest = c.column;
    for (int m = 1, rank = t.shape.is_tuple() ? t.shape.rank() : 1; m < rank; ++m) {
      p.coordinates.push_back(m + 1 < rank ? rest % extent(t.shape, m) : rest);
      rest /= std::max<std::int64_t>(1, extent(t.shape, m));
    }
    return p;
  }
  if (t.memory == MemorySpace::tensor) {
    p.index = in_column(t) * ((c.row << 16) + c.column);
    return p;
  }
  if (const auto o = operand_of(t)) {
    const auto in_atom = c.row % o->rows + o->rows * (c.column % o->columns);
    const auto rest = c.row / o->rows + o->more_rows * (c.column / o->columns + o->more_columns * c.stage);
    const auto coordinate = in_atom + o->rows * o->columns * rest;
    if (coordinate >= algebra::size(t.layout)) return std::nullopt;
    p.index = t.outer(t.layout(coordinate));
    return p;
  }
  const auto coordinate = n.column == MapColumn::shared ? c.row + n.rows * (c.column + n.columns * c.stage) : c.column + n.columns * c.row;
  if (coordinate >= algebra::size(t.layout)) return std::nullopt;
  p.index = t.outer(t.layout(coordinate));
  return p;
}

int KernelMap::bank(const MapPlace& p) const {
  const auto* n = node(p.tensor);
  return n == nullptr ? 0 : static_cast<int>(p.index * n->bits / 32 % 32);
}

std::string KernelMap::name(const MapPlace& p) const {
  const auto* n = node(p.tensor);
  if (n == nullptr) return {};
  if (!p.coordinates.empty()) return fmt::format("{}({})", n->name, fmt::join(p.coordinates, ","));
  const auto c = cell(p);
  if (n->column != MapColumn::shared || !c) return fmt::format("{}[{}]", n->name, p.index);
  return n->stages > 1 ? fmt::format("{}({},{},{})", n->name, c->row, c->column, c->stage)
                       : fmt::format("{}({},{})", n->name, c->row, c->column);
}

std::string KernelMap::tile_name(const MapPlace& p) const {
  const auto* n = node(p.tensor);
  if (n == nullptr || p.coordinates.size() != 2 || n->used.size() != 2) return name(p);
  const auto sum = [](std::int64_t from, std::int64_t x) {
    return from == 0 ? fmt::format("{}", x) : fmt::format("{}+{}", from, x - from);
  };
  const auto row = sum(n->used[0].from, p.coordinates[0]);
  if (n->depth <= 0) return fmt::format("{}({}, {})", n->name, row, sum(n->used[1].from, p.coordinates[1]));
  const auto k = p.coordinates[1];
  return fmt::format("{}({}, {}·{}+{})", n->name, row, n->depth, k / n->depth, k % n->depth);
}

const KernelMap::Lanes& KernelMap::lanes_of(const FlowStep& s) const {
  const bool alone = !s.atom || s.atom->tma;
  const auto name = alone ? std::string{} : fmt::format("{} {}", algebra::name_of(*s.atom->traits), s.atom->type ? s.atom->type->bits : 0);
  const auto [it, added] = lanes_.try_emplace(name);
  if (!added || alone) return it->second;
  auto& l = it->second;
  l.lanes = static_cast<std::size_t>(algebra::size(s.atom->traits->thr_id));
  if (l.lanes <= 1) return l;
  l.from = gpu::received_from(*s.atom);
  l.has = algebra::size(algebra::mode(algebra::value_layout(*s.atom, algebra::Side::source), 1));
  l.gets = algebra::size(algebra::mode(algebra::value_layout(*s.atom, algebra::Side::destination), 1));
  return l;
}

std::pair<std::size_t, std::int64_t> KernelMap::source(const FlowStep& s, std::size_t thread, std::int64_t value) const {
  const auto& l = lanes_of(s);
  if (l.lanes <= 1) return {thread, value};
  const auto lane = thread % l.lanes;
  const auto [of, v] = l.from[lane + l.lanes * static_cast<std::size_t>(value % l.gets)];
  return {thread - lane + of, v + l.has * (value / l.gets)};
}

std::optional<Holder> KernelMap::holder(const PartPlaces& part, const MapPlace& p, std::size_t moment) const {
  const auto& t = flow_.tensors[static_cast<std::size_t>(p.tensor)];
  if (!p.coordinates.empty() || t.memory == MemorySpace::shared) {
    return part.holder(p.index, p.coordinates, [&](std::size_t thread) { return takes_part(moment, thread); });
  }
  if (!takes_part(moment, p.thread)) return std::nullopt;
  const auto v = part.value_of(p.thread, p.index);
  return v < 0 ? std::nullopt : std::optional(Holder{p.index, p.thread, v});
}

std::optional<MapMove> KernelMap::written_by(const MapPlace& p, std::size_t before) const {
  if (p.tensor < 0) return std::nullopt;
  const auto& list = writing_[static_cast<std::size_t>(p.tensor)];
  for (auto it = std::lower_bound(list.begin(), list.end(), before); it != list.begin();) {
    const auto m = *--it;
    const auto& s = step(m);
    const auto h = holder(places(*written(s)), p, m);
    if (!h) continue;
    MapMove move{.moment = m, .to = p, .giver = h->thread, .taker = h->thread};
    if (!gpu::kind_of(s).moves_each()) return move;
    const auto [thread, value] = source(s, h->thread, h->value);
    move.giver = thread;
    if (value < places(*s.parts[0]).size(thread)) move.from = place(*s.parts[0], thread, value);
    return move;
  }
  return std::nullopt;
}

std::size_t KernelMap::written_again(const MapPlace& p, std::size_t after) const {
  const auto& list = writing_[static_cast<std::size_t>(p.tensor)];
  for (auto it = std::upper_bound(list.begin(), list.end(), after); it != list.end(); ++it)
    if (holder(places(*written(step(*it))), p, *it)) return *it;
  return moments();
}

std::vector<MapMove> KernelMap::read_by(const MapPlace& p, std::size_t from) const {
  std::vector<MapMove> all;
  const auto& list = reading_[static_cast<std::size_t>(p.tensor)];
  const auto end = written_again(p, from);
  for (auto it = std::lower_bound(list.begin(), list.end(), from); it != list.end() && *it < end; ++it) {
    const auto& s = step(*it);
    if (s.kind == Kind::gemm) continue;
    const auto &part = places(*s.parts[0]), &to = places(*s.parts[1]);
    const auto& l = lanes_of(s);
    const auto add = [&](const Holder& h, std::size_t taker, std::int64_t value) {
      if (!takes_part(*it, taker) || value >= to.size(taker)) return;
      all.push_back({*it, p, place(*s.parts[1], taker, value), h.thread, taker});
    };
    const auto follow = [&](const Holder& h) {
      if (!takes_part(*it, h.thread)) return;
      if (l.lanes <= 1) return add(h, h.thread, h.value);
      const auto lane = h.thread % l.lanes;
      for (std::size_t i = 0; i < l.from.size(); ++i)
        if (l.from[i] == std::pair(lane, h.value % l.has))
          add(h, h.thread - lane + i % l.lanes, static_cast<std::int64_t>(i / l.lanes) + l.gets * (h.value / l.has));
    };
    const bool own = p.coordinates.empty() && flow_.tensors[static_cast<std::size_t>(p.tensor)].memory != MemorySpace::shared;
    if (own) {
      if (const auto h = holder(part, p, *it)) follow(*h);
    } else {
      for (const auto& h : part.holders(p.index, p.coordinates)) follow(h);
    }
  }
  return all;
}

std::optional<MapPlace> KernelMap::origin(const MapPlace& p, std::size_t before) const {
  auto at = p;
  for (int hop = 0; hop < 8; ++hop) {
    const auto move = written_by(at, before);
    if (!move || move->from.tensor < 0) return std::nullopt;
    if (!move->from.coordinates.empty()) return move->from;
    at = move->from;
    before = move->moment;
  }
  return std::nullopt;
}

std::vector<MapMove> KernelMap::moves_of(std::size_t moment, std::size_t thread, std::size_t most) const {
  std::vector<MapMove> all;
  const auto& s = step(moment);
  if (!gpu::kind_of(s).moves_each() || !takes_part(moment, thread)) return all;
  const auto &from = places(*s.parts[0]), &to = places(*s.parts[1]);
  for (std::int64_t v = 0, n = to.size(thread); v < n && all.size() < most; ++v) {
    const auto [giver, value] = source(s, thread, v);
    if (value >= from.size(giver)) continue;
    all.push_back({moment, place(*s.parts[0], giver, value), place(*s.parts[1], thread, v), giver, thread});
  }
  return all;
}

std::string instruction_words(const MapArrow& a) {
  const auto bytes = a.together * a.bits / 8;
  if (a.kind == Kind::combine) return "axpby";
  if (a.kind == Kind::gemm) {
    // SM80_16x8x16_F16F16F16F16_TN, SM90::GMMA::MMA_64x64x16_...
    for (std::size_t i = 0, end = 0; i < a.instruction.size(); i = end + 1) {
      end = std::min(a.instruction.find('_', i), a.instruction.size());
      const auto word = a.instruction.substr(i, end - i);
      if (std::ranges::count(word, 'x') != 2 || word.find_first_not_of("0123456789x") != word.npos) continue;
      return fmt::format("{} {}", a.by_wgmma ? "wgmma" : "mma", word);
    }
    if (a.by_tcgen05) return "tcgen05.mma";
    return a.instruction.empty() || a.instruction.starts_with("UniversalFMA") ? "fma" : a.instruction;
  }
  using Is = algebra::CopyInstruction::Kind;
  switch (a.copies_by.kind) {
    case Is::tmem_cp: return "tcgen05.cp";
    case Is::tmem_ld: return "tcgen05.ld";
    case Is::tmem_st: return "tcgen05.st";
    case Is::tma: return "TMA";
    case Is::cp_async: return fmt::format("cp.async {} B", bytes);
    case Is::ldmatrix: return fmt::format("ldmatrix.x{}{}", a.copies_by.matrices, a.copies_by.transposed ? ".trans" : "");
    case Is::stmatrix: return "stmatrix";
    default: return fmt::format("copy {} B", bytes);
  }
}

}  // namespace app
