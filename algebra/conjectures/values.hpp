#pragma once
// Values by number: each value that a search meets is kept once, so that what was computed of it is found by its number.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/language/packed_value.hpp"
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
  /// Requires a number that add() gave.
  Value value(Id) const;
  /// Whether it is an integer, and which.
  bool integer(Id id, std::int64_t& out) const;
  Id count() const { return static_cast<Id>(kept_.size()); }
  /// Forgets all values from this number on.
  void forget_from(Id);

 private:
  struct Kept {
    std::unique_ptr<const PackedValue> packed;
    const std::string* key = nullptr;
    std::int64_t integer = 0;
    bool is_integer = false;
  };
  std::vector<Kept> kept_;
  std::unordered_map<std::string, Id> numbers_;
  std::string key_;
};

}  // namespace algebra::conjectures
