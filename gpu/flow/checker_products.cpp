#include "gpu/flow/checker.hpp"

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/hardware/tiled.hpp"

namespace gpu::checking {

const Checker::Holdings& Checker::holdings_of(const algebra::MmaTraits& traits) {
  const auto [it, added] = holdings_.try_emplace(&traits);
  if (added) {
    const auto size_of = [&](int i) { return algebra::product(traits.shape_mnk.mode(i)).value; };
    const auto m = size_of(0), n = size_of(1), k = size_of(2);
    it->second = {holding(traits.operands[0].tv, m, k), holding(traits.operands[1].tv, n, k), holding(traits.operands[2].tv, m, n)};
  }
  return it->second;
}

void Checker::gemm(std::size_t r, const FlowStep& step) {
  const auto &a = part(step, 0), &b = part(step, 1), &c = part(step, 2);
  const auto lines = made_of(step);
  product_lines_.insert(step.line);
  product_lines_.insert(lines.begin(), lines.end());
  if (!step.mma) return gemm_of_threads(r, step, a, b, c);
  const auto& traits = *step.mma->atom.traits;
  const auto& held = holdings_of(traits);
  const auto vmnk = algebra::thr_layout_vmnk(*step.mma);
  const auto lanes = algebra::size(algebra::mode(vmnk, 0));
  if (algebra::size(vmnk) > algebra::most_threads)
    return undecided(message("line {}: an MMA of {} threads has more than a block", step.line, algebra::size(vmnk)));
  const auto thread_of = all_indices(vmnk);
  const bool by_tensor_core = is_of_tensor_core(step);
  if (by_tensor_core && lanes > 1)
    return forget(step.parts[2]->tensor), undecided(message("line {}: the work of the other block of a pair is not supported", step.line));
  if (by_tensor_core) {
    by_tensor_core_ = true;
    for (const auto t : doing(r, step)) multiply(r, step, a, b, c, held, [t](std::size_t) { return t; });
    ++runs_[r].tensor_core;
    by_tensor_core_ = false;
    return;
  }
  // The threads of a tiled MMA are counted from its first one: a producer's may precede them, and there may be several such groups.
  const auto [first, last] = doing_it(r, step);
  constexpr std::int64_t warp = 32;
  const auto aligned = lanes > 1 ? std::max(warp, lanes) : 1;
  const auto group = thread_of.empty() ? 1 : 1 + *std::max_element(thread_of.begin(), thread_of.end());
  for (auto base = first / aligned * aligned; base <= last; base += group)
    for (std::int64_t atom = 0; atom * lanes < static_cast<std::int64_t>(thread_of.size()); ++atom) {
      const auto thread = [&](std::size_t lane) {
        return static_cast<std::size_t>(base + thread_of[static_cast<std::size_t>(atom * lanes) + lane]);
      };
      if (thread(static_cast<std::size_t>(lanes) - 1) >= flow_.threads || !does_it(r, step, thread(0), static_cast<std::size_t>(lanes)))
        continue;
      multiply(r, step, a, b, c, held, thread);
    }
}

bool Checker::is_of_tensor_core(const FlowStep& step) {
  return step.mma && step.mma->atom.traits->operands[2].place == algebra::MmaTraits::Place::tensor;
}

template <class Thread>
void Checker::multiply(std::size_t r, const FlowStep& step, const Part& a, const Part& b, const Part& c, const Holdings& held,
                       const Thread& thread) {
  const auto& traits = *step.mma->atom.traits;
  const auto& of_c = held.c;
  const auto m = held.a.rows, n = held.b.rows, k = held.a.columns;
  const bool from_shared = traits.operands[1].place == algebra::MmaTraits::Place::shared;
  const auto tiles = [&](const Part& p, const Holding& h, bool mma) {
    const auto rest = p.size(thread(0)) / std::max<std::int64_t>(1, h.values);
    std::vector<Content> all;
    all.reserve(static_cast<std::size_t>(rest) * h.of.size());
    for (std::int64_t i = 0; i < rest; ++i)
      for (const auto& [lane, value] : h.of)
        all.push_back(lane == std::numeric_limits<std::size_t>::max()
                          ? Content{}
                          : read(p, r, thread(lane), value + h.values * i, mma ? Access::Queue::mmas : Access::Queue::none));
    return all;
  };
  const auto rests = [&](const Part& p, int mode) {
    const auto& l = p.layout(thread(0));
    return algebra::rank(l) > mode ? algebra::size(algebra::mode(l, mode)) : std::int64_t{1};
  };
  const auto ms = rests(a, 1), ns = rests(b, 1), ks = rests(a, 2);
  const auto rows = tiles(a, held.a, from_shared && traits.operands[0].place == algebra::MmaTraits::Place::shared);
  const auto columns = tiles(b, held.b, from_shared);
  if (static_cast<std::int64_t>(rows.size()) < ms * ks * m * k || static_cast<std::int64_t>(columns.size()) < ns * ks * n * k ||
      c.size(thread(0)) < of_c.values * ms * ns)
    return forget(step.parts[2]->tensor),
           undecided(message("line {}: the operands of the gemm do not have the parts that {} has", step.line, traits.name));
  if (step.parts.size() > 4) {
    scales(r, step, part(step, 3), rows, m, k, thread(0));
    scales(r, step, part(step, 4), columns, n, k, thread(0));
  }
  const auto row_runs = runs_of(rows, m, k), column_runs = runs_of(columns, n, k);
  for (std::int64_t in = 0; in < ns; ++in)
    for (std::int64_t im = 0; im < ms; ++im)
      for (std::int64_t v = 0; v < of_c.values; ++v)
        for (std::int64_t lane = 0; lane < of_c.threads; ++lane) {
          const auto e = of_c.element[static_cast<std::size_t>(lane + of_c.threads * v)];
          const auto t = thread(static_cast<std::size_t>(lane));
          auto& sum = sum_at(c, r, t, v + of_c.values * (im + ms * in), step);
          for (std::int64_t ik = 0; ik < ks; ++ik) {
            const auto row_tile = im + ms * ik, column_tile = in + ns * ik;
            if (goes_on(sum, row_runs[static_cast<std::size_t>(e % m + m * row_tile)],
                        column_runs[static_cast<std::size_t>(e / m + n * column_tile)], k))
              continue;
            for (std::int64_t x = 0; x < k; ++x)
              product(sum, rows[static_cast<std::size_t>(e % m + m * (x + k * row_tile))],
                      columns[static_cast<std::size_t>(e / m + n * (x + k * column_tile))], step, t);
          }
        }
}

void Checker::gemm_of_threads(std::size_t r, const FlowStep& step, const Part& a, const Part& b, const Part& c) {
  for (const auto t : flow_.roles[r].threads) {
    const auto modes = [&](const Part& p, int i) {
      const auto& l = p.layout(t);
      return i < algebra::rank(l) ? algebra::size(algebra::mode(l, i)) : std::int64_t{1};
    };
    if (algebra::rank(a.layout(t)) != 2 || algebra::rank(b.layout(t)) != 2 || algebra::rank(c.layout(t)) != 2) {
      undecided(message("line {}: a product of tensors of ranks other than 2 is not supported", step.line));
      return forget(step.parts[2]->tensor);
    }
    const auto ms = modes(a, 0), ks = modes(a, 1), ns = modes(b, 0);
    if (modes(b, 1) != ks || modes(c, 0) != ms || modes(c, 1) != ns) {
      return find(
          Kind::wrong_product, step, 0, [&] { return made_of(step); },
          [&] {
            return message("A is {} x {}, B is {} x {} and C is {} x {} for thread {}: they do not form a product", ms, ks, ns, modes(b, 1),
                           modes(c, 0), modes(c, 1), t);
          });
    }
    std::vector<Content> rows, columns;
    for (std::int64_t i = 0; i < ms * ks; ++i) rows.push_back(read(a, r, t, i));
    for (std::int64_t i = 0; i < ns * ks; ++i) columns.push_back(read(b, r, t, i));
    const auto row_runs = runs_of(rows, ms, ks), column_runs = runs_of(columns, ns, ks);
    for (std::int64_t j = 0; j < ns; ++j)
      for (std::int64_t i = 0; i < ms; ++i) {
        auto& sum = sum_at(c, r, t, i + ms * j, step);
        if (ks > 0 && goes_on(sum, row_runs[static_cast<std::size_t>(i)], column_runs[static_cast<std::size_t>(j)], ks)) continue;
        for (std::int64_t k = 0; k < ks; ++k)
          product(sum, rows[static_cast<std::size_t>(i + ms * k)], columns[static_cast<std::size_t>(j + ns * k)], step, t);
      }
  }
}

std::vector<Content> Checker::runs_of(const std::vector<Content>& tiles, std::int64_t rows, std::int64_t depth) const {
  std::vector<Content> all;
  if (rows * depth < 1) return all;
  const auto of_tile = static_cast<std::size_t>(rows * depth);
  all.reserve(tiles.size() / static_cast<std::size_t>(depth));
  for (std::size_t tile = 0; tile + of_tile <= tiles.size(); tile += of_tile)
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto* elements = &tiles[tile + static_cast<std::size_t>(row)];
      const auto& first = *elements;
      bool runs = first.is == Content::Is::element && flow_.tensors[first.tensor].shape.rank() <= most_named_modes;
      auto next = first;
      for (std::int64_t x = 1; x < depth && runs; ++x) {
        ++next.b;
        runs = elements[rows * x] == next;
      }
      all.push_back(runs ? first : Content{});
    }
  return all;
}
bool Checker::goes_on(Sum& s, const Content& a, const Content& b, std::int64_t k) {
  if (s.spoilt) {
    report_.products += k;
    return true;
  }
  if (a.is != Content::Is::element || b.is != Content::Is::element || a.b != b.b || a.tensor == b.tensor || depth_ < 0) return false;
  if ((s.m >= 0 && (s.m != a.a || s.n != b.a || s.end != a.b))) return false;
  if (s.m < 0) s.m = a.a, s.n = b.a, s.begin = s.end = a.b;
  s.end += static_cast<std::int32_t>(k);
  report_.products += k;
  return true;
}

