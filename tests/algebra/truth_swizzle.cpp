// Tests that every result which goes through a swizzle has a true verdict and that, where CuTe returns another function, the suggestion is
// the right function.

#include <random>

#include <fmt/format.h>

#include "algebra/conjectures/universe.hpp"
#include "truth.hpp"

using namespace algebra;
using namespace algebra::truth;

namespace {

class Swizzled {
 public:
  explicit Swizzled(std::uint64_t seed) : source_(seed) {}
  int kept = 0, broken = 0, offered = 0, refused = 0;

  void begin() {
    do source_.choose_marking();
    while (source_.large() || source_.marking() != random_layouts::Marking::all_static);
  }
  Swizzle swizzle() {
    const auto bits = static_cast<int>(1 + source_.below(2)), base = static_cast<int>(source_.below(3));
    const auto shift = bits + static_cast<int>(source_.below(3));
    return {bits, base, source_.chance(75) ? shift : -shift};
  }
  /// Mostly with sizes that are powers of two, as swizzled layouts have.
  Layout layout() {
    if (source_.chance(25)) return source_.layout(32, 2);
    IntTuple shape;
    for (auto n = 1 + source_.below(3); n > 0; --n) shape.append(Int{std::int64_t{1} << (1 + source_.below(3)), true});
    if (shape.rank() == 1) shape = shape.mode(0);
    return source_.stepping_layout(shape, 10);
  }
  ComposedLayout swizzled(bool offset = true) {
    return {{swizzle(), {Int{offset && source_.chance(40) ? source_.below(9) : 0, true}}}, layout()};
  }
  Value operand() {
    switch (source_.below(3)) {
      case 0: return swizzle();
      case 1: return layout();
      default: return swizzled();
    }
  }
  random_layouts::Source& source() { return source_; }

  /// A call; `right`: whether a result is, element by element.
  template <class Right>
  void look(const std::string& text, bool always_offered, Right&& right) {
    auto e = evaluate(text, {}, IntegerRule::cute);
    if (!e) {
      ++refused;
      return;
    }
    set_verdict(*e, Checking{});
    const auto& v = e->verdict;
    const auto said = v.contract.text() + " " + v.counterexample.text();
    if (v.kind != Verdict::Kind::kept && v.kind != Verdict::Kind::broken) return is_false(text, said, "there is no verdict");
    const bool holds = right(e->value);
    if (holds != (v.kind == Verdict::Kind::kept)) return is_false(text, said, holds ? "it holds" : "it does not hold");
    ++(holds ? kept : broken);
    if (holds) return;
    if (!e->warning) return is_false(text, said, "nobody is warned");
    if (always_offered && e->warning->problem.suggestions.empty()) is_false(text, said, "nothing is offered");
    for (const auto& suggestion : e->warning->problem.suggestions) {
      ++offered;
      const auto with = repaired(text, *e->warning, suggestion);
      const auto again = evaluate(with, {}, IntegerRule::cute);
      if (!again || again->warning || again->verdict.kind == Verdict::Kind::broken) is_false(text, with, "that does not work");
      // In place of the whole call stands the value itself.
      else if (with == suggestion && !right(again->value)) is_false(text, with, "that is another function");
    }
  }

  /// Checks the numbers of a counterexample, which `form` matches: an element, its index and the index that it should have.
  void check_element(const std::string& text, const std::string& said, const std::regex& form, const Index& have, const Index& want) {
    std::smatch m;
    if (!std::regex_match(said, m, form)) return is_false(text, said, "nobody knows this sentence");
    const Wide i = std::stoll(m[1]);
    if (have(i) != std::stoll(m[2]) || want(i) != std::stoll(m[3]) || have(i) == want(i)) is_false(text, said, "these are other numbers");
  }

 private:
  random_layouts::Source source_;
};

/// Returns the coordinates at which two functions are compared: those of the first with a shape, or indices.
Wide count_of(const truth::Function& first, const truth::Function& second) {
  return first.shape ? naive::product_of(*first.shape) : second.shape ? naive::product_of(*second.shape) : 4096;
}

}  // namespace

