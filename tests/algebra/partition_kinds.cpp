// Each way to distribute a tile over threads, thread by thread, against what CuTe C++ prints and what the expression
// of a kernel evaluates to.

#include <doctest/doctest.h>

#include <set>

#include "algebra/hardware/partition.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/text/cursor.hpp"
#include "core_random.hpp"
#include "tests/golden_rows.hpp"

using namespace algebra;
using namespace core_tests;

namespace {

std::vector<std::int64_t> elements_of(const Partition& p, std::int64_t block, std::int64_t thread) {
  const auto blocks = size(mode(p.layout, 0)), threads = size(mode(p.layout, 1)), values = size(mode(p.layout, 2));
  std::vector<std::int64_t> elements;
  for (std::int64_t v = 0; v < values; ++v) elements.push_back(p.layout(block + blocks * (thread + threads * v)));
  return elements;
}

std::vector<std::int64_t> elements_of(const Tensor& t) {
  std::vector<std::int64_t> elements;
  for (std::int64_t v = 0; v < size(t.layout); ++v) elements.push_back(t.offset + t.layout(v));
  return elements;
}

std::vector<std::int64_t> elements_of(const std::string& expression) {
  const auto e = evaluate(expression, {}, IntegerRule::math);
  INFO(expression);
  REQUIRE(e);
  return elements_of(std::get<Tensor>(e->value));
}

Tiler tiler_value(std::string_view text) {
  const auto v = value(text);
  if (const auto* t = std::get_if<Tiler>(&v)) return *t;
  if (const auto* l = std::get_if<Layout>(&v)) return tiler_of(*l);
  return tiler_of(std::get<IntTuple>(v));
}

/// Returns "f(a,(b,c),<d>)" -> the arguments, split at the commas of the outermost brackets.
std::vector<std::string> arguments(const std::string& call) {
  constexpr Brackets brackets{.open = "(<", .close = ")>"};
  const auto parts = Cursor(Cursor(call, call.find('('), brackets).balanced().value_or(""), 0, brackets).split(',');
  return {parts.begin(), parts.end()};
}

Partition must(Result<Partition> p) {
  if (!p) FAIL(p.error().message.text());
  return *p;
}

/// Returns the elements of the printed tensor "ptr+19 o (_2,_1):(_8,_0)".
std::vector<std::int64_t> printed(const std::string& text) {
  const auto o = text.find(" o ");
  return elements_of({.offset = std::stoll(text.substr(4, o - 4)), .layout = layout(text.substr(o + 3))});
}

/// Whole tensors are one tile.
Tiler whole(const Layout& l) { return tiler_of(product_each(l.shape())); }

std::string tuple_text(const std::vector<std::int64_t>& numbers) {
  std::string text = "(";
  for (const auto n : numbers) text += (text.size() > 1 ? "," : "") + std::to_string(n);
  return text + ")";
}

}  // namespace

TEST_CASE("one thread's part, as CuTe C++ prints it for local_partition") {
  int checked = 0, uneven = 0;
  for (const auto* file : {"static.tsv", "dynamic.tsv", "worked_examples.tsv"})
    for (const auto& row : golden_rows(file)) {
      if (!row.expression.starts_with("local_partition(") || row.result == "ERROR") continue;
      CAPTURE(row.expression);
      const auto a = arguments(row.expression);
      const auto tensor = layout(a[0]);
      const auto p =
          partition(tensor, whole(tensor), ByThreadLayout{layout(a[1]), a.size() == 4 ? std::optional(tuple(a[3])) : std::nullopt});
      if (!p && p.error().condition == "thread divisibility") {  // CuTe prints a tensor that reaches beyond; a launch refuses
        ++uneven;
        continue;
      }
      CHECK(elements_of(must(p), 0, std::stoll(a[2])) == printed(row.result));
      ++checked;
    }
  CHECK(checked == 76);
  CHECK(uneven == 1);
}

