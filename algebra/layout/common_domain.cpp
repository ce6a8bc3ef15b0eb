#include "algebra/layout/common_domain.hpp"

#include <numeric>

#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/element.hpp"

namespace algebra {
namespace {

std::vector<std::int64_t> sizes_of(const IntTuple& shape) {
  std::vector<std::int64_t> all;
  shape.for_each_integer([&](Int i) {
    if (i.value <= 0) throw Problem{"shape", message("The sizes of {} must be at least 1.", plain(shape)), {}};
    all.push_back(i.value);
  });
  return all;
}

}  // namespace

Layout greatest_common_domain(const IntTuple& a, const IntTuple& b) {
  // Sizes still unconsumed at the walk's position, and below it the number of elements before that position.
  auto of_a = sizes_of(a), of_b = sizes_of(b);
  product(a), product(b);  // throws if a product overflows; below only least common multiples still can
  std::size_t i = 0, j = 0;
  std::int64_t before_a = 1, before_b = 1;
  ModeList common;
  const auto known = [](std::int64_t n) { return Int{n, true}; };
  while (i < of_a.size() && j < of_b.size()) {
    if (of_a[i] == 1 || of_b[j] == 1) {
      of_a[i] == 1 ? ++i : ++j;
      continue;
    }
    // The first offset at which both shapes allow a factor to begin.
    const auto aligned = (known(before_a / std::gcd(before_a, before_b)) * known(before_b)).value;
    const auto skip_a = aligned / before_a, skip_b = aligned / before_b;
    if (of_a[i] % skip_a == 0 && of_b[j] % skip_b == 0) {
      if (const auto factor = std::gcd(of_a[i] / skip_a, of_b[j] / skip_b); factor != 1) {
        common.push_back({known(factor), known(aligned)});
        of_a[i] /= skip_a * factor;
        of_b[j] /= skip_b * factor;
        before_a = before_b = (known(aligned) * known(factor)).value;
        continue;
      }
    }
    // Skips the integer that ends first; both if neither end divides the other.
    const auto end_a = before_a * of_a[i], end_b = before_b * of_b[j];
    const bool in_b = end_b % end_a == 0, in_a = end_a % end_b == 0;
    if (in_b || !in_a) before_a = end_a, ++i;
    if (in_a || !in_b) before_b = end_b, ++j;
  }
  if (common.empty()) common.push_back({known(1), known(0)});
  return Layout::written([&](IntTuple& shape, IntTuple& stride) {
    shape = stride = IntTuple();
    for (const auto& m : common) shape.append(m.shape), stride.append(m.stride);
  });
}

Layout layout_add(const Layout& a, const Layout& b) {
  if (size(a) != size(b))
    throw Problem{"size", message("A sum needs layouts of the same size: {} has {}, {} has {}.", plain(a), size(a), plain(b), size(b)), {}};
  const auto x = coalesce(a), y = coalesce(b);
  const auto common = greatest_common_domain(x.shape(), y.shape());
  if (size(common) != size(a))
    throw Problem{"common domain",
                  message("{} and {} are cut at different places: their common part, {}, has {} of {} elements.", plain(x), plain(y),
                          plain(common), size(common), size(a)),
                  {}};
  // Each mode of the common domain lies within one mode of each layout, so both are linear along it.
  const auto strides = common.stride().transformed([&](Int at) { return (value_at(at.value, x) + value_at(at.value, y)).as_integer(); });
  auto result = coalesce(Layout(common.shape(), strides));
  // Over F2 the sum is linear only if no step carries, so each value is compared.
  if (has_bits(a) || has_bits(b))
    for (std::int64_t i = 0; i < size(a); ++i)
      if (value_at(i, result) != value_at(i, a) + value_at(i, b))
        throw Problem{"common domain",
                      message("{} and {} have no sum over F2: at coordinate {} it is {}, where strides make {}.", plain(a), plain(b), i,
                              to_string(value_at(i, a) + value_at(i, b)), to_string(value_at(i, result))),
                      {}};
  return result;
}

namespace {
bool goes_on(const Mode& mode, Int stride) {
  if (is_special(mode.stride) || is_special(stride)) return special_runs_on(mode, stride);
  return mode.shape * mode.stride == stride && mode.stride.basis == stride.basis;
}
}  // namespace

Layout coalesce_z(const Layout& l) {
  ModeList result;
  for (const auto& m : flat_modes(l)) {
    while (!result.empty() && result.back().shape.is(1)) result.shrink(result.size() - 1);
    if (!result.empty() && goes_on(result.back(), m.stride)) result.back().shape = result.back().shape * m.shape;
    else result.push_back(m);
  }
  return result.empty() ? Layout() : layout_of_modes(result);
}

Layout coalesce_z(const Layout& l, const IntTuple& profile) {
  if (!profile.is_tuple()) return profile.is_underscore() ? l : coalesce_z(l);
  if (profile.rank() > rank(l))
    throw Problem{"mismatched ranks", message("The profile {} has more modes than {}.", plain(profile), plain(l)), {}};
  std::vector<Layout> modes;
  for (int i = 0; i < rank(l); ++i) modes.push_back(i < profile.rank() ? coalesce_z(mode(l, i), profile.mode(i)) : mode(l, i));
  return make_layout(modes);
}

IntTuple prefix_product(const IntTuple& t, const IntTuple& first) {
  if (first.is_tuple()) {
    if (!t.is_tuple() || t.rank() != first.rank())
      throw Problem{"weakly congruent", message("{} does not have the modes of {}.", plain(first), plain(t)), {}};
    IntTuple result;
    for (int i = 0; i < t.rank(); ++i) result.append(prefix_product(t.mode(i), first.mode(i)));
    return result;
  }
  auto product = first.integer();
  return t.transformed([&](Int i) {
    const auto before = product;
    product = product * i;
    return before;
  });
}

}  // namespace algebra