void Checker::scales(std::size_t r, const FlowStep& step, const Part& p, const std::vector<Content>& tiles, std::int64_t rows,
                     std::int64_t depth, std::size_t thread) {
  const auto& layout = p.layout(thread);
  const auto unknown = [&] { undecided(message("line {}: the elements that {} scales are not known", step.line, p.part.text)); };
  // ((rows, copies), (vector, groups)), rest of rows, rest of k
  const auto first = algebra::rank(layout) > 0 ? algebra::mode(layout, 0) : layout;
  if (algebra::rank(first) != 2 || algebra::rank(algebra::mode(first, 1)) != 2) return unknown();
  const auto held = algebra::size(algebra::mode(first, 0)), vector = algebra::size(algebra::mode(algebra::mode(first, 1), 0));
  const auto of_tile = held * depth;
  if (held % rows != 0 || algebra::size(algebra::mode(first, 1)) != depth || vector <= 0 || p.size(thread) % of_tile != 0) return unknown();
  const auto scale_tiles = p.size(thread) / of_tile;
  for (std::int64_t at = 0; at < static_cast<std::int64_t>(tiles.size()) / (rows * depth); ++at) {
    if (at >= scale_tiles) return unknown();
    for (std::int64_t k = 0; k < depth; k += vector)
      for (std::int64_t row = 0; row < held; ++row) {
        const auto content = read(p, r, thread, row + held * k + of_tile * at);
        const auto& element = tiles[static_cast<std::size_t>(row % rows + rows * (k + depth * at))];
        scaled(step, p.part, content, element, vector, thread);
      }
  }
}

