// The counterexample of each broken contract, and each first difference, is one: its numbers are those of the operands and the result.

#include <functional>

#include "algebra/language/functions.hpp"
#include "naive_tilings.hpp"
#include "truth.hpp"

using namespace algebra;
using namespace algebra::truth;

namespace {

/// A sentence of a counterexample, and whether its numbers are right.
struct Form {
  const char* regex;
  std::function<bool(const std::vector<Wide>&)> holds;
};

class Counterexamples {
 public:
  int seen = 0;

  void look(const std::string& text, const std::string& said, const std::vector<Form>& forms) {
    ++seen;
    for (const auto& form : forms) {
      std::smatch m;
      if (!std::regex_match(said, m, std::regex(form.regex))) continue;
      std::vector<Wide> numbers;
      for (std::size_t i = 1; i < m.size(); ++i) numbers.push_back(std::stoll(m[i]));
      if (!form.holds(numbers)) is_false(text, said, "these are other numbers");
      return;
    }
    is_false(text, said, "nobody knows this sentence");
  }
};

using WideNumbers = std::vector<Wide>;
bool has_negative_leaf(const naive::Function& f) {
  return std::any_of(f.leaves().begin(), f.leaves().end(), [](const auto& leaf) { return leaf.extent < 0; });
}
Wide times(const std::vector<Wide>& all, Wide x) { return std::count(all.begin(), all.end(), x); }

class ExpressionSource : public random_layouts::Source {
 public:
  using random_layouts::Source::Source;
  void begin(bool all_static) {
    do choose_marking();
    while (large() || (all_static && marking() != random_layouts::Marking::all_static));
  }
};

/// A call whose result breaks its contract. Its record decides that, as in `evaluate`; the suggestions are tested elsewhere.
struct Broken {
  Value value;
  Verdict verdict;
};
std::optional<Broken> broken(const char* name, std::vector<Value> arguments) {
  const auto* function = expression::find_function(name, false);
  REQUIRE(function != nullptr);
  const auto count = arguments.size();
  const expression::Call call{.name = function->name,
                              .indices = {},
                              .arguments = std::move(arguments),
                              .names = std::vector<std::string>(count),
                              .spans = std::vector<SourceSpan>(count)};
  auto b = attempt([&] {
    auto result = function->run(call);
    auto verdict = function->contract(call, result, {});
    return Broken{std::move(result), std::move(verdict)};
  });
  if (!b || b->verdict.kind != Verdict::Kind::broken) return std::nullopt;
  return std::move(*b);
}

Wide different(const std::vector<Wide>& all) { return static_cast<Wide>(naive::different(all)); }

/// Draws until `wanted` counterexamples were seen; fails after 300 draws for each wanted one.
template <class Draw>
void repeat(Counterexamples& all, int wanted, Draw&& draw) {
  for (int k = 0; all.seen < wanted && k < 300 * wanted; ++k) draw();
  MESSAGE(all.seen << " broken");
  CHECK(all.seen >= wanted);
}

}  // namespace

TEST_CASE("where an inverse or a complement breaks its contract is as is said") {
  ExpressionSource source(random_layouts::chosen_seed() + 80);
  Counterexamples all;
  repeat(all, cases(), [&] {
    source.begin(false);
    const auto l = source.layout();
    const naive::Function f(l);
    const auto kind = source.below(3);
    const auto n = 1 + source.below(64);
    const IntTuple cotarget(source.mark(n));
    const auto text = kind == 0 ? call("right_inverse", l) : kind == 1 ? call("left_inverse", l) : call("complement", l, cotarget);
    const auto e = kind == 2 ? broken("complement", {l, cotarget}) : broken(kind == 0 ? "right_inverse" : "left_inverse", {l});
    if (!e) return;
    const naive::Function r(std::get<Layout>(e->value));
    const auto taken = f.values();
    const auto filtered = naive::Function(naive::filtered(l));
    all.look(text, e->verdict.counterexample,
             {{"L\\(R\\((\\d+)\\)\\) = (-?\\d+)", [&](const WideNumbers& x) { return f(r(x[0])) == x[1] && x[0] != x[1]; }},
              {"R\\(L\\((\\d+)\\)\\) = (-?\\d+)", [&](const WideNumbers& x) { return r(f(x[0])) == x[1] && x[0] != x[1]; }},
              {"L\\(R\\(L\\((\\d+)\\)\\)\\) = (-?\\d+) where L\\((\\d+)\\) = (-?\\d+)",
               [&](const WideNumbers& x) { return f(r(f(x[0]))) == x[1] && x[0] == x[2] && f(x[2]) == x[3] && x[1] != x[3]; }},
              {"R\\((\\d+)\\) = (-?\\d+) after R\\((\\d+)\\) = (-?\\d+)",
               [&](const WideNumbers& x) { return r(x[0]) == x[1] && r(x[2]) == x[3] && x[0] == x[2] + 1 && x[1] <= x[3]; }},
              {"R\\((\\d+)\\) = (-?\\d+), which is also an index of L",
               [&](const WideNumbers& x) { return r(x[0]) == x[1] && times(taken, x[1]) > 0; }},
              {"R has (-?\\d+) elements, but (\\d+) / (\\d+) rounded up is (\\d+)",
               [&](const WideNumbers& x) {
                 return r.size() == x[0] && x[1] == n && x[2] == filtered.size() && x[3] == (n + x[2] - 1) / x[2] && x[0] < x[3];
               }},
              {"R has cosize (\\d+), more than (\\d+) rounded up to a multiple of (\\d+)",
               [&](const WideNumbers& x) { return x[1] == n && x[0] > (x[1] + x[2] - 1) / x[2] * x[2]; }},
              {".+ has a negative size: it holds no elements", [&](const WideNumbers&) { return has_negative_leaf(r); }}});
  });
}

