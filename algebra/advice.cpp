// Why two layouts do not compose, and which near ones do.

#include "algebra/advice.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "algebra/coalesce.hpp"
#include "algebra/contracts.hpp"

namespace algebra {
namespace {

/// Tries layouts s:d for a bounded time: each costs its elements.
class Trials {
 public:
  explicit Trials(const Layout& a) : a_(all_known(a)), elements_(size(a)) {}
  bool exhausted() const { return budget_ <= 0; }
  bool composes(std::int64_t s, std::int64_t d) {
    if (exhausted()) return false;
    const Layout b(Int{s, true}, Int{d, true});
    budget_ -= 16;
    if (b(s - 1) >= elements_) return false;
    const auto r = attempt([&] { return composition(a_, b); });
    if (!r) return false;
    budget_ -= s;
    return check_composition(a_, b, *r).kind == Verdict::Kind::kept;
  }

 private:
  Layout a_;
  std::int64_t elements_, budget_ = 1 << 17;
};

}  // namespace

IntTuple all_known(const IntTuple& t) {
  return t.transformed([](Int i) { return Int{i.value, true, i.basis}; });
}

Layout all_known(const Layout& l) { return {all_known(l.shape()), all_known(l.stride())}; }

Tiler all_known(const Tiler& t) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return {all_known(*layout)};
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return {all_known(*leaf)};
  std::vector<Tiler> modes;
  for (const auto& m : t.modes()) modes.push_back(all_known(m));
  return {std::move(modes)};
}

std::string composition_obstacle(const Layout& a, const Layout& b, std::string_view name) {
  if (has_basis(b)) return {};
  auto modes = coalesce_beyond(a);
  const auto given = flat_modes(a);
  if (!given.empty() && given.back().shape.value == 1) modes.back() = given.back();
  // Words about "mode 0 of A" are only right where coalescing left A's modes as they are.
  const auto whole = modes == given ? std::string(name) : fmt::format("{} = {}", name, to_string(layout_of_modes(modes), Marks::plain));
  for (const auto& m : flat_modes(b)) {
    auto stride = std::abs(m.stride.value), rest = m.shape.value;
    if (stride == 0 || rest == 0) continue;
    for (std::size_t i = 0; i + 1 < modes.size(); ++i) {
      const auto extent = modes[i].shape.value;
      if (extent == 0) break;
      if (stride > extent && stride % extent != 0)
        return fmt::format("mode {} of {} (size {}) does not divide {}", i, whole, extent, stride);
      if (stride < extent && extent % stride != 0 && rest > extent / stride)
        return fmt::format("{} does not divide mode {} of {} (size {})", stride, i, whole, extent);
      const auto here = std::min(std::max<std::int64_t>(1, extent / stride), rest);
      if (here > 1 && rest % here != 0)
        return fmt::format("{} elements cannot be taken in steps of {} out of mode {} of {} (size {})", m.shape.value, m.stride.value, i,
                           whole, extent);
      rest /= here;
      stride = (stride + extent - 1) / extent;
    }
  }
  return {};
}

std::vector<std::string> nearest_compositions(const Layout& a, const Layout& b, Marks marks) {
  const auto modes = flat_modes(b);
  if (modes.size() != 1 || has_basis(b)) return {};
  const auto s = modes[0].shape.value, d = modes[0].stride.value;
  constexpr std::int64_t reach = 256;
  if (s < 1 || s > 4096 || d < 0 || d > std::int64_t{1} << 40) return {};
  const auto* mark = marks == Marks::underscores ? "_" : "";
  std::vector<std::string> found;
  Trials trials(a);
  std::int64_t taken = -1;
  const auto offer = [&](std::int64_t size, std::int64_t stride) {
    if (!trials.composes(size, stride)) return false;
    found.push_back(fmt::format("{}{}:{}{}", mark, size, mark, stride));
    taken = stride;
    return true;
  };
  for (std::int64_t delta = 0; delta <= reach && found.empty(); ++delta)
    if (!offer(s, d + delta) && d - delta > 0) offer(s, d - delta);
  const auto first = taken;
  for (std::int64_t delta = 0; delta <= 16 && found.size() < 2; ++delta)
    for (const auto stride : {d - delta, d + delta}) {
      if (stride <= 0 || stride == first || found.size() >= 2) continue;
      for (auto size = s; size <= 2 * s; ++size)
        if (offer(size, stride)) break;
    }
  return found;
}

}  // namespace algebra
