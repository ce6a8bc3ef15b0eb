#include "algebra/conjectures/values.hpp"

#include <utility>
#include <variant>

namespace algebra::conjectures {

Values::Values() {
  for (int i = 0; i < 3; ++i) kept_.emplace_back();
  kept_[no].packed = std::make_unique<const PackedValue>(Value(Truth{.holds = false}));
  kept_[yes].packed = std::make_unique<const PackedValue>(Value(Truth{.holds = true}));
}

Id Values::add(const Value& v) {
  // Why a relation does not hold is no part of what it is.
  if (const auto* truth = std::get_if<Truth>(&v)) return truth->holds ? yes : no;
  auto packed = std::make_unique<const PackedValue>(v);
  if (const auto* bytes = packed->bytes()) {
    key_ = *bytes;
  } else {
    // What is printed alike may differ in what is not printed, the type of a tensor's elements: such values are compared.
    key_ = "\xff" + std::to_string(v.index()) + to_string(v, Marks::underscores);
    for (auto it = numbers_.find(key_); it != numbers_.end(); it = numbers_.find(key_)) {
      if (value(it->second) == v) return it->second;
      key_ += '\xff';
    }
  }
  const auto [it, is_new] = numbers_.try_emplace(key_, count());
  if (!is_new) return it->second;
  auto& kept = kept_.emplace_back();
  kept.packed = std::move(packed);
  kept.key = &it->first;
  if (const auto* t = std::get_if<IntTuple>(&v); t != nullptr && t->is_integer() && t->integer().basis == 0)
    kept.is_integer = true, kept.integer = t->integer().value;
  return it->second;
}

Value Values::value(Id id) const { return kept_[id].packed->value(); }

bool Values::integer(Id id, std::int64_t& out) const {
  out = kept_[id].integer;
  return kept_[id].is_integer;
}

void Values::forget_from(Id first) {
  for (auto id = first; id < count(); ++id)
    if (kept_[id].key != nullptr) numbers_.erase(std::string(*kept_[id].key));
  if (first < count()) kept_.resize(first);
}

}  // namespace algebra::conjectures
