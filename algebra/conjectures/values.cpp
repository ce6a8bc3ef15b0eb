#include "algebra/conjectures/values.hpp"

#include <variant>

#include "algebra/language/packed_value.hpp"

namespace algebra::conjectures {

Values::Values() {
  for (int i = 0; i < 3; ++i) kept_.emplace_back(), integers_.push_back(no_integer);
}

Id Values::add(const Value& v) {
  // The reason why a relation does not hold is not part of the value.
  if (const auto* truth = std::get_if<Truth>(&v)) return truth->holds ? yes : no;
  const bool packs = PackedValue::pack(v, key_);
  if (!packs) {
    // Values that print alike may still differ, such as tensors with other element types, so they are compared.
    key_ = "\xff" + std::to_string(v.index()) + to_string(v, Marks::underscores);
    for (auto it = numbers_.find(key_); it != numbers_.end(); it = numbers_.find(key_)) {
      if (value(it->second) == v) return it->second;
      key_ += '\xff';
    }
  } else if (const auto it = numbers_.find(key_); it != numbers_.end()) {
    return it->second;
  }
  const auto it = numbers_.emplace(key_, count()).first;
  auto& kept = kept_.emplace_back();
  if (!packs) kept.other = std::make_unique<const Value>(v);
  kept.key = &it->first;
  const auto* t = std::get_if<IntTuple>(&v);
  integers_.push_back(t != nullptr && t->is_integer() && t->integer().basis == 0 ? t->integer().value : no_integer);
  return it->second;
}

Value Values::value(Id id) const {
  if (id == no || id == yes) return Truth{.holds = id == yes};
  return kept_[id].other != nullptr ? *kept_[id].other : PackedValue::unpacked(*kept_[id].key);
}

void Values::forget_from(Id first) {
  for (auto id = first; id < count(); ++id)
    if (kept_[id].key != nullptr) numbers_.erase(std::string(*kept_[id].key));
  if (first < count()) kept_.resize(first), integers_.resize(first);
}

}  // namespace algebra::conjectures
