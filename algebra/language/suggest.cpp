#include "algebra/language/suggest.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/evaluator.hpp"

namespace algebra::expression {
namespace {

constexpr std::size_t most_suggestions = 2;
constexpr int most_leaves = 16, furthest = 32;
constexpr std::int64_t most_elements = 1 << 12;
constexpr std::int64_t patience = 1 << 14;  ///< elements that all trials together may look at; each trial counts 64 more

/// Changes the k-th integer of a tuple by delta; returns false if no integer of the same kind results.
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

/// Returns the cost of a trial: the number of elements of its arguments.
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

bool is_empty(const Value& v) {
  const auto none = [](const Layout& l) { return size(l) == 0; };
  if (const auto* l = std::get_if<Layout>(&v)) return none(*l);
  if (const auto* l = std::get_if<ComposedLayout>(&v)) return none(l->layout);
  const auto* t = std::get_if<Tensor>(&v);
  return t != nullptr && none(t->layout);
}
/// Returns whether a call has a nonempty value, keeps its contract, and draws no warning.
bool works(const Function& function, const Call& c) {
  const auto kept = attempt([&] {
    const auto result = function.run(c);
    require_usable(result);
    if (is_empty(result)) return false;
    if (function.contract == nullptr) return true;
    const auto verdict = function.contract(c, result, {.most = most_elements, .sample = false, .cancelled = nullptr});
    return verdict.kind == Verdict::Kind::kept || verdict.kind == Verdict::Kind::none;
  });
  return kept && *kept;
}

/// Searches for values near a call's that work: first with one integer changed, the smallest change first, then with two. `at(call)` is the
/// value to change.
template <class At>
class Search {
 public:
  Search(const Function& function, const Call& given, At at, Marks marks)
      : function_(function), call_(given), at_(at), marks_(marks), original_(at_(call_)), integers_(integers_in(original_)) {
    call_.steps = nullptr;
  }

  std::vector<std::string> run() {
    if (integers_ == 0 || integers_ > most_leaves) return {};
    for (change_ = 1; change_ <= furthest && !over(); ++change_)
      for (int k = 0; k < integers_; ++k) try_both(k, change_, [](Value&) { return true; });
    for (int distance = 2; distance <= furthest && !over(); ++distance, ++change_)
      for (int k = 0; k < integers_; ++k)
        for (int l = k + 1; l < integers_; ++l)
          for (int part = 1; part < distance && !over(); ++part) try_both_of_two(k, part, l, distance - part);
    return std::move(found_);
  }
  /// Returns the total change of the first suggestion, plus a penalty if two integers changed.
  int first_change() const { return first_change_; }

 private:
  bool over() const { return found_.size() == most_suggestions || spent_ > patience; }

  void try_value(Value value) {
    auto words = to_string(value, marks_);
    if (over() || std::find(found_.begin(), found_.end(), words) != found_.end()) return;
    at_(call_) = std::move(value);
    spent_ += cost_of(call_);
    if (!works(function_, call_)) return;
    if (found_.empty()) first_change_ = change_;
    found_.push_back(std::move(words));
  }
  template <class Then>
  void try_both(int k, int distance, Then&& then) {
    for (const int delta : {distance, -distance}) {
      auto value = original_;
      if (change(value, k, delta) && then(value)) try_value(std::move(value));
    }
  }
  void try_both_of_two(int k, int of_k, int l, int of_l) {
    for (const int delta : {of_l, -of_l}) try_both(k, of_k, [&](Value& value) { return change(value, l, delta); });
  }

  const Function& function_;
  Call call_;
  At at_;
  Marks marks_;
  Value original_;
  int integers_;
  std::int64_t spent_ = 0;
  int change_ = 0, first_change_ = 0;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> nearest_arguments(const Function& function, const Call& c, std::size_t argument, Marks marks) {
  if (argument >= c.count()) return {};
  return Search(
             function, c, [argument](Call& call) -> Value& { return call.arguments[argument]; }, marks)
      .run();
}

NearIndex nearest_index(const Function& function, const Call& c, Marks marks) {
  NearIndex nearest;
  int least = 0;
  for (std::size_t i = 0; i < c.indices.size(); ++i) {
    Search search(
        function, c, [i](Call& call) -> Value& { return call.indices[i]; }, marks);
    auto found = search.run();
    if (found.empty() || (!nearest.values.empty() && search.first_change() >= least)) continue;
    least = search.first_change();
    nearest = {i, std::move(found)};
  }
  return nearest;
}

std::vector<std::string> nearest_names(const Function& function, const Call& c, Marks marks) {
  std::vector<std::pair<int, std::string>> all;
  for (std::size_t i = 0; i < c.indices.size(); ++i) {
    Search search(
        function, c, [i](Call& call) -> Value& { return call.indices[i]; }, marks);
    const auto found = search.run();
    if (found.empty()) continue;
    std::string text;
    for (std::size_t k = 0; k < c.indices.size(); ++k) text += (k > 0 ? "," : "") + (k == i ? found[0] : to_string(c.indices[k], marks));
    all.emplace_back(search.first_change(), fmt::format("{}<{}>", c.written, text));
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < all.size() && i < most_suggestions; ++i) nearest.push_back(std::move(all[i].second));
  return nearest;
}

}  // namespace algebra::expression
