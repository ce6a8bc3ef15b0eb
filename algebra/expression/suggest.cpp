#include "algebra/expression/suggest.hpp"

#include <algorithm>

namespace algebra::expression {
namespace {

constexpr std::size_t most_suggestions = 2;
constexpr int most_leaves = 16, furthest = 16;
constexpr std::int64_t most_elements = 1 << 12;
constexpr std::int64_t patience = 1 << 13;  ///< elements of all trials together, and 64 for each

/// The tuple with its k-th integer changed by delta; false where that leaves no integer of the same kind.
bool change(IntTuple& t, int k, std::int64_t delta, std::int64_t least) {
  bool changed = false;
  t = t.transformed([&](Int i) {
    if (k-- != 0 || i.basis != 0 || __builtin_add_overflow(i.value, delta, &i.value) || i.value < least) return i;
    changed = true;
    return i;
  });
  return changed;
}

bool change(Layout& l, int k, std::int64_t delta) {
  const int leaves = l.shape().leaves();
  auto shape = l.shape(), stride = l.stride();
  const bool changed = k < leaves ? change(shape, k, delta, 1) : change(stride, k - leaves, delta, 0);
  l = {std::move(shape), std::move(stride)};
  return changed;
}

int integers_in(const IntTuple& t) {
  int n = 0;
  t.for_each_integer([&](Int) { ++n; });
  return n;
}
int integers_in(const Layout& l) { return 2 * l.shape().leaves(); }
int integers_in(const Tiler& t) {
  if (const auto* l = std::get_if<Layout>(&t.is)) return integers_in(*l);
  if (const auto* i = std::get_if<IntTuple>(&t.is)) return integers_in(*i);
  int n = 0;
  for (const auto& m : t.modes()) n += integers_in(m);
  return n;
}

bool change(Tiler& t, int& k, std::int64_t delta) {
  if (auto* l = std::get_if<Layout>(&t.is)) {
    const int here = k;
    k -= integers_in(*l);
    return here >= 0 && k < 0 && change(*l, here, delta);
  }
  if (auto* i = std::get_if<IntTuple>(&t.is)) {
    const int here = k;
    k -= integers_in(*i);
    return here >= 0 && k < 0 && change(*i, here, delta, 1);
  }
  for (auto& m : std::get<std::vector<Tiler>>(t.is))
    if (k >= 0 && change(m, k, delta)) return true;
  return false;
}

int integers_in(const Value& v) {
  if (const auto* t = std::get_if<IntTuple>(&v)) return integers_in(*t);
  if (const auto* l = std::get_if<Layout>(&v)) return integers_in(*l);
  if (const auto* t = std::get_if<Tiler>(&v)) return integers_in(*t);
  return 0;
}

bool change(Value& v, int k, std::int64_t delta) {
  if (auto* t = std::get_if<IntTuple>(&v)) return change(*t, k, delta, 0);
  if (auto* l = std::get_if<Layout>(&v)) return change(*l, k, delta);
  if (auto* t = std::get_if<Tiler>(&v)) return change(*t, k, delta);
  return false;
}

/// What a trial costs, in elements looked at: those of the arguments, each thread's or tile's among them.
std::int64_t cost_of(const Call& c) {
  std::int64_t cost = 64;
  const auto add = [&](const IntTuple& shape) {
    const auto elements = attempt([&] { return product(shape).value; });
    cost += elements ? std::clamp<std::int64_t>(*elements, 0, most_elements) : most_elements;
  };
  for (const auto& v : c.arguments) {
    if (const auto* l = std::get_if<Layout>(&v)) add(l->shape());
    else if (const auto* t = std::get_if<Tensor>(&v)) add(t->layout.shape());
    else if (const auto* s = std::get_if<IntTuple>(&v)) add(*s);
  }
  return cost;
}

bool works(const Function& function, const Call& c) {
  const auto kept = attempt([&] {
    const auto result = function.run(c);
    if (function.contract == nullptr) return true;
    const auto verdict = function.contract(c, result, {.most = most_elements, .sample = false, .cancelled = nullptr});
    return verdict.kind == Verdict::Kind::kept;
  });
  return kept && *kept;
}

/// `at(call)` is the value of the call to change.
template <class At>
std::vector<std::string> nearest(const Function& function, const Call& given, At&& at, Marks marks) {
  std::vector<std::string> found;
  Call c = given;
  c.steps = nullptr;
  const Value original = at(c);
  const int integers = integers_in(original);
  if (integers == 0 || integers > most_leaves) return found;
  std::int64_t spent = 0;
  for (int distance = 1; distance <= furthest && found.size() < most_suggestions; ++distance)
    for (int k = 0; k < integers; ++k)
      for (const int delta : {distance, -distance}) {
        auto& value = at(c);
        value = original;
        if (found.size() == most_suggestions || spent > patience || !change(value, k, delta)) continue;
        spent += cost_of(c);
        if (works(function, c)) found.push_back(to_string(value, marks));
      }
  return found;
}

}  // namespace

std::vector<std::string> nearest_arguments(const Function& function, const Call& c, std::size_t argument, Marks marks) {
  if (argument >= c.count()) return {};
  return nearest(
      function, c, [argument](Call& call) -> Value& { return call.arguments[argument]; }, marks);
}

std::vector<std::string> nearest_indices(const Function& function, const Call& c, std::size_t index, Marks) {
  if (index >= c.indices.size()) return {};
  return nearest(
      function, c, [index](Call& call) -> Value& { return call.indices[index]; }, Marks::plain);
}

}  // namespace algebra::expression