TEST_CASE("where a divide breaks its contract is as is said") {
  ExpressionSource source(random_layouts::chosen_seed() + 81);
  Counterexamples all;
  repeat(all, cases(), [&] {
    source.begin(false);
    const auto a = source.layout();
    const auto tiler = source.tiler(a.shape());
    static constexpr const char* names[] = {"logical_divide", "zipped_divide", "tiled_divide", "flat_divide"};
    const auto* name = names[source.below(4)];
    const auto text = call(name, a, Value(tiler));
    const auto e = broken(name, {a, tiler});
    if (!e) return;
    const naive::Function f(a), r(std::get<Layout>(e->value));
    // Where each element of the result comes from: the same divide of the layout that counts, with every integer static.
    std::vector<Wide> from;
    const auto counted = make_layout(a.shape().transformed([](Int i) { return Int{i.value, true}; }));
    if (const auto identity = attempt([&] { return logical_divide(counted, tiler); })) from = naive::Function(*identity).values();
    // In the order of the text's divide, which only zips modes.
    all.look(text, e->verdict.counterexample,
             {{"the tiles hold (-?\\d+) elements, A has (\\d+)(?:: the tiler does not divide it)?",
               [&](const WideNumbers& x) { return x[1] == f.size() && x[0] != x[1]; }},
              {"the tiles reach element (-?\\d+) of A, which has (\\d+)",
               [&](const WideNumbers& x) { return x[1] == f.size() && (x[0] < 0 || x[0] >= x[1]); }},
              {"element (\\d+) of A is in the tiles twice",
               [&](const WideNumbers& x) { return x[0] < f.size() && (from.empty() || times(from, x[0]) > 1); }},
              {"a tile has (\\d+) elements, the tiler takes (\\d+)", [&](const WideNumbers& x) { return x[0] != x[1]; }},
              {"(?:mode \\d+: )*D\\((\\d+)\\) = (-?\\d+) where A\\((\\d+)\\) = (-?\\d+)",
               [&](const WideNumbers& x) { return x[1] != x[3] && (tiler.by_mode() || (r(x[0]) == x[1] && f(x[2]) == x[3])); }},
              {"D\\((\\d+)\\) = (-?\\d+) where A has (-?\\d+)", [&](const WideNumbers& x) { return r(x[0]) == x[1] && x[1] != x[2]; }},
              {"(?:mode \\d+: )*the tiles hold (\\d+) elements of A, which has (\\d+)", [&](const WideNumbers& x) { return x[0] != x[1]; }},
              {"(?:mode \\d+: )*the tiles reach element (-?\\d+) of A, which has (\\d+)",
               [&](const WideNumbers& x) { return x[0] < 0 || x[0] >= x[1]; }},
              {"(?:mode \\d+: )*the tiles do not have A's elements", [&](const WideNumbers&) { return true; }},
              {".+ has a negative size: it holds no elements", [&](const WideNumbers&) { return has_negative_leaf(r); }},
              {"the tiles are not those of A's coordinates(?:: \\d+ does not divide \\d+)?", [&](const WideNumbers&) { return true; }}});
  });
}

