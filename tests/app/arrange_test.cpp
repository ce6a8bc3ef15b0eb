#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "app/actions/arrange.hpp"

using namespace app;

namespace {

bool apart(const Placing& a, Spot at, const Placing& b, Spot bt, float gap) {
  return at.x + a.width + gap <= bt.x + 0.01f || bt.x + b.width + gap <= at.x + 0.01f || at.y + a.height + gap <= bt.y + 0.01f ||
         bt.y + b.height + gap <= at.y + 0.01f;
}

}  // namespace

TEST_CASE("cards stand on shelves from left to right") {
  const std::vector<Placing> cards{{300, 200, {}}, {300, 180, {}}, {500, 100, {}}, {200, 190, {}}};
  const auto a = arrange(cards, 900, 10);
  CHECK(a.spots[0] == Spot{10, 10});
  CHECK(a.spots[1] == Spot{320, 10});
  CHECK(a.spots[2] == Spot{10, 220});
  CHECK(a.spots[3] == Spot{630, 10});  // beside the first two: there is room
  CHECK(a.height == 330);
  CHECK(arrange({}, 900, 10).spots.empty());
}

TEST_CASE("a moved card stays where it is, and the others stand around it") {
  std::vector<Placing> cards{{300, 200, {}}, {300, 200, {}}, {300, 200, Spot{100, 50}}};
  const auto a = arrange(cards, 900, 10);
  CHECK(a.spots[2] == Spot{100, 50});
  for (int i = 0; i < 2; ++i)
    CHECK(apart(cards[static_cast<std::size_t>(i)], a.spots[static_cast<std::size_t>(i)], cards[2], a.spots[2], 10));
  // Beyond the window it is in nobody's way.
  cards[2].at = Spot{2000, 3000};
  const auto far = arrange(cards, 900, 10);
  CHECK(far.spots[0] == Spot{10, 10});
  CHECK(far.spots[1] == Spot{320, 10});
  CHECK(far.width == 2310);
  CHECK(far.height == 3210);
}

TEST_CASE("whatever their sizes, cards that nobody moved lie over nothing") {
  std::mt19937 random(7);
  const auto number = [&](int least, int most) { return static_cast<float>(std::uniform_int_distribution(least, most)(random)); };
  for (int round = 0; round < 200; ++round) {
    std::vector<Placing> cards;
    for (int i = 0; i < 12; ++i) {
      Placing card{number(80, 700), number(60, 400), {}};
      if (i % 4 == 3) card.at = Spot{number(0, 900), number(0, 1500)};
      cards.push_back(card);
    }
    const auto a = arrange(cards, 800, 12);
    for (std::size_t i = 0; i < cards.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        if (cards[i].at && cards[j].at) continue;
        CAPTURE(round);
        CHECK(apart(cards[i], a.spots[i], cards[j], a.spots[j], 12));
      }
  }
}