void Checker::scaled(const FlowStep& step, const FlowPart& part, const Content& scale, const Content& of, std::int64_t vector,
                     std::size_t thread) {
  ++report_.scales;
  const auto tensor = static_cast<std::size_t>(part.tensor);
  const auto lines = [&] {
    auto all = lines_to(part.tensor);
    all.insert(all.end(), part.lines.begin(), part.lines.end());
    all.insert(all.end(), step.lines.begin(), step.lines.end());
    return all;
  };
  if (scale.is == Content::Is::nothing)
    return find(Kind::never_written, step, tensor, lines,
                [&] { return message("thread {} scales by {} in line {}, which was never written", thread, part.text, step.line); });
  if (of.is != Content::Is::element) return;
  if (scale.is == Content::Is::zero)
    return find(Kind::wrong_product, step, tensor, lines,
                [&] { return message("thread {} scales {} by zeros from beyond the end of a tensor", thread, element(of)); });
  if (scale.is != Content::Is::element)
    return undecided(message("line {}: {} has computed values: the elements that they scale are not known", step.line, part.text));
  if (scale.a != of.a || scale.b != of.b / vector * vector)
    find(Kind::wrong_product, step, tensor, lines, [&] {
      return message("thread {} scales {} by {}: it belongs to another row or group of k", thread, element(of), element(scale));
    });
}

