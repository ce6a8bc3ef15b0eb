#include "app/import/dsl/dsl_value.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "algebra/layout/element_type.hpp"

namespace app {

const DslValue* DslClass::find(std::string_view member) const {
  if (const auto at = members.find(member); at != members.end()) return &at->second;
  for (const auto& base : bases)
    if (const auto* found = base->find(member)) return found;
  return nullptr;
}

std::vector<std::shared_ptr<DslClass>> resolution_order(const std::shared_ptr<DslClass>& k) {
  std::vector<std::shared_ptr<DslClass>> all{k};
  for (const auto& base : k->bases)
    for (auto& b : resolution_order(base)) {
      // A common base class comes after all classes derived from it.
      std::erase(all, b);
      all.push_back(std::move(b));
    }
  return all;
}

DslValue DslValue::as_dynamic() const {
  auto v = *this;
  // The text is a static number's.
  if (!v.dynamic) v.text.clear();
  v.dynamic = true;
  return v;
}

DslValue DslValue::of_width(bool wide) const {
  auto v = as_dynamic();
  if (!v.text.empty() && wide != v.is_long) v.text = fmt::format("{}({})", wide ? "int64_t" : "int32_t", v.text);
  v.is_long = wide;
  v.narrow.clear();
  if (!wide && v.number != static_cast<std::int32_t>(v.number))
    return unknown(algebra::message("{} does not fit into {}: write cutlass.Int64({})", v.number, "Int32", v.number));
  return v;
}

DslValue DslValue::wrapped_to(std::string_view element) const {
  auto v = as_dynamic();
  const auto* type = algebra::find_element_type(element);
  const bool is_integer = type != nullptr && type->bits <= 32 && (type->name[0] == 'i' || type->name[0] == 'u');
  if (!is_integer) return v;
  const auto count = std::int64_t{1} << type->bits, low = number & (count - 1);
  const auto wrapped = type->name[0] == 'i' && low >= count / 2 ? low - count : low;
  if (wrapped != number) v = integer(wrapped, true);
  v.is_long = false;
  v.narrow = element == "i32" ? std::string_view{} : element;
  return v;
}

std::string DslValue::common_type(const DslValue& a, const DslValue& b) {
  if (a.narrow.empty() && b.narrow.empty()) return {};
  struct Type {
    std::string name;
    int bits;
    bool is_signed;
  };
  const auto type_of = [](const DslValue& v) {
    if (v.narrow.empty())
      return v.is_long || v.number != static_cast<std::int32_t>(v.number) ? Type{"i64", 64, true} : Type{"i32", 32, true};
    return Type{v.narrow, algebra::find_element_type(v.narrow)->bits, v.narrow[0] == 'i'};
  };
  const auto x = type_of(a), y = type_of(b);
  if (x.is_signed == y.is_signed) return x.bits >= y.bits ? x.name : y.name;
  const auto &without = x.is_signed ? y : x, &with = x.is_signed ? x : y;
  return without.bits >= with.bits ? without.name : with.name;
}

DslValue DslValue::integer(std::int64_t number, bool dynamic, std::string text) {
  auto v = of(Kind::integer, std::move(text));
  v.number = number, v.dynamic = dynamic;
  return v;
}
DslValue DslValue::boolean(bool holds, bool dynamic) {
  auto v = of(Kind::boolean);
  v.number = holds ? 1 : 0, v.dynamic = dynamic;
  return v;
}
DslValue DslValue::real_number(double number) {
  auto v = of(Kind::real);
  v.real = number;
  return v;
}
namespace {

/// Returns the nesting depth of a value and the number of values in it.
std::pair<int, std::size_t> extent(const DslValue& v) {
  if (v.items) return {v.items->depth, v.items->weight + 1};
  return {0, 1};
}

DslValue sequence(DslValue::Kind kind, DslItems items) {
  if (!items.lost.empty()) return DslValue::unknown(items.lost);
  items.depth = 1, items.weight = items.version = 0;
  for (const auto& i : items) {
    const auto [depth, weight] = extent(i);
    items.depth = std::max(items.depth, depth + 1);
    items.weight += weight;
  }
  if (items.depth > DslItems::most_deep) return DslValue::unknown(algebra::Message("this is nested too deeply"));
  if (items.weight > DslItems::most) return DslValue::unknown(algebra::message("this has more than {} elements", DslItems::most));
  auto v = DslValue::of(kind);
  v.items = std::make_shared<DslItems>(std::move(items));
  return v;
}

}  // namespace

DslValue DslValue::tuple(DslItems items) { return sequence(Kind::tuple, std::move(items)); }
DslValue DslValue::list(DslItems items) { return sequence(Kind::list, std::move(items)); }

DslValue DslValue::dict() {
  auto v = of(Kind::dict);
  v.pairs = std::make_shared<DslPairs>();
  return v;
}

DslValue DslValue::apart() const {
  auto v = *this;
  if (is(Kind::list)) v.items = std::make_shared<DslItems>(*items);
  if (is(Kind::dict)) v.pairs = std::make_shared<DslPairs>(*pairs);
  return v;
}

const algebra::Message* DslValue::lost() const {
  if ((is(Kind::list) || is(Kind::set)) && !items->lost.empty()) return &items->lost;
  if ((is(Kind::dict) || is(Kind::view)) && !pairs->lost.empty()) return &pairs->lost;
  if (is(Kind::iterator) && !object->arguments.lost.empty()) return &object->arguments.lost;
  return nullptr;
}

namespace {

bool counts_as_number(const DslValue& v) { return v.is_integer() || v.is(DslValue::Kind::real); }

std::optional<bool> same_within(const DslValue&, const DslValue&, std::size_t& budget);

/// Returns whether all of `a` are in `b`.
std::optional<bool> all_within(const DslItems& a, const DslItems& b, std::size_t& budget) {
  for (const auto& x : a) {
    bool found = false, known = true;
    for (const auto& y : b) {
      const auto holds = same_within(x, y, budget);
      known &= holds.has_value();
      if ((found = holds == true)) break;
    }
    if (!found) return known ? std::optional(false) : std::nullopt;
  }
  return true;
}

}  // namespace

std::int64_t length_of_range(const DslItems& of) {
  const auto first = of[0].number, last = of[1].number, step = of[2].number;
  if (step > 0 ? first >= last : first <= last) return 0;
  const auto wide = static_cast<std::uint64_t>(step > 0 ? last : first) - static_cast<std::uint64_t>(step > 0 ? first : last);
  const auto by = step > 0 ? static_cast<std::uint64_t>(step) : std::uint64_t{0} - static_cast<std::uint64_t>(step);
  return static_cast<std::int64_t>(std::min<std::uint64_t>((wide - 1) / by + 1, std::numeric_limits<std::int64_t>::max()));
}

namespace {

std::optional<bool> same_within(const DslValue& a, const DslValue& b, std::size_t& budget) {
  if (budget == 0) return std::nullopt;
  --budget;
  using Kind = DslValue::Kind;
  if (!a.is_known() || !b.is_known() || a.is_computed() || b.is_computed() || a.lost() != nullptr || b.lost() != nullptr)
    return std::nullopt;
  if (a.is_integer() && b.is_integer()) return a.number == b.number;
  if (counts_as_number(a) && counts_as_number(b)) {
    // Large integers are not exact as real numbers.
    const auto& whole = a.is_integer() ? a : b;
    if (whole.is_integer() && (whole.number > (std::int64_t{1} << 53) || whole.number < -(std::int64_t{1} << 53))) return std::nullopt;
    // NaN is equal to nothing, except to itself within a list.
    if (a.as_real() != a.as_real() || b.as_real() != b.as_real()) return std::nullopt;
    return a.as_real() == b.as_real();
  }
  if (a.kind != b.kind) {
    // A member of an enumeration of strings equals its value.
    const auto is_more = [](const DslValue& v) {
      return v.is(Kind::object) && v.object->of && v.object->of->is_enum && !v.object->of->other_base.empty();
    };
    if (is_more(a)) return same_within(a.object->members.at("value"), b, budget);
    if (is_more(b)) return same_within(a, b.object->members.at("value"), budget);
    return false;
  }
  switch (a.kind) {
    case Kind::none: return true;
    case Kind::tuple:
    case Kind::list:
    case Kind::range: {
      // Ranges with the same elements are equal, whatever their ends.
      if (a.is(Kind::range)) {
        const auto &x = *a.items, &y = *b.items;
        const auto n = length_of_range(x);
        return n == length_of_range(y) && (n == 0 || (x[0].number == y[0].number && (n == 1 || x[2].number == y[2].number)));
      }
      if (a.items->size() != b.items->size()) return false;
      bool known = true;
      for (std::size_t i = 0; i < a.items->size(); ++i) {
        const auto holds = same_within((*a.items)[i], (*b.items)[i], budget);
        if (holds == false) return false;
        known &= holds.has_value();
      }
      return known ? std::optional(true) : std::nullopt;
    }
    case Kind::set: {
      const auto first = all_within(*a.items, *b.items, budget), second = all_within(*b.items, *a.items, budget);
      if (first == false || second == false) return false;
      return first && second ? std::optional(true) : std::nullopt;
    }
    case Kind::dict: {
      if (a.pairs->size() != b.pairs->size()) return false;
      bool known = true;
      for (const auto& [key, value] : *a.pairs) {
        std::optional<bool> holds = false;
        for (const auto& [other, its] : *b.pairs) {
          const auto is_key = same_within(key, other, budget);
          if (!is_key) holds = std::nullopt;
          if (is_key != true) continue;
          holds = same_within(value, its, budget);
          break;
        }
        if (holds == false) return false;
        known &= holds.has_value();
      }
      return known ? std::optional(true) : std::nullopt;
    }
    case Kind::function: return a.function == b.function;
    case Kind::klass: return a.klass == b.klass;
    case Kind::iterator: return a.object == b.object;
    case Kind::object: {
      if (a.object == b.object) return true;
      // Objects of a dataclass are equal if their fields are.
      const auto& k = a.object->of;
      if (!k || !k->is_data || k != b.object->of) return k || b.object->of ? std::optional(false) : std::nullopt;
      bool known = true;
      for (const auto& field : k->fields) {
        const auto x = a.object->members.find(field), y = b.object->members.find(field);
        if (x == a.object->members.end() || y == b.object->members.end()) return std::nullopt;
        const auto holds = same_within(x->second, y->second, budget);
        if (holds == false) return false;
        known &= holds.has_value();
      }
      return known ? std::optional(true) : std::nullopt;
    }
    case Kind::bound: return std::nullopt;
    default: return a.text == b.text;
  }
}

}  // namespace

std::optional<bool> same(const DslValue& a, const DslValue& b) {
  // A few lists that contain each other may stand for very many values, so comparisons are limited.
  std::size_t budget = 1'000'000;
  return same_within(a, b, budget);
}

bool equal(const DslValue& a, const DslValue& b) { return same(a, b) == true; }

}  // namespace app
