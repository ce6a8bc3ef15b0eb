#include "algebra/language/refusal.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/language/functions.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/language/suggest.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/contracts.hpp"

namespace algebra {
namespace {

/// Proves for one integer of the shape, whose elements are `step` apart, that no layout has these indices; nullopt if one does.
std::optional<NoLayout> why_no_mode(std::int64_t step, std::int64_t size, const IndexFunction& f) {
  const auto proof = [&](std::int64_t a, std::int64_t b) {
    return NoLayout{.first = a * step,
                    .second = b * step,
                    .sum = (a + b) * step,
                    .at_first = f(a * step),
                    .at_second = f(b * step),
                    .at_sum = f((a + b) * step)};
  };
  for (std::int64_t base = 1; size > 1;) {
    const auto at = [&](std::int64_t j) { return f(base * j * step); };
    std::int64_t run = 2;
    while (run < size && at(run) == run * at(1)) ++run;
    if (run == size) break;
    if (size % run != 0) {
      auto p = proof(base * (run - 1), base);
      p.divides = true, p.run = run, p.size = size;
      return p;
    }
    // The first `run` elements must be the first mode of any such layout, and all others repeat it.
    for (std::int64_t j = run; j < size; j += run)
      for (std::int64_t i = 1; i < run; ++i)
        if (at(i + j) != at(i) + at(j)) return proof(base * j, base * i);
    base *= run;
    size /= run;
  }
  return std::nullopt;
}

/// A refused call whose arguments all have values.
struct Refused {
  const expression::Function* function = nullptr;
  expression::Call call;
  SourceSpan span;
};

struct Question {
  std::string_view text;
  const Environment& names;
  IntegerRule rule;

