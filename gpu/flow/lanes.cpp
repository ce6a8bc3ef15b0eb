#include "gpu/flow/lanes.hpp"

#include <algorithm>
#include <unordered_map>

#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/operations.hpp"
#include "gpu/flow/places.hpp"

namespace gpu {

std::vector<std::pair<std::size_t, std::int64_t>> received_from(const algebra::CopyAtom& atom) {
  const auto src = algebra::value_layout(atom, algebra::Side::source), dst = algebra::value_layout(atom, algebra::Side::destination);
  std::unordered_map<std::int64_t, std::int64_t> by_element;
  const auto from = all_indices(src), to = all_indices(dst);
  for (std::size_t i = 0; i < from.size(); ++i) by_element.try_emplace(from[i], static_cast<std::int64_t>(i));
  const auto threads = algebra::size(algebra::mode(src, 0));
  std::vector<std::pair<std::size_t, std::int64_t>> all;
  for (const auto element : to) {
    const auto it = by_element.find(element);
    const auto i = it == by_element.end() ? 0 : it->second;
    all.emplace_back(static_cast<std::size_t>(i % threads), i / threads);
  }
  return all;
}

Holding holding(const algebra::Layout& tv, std::int64_t rows, std::int64_t columns) {
  Holding h{.rows = rows, .columns = columns};
  h.threads = algebra::size(algebra::mode(tv, 0));
  h.values = algebra::size(algebra::mode(tv, 1));
  h.element = all_indices(tv);
  h.of.assign(static_cast<std::size_t>(rows * columns), {Holding::nobody, 0});
  for (std::int64_t v = 0; v < h.values; ++v)
    for (std::int64_t t = 0; t < h.threads; ++t) {
      const auto e = h.element[static_cast<std::size_t>(t + h.threads * v)];
      if (e < 0 || e >= rows * columns) continue;
      auto& one = h.of[static_cast<std::size_t>(e)];
      if (one.first == Holding::nobody) one = {static_cast<std::size_t>(t), v};
    }
  return h;
}

std::vector<std::size_t> doing(const std::vector<std::size_t>& threads, FlowStep::By by) {
  if (by == FlowStep::By::threads) return threads;
  constexpr std::size_t warp = 32;
  std::vector<std::size_t> first;
  for (const auto t : threads)
    if ((first.empty() || first.back() / warp != t / warp) && (by == FlowStep::By::warps || t < warp)) first.push_back(t);
  return first;
}

}  // namespace gpu