TEST_CASE("what is said of compositions with swizzles is true, and the function is offered where CuTe returns another") {
  Swizzled random(random_layouts::chosen_seed() + 50);
  for (int k = 0; random.kept < 2 * cases() || random.broken < cases() / 2; ++k) {
    REQUIRE(k < 100 * cases());
    random.begin();
    const auto a = random.operand(), b = random.operand();
    if (std::holds_alternative<Layout>(a) && std::holds_alternative<Layout>(b)) continue;
    const auto text = call("composition", a, b);
    const auto f = function(a), g = function(b);
    const auto want = [&](Wide c) { return f.at(g.at(c)); };
    // A layout behind a swizzle is composed as the layout alone.
    const bool by_layout = std::holds_alternative<Layout>(b);
    const auto count = count_of(g, f);
    random.look(text, !by_layout, [&](const Value& r) {
      const auto is = function(r);
      const auto* of = g.shape ? &*g.shape : f.shape ? &*f.shape : nullptr;
      if (of != nullptr && (!is.shape || !naive::takes_coordinates(*of, *is.shape))) return false;
      for (Wide c = 0; c < count; ++c)
        if (is.at(c) != want(c)) return false;
      return true;
    });
    const auto e = evaluate(text, {}, IntegerRule::cute);
    if (!e || e->verdict.kind != Verdict::Kind::broken) continue;
    static const std::regex form("R\\((\\d+)\\) = (-?\\d+) where A\\(B\\(\\d+\\)\\) = (-?\\d+)");
    if (std::holds_alternative<Layout>(e->value) || !by_layout)
      random.check_element(text, e->verdict.counterexample, form, function(e->value).at, want);
  }
  MESSAGE(random.kept << " right, " << random.broken << " wrong, " << random.offered << " offered, " << random.refused << " refused");
  CHECK(random.offered > 0);
}

TEST_CASE("what is said of inverses of swizzled layouts is true") {
  Swizzled random(random_layouts::chosen_seed() + 51);
  for (int k = 0; random.kept + random.broken < 2 * cases(); ++k) {
    REQUIRE(k < 100 * cases());
    random.begin();
    const auto l = random.swizzled();
    const auto f = function(l);
    const bool right = random.source().chance(50);
    const auto text = call(right ? "right_inverse" : "left_inverse", l);
    const auto elements = naive::product_of(l.layout.shape());
    std::vector<Wide> indices;
    for (Wide c = 0; c < elements; ++c) indices.push_back(f.at(c));
    const bool injective = naive::distinct(indices);
    // CuTe's own inverse of the layout alone, which another test judges, says how far a right inverse without a shape reaches.
    const auto alone = attempt([&] { return right_inverse(l.layout); });
    random.look(text, false, [&](const Value& r) {
      const auto g = function(r);
      if (right && g.shape) {
        for (Wide i = 0; i < naive::product_of(*g.shape); ++i)
          if (f.at(g.at(i)) != i) return false;
        return true;
      }
      for (Wide c = 0; c < elements; ++c) {
        const auto i = indices[static_cast<std::size_t>(c)], back = g.at(i);
        if (right) {
          const auto within = swizzled(*l.outer.swizzle(), i) - l.outer.offset.value.value;
          if (within >= 0 && within < naive::Function(*alone).size() && f.at(back) != i) return false;
        } else if (injective ? back != c : f.at(back) != i) {
          return false;
        }
      }
      return true;
    });
  }
  MESSAGE(random.kept << " right, " << random.broken << " wrong, " << random.offered << " offered, " << random.refused << " refused");
}