std::vector<std::size_t> Checker::lines_to(int tensor) const {
  std::set<int> on_the_way{tensor};
  std::set<std::size_t> lines;
  for (bool more = true; more;) {
    more = false;
    for (const auto& role : flow_.roles)
      for (const auto& s : role.steps) {
        if (s.kind != FlowStep::Kind::copy || !on_the_way.contains(s.parts[1]->tensor)) continue;
        const auto own = made_of(s);
        lines.insert(s.line);
        lines.insert(own.begin(), own.end());
        more = on_the_way.insert(s.parts[0]->tensor).second || more;
      }
  }
  return {lines.begin(), lines.end()};
}

Sum& Checker::sum_at(const Part& c, std::size_t role, std::size_t thread, std::int64_t i, const FlowStep& step) {
  if (step.overwrites) {
    sums_.emplace_back();
    write(c, role, thread, i, {.is = Content::Is::sum, .a = static_cast<std::int32_t>(sums_.size() - 1)}, false);
    return sums_.back();
  }
  const auto now = read(c, role, thread, i);
  if (now.is == Content::Is::undecided) {
    other_.spoilt = true;
    return other_;
  }
  if (now.is == Content::Is::computed) {
    undecided_once(0, step.line, c.part.text, [&] {
      return message("line {}: it adds to {}, which has computed values: the products that belong to it are not known", step.line,
                     c.part.text);
    });
    other_.spoilt = true;
    return other_;
  }
  if (now.is == Content::Is::sum) return sums_[static_cast<std::size_t>(now.a)];
  if (now.is == Content::Is::nothing)
    find(
        Kind::never_written, step, 0, [&] { return written_lines(); },
        [&] { return message("thread {} adds to {} in line {}, which was not set to zero", thread, c.part.text, step.line); });
  if (now.is == Content::Is::number)
    find(
        Kind::wrong_product, step, 0, [&] { return std::vector{fills_[static_cast<std::size_t>(now.a)]->line}; },
        [&] {
          return message("thread {} adds to {} in line {}, which line {} sets to a number other than zero", thread, c.part.text, step.line,
                         fills_[static_cast<std::size_t>(now.a)]->line);
        });
  sums_.emplace_back();
  write(c, role, thread, i, {.is = Content::Is::sum, .a = static_cast<std::int32_t>(sums_.size() - 1)}, false);
  return sums_.back();
}