TEST_CASE("threads and values are what make_tiled_copy makes of them in CuTe C++") {
  int partitions = 0, layouts = 0;
  for (const auto& row : golden_rows("tiled.tsv")) {
    if (row.expression.find("UniversalCopy") == std::string::npos || row.result == "ERROR") continue;
    CAPTURE(row.expression);
    const auto outer = arguments(row.expression);
    const auto copy = arguments(outer[0]);
    REQUIRE(copy.size() == 3);
    const auto threads = layout(copy[1]), values = layout(copy[2]);
    if (outer.size() == 3) {
      const auto tensor = layout(outer[2]);
      const auto p = must(partition(tensor, whole(tensor), ByThreadsAndValues{threads, values}));
      CHECK(elements_of(p, 0, std::stoll(outer[1])) == printed(row.result));
      ++partitions;
    } else {
      // (thread, value) -> place in the tile, whose indices are its 1-D coordinates.
      const auto tile = make_layout(product_each(raked_product(all_known(threads), all_known(values)).shape()));
      const auto p = must(partition(tile, whole(tile), ByThreadsAndValues{threads, values}));
      const auto tv = layout(row.result);
      REQUIRE(size(p.layout) == size(tv));
      for (std::int64_t i = 0; i < size(tv); ++i) CHECK(p.layout(i) == tv(i));
      ++layouts;
    }
  }
  CHECK(partitions == 11);
  CHECK(layouts == 13);
}

TEST_CASE("every block and thread has what the kernel's expression says, in that order") {
  Random random(22);
  int stepped = 0;
  for (int k = 0; k < 60; ++k) {
    const std::int64_t tm = 1 + random.below(4), tn = 1 + random.below(4), vm = 1 + random.below(3), vn = 1 + random.below(3);
    const std::int64_t bm = 1 + random.below(3), bn = 1 + random.below(2);
    const auto shape = tuple_text({tm * vm * bm, tn * vn * bn}), tile = tuple_text({tm * vm, tn * vn});
    const auto major = [&] { return random.below(2) == 0 ? Major::left : Major::right; };
    const auto tensor = to_string(make_layout(tuple(shape), major()), Marks::plain);
    const auto threads = to_string(make_layout(tuple(tuple_text({tm, tn})), major()), Marks::plain);
    const std::string step = std::vector<std::string>{"", "(1,X)", "(X,1)", "(1,1)"}[static_cast<std::size_t>(random.below(4))];
    const auto pieces = tuple_text({vm, vn}), places = tuple_text({tm, tn});
    CAPTURE(tensor);
    CAPTURE(tile);
    CAPTURE(threads);
    CAPTURE(step);
    // With (X,1) the threads' second mode divides the tile's first.
    std::optional<IntTuple> skipped;
    if (!step.empty()) skipped = tuple(step);
    const bool fits = step != "(X,1)" || (tm * vm) % tn == 0;
    const auto local = partition(layout(tensor), tiler_of(tuple(tile)), ByThreadLayout{layout(threads), skipped});
    CHECK(local.has_value() == fits);
    const auto inner = must(partition(layout(tensor), tiler_of(tuple(tile)), ByInner{tiler_value(pieces)}));
    const auto outer = must(partition(layout(tensor), tiler_of(tuple(tile)), ByOuter{tiler_value(places)}));
    const auto comma_step = step.empty() ? "" : "," + step;
    std::multiset<std::int64_t> once_inner, once_outer;
    for (std::int64_t b = 0; b < bm * bn; ++b)
      for (std::int64_t t = 0; t < tm * tn; ++t) {
        const auto cta = "local_tile(" + tensor + "," + tile + "," + std::to_string(b) + ")";
        const auto at = std::to_string(t);
        if (local) CHECK(elements_of(*local, b, t) == elements_of("local_partition(" + cta + "," + threads + "," + at + comma_step + ")"));
        const auto own_inner = elements_of(inner, b, t), own_outer = elements_of(outer, b, t);
        CHECK(own_inner == elements_of("inner_partition(" + cta + "," + pieces + "," + at + ")"));
        CHECK(own_outer == elements_of("outer_partition(" + cta + "," + places + "," + at + ")"));
        once_inner.insert(own_inner.begin(), own_inner.end());
        once_outer.insert(own_outer.begin(), own_outer.end());
      }
    for (const auto* once : {&once_inner, &once_outer}) {
      CHECK(once->size() == static_cast<std::size_t>(size(layout(tensor))));
      CHECK(std::set<std::int64_t>(once->begin(), once->end()).size() == once->size());
    }
    stepped += local && !step.empty();
  }
  CHECK(stepped > 10);
}