  std::string_view part(SourceSpan span) const { return text.substr(span.begin, span.end - span.begin); }
  tl::expected<Evaluation, Diagnostic> value_of(std::string_view of) const { return evaluate(of, names, rule, {.verdicts = false}); }
};

const expression::Function* called_function(const expression::Node& node, IntegerRule rule) {
  using Kind = expression::Node::Kind;
  if (node.kind == Kind::compose) return &expression::function_of(expression::Notation::compose);
  if (node.kind != Kind::call || !node.keywords.empty() || !node.indices.empty()) return nullptr;
  return expression::find_function(node.text, rule == IntegerRule::cute);
}

/// Returns the innermost refused call.
std::optional<Refused> refused_call(const Question& q, const expression::Node& node, int depth = 0) {
  constexpr int deepest = 32;
  if (depth > deepest || q.value_of(q.part(node.span))) return std::nullopt;
  Refused r{.function = called_function(node, q.rule), .call = {}, .span = node.span};
  for (const auto& child : node.children) {
    auto value = q.value_of(q.part(child.span));
    if (!value) {
      if (auto inner = refused_call(q, child, depth + 1)) return inner;
      return std::nullopt;
    }
    r.call.arguments.push_back(std::move(value->value));
    r.call.spans.push_back(child.span);
    r.call.names.emplace_back();
  }
  if (r.function == nullptr || r.function->asked == nullptr) return std::nullopt;
  r.call.name = r.call.written = r.function->name;
  r.call.as_in_cpp = q.rule == IntegerRule::cute;
  return r;
}

bool has_integers(const Layout& l) { return !has_basis(l) && !has_negative_size(l); }

/// Returns the matrix over F2 with these indices; nullopt if the sizes are not powers of two, or an index is not the XOR of those of its
/// coordinate's bits.
std::optional<BitMatrix> bits_of(const IntTuple& shape, const std::vector<std::int64_t>& f) {
  std::vector<std::vector<std::uint64_t>> images;
  bool powers = true;
  std::size_t step = 1;
  shape.for_each_integer([&](Int size) {
    auto& mode = images.emplace_back();
    for (std::int64_t reached = 1; reached < size.value && powers; reached *= 2, step *= 2) {
      powers = reached * 2 <= size.value && f[step] >= 0;
      if (powers) mode.push_back(static_cast<std::uint64_t>(f[step] ^ f[0]));
    }
  });
  if (!powers || f[0] < 0) return std::nullopt;
  auto m = make_bit_matrix(std::move(images), static_cast<std::uint64_t>(f[0]));
  for (std::size_t c = 0; c < f.size(); ++c)
    if (f[c] < 0 || apply(m, c) != static_cast<std::uint64_t>(f[c])) return std::nullopt;
  return m;
}

std::optional<ComposedLayout> swizzled_of(const BitMatrix& m, const std::vector<std::int64_t>& f) {
  const auto near = attempt([&] { return nearest_layout(m); });
  if (!near || near->changed != 0) return std::nullopt;
  const auto* composed = std::get_if<ComposedLayout>(&near->value);
  if (composed == nullptr) return std::nullopt;
  const auto index = index_function(*composed);
  if (!index || !agree(
                    *index, [&](std::int64_t c) { return f[static_cast<std::size_t>(c)]; }, static_cast<std::int64_t>(f.size())))
    return std::nullopt;
  return *composed;
}

/// Returns the shape with another integer at the place `at`.
IntTuple with_integer(const IntTuple& shape, int at, std::int64_t value) {
  int place = 0;
  return shape.transformed([&](Int i) { return place++ == at ? Int{value, true} : i; });
}

/// Cuts one integer of the shape so that each side is a layout; of all such cuts, returns the one with the fewest modes on both sides.
std::optional<SideBySide> side_by_side(const IntTuple& shape, const std::vector<std::int64_t>& f) {
  constexpr std::size_t most = 1024;
  std::optional<SideBySide> best;
  if (f.size() > most) return best;
  int integer = 0, fewest = 0;
  std::int64_t step = 1;
  shape.for_each_integer([&](Int size) {
    const auto at = [&](std::int64_t first, std::int64_t extent, std::int64_t c) {
      // The index of element c of the part that begins at `first` and has `extent` elements along the cut integer.
      const auto below = c % step, along = c / step % extent, beyond = c / step / extent;
      return f[static_cast<std::size_t>(below + step * (first + along + size.value * beyond))];
    };
    for (std::int64_t cut = 1; cut < size.value; ++cut) {
      const auto rest = size.value - cut;
      const auto begin = at(cut, rest, 0);
      auto first = layout_of_function(with_integer(shape, integer, cut), [&](std::int64_t c) { return at(0, cut, c); });
      if (!first) break;  // no larger part is a layout, either
      auto second = layout_of_function(with_integer(shape, integer, rest), [&](std::int64_t c) { return at(cut, rest, c) - begin; });
      if (!second) continue;
      const int modes = first->shape().leaves() + second->shape().leaves();
      if (!best || modes < fewest) best = SideBySide{std::move(*first), std::move(*second), integer, cut, begin}, fewest = modes;
    }
    step *= size.value;
    ++integer;
  });
  return best;
}

void decide(Refusal& r) {
  const IndexFunction asked = [&](std::int64_t c) { return r.indices[static_cast<std::size_t>(c)]; };
  if (r.partial) {
    std::vector<std::pair<std::int64_t, std::int64_t>> points;
    for (std::size_t i = 0; i < r.indices.size(); ++i)
      if (r.indices[i] >= 0) points.emplace_back(i, r.indices[i]);
    auto through = layout_through(points, static_cast<std::int64_t>(r.indices.size()));
    if (through.layout) r.layout = std::move(through.layout);
    else if (through.decided) r.ways = through.ways;
    return;
  }
  r.layout = layout_of_function(r.shape, asked);
  if (r.layout) return;
  r.proof = why_no_layout(r.shape, asked);
  if (!r.proof) return;
  r.bits = bits_of(r.shape, r.indices);
  if (r.bits) r.swizzled = swizzled_of(*r.bits, r.indices);
  r.side_by_side = side_by_side(r.shape, r.indices);
}

/// Adds the repair that replaces an argument by this text, if it works at every element.
void add_repair(Refusal& r, const Question& q, SourceSpan span, const std::string& operand) {
  const auto same = [&](const Refusal::Repair& other) { return other.span == span && other.operand == operand; };
  if (std::any_of(r.repairs.begin(), r.repairs.end(), same)) return;
  const auto text_with = [&](SourceSpan of) {
    return std::string(q.text.substr(of.begin, span.begin - of.begin)) + operand + std::string(q.text.substr(span.end, of.end - span.end));
  };
  auto value = evaluate(text_with(r.span), q.names, q.rule);
  if (!value) return;
  set_verdict(*value, Checking{});
  const auto& v = value->verdict;
  if (v.kind != Verdict::Kind::kept || v.checked != v.total) return;
  const auto* layout = std::get_if<Layout>(&value->value);
  if (layout == nullptr) return;
  r.repairs.push_back({operand, span, text_with({0, q.text.size()}), *layout});
}

void add_repairs(Refusal& r, const Question& q, const Refused& refused, const Diagnostic& why) {
  const auto& spans = refused.call.spans;
  for (std::size_t i = 0; i < spans.size(); ++i)
    if (spans[i] == why.span)
      for (const auto& operand : why.problem.suggestions) add_repair(r, q, spans[i], operand);
  const auto marks = q.rule == IntegerRule::cute ? Marks::underscores : Marks::plain;
  // Try with fewer modes, as many as fit.
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const auto& argument = refused.call.arguments[i];
    if (const auto* t = std::get_if<IntTuple>(&argument); t != nullptr && t->is_tuple())
      for (int rank = t->rank() - 1; rank > 0 && r.repairs.empty(); --rank) add_repair(r, q, spans[i], to_string(take(*t, 0, rank), marks));
    if (const auto* t = std::get_if<Tiler>(&argument); t != nullptr && t->by_mode())
      for (auto modes = t->modes(); modes.size() > 1 && r.repairs.empty();) {
        modes.pop_back();
        add_repair(r, q, spans[i], to_string(Tiler{modes}, marks));
      }
  }
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans[i] == why.span) continue;
    for (const auto& operand : expression::nearest_arguments(*refused.function, refused.call, i, marks))
      add_repair(r, q, spans[i], operand);
  }
}

}  // namespace

