#include "gpu/flow/checker.hpp"

#include <fmt/format.h>

#include "algebra/hardware/tmem.hpp"

namespace gpu::checking {

Content Checker::read_shared(const Part& p, std::size_t role, std::size_t thread, std::int64_t i, Access::Queue by) {
  const auto& tensor = flow_.tensors[p.tensor];
  const auto& step = step_of(role);
  if (!p.modes.empty()) {
    const auto [a, b, inside] = coordinates(p, thread, i);
    // TMA reads zeros there.
    if (!inside && by_tma_) return {.is = Content::Is::zero};
    if (!inside)
      find(
          Kind::out_of_range, step, 0, [&] { return made_of(step); },
          [&, a = a, b = b] {
            return message("thread {} reads {}({},{}), which is beyond its end {}", thread, tensor.name, a, b,
                           algebra::to_string(tensor.shape, algebra::Marks::plain));
          });
    const auto it = global_[p.tensor].find(key(a, b));
    if (it != global_[p.tensor].end()) return it->second.content;
    if (forgotten_[p.tensor]) return {.is = Content::Is::undecided};
    return {Content::Is::element, static_cast<std::uint8_t>(p.part.tensor), a, b};
  }
  return read_at(p, role, thread, (*p.index)(thread, i), by);
}

void Checker::ends_behind_its_memory(const Part& p, std::size_t role, std::size_t thread, std::int64_t index, const Message& does) {
  const auto& step = step_of(role);
  find(
      Kind::out_of_range, step, 0, [&] { return made_of(step); },
      [&] {
        return message("thread {} {} {}, which is beyond the end of its array of {} elements", thread, does, where(p.part, index), p.room);
      });
}

Content Checker::read_at(const Part& p, std::size_t role, std::size_t thread, std::int64_t index, Access::Queue by) {
  const auto& tensor = flow_.tensors[p.tensor];
  const auto& step = step_of(role);
  ++report_.accesses;
  if (index >= p.room) ends_behind_its_memory(p, role, thread, index, "reads");
  auto* c = cell(p, index);
  if (c == nullptr) return {.is = Content::Is::undecided};
  if (c->write.role >= 0 && !before(c->write, role, thread)) {
    const auto& w = c->write;
    const auto& writing = step_of(w);
    const bool open = done(w) == never;
    find(
        open ? Kind::not_waited : Kind::race, step, writing.line, [&] { return lines_of(w, role); },
        [&] {
          return open ? message("thread {} reads {} in line {} without waiting for the {} of line {}, by which thread {} writes it", thread,
                                where(p.part, index), step.line, kind_of(writing).name, writing.line, w.thread)
                      : with_rounds(
                            step, writing,
                            message("thread {} reads {} in line {}, and nothing orders that after line {}, where thread {} writes it",
                                    thread, where(p.part, index), step.line, writing.line, w.thread));
        });
  } else if ((by != Access::Queue::none || by_tensor_core_) && tensor.memory == MemorySpace::shared && c->write.role >= 0 &&
             !c->write.proxy && has_come(c->write, role)) {
    // The fence follows the wait for the copies.
    undecided_once(3, step.line, p.part.text, [&] {
      return message("line {}: it is not checked whether a fence of the asynchronous proxy follows the wait for the copies to {}",
                     step.line, p.part.text);
    });
  } else if ((by != Access::Queue::none || by_tensor_core_) && tensor.memory == MemorySpace::shared && c->write.role >= 0 &&
             !c->write.proxy && runs_[static_cast<std::size_t>(c->write.role)].fence < done(c->write) - 1) {
    const auto& writing = step_of(c->write);
    find(
        Kind::proxy, step, writing.line, [&] { return lines_of(c->write, role); },
        [&] {
          return message("{} reads {} in line {}, which line {} writes, without a fence of the asynchronous proxy between them",
                         by_tensor_core_             ? "tcgen05"
                         : by == Access::Queue::mmas ? "WGMMA"
                                                     : "TMA",
                         where(p.part, index), step.line, writing.line);
        });
  }
  note_read(*c, role, thread, by);
  return seen(p, c->content);
}

Access Checker::access(std::size_t role, std::size_t thread, Access::Queue queue) const {
  const auto& run = runs_[role];
  Access a{.thread = static_cast<std::int32_t>(thread),
           .role = static_cast<std::int16_t>(role),
           .step = static_cast<std::int32_t>(run.next),
           .at = &step_of(role)};
  if (by_tensor_core_) {
    a.role = static_cast<std::int16_t>(tensor_core(role));
    a.step = static_cast<std::int32_t>(run.tensor_core);
    a.proxy = true;
    return a;
  }
  a.queue = queue;
  if (queue != Access::Queue::none) a.group = static_cast<std::int32_t>(run.groups[static_cast<std::size_t>(queue)].size()) - 1;
  a.proxy = queue == Access::Queue::mmas || queue == Access::Queue::bulk;
  return a;
}

void Checker::note_read(Cell& c, std::size_t role, std::size_t thread, Access::Queue by) {
  // Fast path: most elements are read by many threads in one step.
  if (c.read.at == &step_of(role) && c.read.queue == by) {
    if (c.read.thread != static_cast<std::int32_t>(thread)) c.read.thread = -1;
    return;
  }
  auto a = access(role, thread, by);
  const auto again = [&](Access& r) {
    if (r.thread != a.thread) a.thread = -1;
    r = a;
  };
  if (c.read.role < 0) {
    c.read = a;
    return;
  }
  if (c.read.role == a.role) return again(c.read);
  for (auto& r : c.others)
    if (r.role == a.role) return again(r);
  c.others.push_back(a);
}

void Checker::begins_before_its_memory(const Part& p, std::size_t role) {
  undecided(message("line {}: {} begins below the first address of its memory", step_of(role).line, p.part.text));
}

void Checker::write_shared(const Part& p, std::size_t role, std::size_t thread, std::int64_t i, const Content& content, bool async,
                           const Barrier* tma) {
  const auto& step = step_of(role);
  if (!p.modes.empty()) return store(p, role, thread, i, content);
  const auto index = (*p.index)(thread, i);
  ++report_.accesses;
  if (index >= p.room) ends_behind_its_memory(p, role, thread, index, "writes");
  auto* c = cell(p, index);
  if (c == nullptr) return;
  c->each_read([&](const Access& r) {
    if (before(r, role, thread)) return;
    const auto& reading = step_of(r);
    find(
        Kind::overwritten, step, reading.line, [&] { return lines_of(r, role); },
        [&] {
          return with_rounds(step, reading,
                             message("thread {} writes {} in line {}, and nothing orders that after line {}, where {} may still read it",
                                     thread, where(p.part, index), step.line, reading.line,
                                     r.thread < 0 ? Message("another thread") : message("thread {}", r.thread)));
        });
  });
  const bool is_known = content.is != Content::Is::undecided && c->content.is != Content::Is::undecided;
  if (c->write.role >= 0 && c->read.role < 0 && !before(c->write, role, thread) && c->content != content && is_known) {
    const auto& w = c->write;
    const auto& writing = step_of(w);
    find(
        Kind::race, step, writing.line, [&] { return lines_of(w, role); },
        [&] {
          return with_rounds(writing, step,
                             message("threads {} and {} both write {}, in lines {} and {}, and nothing orders them", w.thread, thread,
                                     where(p.part, index), writing.line, step.line));
        });
  }
  c->content = content;
  c->write = access(role, thread, async ? Access::Queue::copies : Access::Queue::none);
  if (tma != nullptr)
    c->write = {.thread = static_cast<std::int32_t>(thread),
                .role = static_cast<std::int16_t>(tma->clock),
                .proxy = true,
                .step = static_cast<std::int32_t>(tma->phases),
                .at = &step};
  c->read.role = -1;
  c->read.at = nullptr;
  if (!c->others.empty()) c->others.clear();
}

Cell* Checker::cell(const Part& p, std::int64_t index) {
  if (const auto& tensor = flow_.tensors[p.tensor]; tensor.memory == MemorySpace::tensor) {
    // Its addresses count elements, with room for 2^16 columns per lane, of which 2^9 exist.
    const auto in_column = std::max<std::int64_t>(1, algebra::Tmem::column_bits / std::max(1, tensor.bits));
    const auto lane = index / (in_column << 16), within = index % (in_column << 16);
    if (index < 0 || lane >= algebra::Tmem::datapaths || within >= in_column * algebra::Tmem::columns) {
      undecided(message("{} is at {}, outside of tensor memory", p.part.text, index));
      return nullptr;
    }
    index = lane * in_column * algebra::Tmem::columns + within;
  }
  auto& cells = shared_[p.tensor];
  if (index < 0 || index >= most_index) {
    undecided(message("{} is at {}, outside of shared memory", p.part.text, index));
    return nullptr;
  }
  if (index >= static_cast<std::int64_t>(cells.size()) && !grow(cells, index)) return nullptr;
  return &cells[static_cast<std::size_t>(index)];
}

std::tuple<std::int32_t, std::int32_t, bool> Checker::coordinates(const Part& p, std::size_t thread, std::int64_t i) const {
  const auto a = p.modes[0](thread, i);
  std::int64_t b = 0, scale = 1;
  bool inside = a >= 0 && a < p.extents[0];
  for (std::size_t m = 1; m < p.modes.size(); ++m) {
    const auto x = p.modes[m](thread, i);
    inside = inside && x >= 0 && x < p.extents[m];
    b += x * scale;
    scale *= p.extents[m];
  }
  return {static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), inside};
}

