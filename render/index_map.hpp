#pragma once
// index -> number, dense where the indices are small and a hash map where not.

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace render {

class IndexMap {
 public:
  /// `most`: the entries that will come. Indices in [0, 16 * most] are kept in a vector.
  explicit IndexMap(std::int64_t most) : dense_limit_(16 * most + 1024) {}

  /// The first number set for an index stays.
  void set(std::int64_t index, std::int32_t number) {
    if (index < 0 || index >= dense_limit_) {
      sparse_.emplace(index, number);
      return;
    }
    if (static_cast<std::size_t>(index) >= dense_.size()) dense_.resize(static_cast<std::size_t>(index) * 3 / 2 + 64, -1);
    auto& slot = dense_[static_cast<std::size_t>(index)];
    if (slot < 0) slot = number;
  }
  /// -1 for an index never set.
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