TEST_CASE("what is said of divides, products and complements with swizzled layouts is true") {
  Swizzled random(random_layouts::chosen_seed() + 52);
  for (int k = 0; random.kept + random.broken < 3 * cases(); ++k) {
    REQUIRE(k < 100 * cases());
    random.begin();
    const auto l = random.swizzled(false);
    const auto f = function(l);
    const auto block = random.layout();
    switch (random.source().below(3)) {
      case 0: {
        const auto free = attempt([&] { return complement(block, product(block.shape()) * cosize_of(l.layout)); });
        if (!free) break;
        const auto of_block = naive::Function(block), copies = naive::Function(*free);
        random.look(call("logical_product", block, l), false, [&](const Value& r) {
          const auto is = function(r);
          if (!is.shape || naive::product_of(*is.shape) != of_block.size() * naive::product_of(l.layout.shape())) return false;
          for (Wide i = 0; i < naive::product_of(*is.shape); ++i)
            if (is.at(i) != of_block(i % of_block.size()) + copies(f.at(i / of_block.size()))) return false;
          return true;
        });
        break;
      }
      case 1: {
        std::vector<Wide> taken;
        for (Wide c = 0; c < naive::product_of(l.layout.shape()); ++c) taken.push_back(f.at(c));
        random.look(call("complement", l, IntTuple(Int{1 + random.source().below(96), true})), false, [&](const Value& r) {
          const auto is = naive::Function(std::get<Layout>(r)).values();
          if (has_negative_size(std::get<Layout>(r))) return false;
          for (std::size_t i = 0; i < is.size(); ++i) {
            if (i > 0 && is[i] <= is[i - 1]) return false;
            if (is[i] != 0 && std::find(taken.begin(), taken.end(), is[i]) != taken.end()) return false;
          }
          return true;
        });
        break;
      }
      default: {
        const auto tiler = random.source().tiler(l.layout.shape());
        const auto text = call("zipped_divide", l, Value(tiler));
        const auto e = evaluate(text, {}, IntegerRule::cute);
        if (!e || e->verdict.kind != Verdict::Kind::kept) break;
        // Each element of the swizzled layout is in one tile.
        std::vector<Wide> want, have;
        const auto is = function(e->value);
        for (Wide c = 0; c < naive::product_of(l.layout.shape()); ++c) want.push_back(f.at(c)), have.push_back(is.at(c));
        ++random.kept;
        if (naive::product_of(*is.shape) != static_cast<Wide>(want.size()) || naive::sorted(want) != naive::sorted(have))
          is_false(text, e->verdict.contract, "the tiles hold other elements");
      }
    }
  }
  MESSAGE(random.kept << " right, " << random.broken << " wrong, " << random.offered << " offered, " << random.refused << " refused");
}

namespace {

/// A coordinate of some of a layout's modes, `_` for the others, and the composed layout's indices there, the first `_` running fastest.
struct PlaceIn {
  IntTuple c;
  Index at;
  Wide count = 1;
};
std::optional<PlaceIn> place(const ComposedLayout& l, random_layouts::Source& source) {
  const auto& shape = l.layout.shape();
  if (!shape.is_tuple()) return std::nullopt;
  PlaceIn p;
  std::vector<std::pair<Wide, Wide>> modes;  // size and coordinate, -1 at `_`
  for (int i = 0; i < shape.rank(); ++i) {
    const auto n = product(shape.mode(i)).value;
    const bool free = source.chance(50);
    modes.emplace_back(n, free ? -1 : source.below(n));
    p.c.append(free ? IntTuple::underscore() : IntTuple(Int{static_cast<std::int64_t>(modes.back().second), true}));
    if (free) p.count *= n;
  }
  if (!has_underscore(p.c)) return std::nullopt;
  p.at = [modes, f = function(l).at](Wide x) {
    Wide i = 0, step = 1;
    for (const auto& [n, at] : modes) {
      i += step * (at < 0 ? x % n : at);
      if (at < 0) x /= n;
      step *= n;
    }
    return f(i);
  };
  return p;
}

}  // namespace

