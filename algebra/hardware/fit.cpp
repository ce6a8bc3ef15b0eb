#include "algebra/hardware/fit.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

/// Limits for comparing threads and the elements of their parts; no GPU has blocks of that many threads.
constexpr std::int64_t most_compared_threads = 1 << 14, most_compared = 1 << 20, most_owned = 1 << 16;

/// Returns the elements of a thread's part, in the order of its values.
std::vector<std::int64_t> elements_of(const Tensor& part) {
  std::vector<std::int64_t> elements(static_cast<std::size_t>(size(part.layout)));
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = part.offset + part.layout(static_cast<std::int64_t>(i));
  return elements;
}

/// Returns a tile that both divide, column by column: an element is its 1-D coordinate.
Layout common_tile(const Fitting& f) {
  const auto of_copy = product_each(tile_shape(f.copy)), of_mma = tile_shape(f.mma);
  if (of_copy.rank() != 2)
    throw Problem{"argument", message("A copy for an MMA has a tile of two modes, not {}.", to_string(of_copy, Marks::plain)), {}};
  const int first = f.matrix == Matrix::b ? 1 : 0, second = f.matrix == Matrix::c ? 1 : 2;
  const auto both = [&](int of_the_copy, int of_the_mma) {
    return IntTuple(Int{std::lcm(product(of_copy.mode(of_the_copy)).value, product(of_mma.mode(of_the_mma)).value), true});
  };
  return make_layout(IntTuple::tuple({both(0, first), both(1, second)}));
}

void require_compared(std::int64_t threads, const Layout& tile) {
  if (threads <= most_compared_threads && size(tile) <= most_compared) return;
  throw Problem{"limit",
                message("{} threads and a tile of {} elements are too many to compare: at most {} threads and {} elements are.", threads,
                        size(tile), most_compared_threads, most_compared),
                {}};
}

Side side_of(const Fitting& f) { return f.matrix == Matrix::c ? Side::source : Side::destination; }
std::int64_t threads_of(const TiledCopy& copy) { return size(mode(copy.layout_tv, 0)); }

std::string coordinate(std::int64_t element, std::int64_t rows) { return fmt::format("({},{})", element % rows, element / rows); }
std::string some(const std::vector<std::int64_t>& elements, std::int64_t rows) {
  constexpr std::size_t shown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, elements.size()); ++i) text += (i > 0 ? " " : "") + coordinate(elements[i], rows);
  return elements.size() > shown ? text + " ..." : text;
}

}  // namespace

std::optional<Message> misfit(const Fitting& f) {
  const auto threads = threads_of(f.copy), of_mma = size(thr_layout_vmnk(f.mma));
  if (threads != of_mma) return message("the copy has {} threads, the MMA {}", threads, of_mma);
  const Tensor tile{.layout = common_tile(f)};
  require_compared(threads, tile.layout);
  const auto rows = size(mode(tile.layout, 0));
  for (std::int64_t t = 0; t < threads; ++t) {
    if (!has_thread(f.mma, t)) continue;
    const Int thread{t, true};
    const auto part = partition(f.mma, f.matrix, thread, tile);
    const auto wanted = elements_of(part), given = elements_of(partition(f.copy, side_of(f), thread, tile));
    auto a = given, b = wanted;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    if (a != b) return message("the copy gives thread {} the elements {}, the MMA wants {}", t, some(given, rows), some(wanted, rows));
    // The elements are the same; compares their registers.
    const auto registers = retile(f.copy, make_layout(part.layout.shape()));
    for (std::size_t i = 0; i < given.size(); ++i) {
      const auto at = registers(static_cast<std::int64_t>(i));
      const auto there = wanted[static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(wanted.size()) - 1))];
      if (there != given[i])
        return message("the copy gives register {} of thread {} the element {}, the MMA wants {}", at, t, coordinate(given[i], rows),
                       coordinate(there, rows));
    }
  }
  return std::nullopt;
}

std::optional<Owners> owners_of(const Fitting& f) {
  const auto layout = common_tile(f);
  const auto count = size(layout);
  const auto threads = size(thr_layout_vmnk(f.mma)), of_copy_threads = threads_of(f.copy);
  if (count > most_owned || std::max(threads, of_copy_threads) > most_compared_threads) return std::nullopt;
  const Tensor tile{.layout = layout};
  struct Held {
    std::int64_t element;
    ThreadRegister by;
    bool operator==(const Held&) const = default;
    bool operator<(const Held& other) const { return std::pair(element, by) < std::pair(other.element, other.by); }
  };
  std::vector<Held> of_copy, of_mma;
  const auto add = [&](std::vector<Held>& to, std::int64_t thread, const std::vector<std::int64_t>& elements, const auto& index) {
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (elements[i] >= 0 && elements[i] < count) to.push_back({elements[i], {thread, index(static_cast<std::int64_t>(i))}});
  };
  std::optional<IntTuple> fragment;
  for (std::int64_t t = 0; t < threads; ++t) {
    if (!has_thread(f.mma, t)) continue;
    const auto part = partition(f.mma, f.matrix, Int{t, true}, tile);
    if (!fragment) fragment = part.layout.shape();
    add(of_mma, t, elements_of(part), [](std::int64_t i) { return i; });
  }
  for (std::int64_t t = 0; t < of_copy_threads; ++t) {
    const auto given = elements_of(partition(f.copy, side_of(f), Int{t, true}, tile));
    // If the copy cannot address the MMA's registers, its values are counted in their own order.
    auto registers = attempt([&] { return fragment ? retile(f.copy, make_layout(*fragment)) : Layout(); });
    const bool same = registers && fragment && size(*registers) == static_cast<std::int64_t>(given.size());
    add(of_copy, t, given, [&](std::int64_t i) { return same ? (*registers)(i) : i; });
  }
  for (auto* all : {&of_copy, &of_mma}) {
    std::sort(all->begin(), all->end());
    all->erase(std::unique(all->begin(), all->end()), all->end());
  }
  Owners owners{.shape = layout.shape(), .elements = std::vector<Owners::Element>(static_cast<std::size_t>(count))};
  auto a = of_copy.begin(), b = of_mma.begin();
  for (std::int64_t e = 0; e < count; ++e) {
    const auto other = [e](const Held& o) { return o.element != e; };
    const auto a_end = std::find_if(a, of_copy.end(), other), b_end = std::find_if(b, of_mma.end(), other);
    auto& element = owners.elements[static_cast<std::size_t>(e)];
    if (a != a_end) element.by_copy = a->by;
    if (b != b_end) element.by_mma = b->by;
    const auto [first_a, first_b] = std::mismatch(a, a_end, b, b_end);
    element.differs = first_a != a_end || first_b != b_end;
    if (element.differs) {
      element.by_copy = first_a != a_end ? first_a->by : ThreadRegister{};
      element.by_mma = first_b != b_end ? first_b->by : ThreadRegister{};
    }
    a = a_end;
    b = b_end;
  }
  return owners;
}

}  // namespace algebra
