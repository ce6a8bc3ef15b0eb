#include "render/owner_maps.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algebra/layout/operations.hpp"
#include "render/part_frames.hpp"

using algebra::IntTuple;
using algebra::Layout;
using render::Diagram;

namespace {

struct Dice {
  std::mt19937_64 engine{39};
  std::int64_t operator()(std::int64_t most) { return static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(most)); }
};

/// Modes of threads and values that cover a tile as MMAs and copies do, in any order, with some that several threads share and some that
/// go on beyond the tile; now and then one whose stride is another, which is no such tile.
struct Cut {
  std::int64_t rows = 1, columns = 1;
  Layout owners;
};
Cut random_cut(Dice& dice) {
  Cut cut;
  struct Mode {
    std::int64_t extent, stride;
  };
  std::vector<Mode> modes;
  for (auto n = dice(3) + 1; n > 0; --n) {
    const auto extent = dice(4) + 1;
    modes.push_back({extent, cut.rows});
    cut.rows *= extent;
  }
  for (auto n = dice(3) + 1; n > 0; --n) {
    const auto extent = dice(4) + 1;
    modes.push_back({extent, cut.rows * cut.columns});
    cut.columns *= extent;
  }
  if (dice(3) == 0) modes.push_back({dice(3) + 2, 0});
  if (dice(4) == 0) modes.push_back({dice(3) + 1, cut.rows * cut.columns});
  if (dice(5) == 0) modes[static_cast<std::size_t>(dice(std::ssize(modes)))].stride += dice(3);
  std::ranges::shuffle(modes, dice.engine);
  std::array<IntTuple, 2> shapes{IntTuple::tuple({IntTuple(1)}), IntTuple::tuple({IntTuple(1)})},
      strides{IntTuple::tuple({IntTuple(0)}), IntTuple::tuple({IntTuple(0)})};
  for (const auto& mode : modes) {
    const auto to = static_cast<std::size_t>(dice(2));
    shapes[to].append(IntTuple(mode.extent));
    strides[to].append(IntTuple(mode.stride));
  }
  cut.owners = Layout(IntTuple::tuple({shapes[0], shapes[1]}), IntTuple::tuple({strides[0], strides[1]}));
  return cut;
}

}  // namespace

TEST_CASE("the owners along the axes are those that enumeration finds") {
  Dice dice;
  int sums = 0, others = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto cut = random_cut(dice);
    CAPTURE(algebra::to_string(cut.owners, algebra::Marks::plain));
    CAPTURE(cut.rows);
    const auto by_index = render::owners_by_index(cut.owners);
    REQUIRE(by_index);
    const auto by_axis = render::owners_by_axis(cut.owners, cut.rows, cut.columns);
    ++(by_axis ? sums : others);
    if (!by_axis) continue;
    REQUIRE(std::ssize(by_axis->first) == cut.rows);
    REQUIRE(std::ssize(by_axis->second) == cut.columns);
    const auto threads = algebra::size(algebra::mode(cut.owners, 0));
    std::vector<std::set<std::int64_t>> all(static_cast<std::size_t>(cut.rows * cut.columns));
    for (std::int64_t n = 0; n < algebra::size(cut.owners); ++n)
      if (const auto at = cut.owners(n); at < cut.rows * cut.columns) all[static_cast<std::size_t>(at)].insert(n % threads);
    for (std::int64_t at = 0; at < cut.rows * cut.columns; ++at) {
      const auto owner = by_axis->at(static_cast<std::size_t>(at % cut.rows), static_cast<std::size_t>(at / cut.rows));
      REQUIRE(owner == (*by_index)[at]);
      std::set<std::int64_t> also;
      for (const auto more : by_axis->also) also.insert(owner.thread + more);
      REQUIRE(also == all[static_cast<std::size_t>(at)]);
    }
  }
  CHECK(sums > 2000);
  CHECK(others > 200);
}

TEST_CASE("frames of groups are what the groups have, whichever way they are found") {
  Dice dice;
  int framed = 0;
  for (int i = 0; i < 1500; ++i) {
    const auto cut = random_cut(dice);
    const auto threads = algebra::size(algebra::mode(cut.owners, 0));
    const auto together = dice(4) + 1;
    render::View view;
    view.transposed = dice(2) == 0;
    auto d = render::describe(IntTuple::tuple({IntTuple(cut.rows), IntTuple(cut.columns)}), "tile", view);
    REQUIRE(d);
    CAPTURE(algebra::to_string(cut.owners, algebra::Marks::plain));
    CAPTURE(together);
    render::frame_groups(*d, cut.owners, together, "one", "several");
    if (threads <= together) {
      CHECK(d->frames.empty());
      continue;
    }
    std::vector<std::set<std::int64_t>> groups(static_cast<std::size_t>(cut.rows * cut.columns));
    for (std::int64_t n = 0; n < algebra::size(cut.owners); ++n)
      if (const auto at = cut.owners(n); at < cut.rows * cut.columns) groups[static_cast<std::size_t>(at)].insert(n % threads / together);
    std::vector<int> covered(groups.size());
    for (const auto& frame : d->frames)
      for (auto r = frame.cells.row; r < frame.cells.row + frame.cells.rows; ++r)
        for (auto c = frame.cells.column; c < frame.cells.column + frame.cells.columns; ++c) {
          const auto at = static_cast<std::size_t>(d->coordinate(r, c));
          ++covered[at];
          REQUIRE(frame.words.starts_with(groups[at].size() == 1 ? "one " : "several "));
          REQUIRE(std::stoll(frame.words.substr(frame.words.find(' ') + 1)) == *groups[at].begin());
          // The last number is behind a comma, a dash, or the only one.
          auto last = frame.words.find_last_not_of("0123456789") + 1;
          REQUIRE(std::stoll(frame.words.substr(last)) == *groups[at].rbegin());
        }
    for (std::size_t at = 0; at < groups.size(); ++at) REQUIRE(covered[at] == (groups[at].empty() ? 0 : 1));
    framed += d->frames.empty() ? 0 : 1;
  }
  CHECK(framed > 500);
}