TEST_CASE("what is said of slices of swizzled layouts is true") {
  Swizzled random(random_layouts::chosen_seed() + 53);
  for (int k = 0; random.kept < cases() || random.broken < cases() / 4; ++k) {
    REQUIRE(k < 100 * cases());
    random.begin();
    const auto l = random.swizzled();
    const auto p = place(l, random.source());
    if (!p) continue;
    const bool whole = random.source().chance(30);
    const auto text = call(whole ? "slice_and_offset" : "slice", p->c, l);
    random.look(text, false, [&](const Value& r) {
      const auto* cut = std::get_if<LayoutAndOffset>(&r);
      const auto* composed = cut != nullptr ? std::get_if<ComposedLayout>(&cut->layout) : nullptr;
      const auto is = function(cut == nullptr ? r : composed != nullptr ? Value(*composed) : Value(std::get<Layout>(cut->layout)));
      const Wide o = cut != nullptr ? Wide{cut->offset.integer().value} : p->at(0) - is.at(0);
      for (Wide x = 0; x < p->count; ++x)
        if (o + is.at(x) != p->at(x)) return false;
      return true;
    });
    const auto e = evaluate(text, {}, IntegerRule::cute);
    if (!e || e->verdict.kind != Verdict::Kind::broken || whole) continue;
    static const std::regex form("R\\((\\d+)\\) - R\\(0\\) = (-?\\d+) where A\\([^)]*\\) - A\\([^)]*\\) = (-?\\d+)");
    const auto is = function(e->value);
    random.check_element(
        text, e->verdict.counterexample, form, [&](Wide x) { return is.at(x) - is.at(0); }, [&](Wide x) { return p->at(x) - p->at(0); });
  }
  MESSAGE(random.kept << " right, " << random.broken << " wrong, " << random.offered << " offered, " << random.refused << " refused");
  CHECK(random.offered > 0);
}

TEST_CASE("where a part of a swizzled tensor is not where the tensor has it, that is said") {
  Swizzled random(random_layouts::chosen_seed() + 54);
  int kept = 0, broken = 0;
  for (int k = 0; kept < cases() || broken < cases() / 8; ++k) {
    REQUIRE(k < 200 * cases());
    random.begin();
    const auto l = random.swizzled();
    const auto p = place(l, random.source());
    if (!p) continue;
    // A tile of one coordinate of each mode that the place names, and of all of the others.
    std::string tiler, coordinate;
    for (int i = 0; i < p->c.rank(); ++i) {
      const bool free = p->c.mode(i).is_underscore();
      tiler += fmt::format("{}_{}", i == 0 ? "" : ",", free ? product(l.layout.shape().mode(i)).value : 1);
      coordinate += fmt::format("{}_{}", i == 0 ? "" : ",", free ? 0 : p->c.mode(i).integer().value);
    }
    const auto text =
        fmt::format("local_tile(make_tensor(ptr, {}), <{}>, ({}))", to_string(Value(l), Marks::underscores), tiler, coordinate);
    const auto e = evaluate(text, {}, IntegerRule::cute);
    if (!e) continue;
    const auto& t = std::get<Tensor>(e->value);
    const auto is = t.outer ? function(ComposedLayout{*t.outer, t.layout}) : function(t.layout);
    Wide wrong = -1;
    for (Wide x = p->count - 1; x >= 0; --x)
      if (t.offset + is.at(x) != p->at(x)) wrong = x;
    const auto& v = e->verdict;
    const auto said = fmt::format("{} {}", v.contract, v.counterexample);
    if (wrong < 0) {
      if (v.kind == Verdict::Kind::broken && v.counterexample.text().find("ptr+") != std::string::npos)
        is_false(text, said, "each is there");
      ++kept;
      continue;
    }
    if (v.kind != Verdict::Kind::broken) {
      is_false(text, said, "it is elsewhere");
      continue;
    }
    ++broken;
    static const std::regex form("element (\\d+) is at ptr\\+(-?\\d+) where the tensor has it at ptr\\+(-?\\d+)");
    random.check_element(
        text, v.counterexample, form, [&](Wide x) { return t.offset + is.at(x); }, p->at);
  }
  MESSAGE(kept << " right, " << broken << " wrong");
}