void Checker::store(const Part& p, std::size_t role, std::size_t thread, std::int64_t i, const Content& content) {
  const auto& tensor = flow_.tensors[p.tensor];
  const auto& step = step_of(role);
  const auto [a, b, inside] = coordinates(p, thread, i);
  if (!inside && by_tma_) return;
  if (!inside) {
    find(
        Kind::out_of_range, step, 0, [&] { return made_of(step); },
        [&, a = a, b = b] {
          return message("thread {} writes {}({},{}), which is beyond its end {}", thread, tensor.name, a, b,
                         algebra::to_string(tensor.shape, algebra::Marks::plain));
        });
    return;
  }
  auto& own = global_[p.tensor];
  constexpr std::int64_t node_bytes = 32;
  if (memory_ > most_memory) is_full_ = true;
  if (is_full_) return;
  const auto [it, added] = own.try_emplace(key(a, b));
  if (added) memory_ += node_bytes + static_cast<std::int64_t>(sizeof(Cell));
  const auto& earlier = it->second.write;
  // Threads that set one element to the same number need no order.
  const bool same_number = step.kind == FlowStep::Kind::fill && step.number && earlier.at != nullptr && earlier.at->kind == step.kind &&
                           earlier.at->number == step.number;
  if (!added && earlier.role >= 0 && !before(earlier, role, thread) && !same_number) {
    const auto& w = earlier;
    const auto& writing = step_of(w);
    find(
        Kind::twice, step, writing.line, [&] { return lines_of(w, role); },
        [&, a = a, b = b] {
          return message("threads {} and {} both write {}({},{}), and nothing orders them", w.thread, thread, tensor.name, a, b);
        });
  }
  it->second.content = content;
  it->second.write = access(role, thread, Access::Queue::none);
  if (content.is == Content::Is::nothing)
    find(
        Kind::never_written, step, 0, [&] { return written_lines(); },
        [&, a = a, b = b] { return message("thread {} stores into {}({},{}) a value that was never written", thread, tensor.name, a, b); });
  if (content.is != Content::Is::sum) return;
  ++report_.results;
  auto& s = sums_[static_cast<std::size_t>(content.a)];
  s.stored = true;
  if (s.spoilt || s.m < 0) return;
  // The place in a flat C does not determine row and column.
  if (tensor.shape.rank() < 2) {
    undecided_once(4, step.line, tensor.name, [&] {
      return message("line {}: {} has one mode: it is not known whether each element is stored in its place", step.line, tensor.name);
    });
    return complete(s, step, [&, a = a, b = b] { return fmt::format("{}({},{})", tensor.name, a, b); });
  }
  // The element's place within its batch of C.
  const auto columns = algebra::product(tensor.shape.mode(1)).value;
  const auto batch = depth_ > 0 ? s.begin / depth_ : 0;
  if (s.m != a || s.n + columns * batch != b)
    find(
        Kind::misplaced, step, 0, [&] { return product_lines(); },
        [&, a = a, b = b] {
          return message("thread {} stores the products of row {} of A and column {} of B into {}({},{})", thread, s.m, s.n, tensor.name, a,
                         b);
        });
  complete(s, step, [&, a = a, b = b] { return fmt::format("{}({},{})", tensor.name, a, b); });
}

void Checker::complete(Sum& s, const FlowStep& step, const std::function<std::string()>& what) {
  if (s.spoilt || depth_ < 0) return;
  const auto others = s.others ? *s.others : std::vector<std::int32_t>{};
  const auto got = s.end - s.begin + static_cast<std::int64_t>(others.size());
  if (got >= depth_) return;
  s.spoilt = true;
  find(
      Kind::missing, step, 0, [&] { return product_lines(); },
      [&] {
        std::vector<bool> has(static_cast<std::size_t>(depth_));
        for (auto k = s.begin; k < s.end; ++k) has[static_cast<std::size_t>(k % depth_)] = true;
        for (const auto k : others) has[static_cast<std::size_t>(k % depth_)] = true;
        const auto first = std::ranges::find(has, false) - has.begin();
        return message("{} has {} of its {} products: the first missing one is k = {}", what(), got, depth_, first);
      });
}
}  // namespace gpu::checking
