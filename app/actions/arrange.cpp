#include "app/actions/arrange.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace app {
namespace {

// The exponents k of the scales 1.05^k that are tried.
constexpr int least_step = -6, most_step = 54;
float scale_at(int k) { return std::pow(1.05f, static_cast<float>(k)); }

/// The limit of steps by which a card with free room may be larger than its neighbours.
constexpr int most_difference = 12;
/// Smaller cells are preferred if, for each step, cards cover this much more of the room.
constexpr float worth_a_step = 1.03f;
constexpr std::size_t most_on_page = 20, most_shapes = 6, most_pages = 16;

/// The sizes of cards at each scale, cached.
class Sizes {
 public:
  explicit Sizes(std::span<const Placing> cards) : cards_(cards), known_(cards.size() * (most_step - least_step + 1)) {}
  /// A moved card has its default size.
  Extent of(std::size_t card, int step) const {
    auto& known = known_[card * (most_step - least_step + 1) + static_cast<std::size_t>(step - least_step)];
    if (!known) known = cards_[card].size(cards_[card].at ? 1 : scale_at(step));
    return *known;
  }
  bool is_moved(std::size_t card) const { return cards_[card].at.has_value(); }

 private:
  std::span<const Placing> cards_;
  mutable std::vector<std::optional<Extent>> known_;
};

/// An arrangement of cards as two blocks in a row or a column, or a single card.
struct Shape {
  Extent size;
  std::size_t split = 0;              ///< first card of the second block; 0: a single card
  bool across = false;                ///< the blocks are side by side
  std::size_t first = 0, second = 0;  ///< indices of the blocks' shapes
};

/// Arranges each range of cards as blocks. Keeps the shapes that fit the room and are not larger than another one in both directions.
class Blocks {
 public:
  Blocks(std::vector<Extent> sizes, Extent room, float gap) : count_(sizes.size()), room_(room), gap_(gap), shapes_(count_ * count_) {
    for (std::size_t i = 0; i < count_; ++i)
      if (fits(sizes[i])) shapes(i, i + 1).push_back({sizes[i]});
    for (std::size_t length = 2; length <= count_; ++length)
      for (std::size_t from = 0; from + length <= count_; ++from) join(from, from + length);
  }
  const std::vector<Shape>& of(std::size_t from, std::size_t to) const { return shapes_[from * count_ + to - 1]; }

 private:
  std::vector<Shape>& shapes(std::size_t from, std::size_t to) { return shapes_[from * count_ + to - 1]; }
  bool fits(Extent e) const { return e.width <= room_.width + 0.5f && e.height <= room_.height + 0.5f; }

  void join(std::size_t from, std::size_t to) {
    std::vector<Shape> found;
    for (auto split = from + 1; split < to; ++split) {
      const auto &first = of(from, split), &second = of(split, to);
      for (std::size_t a = 0; a < first.size(); ++a)
        for (std::size_t b = 0; b < second.size(); ++b)
          for (const bool across : {true, false}) {
            const auto p = first[a].size, q = second[b].size;
            const Extent size = across ? Extent{p.width + gap_ + q.width, std::max(p.height, q.height)}
                                       : Extent{std::max(p.width, q.width), p.height + gap_ + q.height};
            if (fits(size)) found.push_back({size, split, across, a, b});
          }
    }
    std::ranges::stable_sort(found, [](const Shape& a, const Shape& b) {
      return std::pair(a.size.width, a.size.height) < std::pair(b.size.width, b.size.height);
    });
    auto& kept = shapes(from, to);
    for (const auto& shape : found)
      if (kept.empty() || shape.size.height < kept.back().size.height - 0.5f) kept.push_back(shape);
    // Keeps the narrowest, the lowest and some between.
    if (kept.size() > most_shapes) {
      for (std::size_t i = 0; i < most_shapes; ++i) kept[i] = kept[i * (kept.size() - 1) / (most_shapes - 1)];
      kept.resize(most_shapes);
    }
  }

