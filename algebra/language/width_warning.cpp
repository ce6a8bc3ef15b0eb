#include "algebra/language/width_warning.hpp"

#include <algorithm>
#include <string>

#include "algebra/layout/operations.hpp"

namespace algebra::expression {
namespace {

using algebra::with_long;

/// Returns the value with dynamic integer number `at` as 64 bits: strides come before sizes, the last integer first. All of them if `at` is
/// negative.
std::optional<Layout> with_long(const Layout& l, int at) {
  const int strides = l.stride().leaves();
  auto stride = at < strides ? with_long(l.stride(), at < 0 ? at : strides - 1 - at) : std::nullopt;
  auto shape = at < 0 || at >= strides ? with_long(l.shape(), at < 0 ? at : l.shape().leaves() - 1 - (at - strides)) : std::nullopt;
  if (!shape && !stride) return std::nullopt;
  return Layout(shape ? *std::move(shape) : l.shape(), stride ? *std::move(stride) : l.stride());
}
std::optional<Value> with_long(const Value& v, int at) {
  if (const auto* t = std::get_if<IntTuple>(&v)) {
    auto made = with_long(*t, at < 0 ? at : t->leaves() - 1 - at);
    return made ? std::optional<Value>(*std::move(made)) : std::nullopt;
  }
  const auto* tensor = std::get_if<Tensor>(&v);
  const auto* l = tensor != nullptr ? &tensor->layout : std::get_if<Layout>(&v);
  auto made = l != nullptr ? with_long(*l, at) : std::nullopt;
  if (!made || tensor == nullptr) return made ? std::optional<Value>(*std::move(made)) : std::nullopt;
  auto wider = *tensor;
  wider.layout = *std::move(made);
  return wider;
}

int integers_of(const Value& v) {
  if (const auto* t = std::get_if<IntTuple>(&v)) return t->leaves();
  const auto* l = std::get_if<Layout>(&v);
  if (const auto* t = std::get_if<Tensor>(&v)) l = &t->layout;
  return l == nullptr ? 0 : l->shape().leaves() + l->stride().leaves();
}

bool is_tuple(const Value& v) { return std::holds_alternative<IntTuple>(v); }

/// Calls f(operand number, the operand with one integer, or all, of 64 bits), layouts and tensors first, until it returns true.
void each_cast(const std::vector<Value>& operands, const std::function<bool(std::size_t, const Value&)>& f) {
  constexpr int most = 16, all = -1;
  for (const bool tuples : {false, true})
    for (auto i = operands.size(); i-- > 0;) {
      if (is_tuple(operands[i]) != tuples) continue;
      const auto works = [&](int at) {
        const auto wider = with_long(operands[i], at);
        return wider && f(i, *wider);
      };
      for (int at = 0; at < std::min(most, integers_of(operands[i])); ++at)
        if (works(at)) return;
      if (works(all)) return;
    }
}

Result<Value> without_limit(const std::vector<Value>& operands, const OperationOn& run) {
  const CppWidths none(false);
  return attempt([&] { return run(operands); });
}

}  // namespace

std::optional<WidthWarning> width_warning(const BeyondType& beyond, const Value& result, const std::vector<Value>& operands,
                                          const OperationOn& run) {
  const auto exact = without_limit(operands, run);
  if (exact && plain(*exact) == plain(result)) return std::nullopt;
  WidthWarning w{.problem = {.condition = "overflow", .message = {}, .suggestions = {}}};
  const auto returned = to_string(result, Marks::underscores);
  // Without the limit a static number stays static.
  const auto marks = beyond.kind ? Marks::plain : Marks::underscores;
  w.problem.message = exact ? message("{}: CuTe returns {}, where {} is right.", described(beyond), returned, to_string(*exact, marks))
                            : message("{}: CuTe returns {}, which is wrong.", described(beyond), returned);
  w.problem.message = Message::sequence(std::move(w.problem.message), cast_for(beyond));
  if (!exact) return w;
  each_cast(operands, [&](std::size_t i, const Value& wider) {
    auto others = operands;
    others[i] = wider;
    const CppWidths widths;
    const auto now = attempt([&] { return run(others); });
    if (!now || widths.first() || plain(*now) != plain(*exact)) return false;
    w.blamed = static_cast<int>(i);
    w.problem.suggestions = {to_string(wider, Marks::written)};
    return true;
  });
  return w;
}

Message width_refusal(const BeyondType& beyond, const std::vector<Value>& operands, const OperationOn& run) {
  if (!without_limit(operands, run)) return {};
  return Message::sequence(message("{}.", described(beyond)), cast_for(beyond));
}

std::optional<Problem> width_hint(const Value& v) {
  const auto* l = std::get_if<Layout>(&v);
  if (const auto* t = std::get_if<Tensor>(&v)) l = &t->layout;
  if (const auto* c = std::get_if<ComposedLayout>(&v)) l = &c->layout;
  const auto beyond = l == nullptr ? std::nullopt : beyond_offsets(*l);
  if (!beyond) return std::nullopt;
  Problem p{.condition = "overflow", .message = {}, .suggestions = {}};
  p.message =
      Message::sequence(message("{}: the addresses of elements that far from the first are wrong.", described(*beyond)), cast_for(*beyond));
  if (!std::holds_alternative<Layout>(v)) return p;
  each_cast({v}, [&](std::size_t, const Value& wider) {
    if (beyond_offsets(std::get<Layout>(wider))) return false;
    p.suggestions = {to_string(wider, Marks::written)};
    return true;
  });
  return p;
}

}  // namespace algebra::expression