TEST_CASE("hierarchical tensors of rank 3, tiled in two modes, are cut up as their expressions say") {
  Random random(24);
  for (int k = 0; k < 40; ++k) {
    const std::int64_t tm = 1 + random.below(3), tn = 1 + random.below(3), vm = 1 + random.below(3), vn = 1 + random.below(2);
    const std::int64_t bm = 1 + random.below(3), bn = 1 + random.below(2), deep = 1 + random.below(2);
    // ((tile_m, blocks_m), (tile_n, blocks_n), deep), compact in any order of the five.
    const std::vector<std::int64_t> sizes{tm * vm, bm, tn * vn, bn, deep};
    std::vector<std::size_t> order{0, 1, 2, 3, 4};
    std::vector<std::int64_t> strides(5);
    std::int64_t next = 1;
    while (!order.empty()) {
      const auto at = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(order.size())));
      strides[order[at]] = next;
      next *= sizes[order[at]];
      order.erase(order.begin() + static_cast<std::ptrdiff_t>(at));
    }
    const auto nested = [](const std::vector<std::int64_t>& n) {
      return "(" + tuple_text({n[0], n[1]}) + "," + tuple_text({n[2], n[3]}) + "," + std::to_string(n[4]) + ")";
    };
    const auto tensor = nested(sizes) + ":" + nested(strides), tile = tuple_text({tm * vm, tn * vn});
    const auto threads = tuple_text({tm, tn}) + ":" + tuple_text({tn, 1}), pieces = tuple_text({vm, vn});
    CAPTURE(tensor);
    CAPTURE(tile);
    CAPTURE(threads);
    const auto local = must(partition(layout(tensor), tiler_of(tuple(tile)), ByThreadLayout{layout(threads), std::nullopt}));
    const auto inner = must(partition(layout(tensor), tiler_of(tuple(tile)), ByInner{tiler_value(pieces)}));
    REQUIRE(size(mode(local.layout, 0)) == bm * bn * deep);
    std::set<std::int64_t> owned;
    for (std::int64_t b = 0; b < bm * bn * deep; ++b)
      for (std::int64_t t = 0; t < tm * tn; ++t) {
        const auto cta = "local_tile(" + tensor + "," + tile + "," + std::to_string(b) + ")";
        const auto own = elements_of(local, b, t);
        CHECK(own == elements_of("local_partition(" + cta + "," + threads + "," + std::to_string(t) + ")"));
        CHECK(elements_of(inner, b, t) == elements_of("inner_partition(" + cta + "," + pieces + "," + std::to_string(t) + ")"));
        owned.insert(own.begin(), own.end());
      }
    CHECK(static_cast<std::int64_t>(owned.size()) == next);
  }
}

