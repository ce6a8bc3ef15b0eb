#pragma once
// Numbers values: each value that a search meets is kept once, so that results computed from it can be found by its number.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/language/value.hpp"

namespace algebra::conjectures {

/// The number of a value.
using Id = std::uint32_t;

class Values {
 public:
  static constexpr Id refused = 0;  ///< an operation has no value
  static constexpr Id no = 1;       ///< false
  static constexpr Id yes = 2;      ///< true
  static constexpr Id unknown = ~Id{0};

  Values();
  Id add(const Value&);
  /// Returns the value of a number, which add() must have returned.
  Value value(Id) const;
  static constexpr std::int64_t no_integer = INT64_MIN;
  /// Returns the value as an integer; no_integer for any other value.
  std::int64_t integer(Id id) const { return integers_[id]; }
  Id count() const { return static_cast<Id>(kept_.size()); }
  /// Forgets all values from this number on.
  void forget_from(Id);

 private:
  struct Kept {
    std::unique_ptr<const Value> other;  ///< a value that is neither a layout nor a tuple of integers
    const std::string* key = nullptr;
  };
  std::vector<Kept> kept_;
  std::vector<std::int64_t> integers_;
  std::unordered_map<std::string, Id> numbers_;
  std::string key_;
};

}  // namespace algebra::conjectures