  std::size_t count_;
  Extent room_;
  float gap_;
  std::vector<std::vector<Shape>> shapes_;
};

/// An arrangement of a page's cards.
struct Placed {
  std::vector<Point> spots;  ///< from the page's corner
  std::vector<int> steps;
  float taken = 0;  ///< the part of the room covered by cards
};

/// The cards of one page, in a room surrounded by the gap.
class Page {
 public:
  Page(const Sizes& sizes, std::size_t begin, std::size_t count, Extent room, float gap)
      : sizes_(sizes), begin_(begin), count_(count), room_(room), gap_(gap) {}

  Blocks blocks(int step) const {
    std::vector<Extent> all;
    for (std::size_t i = 0; i < count_; ++i) all.push_back(sizes_.of(begin_ + i, step));
    return {std::move(all), room_, gap_};
  }

  /// Returns the arrangement with the largest cells that fit, or with somewhat smaller ones if cards then cover much more of the room.
  /// nullopt if nothing fits even at step `from`.
  std::optional<Placed> best(int from, int to) const {
    if (!fits(from)) return std::nullopt;
    int largest = from;
    for (int beyond = to + 1; largest + 1 < beyond;) {
      const int middle = (largest + beyond) / 2;
      (fits(middle) ? largest : beyond) = middle;
    }
    constexpr int looked_at = 6;
    std::optional<Placed> best;
    float worth = 1;
    for (int k = largest; k >= std::max(from, largest - looked_at); --k, worth *= worth_a_step) {
      const auto blocks_now = blocks(k);
      for (std::size_t n = 0; n < blocks_now.of(0, count_).size(); ++n) {
        auto tried = placed(blocks_now, n, k);
        if (!best || tried.taken > best->taken * worth) best = std::move(tried), worth = 1;
      }
    }
    return best;
  }

 private:
  bool fits(int step) const { return !blocks(step).of(0, count_).empty(); }

  Placed placed(const Blocks& blocks, std::size_t shape, int step) const {
    Placed out{std::vector<Point>(count_), std::vector<int>(count_, step), 0};
    grow(blocks, 0, count_, shape, room_, out.steps);
    put(blocks, 0, count_, shape, {}, out);
    for (std::size_t i = 0; i < count_; ++i) {
      const auto size = sizes_.of(begin_ + i, out.steps[i]);
      out.taken += size.width * size.height / (room_.width * room_.height);
    }
    return out;
  }

  /// Enlarges the cards of a block as far as a box allows.
  void grow(const Blocks& blocks, std::size_t from, std::size_t to, std::size_t n, Extent box, std::vector<int>& steps) const {
    const auto& s = blocks.of(from, to)[n];
    if (s.split == 0) {
      const int most = std::min(steps[from] + most_difference, most_step);
      const auto fits_box = [&](int k) {
        const auto size = sizes_.of(begin_ + from, k);
        return size.width <= box.width + 0.5f && size.height <= box.height + 0.5f;
      };
      while (steps[from] < most && !sizes_.is_moved(begin_ + from) && fits_box(steps[from] + 1)) ++steps[from];
      return;
    }
    const auto &a = blocks.of(from, s.split)[s.first].size, &b = blocks.of(s.split, to)[s.second].size;
    const auto share = [&](float whole, float first, float second) { return (whole - gap_) * first / (first + second); };
    const auto part = s.across ? share(box.width, a.width, b.width) : share(box.height, a.height, b.height);
    const auto rest = (s.across ? box.width : box.height) - gap_ - part;
    grow(blocks, from, s.split, s.first, s.across ? Extent{part, box.height} : Extent{box.width, part}, steps);
    grow(blocks, s.split, to, s.second, s.across ? Extent{rest, box.height} : Extent{box.width, rest}, steps);
  }

