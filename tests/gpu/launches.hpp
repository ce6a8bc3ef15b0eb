#pragma once
// Launches for tests.

#include <random>

#include <doctest/doctest.h>

#include "algebra/language/evaluate.hpp"
#include "gpu/launch/launch.hpp"
#include "gpu/launch/launch_shape.hpp"
#include "gpu/run/runner.hpp"

namespace gpu_test {

inline algebra::Layout layout(const std::string& text) {
  const auto e = algebra::evaluate(text, {}, algebra::IntegerRule::math);
  REQUIRE(e);
  return std::get<algebra::Layout>(e->value);
}

inline gpu::Launch launch_of(const char* partition, std::int64_t elements, int bytes = 4) {
  gpu::Launch launch;
  launch.partition = layout(partition);
  launch.elements = elements;
  launch.element_bytes = bytes;
  return launch;
}

/// Up to 3 x 2 x 3 flat modes with strides of any sign: gaps, overlaps, accesses out of bounds; some with a swizzle, an
/// offset, or their own grid or block.
inline gpu::Launch random_launch(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1)); };
  const auto mode = [&](int modes, int extent) {
    algebra::IntTuple shape, stride;
    for (int i = 0; i < modes; ++i) {
      shape.append(pick(1, extent));
      stride.append(random() % 8 == 0 ? -pick(1, 4) : random() % 6 == 0 ? 0 : pick(1, 40));
    }
    return algebra::Layout(shape, stride);
  };
  gpu::Launch launch;
  launch.partition = algebra::make_layout(
      std::vector{mode(static_cast<int>(pick(1, 3)), 5), mode(static_cast<int>(pick(1, 2)), 20), mode(static_cast<int>(pick(1, 3)), 4)});
  launch.elements = pick(1, 2000);
  launch.element_bytes = 1 << pick(0, 4);
  launch.shared_memory = random() % 2 == 0;
  if (random() % 3 == 0)
    launch.swizzle = {.bits = static_cast<int>(pick(1, 3)),
                      .base = static_cast<int>(pick(0, 3)),
                      .shift = static_cast<int>(random() % 4 == 0 ? -pick(3, 4) : pick(3, 4))};
  if (random() % 4 == 0) launch.offset = pick(0, 30);
  if (random() % 4 == 0) launch.grid = {pick(1, 6), pick(1, 3), pick(1, 2)};
  if (random() % 4 == 0) launch.block = {pick(1, 40), pick(1, 4), pick(1, 3)};
  if (random() % 4 == 0) launch.access_bytes = 1 << pick(0, 4);
  return launch;
}

/// Returns a launch with a partition as in kernels: neighbouring values, aligned strides, in bounds, some transposed by the copy.
inline gpu::Launch random_tiled_launch(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1)); };
  const auto power = [&](int low, int high) { return std::int64_t{1} << pick(low, high); };
  gpu::Launch launch;
  launch.element_bytes = static_cast<int>(power(0, 4));
  launch.shared_memory = random() % 2 == 0;
  // A block's tile stays well below the limit of shared memory.
  const auto vector = std::min(power(0, 4), std::int64_t{64} / launch.element_bytes), threads_x = power(0, 5), threads_y = power(0, 3),
             again = pick(1, 4), blocks = pick(1, 6);
  const auto columns = vector * threads_x * (random() % 2 == 0 ? 1 : pick(1, 3)) + (random() % 4 == 0 ? pick(0, 3) : 0);
  const auto columns_at_least = std::max(columns, vector * threads_x);
  const bool by_row = random() % 3 != 0;
  algebra::IntTuple thread_shape, thread_stride, value_shape, value_stride;
  thread_shape.append(threads_x);
  thread_stride.append(by_row ? vector : columns_at_least);
  thread_shape.append(threads_y);
  thread_stride.append(by_row ? columns_at_least : vector);
  value_shape.append(vector);
  value_stride.append(std::int64_t{1});
  value_shape.append(again);
  value_stride.append(by_row ? columns_at_least * threads_y : vector * threads_y);
  const auto one =
      algebra::make_layout(std::vector{algebra::Layout(thread_shape, thread_stride), algebra::Layout(value_shape, value_stride)});
  const auto tile = launch.shared_memory ? std::int64_t{0} : algebra::cosize(one);
  algebra::IntTuple block_shape, block_stride;
  block_shape.append(blocks);
  block_stride.append(tile);
  launch.partition =
      algebra::make_layout(std::vector{algebra::Layout(block_shape, block_stride), algebra::mode(one, 0), algebra::mode(one, 1)});
  launch.elements = algebra::cosize(launch.partition);
  if (random() % 3 == 0) {
    launch.swizzle = {.bits = static_cast<int>(pick(1, 3)), .base = static_cast<int>(pick(0, 4)), .shift = static_cast<int>(pick(3, 5))};
    const auto period = std::int64_t{1} << (launch.swizzle.bits + launch.swizzle.base + launch.swizzle.shift);
    launch.elements = (launch.elements + period - 1) / period * period;
  }
  if (random() % 4 == 0) launch.access_bytes = static_cast<int>(power(0, 4));
  if (!launch.shared_memory && launch.swizzle.bits == 0 && random() % 3 == 0) {
    // Threads across instead of along, as a transpose writes.
    launch.target = algebra::make_layout(std::vector{algebra::mode(launch.partition, 0),
                                                     algebra::Layout(thread_shape,
                                                                     [&] {
                                                                       algebra::IntTuple s;
                                                                       s.append(std::int64_t{vector * threads_y});
                                                                       s.append(vector);
                                                                       return s;
                                                                     }()),
                                                     algebra::mode(launch.partition, 2)});
    launch.target_elements = algebra::cosize(*launch.target);
  }
  return launch;
}

}  // namespace gpu_test
