// Finds the touches of an element: inverts the partition.

#include <algorithm>

#include "gpu/run/summary.hpp"

namespace gpu {
namespace {

__extension__ using Wide = __int128;

/// One flat mode of block, thread or value, and the contribution of its coordinate to that number.
struct Mode {
  int axis = 0;
  std::int64_t extent = 1, stride = 0, weight = 1;
};

/// Finds all coordinates whose offsets add up to a target: tries the largest strides first, and only while the remainder can still be
/// reached.
class OwnerSearch {
 public:
  OwnerSearch(const LaunchShape& w, std::size_t most) : guards_(w.guards), most_(most) {
    add(0, w.from.block, w.blocks);
    add(1, w.from.thread, w.threads);
    add(2, w.from.value, w.values);
    std::stable_sort(modes_.begin(), modes_.end(), [](const Mode& a, const Mode& b) { return std::abs(a.stride) > std::abs(b.stride); });
    low_.assign(modes_.size() + 1, 0);
    high_.assign(modes_.size() + 1, 0);
    for (std::size_t i = modes_.size(); i-- > 0;) {
      const auto reach = static_cast<Wide>(modes_[i].extent - 1) * modes_[i].stride;
      low_[i] = low_[i + 1] + std::min<Wide>(reach, 0);
      high_[i] = high_[i + 1] + std::max<Wide>(reach, 0);
    }
  }

  Owners find(std::int64_t sum) {
    std::int64_t at[3] = {0, 0, 0};
    go(0, sum, at);
    std::sort(found_.touches.begin(), found_.touches.end(), [](auto& a, auto& b) { return algebra::touch_key(a) < algebra::touch_key(b); });
    if (found_.touches.size() > most_) found_.touches.resize(most_);
    if (steps_ > most_steps) found_.total = -1;
    return std::move(found_);
  }

 private:
  static constexpr std::int64_t most_steps = 1 << 18;
  static constexpr std::size_t most_kept = 1 << 14;  // owners kept, from which the first ones are chosen

  void add(int axis, const Axis& a, std::int64_t count) {
    count_[axis] = count;
    std::int64_t weight = 1;
    for (int l = 0; l < a.leaves; ++l) {
      const auto left = (count + weight - 1) / weight;
      const auto extent = l + 1 == a.leaves ? left : std::min<std::int64_t>(left, a.leaf.shape[l]);
      modes_.push_back({axis, extent, a.leaf.stride[l], weight});
      weight *= a.leaf.shape[l];
      if (extent == left) break;
    }
    if (a.leaves == 0 && count > 1) modes_.push_back({axis, count, 0, 1});
  }

  void go(std::size_t i, Wide left, std::int64_t (&at)[3]) {
    if (++steps_ > most_steps) return;
    if (i == modes_.size()) {
      if (left != 0 || at[0] >= count_[0] || at[1] >= count_[1] || at[2] >= count_[2]) return;
      if (guards_.beyond(static_cast<std::uint32_t>(at[0]), static_cast<std::uint32_t>(at[1]), static_cast<std::uint32_t>(at[2]))) return;
      ++found_.total;
      if (found_.touches.size() < most_kept)
        found_.touches.push_back({.block = static_cast<std::uint32_t>(at[0]),
                                  .thread = static_cast<std::uint32_t>(at[1]),
                                  .access = static_cast<std::uint32_t>(at[2])});
      return;
    }
    const auto& m = modes_[i];
    // The remainder for the later modes must be within their reach.
    Wide first = 0, last = m.extent - 1;
    if (m.stride > 0) {
      first = std::max<Wide>(first, (left - high_[i + 1] + m.stride - 1) / m.stride);
      last = std::min<Wide>(last, left - low_[i + 1] < 0 ? -1 : (left - low_[i + 1]) / m.stride);
    } else if (m.stride < 0) {
      const Wide s = -static_cast<Wide>(m.stride);
      first = std::max<Wide>(first, (low_[i + 1] - left + s - 1) / s);
      last = std::min<Wide>(last, high_[i + 1] - left < 0 ? -1 : (high_[i + 1] - left) / s);
    } else if (left < low_[i + 1] || left > high_[i + 1]) {
      return;
    }
    for (Wide c = first; c <= last && steps_ <= most_steps; ++c) {
      at[m.axis] += static_cast<std::int64_t>(c) * m.weight;
      go(i + 1, left - c * m.stride, at);
      at[m.axis] -= static_cast<std::int64_t>(c) * m.weight;
    }
  }

  const Guards& guards_;
  std::size_t most_;
  std::int64_t count_[3] = {1, 1, 1}, steps_ = 0;
  std::vector<Mode> modes_;
  std::vector<Wide> low_, high_;
  Owners found_;
};

}  // namespace

Owners owners(const LaunchShape& w, std::int64_t element, std::size_t most) {
  // A swizzle is its own inverse.
  return OwnerSearch(w, most).find(w.from.swizzled(element) - w.from.offset);
}

}  // namespace gpu
