#pragma once
// A map from index to number: a vector for small indices, a hash map for others.

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace render {

class IndexMap {
 public:
  /// `most`: the expected number of entries. A vector holds indices below 16 * most + 1024.
  explicit IndexMap(std::int64_t most) : dense_limit_(16 * most + 1024) {}

  /// Keeps the first number set for an index.
  void set(std::int64_t index, std::int32_t number) {
    if (index < 0 || index >= dense_limit_) {
      sparse_.emplace(index, number);
      return;
    }
    if (static_cast<std::size_t>(index) >= dense_.size()) dense_.resize(static_cast<std::size_t>(index) * 3 / 2 + 64, -1);
    auto& slot = dense_[static_cast<std::size_t>(index)];
    if (slot < 0) slot = number;
  }
  /// -1 if no number was set for the index.
  std::int32_t operator[](std::int64_t index) const {
    if (index >= 0 && index < dense_limit_)
      return static_cast<std::size_t>(index) < dense_.size() ? dense_[static_cast<std::size_t>(index)] : -1;
    const auto found = sparse_.find(index);
    return found == sparse_.end() ? -1 : found->second;
  }

 private:
  std::int64_t dense_limit_;
  std::vector<std::int32_t> dense_;
  std::unordered_map<std::int64_t, std::int32_t> sparse_;
};

}  // namespace render
