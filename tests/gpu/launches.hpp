#pragma once
// Launches for tests.

#include <random>

#include <doctest/doctest.h>

#include "algebra/evaluate.hpp"
#include "gpu/launch.hpp"

namespace gpu_test {

inline algebra::Layout layout(const std::string& text) {
  const auto e = algebra::evaluate(text, {}, algebra::IntegerRule::math);
  REQUIRE(e);
  return std::get<algebra::Layout>(e->value);
}

/// Up to 3 x 2 x 3 flat modes with strides of any sign: gaps, overlaps, accesses out of bounds.
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
  const auto partition = algebra::make_layout(std::vector{mode(static_cast<int>(pick(1, 3)), 5), mode(static_cast<int>(pick(1, 2)), 20), mode(static_cast<int>(pick(1, 3)), 4)});
  return {.partition = partition, .elements = pick(1, 2000), .element_bytes = 1 << pick(0, 4), .shared_memory = random() % 2 == 0};
}

}  // namespace gpu_test