TEST_CASE("threads with their values cover a tile that is larger than one copy") {
  Random random(23);
  for (int k = 0; k < 60; ++k) {
    const auto major = [&] { return random.below(2) == 0 ? Major::left : Major::right; };
    const auto pair = [&](int most) { return IntTuple::tuple({IntTuple(1 + random.below(most)), IntTuple(1 + random.below(most))}); };
    const auto threads = make_layout(pair(4), major()), values = make_layout(pair(3), major());
    const auto rest = pair(3), blocks = pair(2);
    IntTuple tile, shape;
    for (int i = 0; i < 2; ++i) {
      tile.append(size(mode(threads, i)) * size(mode(values, i)) * rest.mode(i).integer().value);
      shape.append(tile.mode(i).integer().value * blocks.mode(i).integer().value);
    }
    const auto tensor = make_layout(shape, major());
    CAPTURE(text(tensor));
    CAPTURE(text(threads));
    CAPTURE(text(values));
    const auto p = must(partition(tensor, tiler_of(tile), ByThreadsAndValues{threads, values}));
    // By hand: value v of thread t stands at (m, n) = thread's place * values' shape + value's place, and on by copies.
    const auto tm = size(mode(threads, 0)), tn = size(mode(threads, 1)), vm = size(mode(values, 0)), vn = size(mode(values, 1));
    const auto at = [](const Layout& l, std::int64_t number) {
      std::int64_t c = 0;
      while (l(c) != number) ++c;
      return c;
    };
    for (std::int64_t b = 0; b < product(blocks).value; ++b)
      for (std::int64_t t = 0; t < tm * tn; ++t) {
        std::vector<std::int64_t> wanted;
        const auto tc = at(threads, t);
        const auto b0 = b % blocks.mode(0).integer().value, b1 = b / blocks.mode(0).integer().value;
        for (std::int64_t r = 0; r < product(rest).value; ++r)
          for (std::int64_t v = 0; v < vm * vn; ++v) {
            const auto vc = at(values, v);
            const auto r0 = r % rest.mode(0).integer().value, r1 = r / rest.mode(0).integer().value;
            const auto m = b0 * tile.mode(0).integer().value + r0 * tm * vm + tc % tm * vm + vc % vm;
            const auto n = b1 * tile.mode(1).integer().value + r1 * tn * vn + tc / tm * vn + vc / vm;
            wanted.push_back(tensor(m + n * size(mode(tensor, 0))));
          }
        CHECK(elements_of(p, b, t) == wanted);
      }
  }
}

TEST_CASE("a partition that is written down is taken as it is") {
  const auto p = must(partition(layout("(4,8,2):(16,2,1)")));
  CHECK(text(p.rest) == "_4:_16");
  CHECK(size(p.tile) == 16);
  CHECK(p.layout(1 + 4 * (3 + 8)) == 16 + 6 + 1);
  const auto refused = [](const char* written) {
    const auto r = partition(layout(written));
    return r ? std::string("a partition") : r.error().condition + ": " + r.error().message.text();
  };
  CHECK(refused("(4,8):(8,1)") == "rank: A partition is a layout of rank 3, (block, thread, value) -> element; (4,8):(8,1) has rank 2.");
  CHECK(refused("(4,8,2):(1@0,1@1,1@2)").starts_with("basis: "));
}

TEST_CASE("what cannot be distributed says why") {
  const auto tensor = layout("(8,8):(8,1)");
  const auto why = [&](const Distribution& d) {
    const auto p = partition(tensor, tiler_of(tuple("(8,8)")), d);
    return p ? std::string("a partition") : p.error().message.text();
  };
  CHECK(why(ByInner{tiler_value("(3,2)")}) == "The values <3,2> do not divide the tile (8,8).");
  CHECK(why(ByOuter{tiler_value("(3,2)")}) == "The threads <3,2> do not divide the tile (8,8).");
  CHECK(why(ByThreadLayout{layout("(2,4):(4,1)"), tuple("(X,X)")}) == "The step (X,X) leaves out every mode of the threads.");
  CHECK(why(ByThreadLayout{layout("(2,4):(4,1)"), tuple("(1,X,1)")}) ==
        "The step (1,X,1) has 3 modes, the thread layout (2,4):(4,1) has 2.");
  CHECK(why(ByThreadsAndValues{layout("(2,4):(4,1)"), layout("(2,1):(2,1)")}) ==
        "The value layout (2,1):(2,1) must number its 2 values 0 to 1, each once.");
  CHECK(why(ByThreadLayout{layout("8:-1"), std::nullopt}) == "The thread layout 8:-1 must number its 8 threads 0 to 7, each once.");
  const auto large = partition(layout("(64,64):(64,1)"), tiler_of(tuple("(64,64)")), ByInner{tiler_value("(1,2)")});
  REQUIRE_FALSE(large);
  CHECK(large.error().message == "A block has at most 1024 threads; the tile (64,64) in pieces of <1,2> has 2048.");
}
