#include "algebra/links/relation.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra::links {
namespace {

using Wide = std::int64_t;

/// Subtracts, and saturates on overflow: no index is there.
Wide minus(Wide a, Wide b) {
  Wide result = 0;
  if (!__builtin_sub_overflow(a, b, &result)) return result;
  return a < 0 ? std::numeric_limits<Wide>::min() : std::numeric_limits<Wide>::max();
}

/// plus and times wrap around, as the indices of a layout do.
Wide plus(Wide a, Wide b) { return static_cast<Wide>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b)); }

Wide times(Wide a, Wide b) { return static_cast<Wide>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b)); }

Wide floor_div(Wide a, Wide b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }
Wide ceil_div(Wide a, Wide b) { return a / b + ((a % b != 0 && (a < 0) == (b < 0)) ? 1 : 0); }

/// Returns the layout with its last mode, which is unbounded, extended to contain a coordinate; unchanged beyond 63 bits.
Layout reaching(const Layout& l, Wide coordinate) {
  auto modes = flat_modes(l);
  if (modes.size() == 0) return l;
  auto& last = modes[modes.size() - 1];
  const auto before = algebra::size(l) / std::max<Wide>(1, last.shape.value);
  const auto needed = coordinate / std::max<Wide>(1, before) + 1;
  Wide reach = 0;
  if (needed <= last.shape.value || __builtin_mul_overflow(needed, last.stride.value, &reach) ||
      __builtin_mul_overflow(needed, before, &reach))
    return l;
  last.shape.value = needed;
  return layout_of_modes(modes);
}

}  // namespace

Layout counting(std::int64_t size) { return {IntTuple(Int{size, true}), IntTuple(Int{1, true})}; }

Layout counting(const IntTuple& shape) {
  return make_layout(shape.transformed([](Int i) { return Int{i.value, true}; }));
}

IndexMap::IndexMap(Layout layout, std::int64_t offset, const Outer& outer)
    : layout_(std::move(layout)), offset_(offset), size_(algebra::size(layout_)), outer_(outer) {
  std::int64_t step = 1;
  for (const auto& m : flat_modes(layout_)) {
    if (m.shape.value > 1) terms_.push_back({m.shape.value, m.stride.value, step, 0, 0, 0});
    step *= m.shape.value;
  }
  std::stable_sort(terms_.begin(), terms_.end(), [](const Term& a, const Term& b) { return std::abs(a.stride) > std::abs(b.stride); });
  std::int64_t least = 0, greatest = 0, divisor = 0;
  for (auto i = terms_.size(); i-- > 0;) {
    auto& t = terms_[i];
    t.least = least;
    t.greatest = greatest;
    t.divisor = divisor;
    auto& end = t.stride < 0 ? least : greatest;
    end = plus(end, times(t.shape - 1, t.stride));
    divisor = std::gcd(divisor, t.stride);
  }
  if (IndexRange reached{plus(offset_, least), plus(offset_, greatest)}; outer_.function) add(*outer_.function, reached);
}

void IndexMap::add(const OuterFunction& f, IndexRange& reached) {
  if (!f.inside.empty()) add(f.inside[0], reached);
  Then then{.offset = f.offset.value.value};
  if (const auto* s = std::get_if<Swizzle>(&f.function)) {
    then.swizzle = *s;
  } else {
    const auto least = plus(reached.least, then.offset), greatest = plus(reached.greatest, then.offset);
    then.negative = least < 0;
    then.layout = std::make_shared<const IndexMap>(reaching(std::get<Layout>(f.function), std::max(minus(0, least), greatest)));
  }
  then_.push_back(std::move(then));
  reached = index_range(OuterFunction{f.function, f.offset}, reached);
}

std::int64_t IndexMap::operator()(std::int64_t coordinate) const { return outer_(plus(offset_, layout_(coordinate))); }

bool IndexMap::search(std::size_t term, std::int64_t rest, std::int64_t coordinate, Budget& budget,
                      const std::function<bool(std::int64_t)>& f, bool& go_on) const {
  if (budget.steps-- <= 0) return false;
  if (term == terms_.size()) {
    if (rest == 0) go_on = f(coordinate);
    return true;
  }
  const auto& t = terms_[term];
  std::int64_t first = 0, last = t.shape - 1;
  if (t.stride != 0) {
    // The later terms must be able to reach the remaining value.
    const auto low = minus(rest, t.greatest), high = minus(rest, t.least);
    first = std::max(first, t.stride > 0 ? ceil_div(low, t.stride) : ceil_div(high, t.stride));
    last = std::min(last, t.stride > 0 ? floor_div(high, t.stride) : floor_div(low, t.stride));
  } else if (rest != 0) {
    return true;
  }
  for (auto c = first; c <= last && go_on; ++c) {
    const auto left = rest - c * t.stride;
    if (t.divisor != 0 ? left % t.divisor != 0 : left != 0) {
      if (budget.steps-- <= 0) return false;
      continue;
    }
    if (!search(term + 1, left, coordinate + c * t.step, budget, f, go_on)) return false;
  }
  return true;
}

bool IndexMap::where_after(std::size_t functions, std::int64_t value, Budget& budget, const std::function<bool(std::int64_t)>& f,
                           bool& go_on) const {
  if (functions == 0) return search(0, minus(value, offset_), 0, budget, f, go_on);
  const auto& then = then_[functions - 1];
  bool lasted = true;
  const auto before = [&](std::int64_t at) {
    lasted = where_after(functions - 1, minus(at, then.offset), budget, f, go_on);
    return lasted && go_on;
  };
  if (then.swizzle) {
    before(apply(*then.swizzle, value));
    return lasted;
  }
  bool all = then.layout->where(value, budget, before);
  // A layout's value at -i is the negated value at i.
  if (then.negative && lasted && go_on)
    all = then.layout->where(minus(0, value), budget, [&](std::int64_t i) { return i == 0 || before(-i); }) && all;
  return all && lasted;
}

bool IndexMap::where(std::int64_t value, Budget& budget, const std::function<bool(std::int64_t)>& f) const {
  bool go_on = size_ > 0;
  return !go_on || where_after(then_.size(), minus(value, outer_.start), budget, f, go_on);
}

namespace {

template <class Belong>
bool across(const IndexMap& from, const IndexMap& to, std::int64_t to_size, bool by_index, std::int64_t element, Budget& budget,
            Belong&& belong, const std::function<bool(std::int64_t)>& f) {
  if (by_index) return to.where(from(element), budget, [&](std::int64_t b) { return b >= to_size || f(b); });
  return from.where(element, budget, [&](std::int64_t place) {
    const auto b = to(place);
    return b < 0 || b >= to_size || !belong(b) || f(b);
  });
}

}  // namespace

bool Relation::forward(std::int64_t a, Budget& budget, const std::function<bool(std::int64_t)>& f) const {
  return across(
      first, second, second_size, by_index, a, budget,
      [&](std::int64_t b) { return !indices || indices->first(a) == indices->second(b) + indices->apart; }, f);
}
bool Relation::backward(std::int64_t b, Budget& budget, const std::function<bool(std::int64_t)>& f) const {
  return across(
      second, first, first_size, by_index, b, budget,
      [&](std::int64_t a) { return !indices || indices->first(a) == indices->second(b) + indices->apart; }, f);
}

}  // namespace algebra::links
