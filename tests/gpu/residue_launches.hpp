#pragma once
// Random launches over tensors that their tiles do not divide, with the coordinates of each access worked out by hand.

#include <array>
#include <optional>
#include <random>
#include <vector>

#include "tests/gpu/launch_forms.hpp"

namespace gpu_test {

struct ResidueLaunch {
  gpu::LaunchPlan plan;
  std::vector<std::int64_t> shape, stride, tile, threads, values;  ///< of the tensor, its tile; of each mode in the tile
  bool neighbours = false;  ///< a thread's values lie beside one another, with those of other threads between its repeats

  std::int64_t padded() const {
    std::int64_t all = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) all *= tiles(i) * threads[i] * values[i] * repeats(i);
    return all;
  }
  std::int64_t tiles(std::size_t i) const { return (shape[i] + tile[i] - 1) / tile[i]; }
  /// Returns how often threads and values repeat in mode i of a tile; the last repeat may reach beyond the tile's end.
  std::int64_t repeats(std::size_t i) const { return (tile[i] + threads[i] * values[i] - 1) / (threads[i] * values[i]); }

  /// Returns the coordinates in the tensor; nothing where one of them is beyond the end of the tensor or of its tile. A kernel does the
  /// same with make_identity_tensor and elem_less.
  std::optional<std::vector<std::int64_t>> coordinates(std::int64_t b, std::int64_t t, std::int64_t v) const {
    std::vector<std::int64_t> at(shape.size()), own(shape.size());
    const auto take = [](std::int64_t& n, std::int64_t count) {
      const auto digit = n % count;
      n /= count;
      return digit;
    };
    for (std::size_t i = 0; i < shape.size(); ++i) own[i] = take(v, values[i]);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const auto thread = take(t, threads[i]);
      own[i] = neighbours ? own[i] + values[i] * thread : thread + threads[i] * own[i];
    }
    for (std::size_t i = 0; i < shape.size(); ++i) own[i] += threads[i] * values[i] * take(v, repeats(i));
    bool inside = true;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      at[i] = own[i] + tile[i] * take(b, tiles(i));
      inside = inside && own[i] < tile[i] && at[i] < shape[i];
    }
    return inside ? std::optional(at) : std::nullopt;
  }
  /// Returns the element of an access that is inside, by its definition.
  std::optional<std::int64_t> element(std::int64_t b, std::int64_t t, std::int64_t v) const {
    const auto at = coordinates(b, t, v);
    if (!at) return std::nullopt;
    std::int64_t sum = plan.launch.offset;
    for (std::size_t i = 0; i < shape.size(); ++i) sum += (*at)[i] * stride[i];
    return algebra::apply(plan.launch.swizzle, sum);
  }
};

inline std::string tuple_text(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (const auto n : numbers) text += (text.empty() ? "(" : ",") + std::to_string(n);
  return text + ")";
}

/// Two or three modes; each kind of distribution; some with a swizzle, a target, a tiled copy whose tile does not divide the CTA's.
inline ResidueLaunch random_residue_launch(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1)); };
  ResidueLaunch r;
  const auto modes = static_cast<std::size_t>(pick(2, 3));
  const int kind = static_cast<int>(random() % 4);
  const auto strides = [&](bool padded) {
    std::vector<std::int64_t> stride(modes);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < modes; ++i) order.insert(order.begin() + pick(0, static_cast<int>(i)), i);
    std::int64_t next = 1;
    for (const auto i : order) {
      stride[i] = next;
      next *= r.shape[i];
      if (padded && random() % 3 == 0) next += pick(1, 8);
    }
    return stride;
  };
  for (std::size_t i = 0; i < modes; ++i) {
    r.threads.push_back(pick(1, modes == 2 ? 8 : 4));
    r.values.push_back(random() % 2 == 0 ? pick(1, 4) : std::int64_t{1} << pick(0, 3));
    r.tile.push_back(r.threads[i] * r.values[i]);
    // A tiled copy may be repeated in the tile, and end beyond it.
    if (kind == 3) r.tile[i] = random() % 3 == 0 ? pick(1, 24) : r.tile[i] * pick(1, 2);
    // Many a size is a multiple of what goes at once.
    r.shape.push_back(pick(1, modes == 2 ? 60 : 20));
    if (random() % 2 == 0) r.shape[i] = (r.shape[i] + 7) / 8 * 8;
  }
  r.stride = strides(true);
  gpu::LaunchForm form;
  form.tensor = tuple_text(r.shape) + ":" + tuple_text(r.stride);
  if (random() % 3 == 0) form.tensor = "Swizzle<" + std::to_string(pick(1, 3)) + "," + std::to_string(pick(0, 3)) + ",3> o " + form.tensor;
  form.tile = tuple_text(r.tile);
  r.neighbours = kind == 1 || kind == 3;
  switch (kind) {
    case 0:
      form.kernel = gpu::Kernel::local_partition;
      form.threads = tuple_text(r.threads);
      break;
    case 1:
      form.kernel = gpu::Kernel::inner_partition;
      form.values = tuple_text(r.values);
      break;
    case 2:
      form.kernel = gpu::Kernel::outer_partition;
      form.threads = tuple_text(r.threads);
      break;
    default:
      form.kernel = gpu::Kernel::tiled_copy;
      form.threads = tuple_text(r.threads);
      form.values = tuple_text(r.values);
      break;
  }
  form.shared_memory = random() % 3 == 0;
  if (!*form.shared_memory && random() % 2 == 0) form.target = tuple_text(r.shape) + ":" + tuple_text(strides(false));
  if (random() % 4 == 0) form.access_bytes = 1 << pick(0, 4);
  auto plan = planned(form);
  if (!plan) FAIL(plan.error() << "  " << form.tensor << " " << form.tile);
  r.plan = std::move(*plan);
  // Tensors in shared memory stay well below its limit.
  auto& bytes = r.plan.launch.element_bytes;
  for (bytes = 1 << pick(0, 4); r.plan.launch.shared_memory && bytes > 1 && r.plan.launch.elements * bytes > 32 << 10;) bytes /= 2;
  auto shape = gpu::launch_shape(r.plan.launch);
  REQUIRE(shape);
  r.plan.shape = *shape;
  return r;
}

}  // namespace gpu_test