TEST_CASE("the composition with a swizzle that CuTe gets wrong") {
  const auto e = evaluate("composition((_4,_8):(_8,_1), Swizzle<1,2,3>)", {}, IntegerRule::cute);
  REQUIRE(e);
  CHECK(e->verdict.counterexample == "R(1) = 9 where A(B(1)) = 8");
  REQUIRE(e->warning);
  CHECK(e->warning->span == SourceSpan{0, 44});
  REQUIRE(e->warning->problem.suggestions.size() == 1);
  MESSAGE(e->warning->problem.message.text() << " -> " << e->warning->problem.suggestions[0]);
  // Within another call, too.
  const std::string within = "coalesce(composition((_4,_8):(_8,_1), Swizzle<1,2,3>))";
  const auto w = evaluate(within, {}, IntegerRule::cute);
  REQUIRE(w);
  REQUIRE(w->warning);
  const auto again = evaluate(repaired(within, *w->warning, w->warning->problem.suggestions[0]), {}, IntegerRule::cute);
  REQUIRE(again);
  CHECK(!again->warning);
}

TEST_CASE("a layout before a swizzle is exact with mathematical integers") {
  std::mt19937_64 random(17);
  int different = 0;
  for (int n = 0; n < cases(); ++n) {
    const auto a = std::get<Layout>(conjectures::random_choice(conjectures::Kind::layout, {12, 2}, IntegerRule::math, random));
    const auto f = std::get<Swizzle>(conjectures::random_choice(conjectures::Kind::swizzle, {12, 2}, IntegerRule::math, random));
    const auto text = plain(a) + " o " + to_string(f, Marks::plain);
    INFO(text);
    const auto e = evaluate(text, {}, IntegerRule::math);
    if (!e) continue;
    CHECK(e->verdict.kind != Verdict::Kind::broken);
    const auto in_cute = evaluate(to_string(a, Marks::underscores) + " o " + to_string(f, Marks::plain), {}, IntegerRule::cute);
    if (in_cute && in_cute->verdict.kind == Verdict::Kind::broken) ++different;
    const auto is = function(e->value);
    const naive::Function wanted(a);
    for (std::int64_t c = 0; c < size(a); ++c) REQUIRE(is.at(c) == wanted(swizzled(f, c)));
  }
  CHECK(different > rounds(20));
}

TEST_CASE("no swizzle has the masks of which that is said") {
  int refused = 0;
  for (std::int64_t y = 0; y < 64; ++y)
    for (std::int64_t z = 0; z < 64; ++z) {
      bool there = y == 0 && z == 0;
      for (int bits = 1; bits < 6; ++bits)
        for (int base = 0; base < 6; ++base)
          for (int shift = -6; shift <= 6; ++shift)
            if (std::abs(shift) >= bits) {
              const Swizzle s{bits, base, shift};
              // Checks, bit by bit, that the bits which the swizzle reads change others and that the bits which it changes are changed by
              // others.
              std::int64_t reads = 0, changes = 0;
              for (int i = 0; i < 16; ++i)
                if (const auto difference = static_cast<std::int64_t>(swizzled(s, Wide{1} << i)) ^ (std::int64_t{1} << i); difference != 0)
                  reads |= std::int64_t{1} << i, changes |= difference;
              there = there || (reads == y && changes == z);
            }
      const auto made = attempt([&] { return make_swizzle(y, z); });
      if (made.has_value() != there)
        is_false("make_swizzle<" + std::to_string(y) + "," + std::to_string(z) + ">()", made ? "a swizzle" : made.error().message.text(),
                 "it is otherwise");
      refused += !made;
    }
  CHECK(refused > 3000);
}