TEST_CASE("where a product breaks its contract is as is said") {
  ExpressionSource source(random_layouts::chosen_seed() + 82);
  Counterexamples all;
  repeat(all, cases(), [&] {
    source.begin(false);
    const auto a = source.layout(16, 2), b = source.layout(12, 2);
    static constexpr const char* names[] = {"logical_product", "blocked_product", "raked_product", "zipped_product"};
    const auto* name = names[source.below(4)];
    const auto text = call(name, a, b);
    const auto e = broken(name, {a, b});
    if (!e) return;
    const naive::Function f(a), g(b), r(std::get<Layout>(e->value));
    const auto indices = r.values();
    all.look(text, e->verdict.counterexample,
             {{"R has (-?\\d+) elements, but (\\d+) copies of (\\d+) are needed",
               [&](const WideNumbers& x) { return x[0] == r.size() && x[1] == g.size() && x[2] == f.size() && x[0] != x[1] * x[2]; }},
              {"index (-?\\d+) is in two copies", [&](const WideNumbers& x) { return times(indices, x[0]) > 1; }},
              {"R has (\\d+) different indices, disjoint copies have (\\d+)",
               [&](const WideNumbers& x) {
                 return x[0] == different(indices) && x[1] == different(f.values()) * different(g.values()) && x[0] != x[1];
               }},
              {"the copies at (-?\\d+) of the tiler begin at (-?\\d+) and at (-?\\d+)",
               [&](const WideNumbers& x) { return times(g.values(), x[0]) > 1 && x[1] != x[2]; }},
              {"R\\((\\d+)\\) = (-?\\d+) where A\\((\\d+)\\) = (-?\\d+)",
               [&](const WideNumbers& x) { return r(x[0]) == x[1] && f(x[2]) == x[3] && x[1] != x[3]; }},
              {"the copy at (-?\\d+) of the tiler begins at (-?\\d+), the one before it at (-?\\d+)",
               [&](const WideNumbers& x) { return times(g.values(), x[0]) > 0 && x[1] <= x[2]; }},
              {".+ has a negative size: it holds no elements", [&](const WideNumbers&) { return has_negative_leaf(r); }}});
  });
}

TEST_CASE("where a partition breaks its contract is as is said") {
  ExpressionSource source(random_layouts::chosen_seed() + 83);
  Counterexamples all;
  repeat(all, cases(), [&] {
    source.begin(true);
    const auto tensor = source.layout(48, 1);
    const auto threads = source.layout(12, 1);
    const auto index = source.chance(90) ? source.below(size(threads)) : size(threads) + source.below(3);
    const auto text = "local_partition(" + in_cute(tensor) + ", " + in_cute(threads) + ", " + std::to_string(index) + ")";
    const auto e = broken("local_partition", {tensor, threads, IntTuple(Int{index, false})});
    if (!e) return;
    const auto is = naive::Function(tensor).values();
    std::vector<Wide> owned;
    for (std::int64_t t = 0; t < size(threads); ++t) {
      const auto part = attempt([&] { return local_partition({.offset = 0, .layout = tensor}, threads, Int{t, false}); });
      if (!part) continue;
      for (const auto i : naive::Function(part->layout).values()) owned.push_back(part->offset + i);
    }
    all.look(text, e->verdict.counterexample,
             {{"index (-?\\d+) is owned twice", [&](const WideNumbers& x) { return times(owned, x[0]) > 1 && times(is, x[0]) == 1; }},
              {"index (-?\\d+) is owned but not in the tensor",
               [&](const WideNumbers& x) { return times(owned, x[0]) > 0 && times(is, x[0]) == 0; }},
              {"index (-?\\d+) has no owner", [&](const WideNumbers& x) { return times(owned, x[0]) == 0 && times(is, x[0]) > 0; }},
              {"index (-?\\d+) is in the tensor (\\d+) times, and owned (\\d+) times",
               [&](const WideNumbers& x) { return times(is, x[0]) == x[1] && times(owned, x[0]) == x[2] && x[1] != x[2]; }},
              {"the threads own more than (\\d+) elements, the tensor has (\\d+)",
               [&](const WideNumbers& x) {
                 return static_cast<Wide>(owned.size()) > x[0] && static_cast<Wide>(is.size()) == x[1] && x[0] > x[1];
               }},
              {"thread (\\d+) is outside: .+ has (\\d+) threads",
               [&](const WideNumbers& x) { return x[0] == index && x[1] == size(threads) && x[0] >= x[1]; }}});
  });
}

TEST_CASE("the first difference of two layouts is as is said") {
  ExpressionSource source(random_layouts::chosen_seed() + 84);
  Counterexamples all;
  int equal = 0;
  repeat(all, cases(), [&] {
    source.begin(false);
    const auto a = source.layout(24, 2);
    const auto b = source.chance(50) ? source.with_strides(a.shape()) : source.chance(50) ? coalesce(a) : source.layout(24, 2);
    const naive::Function f(a), g(b);
    const auto text = in_cute(a) + " == " + in_cute(b);
    const auto e = evaluate(text, {}, IntegerRule::cute);
    REQUIRE_MESSAGE(e, text);
    const auto& truth = std::get<Truth>(e->value);
    if (truth.holds != (f.values() == g.values())) is_false(text, truth.holds ? "true" : "false", "it is not so");
    if (truth.holds) {
      ++equal;
      return;
    }
    Wide first = 0;
    while (f.size() == g.size() && f(first) == g(first)) ++first;
    all.look(text, truth.why,
             {{"A has (\\d+) elements, B has (\\d+)",
               [&](const WideNumbers& x) { return x[0] == f.size() && x[1] == g.size() && x[0] != x[1]; }},
              {"A\\((\\d+)\\) = (-?\\d+) where B\\((\\d+)\\) = (-?\\d+)",
               [&](const WideNumbers& x) { return x[0] == first && x[2] == first && f(first) == x[1] && g(first) == x[3]; }}});
  });
  CHECK(equal > cases() / 10);
}
