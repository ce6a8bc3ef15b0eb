// Diagrams of random values against the plain definition of what each cell shows.

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <random>
#include <string>

#include "render/diagram.hpp"
#include "tests/choices.hpp"

namespace {

using algebra::IntTuple;
using algebra::Layout;
using render::ColourBy;
using render::LabelBy;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::int64_t pick(std::int64_t first, std::int64_t last) { return std::uniform_int_distribution<std::int64_t>(first, last)(engine_); }

  /// Any profile up to depth 3; strides may be zero, negative or huge.
  Layout layout() {
    const auto most_stride = pick(0, 8) == 0 ? std::int64_t{1} << 40 : 64;
    for (;;) {
      IntTuple shape, stride;
      mode(3, pick(0, 5) == 0 ? 9 : 4, most_stride, shape, stride);
      Layout result(shape.mode(0), stride.mode(0));
      if (algebra::size(result) <= 4096) return result;
    }
  }

 private:
  void mode(int depth, std::int64_t most_shape, std::int64_t most_stride, IntTuple& shape, IntTuple& stride) {
    if (depth == 0 || pick(0, 2) == 0) {
      shape.append(IntTuple(pick(1, most_shape)));
      stride.append(IntTuple(pick(0, 9) == 0 ? -pick(0, most_stride) : pick(0, most_stride)));
      return;
    }
    IntTuple inner_shape, inner_stride;
    for (auto modes = pick(1, 3); modes > 0; --modes) mode(depth - 1, most_shape, most_stride, inner_shape, inner_stride);
    shape.append(inner_shape);
    stride.append(inner_stride);
  }

  std::mt19937_64 engine_;
};

struct Case {
  Layout layout;
  std::int64_t offset = 0;
  std::optional<algebra::Swizzle> swizzle;

  explicit Case(Random& random) : layout(random.layout()) {
    const auto kind = random.pick(0, 3);
    if (kind > 0) offset = random.pick(0, 100);
    if (kind == 2) {
      const auto bits = static_cast<int>(random.pick(0, 3)), shift = static_cast<int>(random.pick(bits, 4));
      swizzle = algebra::Swizzle{bits, static_cast<int>(random.pick(0, 4)), random.pick(0, 1) == 0 ? shift : -shift};
    }
  }
  algebra::Value value() const {
    if (swizzle) return algebra::ComposedLayout{{*swizzle, {algebra::Int{offset, true}, 0}}, layout};
    if (offset > 0) return algebra::Tensor{.offset = offset, .layout = layout};
    return layout;
  }
  std::int64_t index(std::int64_t coordinate) const {
    const auto sum = offset + layout(coordinate);
    return swizzle ? algebra::apply(*swizzle, sum) : sum;
  }
};

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0); }
std::int64_t floor_mod(std::int64_t a, std::int64_t b) { return (a % b + b) % b; }

/// Returns the number of the tile that index stands in, by looking through all of them; -1 for none.
int tile_of(const Layout& tiles, std::int64_t index) {
  const auto elements = algebra::size(algebra::mode(tiles, 0));
  for (std::int64_t i = 0; i < algebra::size(tiles); ++i)
    if (tiles(i) == index) return static_cast<int>(i / elements);
  return -1;
}

}  // namespace

TEST_CASE("every cell of random values shows the index of its coordinate, coloured by it") {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    const Case c(random);
    render::View view;
    view.colour_by = render::colourings()[static_cast<std::size_t>(random.pick(0, 9))];
    view.transposed = random.pick(0, 1) == 1;
    view.slice = random.pick(0, 3) > 0 ? random.pick(0, 20) : random.pick(-5, std::int64_t{1} << 50);
    const auto d = render::describe(c.value(), "X", view);
    CAPTURE(algebra::to_string(c.value(), algebra::Marks::plain));
    CAPTURE(view.transposed);
    REQUIRE(d);
    const auto digits = std::to_string(d->widest_index()).size();
    for (int k = 0; k < 12; ++k) {
      const auto row = random.pick(0, d->rows.extent - 1), column = random.pick(0, d->columns.extent - 1);
      CAPTURE(row);
      CAPTURE(column);
      const auto index = c.index(d->coordinate(row, column));
      REQUIRE(d->index(row, column) == index);
      REQUIRE(d->label(row, column) == std::to_string(index));
      REQUIRE(digits >= std::to_string(index).size());
      const auto key = d->colour_key(row, column);
      if (view.colour_by == ColourBy::none) REQUIRE(key == -1);
      // A swizzle moves 2^M elements as a whole, which have one colour.
      const bool pieces = c.swizzle && c.swizzle->bits > 0 && (std::int64_t{1} << c.swizzle->base) <= d->widest_index();
      if (view.colour_by == ColourBy::index)
        REQUIRE(key % 8 == floor_mod(floor_div(index, pieces ? std::int64_t{1} << c.swizzle->base : 1), 8));
      if (view.colour_by == colouring("bank")) REQUIRE(key % 32 == floor_mod(index, 32));
      if (view.colour_by == colouring("sector")) REQUIRE(key % 8 == floor_mod(floor_div(index, 8), 8));
      if (view.colour_by == colouring("line")) REQUIRE(key % 8 == floor_mod(floor_div(index, 32), 8));
    }
  }
}

TEST_CASE("tiles and owners of random layouts are those that hold the index") {
  Random random(3);
  int tiled = 0, owned = 0;
  for (int round = 0; round < 1500; ++round) {
    const auto layout = random.layout(), other = random.layout();
    if (algebra::rank(other) != 2 || other == layout) continue;
    render::View view;
    view.colour_by = ColourBy::tile;
    view.label_by = LabelBy::thread_value;
    const auto d = render::describe(layout, "X", view, {.tiles = other, .owners = other});
    CAPTURE(algebra::to_string(layout, algebra::Marks::plain));
    CAPTURE(algebra::to_string(other, algebra::Marks::plain));
    REQUIRE(d);
    REQUIRE_FALSE(d->colour.separable);
    REQUIRE(d->owners.size() == static_cast<std::size_t>(d->rows.extent * d->columns.extent));
    const auto threads = algebra::mode(other, 0), values = algebra::mode(other, 1);
    for (int k = 0; k < 8; ++k) {
      const auto row = random.pick(0, d->rows.extent - 1), column = random.pick(0, d->columns.extent - 1);
      const auto index = d->index(row, column);
      const auto tile = tile_of(other, index);
      REQUIRE(d->colour_key(row, column) == tile);
      const auto& owner = d->owners[static_cast<std::size_t>(row * d->columns.extent + column)];
      REQUIRE((owner.thread >= 0) == (tile >= 0));
      if (tile < 0) continue;
      ++tiled;
      REQUIRE(threads(owner.thread) + values(owner.value) == index);
      ++owned;
    }
  }
  CHECK(tiled > 100);
  CHECK(owned > 100);
}

TEST_CASE("a swizzle that writes above every index widens the labels, one that reads zeros does not") {
  const auto widest = [](algebra::Swizzle swizzle, std::int64_t extent) {
    return render::describe(algebra::ComposedLayout{{swizzle, {}}, Layout(IntTuple(extent), IntTuple(1))}, "S", {})->widest_index();
  };
  CHECK(widest({2, 3, -4}, 16) == 255);
  CHECK(widest({3, 4, -3}, 16) == 15);
  CHECK(widest({3, 0, 3}, 60) == 63);
}