  /// Places a block without holes. Returns its size.
  Extent put(const Blocks& blocks, std::size_t from, std::size_t to, std::size_t n, Point at, Placed& out) const {
    const auto& s = blocks.of(from, to)[n];
    if (s.split == 0) {
      out.spots[from] = at;
      return sizes_.of(begin_ + from, out.steps[from]);
    }
    const auto a = put(blocks, from, s.split, s.first, at, out);
    const auto b =
        put(blocks, s.split, to, s.second, s.across ? Point{at.x + a.width + gap_, at.y} : Point{at.x, at.y + a.height + gap_}, out);
    return s.across ? Extent{a.width + gap_ + b.width, std::max(a.height, b.height)}
                    : Extent{std::max(a.width, b.width), a.height + gap_ + b.height};
  }

  const Sizes& sizes_;
  std::size_t begin_, count_;
  Extent room_;
  float gap_;
};

struct Box {
  float left, top, right, bottom;
};

/// Arranges all cards that were not moved, on one page or several.
class Placer {
 public:
  Placer(std::span<const Placing> cards, Extent page, float gap, Arrangement& out)
      : count_(cards.size()), sizes_(cards), page_(page), room_{page.width - 2 * gap, page.height - 2 * gap}, gap_(gap), out_(out) {}

  void place(Pages pages) {
    if (count_ <= most_on_page)
      if (const auto all = page(0, count_).best(least_step, most_step)) return take(*all, 0, gap_);
    if (pages == Pages::one) {
      place_in_rows(0, least_step, gap_, count_);
      return;
    }
    // Cells of later pages are at most as large as those of the first.
    int most = most_step;
    std::size_t begin = 0;
    float top = gap_;
    for (std::size_t n = 0; begin < count_ && n < most_pages; ++n) {
      const auto placed = fullest(begin, most);
      if (!placed) {  // larger than a page
        const float bottom = place_in_rows(begin, 0, top, begin + 1);
        top += std::ceil((bottom - top + 2 * gap_) / page_.height) * page_.height;
        ++begin;
        continue;
      }
      take(*placed, begin, top);
      if (begin == 0) most = *std::ranges::max_element(placed->steps);
      begin += placed->steps.size();
      top += page_.height;
    }
    if (begin < count_) place_in_rows(begin, 0, top, count_);
  }

 private:
  Page page(std::size_t begin, std::size_t count) const { return {sizes_, begin, count, room_, gap_}; }

  /// Returns a page with as many cards as fit at little less than their default size, or a few more if they fill it better.
  std::optional<Placed> fullest(std::size_t begin, int most) const {
    constexpr int little_less = -3;
    const auto left = std::min(count_ - begin, most_on_page);
    const auto blocks = page(begin, left).blocks(little_less);
    auto count = left;
    while (count > 1 && blocks.of(0, count).empty()) --count;
    auto best = page(begin, count).best(least_step, most);
    constexpr std::size_t more = 3;
    constexpr float better = 1.1f;
    for (std::size_t n = count + 1; best && n <= std::min(left, count + more); ++n)
      if (auto tried = page(begin, n).best(least_step, most); tried && tried->taken > best->taken * better) best = std::move(tried);
    return best;
  }

  void take(const Placed& placed, std::size_t begin, float top) {
    for (std::size_t i = 0; i < placed.spots.size(); ++i) {
      out_.spots[begin + i] = {gap_ + placed.spots[i].x, top + placed.spots[i].y};
      out_.scales[begin + i] = sizes_.is_moved(begin + i) ? 1 : scale_at(placed.steps[i]);
    }
  }

  /// Places cards in rows, for numbers beyond the other arrangements. Returns their bottom.
  float place_in_rows(std::size_t begin, int step, float top, std::size_t end) {
    float x = gap_, y = top, bottom = top;
    for (auto i = begin; i < end; ++i) {
      const auto size = sizes_.of(i, step);
      if (x > gap_ && x + size.width > gap_ + room_.width + 0.5f) x = gap_, y = bottom + gap_;
      out_.spots[i] = {x, y};
      out_.scales[i] = sizes_.is_moved(i) ? 1 : scale_at(step);
      x += size.width + gap_;
      bottom = std::max(bottom, y + size.height);
    }
    return bottom;
  }

