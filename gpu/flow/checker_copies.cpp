#include "gpu/flow/checker.hpp"

#include <numeric>

#include <fmt/format.h>

#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma.hpp"
#include "gpu/flow/lanes.hpp"

namespace gpu::checking {

void Checker::copy(std::size_t r, const FlowStep& step) {
  const auto &from = part(step, 0), &to = part(step, 1);
  const bool async = step.atom && algebra::copy_instruction(*step.atom->traits).kind == algebra::CopyInstruction::Kind::cp_async;
  const auto& threads = flow_.roles[r].threads;
  if (step.atom && step.atom->tma) return copy_by_tma(r, step, from, to);
  const auto memory = [&](const Part& p) { return flow_.tensors[static_cast<std::size_t>(p.part.tensor)].memory; };
  if (memory(from) == MemorySpace::shared && memory(to) == MemorySpace::tensor) return copy_by_tensor_core(r, step, from, to);
  check_vectors(r, step, from, algebra::Side::source);
  check_vectors(r, step, to, algebra::Side::destination);
  const auto group = step.atom ? algebra::size(step.atom->traits->thr_id) : 1;
  std::vector<Content> moved;
  bool unequal = false;
  if (group <= 1) {
    for (const auto t : threads) {
      const auto n = std::min(from.size(t), to.size(t));
      if (from.size(t) != to.size(t)) sizes_differ(step, from.size(t), to.size(t));
      // Reads all elements that one thread copies before writing them: the copy is one instruction, or nothing overlaps. cp.async writes
      // zeros for elements that it does not read.
      const auto reads = [&](std::int64_t i) { return step.predicate == nullptr || (*step.predicate)(t, i); };
      moved.assign(static_cast<std::size_t>(n), {.is = Content::Is::zero});
      for (std::int64_t i = 0; i < n; ++i)
        if (reads(i)) moved[static_cast<std::size_t>(i)] = read(from, r, t, i);
      for (std::int64_t i = 0; i < n; ++i)
        if (async || reads(i)) write(to, r, t, i, moved[static_cast<std::size_t>(i)], async);
      unequal = unequal || from.size(t) != to.size(t);
    }
    if (unequal) forget(step);
    return;
  }
  const auto& [map, has, gets] = exchange_of(*step.atom);
  lies_together(r, step, from, has);
  lies_together(r, step, to, gets);
  const auto lanes = static_cast<std::size_t>(group);
  const auto all_lanes = taking_part(r, step, lanes);
  values_.resize(flow_.threads);
  for (auto& v : values_) v.clear();
  for (const auto& [t, role] : all_lanes) {
    const auto n = from.size(t);
    values_[t].resize(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) values_[t][static_cast<std::size_t>(i)] = read(from, role, t, i);
  }
  for (const auto& [t, role] : all_lanes) {
    const auto first = t / lanes * lanes, lane = t % lanes;
    const auto n = to.size(t);
    if (from.size(t) / has != n / gets) sizes_differ(step, from.size(t), n), unequal = true;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto [of, value] = map[lane + lanes * static_cast<std::size_t>(i % gets)];
      const auto& all = values_[first + of];
      const auto at = static_cast<std::size_t>(value + has * (i / gets));
      write(to, role, t, i, at < all.size() ? all[at] : Content{}, async);
    }
  }
  if (unequal) forget(step);
}

void Checker::lies_together(std::size_t r, const FlowStep& step, const Part& p, std::int64_t values) {
  if (flow_.tensors[static_cast<std::size_t>(p.part.tensor)].memory != MemorySpace::shared) return;
  for (const auto t : flow_.roles[r].threads)
    for (std::int64_t i = 0, n = p.size(t); i < n; ++i) {
      if (i % values == 0 || (*p.index)(t, i) == (*p.index)(t, i - 1) + 1) continue;
      return find(
          Kind::misplaced, step, 0, [&] { return made_of(step); },
          [&] {
            return message("{} takes {} adjacent elements of a thread in shared memory, but for thread {} {} does not follow {}",
                           step.atom->traits->name, values, t, where(p.part, (*p.index)(t, i)), where(p.part, (*p.index)(t, i - 1)));
          });
    }
}

std::vector<std::pair<std::size_t, std::size_t>> Checker::taking_part(std::size_t r, const FlowStep& step, std::size_t lanes) const {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t role = 0; role < flow_.roles.size(); ++role) {
    if (role != r && !same_.has(role, number_of(r, step))) continue;
    for (const auto t : flow_.roles[role].threads)
      if (flow_.roles.size() == 1 || does_it(r, step, t / lanes * lanes, lanes)) all.emplace_back(t, role);
  }
  return all;
}

