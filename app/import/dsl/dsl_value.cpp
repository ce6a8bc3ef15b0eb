#include "app/import/dsl/dsl_value.hpp"

#include <algorithm>

#include <fmt/format.h>

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
      // One that several are derived from comes behind all of them.
      std::erase(all, b);
      all.push_back(std::move(b));
    }
  return all;
}

DslValue DslValue::as_dynamic() const {
  auto v = *this;
  // The text is that of a static number.
  if (!v.dynamic) v.text.clear();
  v.dynamic = true;
  return v;
}

DslValue DslValue::of_width(bool wide) const {
  auto v = as_dynamic();
  if (!v.text.empty() && wide != v.is_long) v.text = fmt::format("{}({})", wide ? "int64_t" : "int32_t", v.text);
  v.is_long = wide;
  if (!wide && v.number != static_cast<std::int32_t>(v.number))
    return unknown(algebra::message("{} does not fit into {}: write cutlass.Int64({})", v.number, "Int32", v.number));
  return v;
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

/// How deep a value is, and how many values it is.
std::pair<int, std::size_t> extent(const DslValue& v) {
  if (v.items) return {v.items->depth, v.items->weight + 1};
  return {0, 1};
}

DslValue sequence(DslValue::Kind kind, DslItems items) {
  items.depth = 1, items.weight = 0;
  for (const auto& i : items) {
    const auto [depth, weight] = extent(i);
    items.depth = std::max(items.depth, depth + 1);
    items.weight += weight;
  }
  if (items.depth > DslItems::most_deep || items.weight > DslItems::most)
    return DslValue::unknown(algebra::Message("this is nested too deeply"));
  auto v = DslValue::of(kind);
  v.items = std::make_shared<DslItems>(std::move(items));
  return v;
}

}  // namespace

bool DslItems::takes(const DslValue& v) const {
  const auto [deep, heavy] = extent(v);
  return deep < most_deep && weight + heavy <= most;
}

DslValue DslValue::tuple(DslItems items) { return sequence(Kind::tuple, std::move(items)); }
DslValue DslValue::list(DslItems items) { return sequence(Kind::list, std::move(items)); }

DslValue DslValue::apart() const {
  auto v = *this;
  if (is(Kind::list)) v.items = std::make_shared<DslItems>(*items);
  if (is(Kind::dict)) v.pairs = std::make_shared<std::vector<std::pair<DslValue, DslValue>>>(*pairs);
  return v;
}

bool equal(const DslValue& a, const DslValue& b) {
  using Kind = DslValue::Kind;
  if (a.is_integer() && b.is_integer()) return a.number == b.number;
  if (a.is(Kind::real) || b.is(Kind::real)) {
    return (a.is_integer() || a.is(Kind::real)) && (b.is_integer() || b.is(Kind::real)) && a.as_real() == b.as_real();
  }
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Kind::none: return true;
    case Kind::tuple:
    case Kind::list: return std::equal(a.items->begin(), a.items->end(), b.items->begin(), b.items->end(), equal);
    case Kind::function: return a.function == b.function;
    case Kind::klass: return a.klass == b.klass;
    case Kind::object: return a.object == b.object;
    case Kind::dict: return a.pairs == b.pairs;
    default: return a.is_known() && a.text == b.text;
  }
}

}  // namespace app
