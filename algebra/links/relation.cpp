#include "algebra/links/relation.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "algebra/mode_list.hpp"
#include "algebra/operations.hpp"

namespace algebra::links {
namespace {

using Wide = std::int64_t;

/// a - b where that has 63 bits; else as far as it goes: no index is there.
Wide minus(Wide a, Wide b) {
  Wide result = 0;
  if (!__builtin_sub_overflow(a, b, &result)) return result;
  return a < 0 ? std::numeric_limits<Wide>::min() : std::numeric_limits<Wide>::max();
}

Wide floor_div(Wide a, Wide b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }
Wide ceil_div(Wide a, Wide b) { return a / b + ((a % b != 0 && (a < 0) == (b < 0)) ? 1 : 0); }

}  // namespace

Layout counting(std::int64_t size) { return {IntTuple(Int{size, true}), IntTuple(Int{1, true})}; }

Layout counting(const IntTuple& shape) {
  return make_layout(shape.transformed([](Int i) { return Int{i.value, true}; }));
}

IndexMap::IndexMap(Layout layout, std::int64_t offset, std::optional<std::variant<Swizzle, Layout>> then)
    : layout_(std::move(layout)), offset_(offset), size_(algebra::size(layout_)) {
  if (then) {
    if (const auto* s = std::get_if<Swizzle>(&*then)) swizzle_ = *s;
    else then_ = std::make_shared<const IndexMap>(std::get<Layout>(*then));
  }
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
    (t.stride < 0 ? least : greatest) += (t.shape - 1) * t.stride;
    divisor = std::gcd(divisor, t.stride);
  }
}

std::int64_t IndexMap::operator()(std::int64_t coordinate) const {
  const auto index = offset_ + layout_(coordinate);
  if (swizzle_) return apply(*swizzle_, index);
  return then_ ? (*then_)(index) : index;
}

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
    // What is left must be within reach of the terms that follow.
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

bool IndexMap::where_index(std::int64_t index, Budget& budget, const std::function<bool(std::int64_t)>& f) const {
  bool go_on = size_ > 0;
  return !go_on || search(0, minus(index, offset_), 0, budget, f, go_on);
}

bool IndexMap::where(std::int64_t value, Budget& budget, const std::function<bool(std::int64_t)>& f) const {
  // A swizzle is its own inverse.
  if (swizzle_) return where_index(apply(*swizzle_, value), budget, f);
  if (!then_) return where_index(value, budget, f);
  bool go_on = true, lasted = true;
  const bool all = then_->where(value, budget, [&](std::int64_t index) {
    lasted = where_index(index, budget, [&](std::int64_t c) { return go_on = f(c); });
    return lasted && go_on;
  });
  return all && lasted;
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