void Checker::copy_by_tma(std::size_t r, const FlowStep& step, const Part& from, const Part& to) {
  const bool stores = !to.modes.empty();
  bool unequal = false;
  by_tma_ = true;
  for (const auto t : doing(r, step)) {
    const auto n = std::min(from.size(t), to.size(t));
    if (from.size(t) != to.size(t)) sizes_differ(step, from.size(t), to.size(t)), unequal = true;
    check_alignment(step, stores ? from : to, t);
    auto* b = step.barrier.empty() ? nullptr : &barrier(step.barrier);
    if (b == nullptr && !stores) {
      undecided(message("line {}: the barrier that the copy completes is not known", step.line));
      forget(step.parts[1]->tensor);
      continue;
    }
    for (std::int64_t i = 0; i < n; ++i) {
      const auto content = read(from, r, t, i, stores ? Access::Queue::bulk : Access::Queue::none);
      write(to, r, t, i, content, false, b);
    }
    if (b == nullptr || stores) continue;
    b->bytes -= n * flow_.tensors[static_cast<std::size_t>(to.part.tensor)].bits / 8;
    over(*b);
  }
  by_tma_ = false;
  if (unequal) forget(step);
}

void Checker::check_alignment(const FlowStep& step, const Part& shared, std::size_t t) {
  constexpr std::int64_t needed = 128, bits_of_byte = 8;
  const auto& tensor = flow_.tensors[shared.tensor];
  const auto box = algebra::elements_per_instruction(*step.atom->tma);
  if (tensor.alignment == 0 || box <= 0) return;
  for (std::int64_t i = 0, n = shared.size(t); i < n; i += box) {
    // An instruction takes the address before the swizzle.
    const auto bit = (shared.part.index.start[t] + shared.layout(t)(i)) * tensor.bits;
    const auto known = bit % bits_of_byte != 0 ? 1 : std::gcd(tensor.alignment, bit / bits_of_byte);
    if (known % needed == 0) continue;
    return find(
        Kind::misplaced, step, 0, [&] { return made_of(step); },
        [&] {
          return message(
              "TMA needs an address in shared memory that is a multiple of {} bytes; that of {} is only known to be a multiple of {}",
              needed, where(shared.part, (*shared.index)(t, i)), known);
        });
  }
}

std::optional<std::int64_t> Checker::place_in_memory(const Part& p, std::size_t t, std::int64_t i) const {
  if (p.modes.empty()) return p.index ? std::optional((*p.index)(t, i)) : std::nullopt;
  if (p.memory.size() != p.modes.size()) return std::nullopt;
  std::int64_t index = 0;
  for (std::size_t m = 0; m < p.modes.size(); ++m) {
    const auto x = p.modes[m](t, i);
    if (x < 0 || x >= p.extents[m]) return std::nullopt;
    index += p.memory[m](x);
  }
  return flow_.tensors[p.tensor].outer(index);
}

void Checker::check_vectors(std::size_t r, const FlowStep& step, const Part& p, algebra::Side side) {
  if (!step.atom) return;
  const auto values = algebra::values_of_access(*step.atom, side);
  const auto& tensor = flow_.tensors[p.tensor];
  const auto bits = values * tensor.bits;
  constexpr std::int64_t bits_of_byte = 8;
  if (values < 2 || bits % bits_of_byte != 0 || (tensor.memory != MemorySpace::shared && tensor.memory != MemorySpace::global)) return;
  const auto bytes = bits / bits_of_byte;
  for (const auto t : flow_.roles[r].threads)
    for (std::int64_t i = 0, n = p.size(t); i < n; i += values) {
      if (step.predicate != nullptr && !(*step.predicate)(t, i)) continue;
      const auto at = place_in_memory(p, t, i);
      if (!at) continue;
      // Without a promise on the address of the tensor's first element, two accesses tell whether one of them is misaligned.
      const auto [first, added] = vectors_.try_emplace({p.tensor, bytes}, FirstVector{.at = &step, .thread = t, .index = *at});
      if (added) first->second.aligned = tensor.alignment > 0 && tensor.alignment % bytes == 0;
      const auto& v = first->second;
      if ((v.aligned ? *at : *at - v.index) * tensor.bits % bits == 0) continue;
      const auto bits_away = (v.aligned ? *at : *at - v.index) * tensor.bits;
      const auto far = bits_away % bits_of_byte == 0 ? message("{} bytes", bits_away / bits_of_byte) : message("{} bits", bits_away);
      const auto place = p.modes.empty() ? where(p.part, *at) : fmt::format("{}[{}]", tensor.name, *at);
      return find(
          Kind::misplaced, step, v.at->line, [&] { return made_of(step); },
          [&] {
            if (v.aligned)
              return message("thread {} accesses {} bytes at {}, which is misaligned: it is {} from the beginning", t, bytes, place, far);
            return message("thread {} accesses {} bytes at {}, and thread {} at [{}] in line {}: they are {} apart, so one is misaligned",
                           t, bytes, place, v.thread, v.index, v.at->line, far);
          });
    }
}