void Checker::product(Sum& s, const Content& a, const Content& b, const FlowStep& step, std::size_t thread) {
  ++report_.products;
  if (s.spoilt) return;
  for (const auto* one : {&a, &b}) {
    if (const auto rank = one->is == Content::Is::element ? flow_.tensors[one->tensor].shape.rank() : 2;
        rank < 2 || rank > most_named_modes) {
      s.spoilt = true;
      const auto& t = flow_.tensors[one->tensor];
      return undecided_once(1, step.line, t.name, [&] {
        return message("line {}: {} has {} modes, so its products cannot be checked", step.line, t.name, t.shape.rank());
      });
    }
    if (one->is == Content::Is::element) continue;
    if (one->is == Content::Is::zero) return;
    if (one->is == Content::Is::undecided) {
      s.spoilt = true;
      return;
    }
    if (one->is == Content::Is::sum || one->is == Content::Is::computed || one->is == Content::Is::number) {
      s.spoilt = true;
      if (one->is == Content::Is::sum) use(*one);
      const auto& text = step.parts[one == &a ? 0 : 1]->text;
      return undecided_once(2, step.line, text, [&] {
        return message("line {}: {} has computed values: the products that they belong to are not known", step.line, text);
      });
    }
    const auto& p = *step.parts[one == &a ? 0 : 1];
    s.spoilt = true;
    find(
        Kind::never_written, step, 0, [&] { return written_lines(); },
        [&] { return message("thread {} multiplies {} in line {}, which was never written", thread, p.text, step.line); });
    return;
  }
  if (depth_ < 0) {
    const auto& shape = flow_.tensors[a.tensor].shape;
    // The modes after rows and k are the batch.
    depth_ = shape.rank() > 1 ? algebra::product(shape.mode(1)).value : 1;
  }
  if (a.b != b.b) {
    s.spoilt = true;
    return find(
        Kind::wrong_product, step, 0, [&] { return written_lines(); },
        [&] { return message("thread {} multiplies {} by {}: their k differs", thread, element(a), element(b)); });
  }
  if (a.tensor == b.tensor) {
    s.spoilt = true;
    return find(
        Kind::wrong_product, step, 0, [&] { return written_lines(); },
        [&] { return message("thread {} multiplies {} by {}", thread, element(a), element(b)); });
  }
  if (s.m < 0) s.m = a.a, s.n = b.a, s.begin = a.b, s.end = a.b;
  if (s.m != a.a || s.n != b.a) {
    s.spoilt = true;
    return find(
        Kind::wrong_product, step, 0, [&] { return written_lines(); },
        [&] {
          return message("thread {} adds {} times {} to the element of C in row {} and column {}", thread, element(a), element(b), s.m,
                         s.n);
        });
  }
  const auto k = a.b;
  if (k == s.end) {
    ++s.end;
    return;
  }
  if ((k >= s.begin && k < s.end) || (s.others && std::ranges::find(*s.others, k) != s.others->end())) {
    s.spoilt = true;
    return find(
        Kind::twice, step, 0, [&] { return written_lines(); },
        [&] { return message("thread {} adds {} times {} to the same element of C a second time", thread, element(a), element(b)); });
  }
  if (!s.others) s.others = std::make_unique<std::vector<std::int32_t>>();
  s.others->push_back(k);
}

std::vector<std::size_t> Checker::written_lines() const {
  std::set<std::size_t> lines;
  for (const auto& role : flow_.roles)
    for (const auto& s : role.steps)
      if (s.kind == FlowStep::Kind::copy) {
        const auto own = made_of(s);
        lines.insert(s.line);
        lines.insert(own.begin(), own.end());
      }
  return {lines.begin(), lines.end()};
}

void Checker::finish() {
  // Each element of C must be computed once.
  std::unordered_map<std::int64_t, std::size_t> seen;
  const FlowStep* last = nullptr;
  for (const auto& role : flow_.roles) {
    // Its further steps may multiply and store more.
    if (role.cut_short) return;
    for (const auto& s : role.steps)
      if (s.kind == FlowStep::Kind::gemm) last = &s;
  }
  if (last == nullptr) return;
  std::int64_t not_stored = 0;
  for (auto& s : sums_) {
    if (s.m < 0) continue;
    if (!s.spoilt && !seen.try_emplace(key(s.m, s.n), 0).second)
      find(
          Kind::twice, *last, 0, [&] { return product_lines(); },
          [&] { return message("the element of C in row {} and column {} is computed twice", s.m, s.n); });
    if (!s.stored) ++not_stored;
    complete(s, *last, [&] { return fmt::format("C({},{})", s.m, s.n); });
  }
  if (not_stored > 0)
    find(
        Kind::missing, *last, 0, [&] { return product_lines(); },
        [&] { return message("{} elements of C that are computed are not stored", not_stored); });
}
}  // namespace gpu::checking