std::optional<NoLayout> why_no_layout(const IntTuple& shape, const IndexFunction& f) {
  if (!is_tabulated(shape)) return std::nullopt;
  std::vector<std::int64_t> steps, sizes;
  std::int64_t elements = 1;
  shape.for_each_integer([&](Int s) { steps.push_back(elements), sizes.push_back(s.value), elements *= s.value; });
  if (f(0) != 0) return NoLayout{.first = 0, .second = 0, .sum = 0, .at_first = f(0), .at_second = f(0), .at_sum = f(0)};
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (auto proof = why_no_mode(steps[k], sizes[k], f)) return proof;
  // Along each integer the function is linear, so a failure must be at a sum of coordinates along two of them.
  for (std::int64_t c = 0; c < elements; ++c)
    for (auto k = sizes.size(); k-- > 1;) {
      const auto last = c / steps[k] * steps[k], before = c - last;
      if (last == 0 || before == 0) continue;
      if (f(c) != f(before) + f(last))
        return NoLayout{.first = before, .second = last, .sum = c, .at_first = f(before), .at_second = f(last), .at_sum = f(c)};
      break;
    }
  return std::nullopt;
}

Message described(const NoLayout& p) {
  if (p.divides)
    return message("The first {} of {} elements are evenly spaced, but {} does not divide {}: R({}) = {}, while R({}) + R({}) = {}.", p.run,
                   p.size, p.run, p.size, p.sum, p.at_sum, p.first, p.second, p.at_first + p.at_second);
  return message("R({}) = {} where R({}) + R({}) = {} + {} = {}.", p.sum, p.at_sum, p.first, p.second, p.at_first, p.at_second,
                 p.at_first + p.at_second);
}

namespace {

/// Wraps the function so that it throws a Problem for an index so large that sums over a tabulated shape would overflow.
IndexFunction within_reach(IndexFunction f) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / (2 * most_tabulated);
  return [f = std::move(f)](std::int64_t c) {
    const auto index = f(c);
    if (index < -most || index > most) throw Problem{"overflow", {}, {}};
    return index;
  };
}

/// Explains a refused call. Throws a Problem if the operands have no usable numbers: a size of 0, an index beyond 63 bits.
std::optional<Refusal> looked_into(const Question& q, const Refused& refused, const Diagnostic& why) {
  auto asked = refused.function->asked(refused.call);
  if (!std::all_of(asked.operands.begin(), asked.operands.end(), [](const auto& o) { return has_integers(o.layout); })) return std::nullopt;
  // If no condition fails, the call is refused for the kind of an operand.
  if (std::all_of(asked.conditions.begin(), asked.conditions.end(), [](const Condition& c) { return c.holds; })) return std::nullopt;
  Refusal r;
  r.operation = refused.function->name;
  r.span = refused.span;
  r.part = std::move(asked.part);
  r.operands = std::move(asked.operands);
  r.conditions = std::move(asked.conditions);
  r.partial = asked.partial;
  if (asked.index && is_tabulated(asked.shape)) {
    const auto index = within_reach(std::move(asked.index));
    r.shape = all_known(asked.shape);
    const auto elements = product(r.shape).value;
    for (std::int64_t c = 0; c < std::min(elements, most_asked); ++c) r.indices.push_back(index(c));
    r.whole = elements <= most_asked;
    if (r.whole) decide(r);
    else if (!r.partial) {
      r.layout = layout_of_function(r.shape, index);
      if (!r.layout) r.proof = why_no_layout(r.shape, index);
    }
  }
  add_repairs(r, q, refused, why);
  return r;
}

}  // namespace

std::optional<Refusal> refusal_of(std::string_view text, const Environment& names, IntegerRule rule, const Diagnostic& why) {
  const auto tree = expression::parse(text);
  if (!tree) return std::nullopt;
  const Question q{text, names, resolve(rule, text)};
  const auto refused = refused_call(q, *tree);
  if (!refused) return std::nullopt;
  auto known = attempt([&] { return looked_into(q, *refused, why); });
  return known ? std::move(*known) : std::nullopt;
}

std::vector<Message> described(const Refusal& r) {
  std::vector<Message> all;
  if (r.layout) all.push_back(message("The function asked for is a layout: {}.", plain(*r.layout)));
  if (r.proof) all.push_back(message("No layout of shape {} has these indices.", plain(r.shape)));
  if (r.proof) all.push_back(described(*r.proof));
  if (r.ways > 0)
    all.push_back(message("No layout has these indices: none of the {} ways to cut {} into modes gives one.", r.ways, r.indices.size()));
  if (r.swizzled) all.push_back(message("It is a swizzled layout: {}.", plain(*r.swizzled)));
  else if (r.bits) all.push_back(message("It is a layout over F2: {}.", plain(*r.bits)));
  if (const auto& s = r.side_by_side)
    all.push_back(message("It is two layouts side by side: {}, and {} from index {} on.", plain(s->first), plain(s->second), s->begin));
  return all;
}

}  // namespace algebra
