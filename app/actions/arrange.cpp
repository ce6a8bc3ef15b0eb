#include "app/actions/arrange.hpp"

#include <algorithm>
#include <cstddef>

namespace app {
namespace {

struct Box {
  float left, top, right, bottom;
};

struct Shelf {
  std::vector<std::size_t> cards;
  float used = 0, height = 0;
};

/// Each card on the first shelf that has room for it, so that small cards stand beside large ones.
std::vector<Shelf> shelves_of(std::span<const Placing> cards, float room, float gap) {
  std::vector<Shelf> shelves;
  // Far up there is hardly any room left, and looking for it again and again would take long.
  constexpr std::size_t looked_at = 64;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto& card = cards[i];
    if (card.at) continue;
    auto shelf = shelves.size() > looked_at ? shelves.size() - looked_at : 0;
    // A much taller card would leave a hole beside those that stand there.
    while (shelf < shelves.size() && (shelves[shelf].used + card.width + gap > room + 1 || card.height > 1.4f * shelves[shelf].height))
      ++shelf;
    if (shelf == shelves.size()) shelves.push_back({{}, gap, 0});
    shelves[shelf].cards.push_back(i);
    shelves[shelf].used += card.width + gap;
    shelves[shelf].height = std::max(shelves[shelf].height, card.height);
  }
  return shelves;
}

/// The box that a card at this place would lie over or touch more closely than `gap`; null where it is free.
const Box* obstacle(std::span<const Box> boxes, Spot at, const Placing& card, float gap) {
  const auto found = std::ranges::find_if(boxes, [&](const Box& b) {
    return at.x < b.right + gap && at.x + card.width + gap > b.left && at.y < b.bottom + gap && at.y + card.height + gap > b.top;
  });
  return found == boxes.end() ? nullptr : &*found;
}

/// The leftmost free place from `x` on at this height; nothing where the canvas ends before.
std::optional<Spot> free_spot(std::span<const Box> boxes, float x, float y, const Placing& card, float room, float gap) {
  while (const auto* box = obstacle(boxes, {x, y}, card, gap)) x = box->right + gap;
  if (x > gap && x + card.width + gap > room + 1) return std::nullopt;
  return Spot{x, y};
}

}  // namespace

Arrangement arrange(std::span<const Placing> cards, float room, float gap) {
  Arrangement result;
  result.spots.resize(cards.size());
  std::vector<Box> put;
  for (std::size_t i = 0; i < cards.size(); ++i)
    if (const auto& at = cards[i].at) {
      result.spots[i] = *at;
      put.push_back({at->x, at->y, at->x + cards[i].width, at->y + cards[i].height});
    }
  float y = gap;
  for (const auto& shelf : shelves_of(cards, room, gap)) {
    float x = gap, bottom = y, top = y;
    for (const auto i : shelf.cards) {
      auto spot = free_spot(put, x, top, cards[i], room, gap);
      // Nowhere on this shelf: one below it, further down until there is room.
      while (!spot) {
        top = bottom > top ? bottom + gap : top + gap;
        x = gap;
        spot = free_spot(put, x, top, cards[i], room, gap);
      }
      result.spots[i] = *spot;
      x = spot->x + cards[i].width + gap;
      bottom = std::max(bottom, top + cards[i].height);
    }
    y = bottom + gap;
  }
  for (std::size_t i = 0; i < cards.size(); ++i) {
    result.width = std::max(result.width, result.spots[i].x + cards[i].width + gap);
    result.height = std::max(result.height, result.spots[i].y + cards[i].height + gap);
  }
  return result;
}

}  // namespace app