void Checker::copy_by_tensor_core(std::size_t r, const FlowStep& step, const Part& from, const Part& to) {
  // A descriptor gives the shared memory that the instruction reads: 32 lanes of 128 bits one after another, which all four quarters of
  // tensor memory receive.
  constexpr std::int64_t lanes = 32, lane_bits = 128, quarters = 4;
  if (!step.atom || !algebra::copy_instruction(*step.atom->traits).to_quarters)
    return forget(step), undecided(message("line {}: the layout of {} in shared memory is not known", step.line, step.text));
  const auto bits = flow_.tensors[static_cast<std::size_t>(from.part.tensor)].bits;
  const auto row = bits > 0 ? lane_bits / bits : 0, values = lanes * row * quarters;
  by_tensor_core_ = true;
  for (const auto t : doing(r, step)) {
    const auto n = to.size(t);
    if (row == 0 || n % values != 0 || from.size(t) != n) {
      sizes_differ(step, from.size(t), n);
      forget(step);
      continue;
    }
    for (std::int64_t i = 0; i < n; ++i) {
      const auto first = (*from.index)(t, i / values * values), lane = i % lanes, within = i / lanes % row;
      const auto content = read_at(from, r, t, first + lane * row + within);
      if (content.is == Content::Is::nothing)
        find(
            Kind::never_written, step, 0, [&] { return made_of(step); },
            [&] { return message("thread {} copies {} in line {}, which was never written", t, from.part.text, step.line); });
      write(to, r, t, i, content, false);
    }
  }
  ++runs_[r].tensor_core;
  by_tensor_core_ = false;
}

const Checker::Exchange& Checker::exchange_of(const algebra::CopyAtom& atom) {
  for (const auto& [of, exchange] : exchanges_)
    if (of == atom) return exchange;
  const auto values = [&](algebra::Side side) { return algebra::size(algebra::mode(algebra::value_layout(atom, side), 1)); };
  return exchanges_.emplace_back(atom, Exchange{received_from(atom), values(algebra::Side::source), values(algebra::Side::destination)})
      .second;
}

void Checker::sizes_differ(const FlowStep& step, std::int64_t a, std::int64_t b) {
  undecided(message("line {}: it copies {} elements of each thread to {}", step.line, a, b));
}

void Checker::fill(std::size_t r, const FlowStep& step) {
  const auto& to = part(step, 0);
  Content content{.is = !step.number ? Content::Is::computed : *step.number == 0 ? Content::Is::zero : Content::Is::number};
  if (content.is == Content::Is::number) {
    content.a = static_cast<std::int32_t>(fills_.size());
    fills_.push_back(&step);
  }
  for (const auto t : flow_.roles[r].threads)
    for (std::int64_t i = 0, n = to.size(t); i < n; ++i) write(to, r, t, i, content, false);
}

void Checker::combine(std::size_t r, const FlowStep& step) {
  const auto &from = part(step, 0), &to = part(step, 1);
  for (const auto t : flow_.roles[r].threads) {
    const auto n = std::min(from.size(t), to.size(t));
    if (from.size(t) != to.size(t)) sizes_differ(step, from.size(t), to.size(t));
    for (std::int64_t i = 0; i < n; ++i) write(to, r, t, i, read(from, r, t, i), false);
  }
}

void Checker::compute(std::size_t r, const FlowStep& step) {
  for (std::size_t p = 0; p + 1 < step.parts.size(); ++p) {
    const auto& from = part(step, p);
    for (const auto t : flow_.roles[r].threads)
      for (std::int64_t i = 0, n = from.size(t); i < n; ++i)
        if (const auto c = read(from, r, t, i); c.is == Content::Is::sum) use(c);
  }
  const auto& to = part(step, step.parts.size() - 1);
  for (const auto t : flow_.roles[r].threads)
    for (std::int64_t i = 0, n = to.size(t); i < n; ++i) write(to, r, t, i, {.is = Content::Is::computed}, false);
}
}  // namespace gpu::checking
