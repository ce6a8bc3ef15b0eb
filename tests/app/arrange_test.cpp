#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "app/actions/arrange.hpp"

using namespace app;

namespace {

/// Returns a grid of cells with a heading around it, as cards are: cells of 40 at scale 1, and of at most 160.
Placing grid(float rows, float columns, std::optional<Point> at = {}) {
  return {[=](float scale) {
            const float cell = std::min(40 * scale, 160.0f);
            return Extent{60 + columns * cell, 90 + rows * cell};
          },
          at};
}
/// One of a size of its own.
Placing fixed(float width, float height, std::optional<Point> at = {}) {
  return {[=](float) { return Extent{width, height}; }, at};
}

struct Boxes {
  std::vector<Point> at;
  std::vector<Extent> size;
  Boxes(const std::vector<Placing>& cards, const Arrangement& a) : at(a.spots) {
    for (std::size_t i = 0; i < cards.size(); ++i) size.push_back(cards[i].size(a.scales[i]));
  }
  bool apart(std::size_t a, std::size_t b, float gap) const {
    return at[a].x + size[a].width + gap <= at[b].x + 0.01f || at[b].x + size[b].width + gap <= at[a].x + 0.01f ||
           at[a].y + size[a].height + gap <= at[b].y + 0.01f || at[b].y + size[b].height + gap <= at[a].y + 0.01f;
  }
  /// Returns the share of the room's area that its cards cover, cards that begin below it excluded.
  float share(Extent room) const {
    float taken = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i].y < room.height) taken += size[i].width * size[i].height / (room.width * room.height);
    return taken;
  }
  /// Returns whether no card is crossed by the edges of pages of that size.
  bool uncut(Extent page) const {
    for (std::size_t i = 0; i < at.size(); ++i) {
      const float top = std::floor(at[i].y / page.height) * page.height;
      if (at[i].x + size[i].width > page.width + 0.5f || at[i].y + size[i].height > top + page.height + 0.5f) return false;
    }
    return true;
  }
};

}  // namespace

TEST_CASE("cells grow until the cards take the canvas, in the order of the sheet") {
  const std::vector<Placing> cards{grid(4, 4), grid(4, 4), grid(2, 8)};
  for (const Extent room : {Extent{700, 500}, Extent{1200, 800}, Extent{900, 1400}, Extent{2900, 2000}}) {
    CAPTURE(room.width);
    const auto a = arrange(cards, room, 12);
    const Boxes boxes(cards, a);
    CHECK(boxes.uncut(room));
    const bool largest = std::ranges::all_of(a.scales, [](float s) { return s >= 4; });
    CHECK((largest || boxes.share(room) > 0.55f));
    // The first is at the top left, and none stands before one before it in both directions.
    CHECK(a.spots[0] == Point{12, 12});
    for (std::size_t i = 1; i < cards.size(); ++i) CHECK((a.spots[i].x > a.spots[i - 1].x || a.spots[i].y > a.spots[i - 1].y));
  }
  CHECK(arrange({}, {900, 600}, 10).spots.empty());
}

TEST_CASE("what has no room at a readable size stands on pages below, and none is cut by their edges") {
  std::vector<Placing> cards;
  for (int i = 0; i < 30; ++i) cards.push_back(grid(static_cast<float>(2 + i % 5), static_cast<float>(2 + i % 7)));
  const Extent room{900, 600};
  const auto a = arrange(cards, room, 12);
  const Boxes boxes(cards, a);
  CHECK(a.height > 2 * room.height);
  CHECK(boxes.uncut(room));
  CHECK(boxes.share(room) > 0.5f);
  CHECK(std::ranges::min(a.scales) > 0.7f);
  // All on one page, which is as much larger as it takes.
  const auto one = arrange(cards, {3 * room.width, 3 * room.height}, 12, Pages::one);
  CHECK(one.height <= 3 * room.height);
  // A card larger than the page has one of its own, and those after it stand below.
  const std::vector<Placing> tall{grid(2, 2), fixed(300, 1500), grid(2, 2)};
  const auto t = arrange(tall, room, 12);
  const Boxes beside(tall, t);
  CHECK(beside.apart(0, 1, 12));
  CHECK(beside.apart(1, 2, 12));
}

TEST_CASE("a moved card stays where it is at its usual size, and only those in its way move") {
  std::vector<Placing> cards{grid(3, 3), grid(3, 3), grid(3, 3)};
  const auto before = arrange(cards, {1200, 500}, 12);
  cards[2].at = Point{before.spots[0].x + 20, before.spots[0].y + 20};
  const auto a = arrange(cards, {1200, 500}, 12);
  const Boxes boxes(cards, a);
  CHECK(a.spots[2] == *cards[2].at);
  CHECK(a.scales[2] == 1);
  CHECK(boxes.apart(0, 2, 12));
  CHECK(boxes.apart(1, 2, 12));
  CHECK(boxes.apart(0, 1, 12));
  // A card beyond the window is in no other card's way.
  cards[2].at = Point{2000, 3000};
  const auto far = arrange(cards, {1200, 500}, 12);
  CHECK(far.spots[0] == Point{12, 12});
  CHECK(far.width > 2000);
  CHECK(far.height > 3000);
}

TEST_CASE("whatever their sizes, cards that nobody moved lie over nothing") {
  std::mt19937 random(7);
  const auto number = [&](int least, int most) { return static_cast<float>(std::uniform_int_distribution(least, most)(random)); };
  for (int round = 0; round < 60; ++round) {
    std::vector<Placing> cards;
    for (int i = 0; i < 12; ++i) {
      auto card = i % 3 == 0 ? fixed(number(80, 700), number(60, 400)) : grid(number(1, 12), number(1, 12));
      if (i % 4 == 3) card.at = Point{number(0, 900), number(0, 1500)};
      cards.push_back(card);
    }
    for (const auto pages : {Pages::many, Pages::one}) {
      const auto a = arrange(cards, {800, 600}, 12, pages);
      const Boxes boxes(cards, a);
      for (std::size_t i = 0; i < cards.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          if (cards[i].at && cards[j].at) continue;
          CAPTURE(round);
          CHECK(boxes.apart(i, j, 12));
        }
    }
  }
}

TEST_CASE("ten thousand cards are arranged at once") {
  const std::vector<Placing> cards(10'000, grid(3, 4));
  const auto a = arrange(cards, {900, 600}, 12);
  const Boxes boxes(cards, a);
  CHECK(boxes.apart(9'998, 9'999, 12));
  CHECK(a.height > 100'000);
}
