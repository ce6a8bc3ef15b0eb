#include "render/owner_maps.hpp"

#include <algorithm>

#include "algebra/layout/index_walk.hpp"
#include "algebra/layout/mode_list.hpp"
#include "render/colour_keys.hpp"

namespace render {
namespace {

using Owner = Diagram::Owner;

/// A mode of threads or values: `extent` steps of `stride` elements; each step changes the owner by `owner`.
struct OwnerStep {
  std::int64_t extent = 1, stride = 0;
  Owner owner;
};

Owner sum(Owner a, Owner b) { return {a.thread + b.thread, a.value + b.value}; }
Owner times(Owner a, std::int64_t n) { return {static_cast<std::int32_t>(a.thread * n), static_cast<std::int32_t>(a.value * n)}; }

/// Returns the owners along an axis from steps that cover it once, and may continue beyond its end; nullopt if they do not.
std::optional<std::vector<Owner>> along(std::vector<OwnerStep> steps, std::int64_t extent) {
  std::ranges::sort(steps, {}, &OwnerStep::stride);
  std::vector<Owner> all{{0, 0}};
  all.reserve(static_cast<std::size_t>(extent));
  for (const auto& step : steps) {
    const auto covered = all.size();
    if (step.stride >= extent) break;
    if (step.stride != static_cast<std::int64_t>(covered)) return std::nullopt;
    for (std::int64_t i = 1; i < std::min(step.extent, extent / step.stride); ++i)
      for (std::size_t k = 0; k < covered; ++k) all.push_back(sum(all[k], times(step.owner, i)));
  }
  if (static_cast<std::int64_t>(all.size()) != extent) return std::nullopt;
  return all;
}

}  // namespace

std::optional<IndexMap<Owner>> owners_by_index(const algebra::Layout& owners) {
  const auto count = algebra::size(owners), threads = algebra::size(algebra::mode(owners, 0));
  if (count < 1 || count > 4 * most_table_cells) return std::nullopt;
  IndexMap<Owner> map({}, count, algebra::index_range(owners).greatest);
  Owner owner{0, 0};
  algebra::walk_indices(owners, 0, count, [&](std::int64_t, std::int64_t index) {
    map.set(index, owner);
    if (++owner.thread == threads) owner = {0, owner.value + 1};
    return true;
  });
  return map;
}

std::optional<AxisOwners> owners_by_axis(const algebra::Layout& owners, std::int64_t rows, std::int64_t columns) {
  if (algebra::rank(owners) != 2 || rows < 1 || columns < 1 || rows > most_table_cells || columns > most_table_cells) return std::nullopt;
  const auto count = algebra::size(owners);
  if (count < 1 || count > 4 * most_table_cells) return std::nullopt;
  AxisOwners by;
  by.also = {0};
  std::vector<OwnerStep> down, across;
  for (const bool thread : {true, false}) {
    Owner step = thread ? Owner{1, 0} : Owner{0, 1};
    for (const auto& mode : algebra::flat_modes(algebra::mode(owners, thread ? 0 : 1))) {
      const auto extent = mode.shape.value, stride = mode.stride.value;
      if (stride < 0) return std::nullopt;
      if (stride == 0 && thread) {
        const auto before = by.also.size();
        for (std::int64_t i = 1; i < extent; ++i)
          for (std::size_t k = 0; k < before; ++k) by.also.push_back(by.also[k] + times(step, i).thread);
      } else if (stride >= rows) {
        if (stride % rows != 0) return std::nullopt;
        if (extent > 1) across.push_back({extent, stride / rows, step});
      } else if (stride > 0 && extent > 1) {
        // A mode that continues beyond the last row continues in the next column.
        const auto here = stride * extent <= rows ? extent : rows / stride;
        if (here < extent && (rows % stride != 0 || extent % here != 0)) return std::nullopt;
        down.push_back({here, stride, step});
        if (here < extent) across.push_back({extent / here, 1, times(step, here)});
      }
      step = times(step, extent);
    }
  }
  std::ranges::sort(by.also);
  auto first = along(std::move(down), rows), second = along(std::move(across), columns);
  if (!first || !second) return std::nullopt;
  by.first = std::move(*first);
  by.second = std::move(*second);
  return by;
}

}  // namespace render