  std::size_t count_;
  Sizes sizes_;
  Extent page_, room_;
  float gap_;
  Arrangement& out_;
};

/// Returns a box that a card at this place would overlap, or touch more closely than `gap`; null if the place is free.
const Box* obstacle(std::span<const Box> boxes, Point at, Extent size, float gap) {
  const auto found = std::ranges::find_if(boxes, [&](const Box& b) {
    return at.x < b.right + gap && at.x + size.width + gap > b.left && at.y < b.bottom + gap && at.y + size.height + gap > b.top;
  });
  return found == boxes.end() ? nullptr : &*found;
}

/// Returns the highest free place, and of equal ones the leftmost.
Point free_spot(std::span<const Box> boxes, Extent size, float room, float gap) {
  std::vector<float> tops{gap};
  for (const auto& b : boxes) tops.push_back(b.bottom + gap);
  std::ranges::sort(tops);
  for (const float y : tops) {
    float x = gap;
    while (const auto* box = obstacle(boxes, {x, y}, size, gap)) x = box->right + gap;
    if (x == gap || x + size.width + gap <= room + 1) return {x, y};
  }
  return {gap, tops.back()};
}

/// Puts moved cards at their places, and the cards in their way elsewhere.
void make_way(std::span<const Placing> cards, float room, float gap, Arrangement& out) {
  std::vector<Box> put;
  const auto add = [&](std::size_t i) {
    const auto size = cards[i].size(out.scales[i]);
    put.push_back({out.spots[i].x, out.spots[i].y, out.spots[i].x + size.width, out.spots[i].y + size.height});
  };
  for (std::size_t i = 0; i < cards.size(); ++i)
    if (cards[i].at) out.spots[i] = *cards[i].at, add(i);
  if (put.empty()) return;
  std::vector<std::size_t> in_the_way;
  const auto moved = put;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].at) continue;
    if (obstacle(moved, out.spots[i], cards[i].size(out.scales[i]), gap) != nullptr) in_the_way.push_back(i);
    else add(i);
  }
  for (const auto i : in_the_way) out.spots[i] = free_spot(put, cards[i].size(out.scales[i]), room, gap), add(i);
}

}  // namespace

Arrangement arrange(std::span<const Placing> cards, Extent room, float gap, Pages pages) {
  Arrangement result;
  result.spots.resize(cards.size());
  result.scales.resize(cards.size(), 1);
  if (cards.empty()) return result;
  Placer(cards, room, gap, result).place(pages);
  make_way(cards, room.width, gap, result);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto size = cards[i].size(result.scales[i]);
    result.width = std::max(result.width, result.spots[i].x + size.width + gap);
    result.height = std::max(result.height, result.spots[i].y + size.height + gap);
  }
  return result;
}

Arrangement arrange_whole(std::span<const Placing> placings, Extent room, float gap, float least, float& zoom) {
  const auto within = [&](float z) { return arrange(placings, {room.width / z, room.height / z}, gap, Pages::one); };
  const auto fits = [&](const Arrangement& a, float z) { return a.width * z <= room.width + 0.5f && a.height * z <= room.height + 0.5f; };
  zoom = 1;
  auto best = within(zoom);
  if (fits(best, zoom)) return best;
  float low = least;
  best = within(low);
  for (int i = 0; i < 7; ++i) {
    const float middle = (low + zoom) / 2;
    auto tried = within(middle);
    if (fits(tried, middle)) low = middle, best = std::move(tried);
    else zoom = middle;
  }
  zoom = std::min({low, room.width / best.width, room.height / best.height});
  return best;
}

}  // namespace app
