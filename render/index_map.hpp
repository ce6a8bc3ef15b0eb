#pragma once
// A map from an index to the first value set for it: a vector for small indices, a hash map for others.

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace render {

template <class T>
class IndexMap {
 public:
  /// Makes a map. `none`: the value of an index that was not set. `most`: the expected number of entries. A vector holds indices below 16 *
  /// most + 1024, with room for those up to `greatest` from the beginning.
  explicit IndexMap(T none, std::int64_t most, std::int64_t greatest = -1) : none_(std::move(none)), dense_limit_(16 * most + 1024) {
    if (greatest >= 0 && greatest < dense_limit_) dense_.resize(static_cast<std::size_t>(greatest) + 1, none_);
  }

  /// Sets the value of an index unless it has one.
  void set(std::int64_t index, const T& value) {
    if (index < 0 || index >= dense_limit_) {
      sparse_.emplace(index, value);
      return;
    }
    if (static_cast<std::size_t>(index) >= dense_.size()) dense_.resize(static_cast<std::size_t>(index) * 3 / 2 + 64, none_);
    auto& slot = dense_[static_cast<std::size_t>(index)];
    if (slot == none_) slot = value;
  }
  T operator[](std::int64_t index) const {
    if (index >= 0 && static_cast<std::size_t>(index) < dense_.size()) return dense_[static_cast<std::size_t>(index)];
    if (sparse_.empty()) return none_;
    const auto found = sparse_.find(index);
    return found == sparse_.end() ? none_ : found->second;
  }

 private:
  T none_;
  std::int64_t dense_limit_;
  std::vector<T> dense_;
  std::unordered_map<std::int64_t, T> sparse_;
};

}  // namespace render
