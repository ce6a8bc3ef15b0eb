// Each operation's links against the outside answer: what its contract says, by enumeration.

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "../algebra/random_layouts.hpp"
#include "linked_operation.hpp"

using namespace app;
using namespace algebra::links;
using namespace linked_operations;
using algebra::Layout;
using algebra::Value;

namespace {

std::int64_t checked_elements(const Operation& op) { return static_cast<std::int64_t>(indices(op.e.value).size()); }

}  // namespace

TEST_CASE("what an operation puts into another order is linked with the element that has its index") {
  const std::map<std::string, int> operations{{"coalesce", 0},        {"flatten", 0},      {"group", 0},       {"logical_divide", 0},
                                              {"zipped_divide", 0},   {"tiled_divide", 0}, {"flat_divide", 0}, {"local_tile", 0},
                                              {"local_partition", 0}, {"get", 0},          {"layout", 0},      {"take", 0},
                                              {"select", 0}};
  std::map<std::string, int> looked_at;
  for (const char* file : {"static.tsv", "dynamic.tsv"})
    for (const auto& [name, operand] : operations)
      for (const auto& text : golden_texts(file, name)) {
        const auto op = operation(text, algebra::IntegerRule::cute);
        // A result that breaks its contract has no independent answer to compare with.
        if (!op || op->e.verdict.kind == algebra::Verdict::Kind::broken || op->e.warning || !layout_of(op->e.value)) continue;
        if (op->e.made_by.operation != name) continue;
        check_reordered(*op, operand);
        ++looked_at[name];
      }
  for (const auto& one : operations) CHECK_MESSAGE(looked_at[one.first] >= 10, one.first);
}

TEST_CASE("composition links c with c in B and with B(c) in A") {
  int looked_at = 0;
  for (const char* file : {"static.tsv", "dynamic.tsv"})
    for (const auto& text : golden_texts(file, "composition")) {
      const auto op = operation(text, algebra::IntegerRule::cute);
      if (!op || !op->kept() || !std::holds_alternative<Layout>(op->operand(1)) || !std::holds_alternative<Layout>(op->operand(0)))
        continue;
      INFO(text);
      const auto* a = op->between(0);
      const auto* b = op->between(1);
      REQUIRE(a != nullptr);
      REQUIRE(b != nullptr);
      const auto of_b = indices(op->operand(1));
      const auto in_a = static_cast<std::int64_t>(indices(op->operand(0)).size());
      for (std::int64_t c = 0; c < checked_elements(*op); ++c) {
        CHECK(op->back(*b, c) == Set{c});
        const auto at = of_b[static_cast<std::size_t>(c)];
        CHECK(op->back(*a, c) == (at < in_a ? Set{at} : Set{}));
      }
      // And the other way: every c with B(c) = a.
      for (std::int64_t x = 0; x < in_a; ++x) {
        Set wanted;
        for (std::size_t c = 0; c < of_b.size(); ++c)
          if (of_b[c] == x) wanted.insert(static_cast<std::int64_t>(c));
        CHECK(op->on(*a, x) == wanted);
      }
      ++looked_at;
    }
  CHECK(looked_at > 40);
}

TEST_CASE("a product's element is linked with its element of the block and with its copy") {
  int looked_at = 0;
  for (const char* file : {"static.tsv", "dynamic.tsv"})
    for (const char* name : {"logical_product", "zipped_product", "tiled_product", "flat_product", "blocked_product", "raked_product"})
      for (const auto& text : golden_texts(file, name)) {
        const auto op = operation(text, algebra::IntegerRule::cute);
        if (!op || !op->kept()) continue;
        INFO(text);
        const auto* block = op->between(0);
        REQUIRE(block != nullptr);
        const auto* copies = op->between(1);
        if (copies == nullptr) continue;  // a tiler with _ has no elements
        const auto r = indices(op->e.value), a = indices(op->operand(0));
        std::map<std::int64_t, Set> start;     // of each copy: index of R less that of A
        std::map<std::int64_t, Set> elements;  // of the block in each copy
        for (std::int64_t c = 0; c < checked_elements(*op); ++c) {
          const auto in = op->back(*block, c), copy = op->back(*copies, c);
          REQUIRE(in.size() == 1);
          REQUIRE(copy.size() == 1);
          start[*copy.begin()].insert(r[static_cast<std::size_t>(c)] - a[static_cast<std::size_t>(*in.begin())]);
          CHECK(elements[*copy.begin()].insert(*in.begin()).second);
        }
        for (const auto& [copy, at] : start) CHECK(at.size() == 1);
        for (const auto& [copy, in] : elements) CHECK(in.size() == a.size());
        CHECK(*start[0].begin() == 0);
        // Copies come in the order of the tiler's indices.
        if (const auto* tiler = std::get_if<Layout>(&op->operand(1))) {
          const auto order = indices(Value(*tiler));
          for (std::size_t s = 0; s < order.size(); ++s)
            for (std::size_t t = 0; t < order.size(); ++t)
              if (order[s] < order[t]) CHECK(*start[static_cast<std::int64_t>(s)].begin() < *start[static_cast<std::int64_t>(t)].begin());
        }
        ++looked_at;
      }
  CHECK(looked_at > 60);
}

TEST_CASE("in an inverse, index and coordinate change places") {
  int looked_at = 0;
  for (const char* name : {"right_inverse", "left_inverse"})
    for (const char* file : {"static.tsv", "dynamic.tsv"})
      for (const auto& text : golden_texts(file, name)) {
        const auto op = operation(text, algebra::IntegerRule::cute);
        if (!op || !op->kept()) continue;
        INFO(text);
        const auto* link = op->between(0);
        REQUIRE(link != nullptr);
        const auto at = by_index(op->operand(0));
        for (std::int64_t i = 0; i < checked_elements(*op); ++i) {
          const auto wanted = at.find(i);
          CHECK(op->back(*link, i) == (wanted == at.end() ? Set{} : wanted->second));
        }
        ++looked_at;
      }
  CHECK(looked_at > 20);
}

TEST_CASE("a tile's place is in every tile once, and in the first one where the tiler says") {
  int looked_at = 0;
  for (const char* file : {"static.tsv", "dynamic.tsv"})
    for (const char* name : {"logical_divide", "zipped_divide", "tiled_divide", "flat_divide"})
      for (const auto& text : golden_texts(file, name)) {
        const auto op = operation(text, algebra::IntegerRule::cute);
        if (!op || !op->kept()) continue;
        const auto* tile = op->between(1);
        if (tile == nullptr) continue;
        INFO(text);
        const auto* a = op->between(0);
        REQUIRE(a != nullptr);
        std::map<std::int64_t, Set> of_place;
        for (std::int64_t c = 0; c < checked_elements(*op); ++c) {
          const auto place = op->back(*tile, c);
          REQUIRE(place.size() == 1);
          const auto in_a = op->back(*a, c);
          of_place[*place.begin()].insert(in_a.begin(), in_a.end());
        }
        const auto places = tile->relation.first_size;
        CHECK(static_cast<std::int64_t>(of_place.size()) == places);
        for (const auto& [place, elements] : of_place) {
          CHECK(static_cast<std::int64_t>(elements.size()) * places == checked_elements(*op));
          if (const auto* tiler = std::get_if<Layout>(&op->operand(1))) CHECK(elements.contains((*tiler)(place)));
        }
        ++looked_at;
      }
  CHECK(looked_at > 80);
}

TEST_CASE("a thread is linked with the elements that local_partition gives it") {
  int looked_at = 0;
  for (const char* file : {"static.tsv", "dynamic.tsv"})
    for (const auto& text : golden_texts(file, "local_partition")) {
      const auto op = operation(text, algebra::IntegerRule::cute);
      if (!op || op->e.warning || op->e.made_by.operands.size() != 3) continue;
      INFO(text);
      const auto* owner = op->between(1, 0);
      REQUIRE(owner != nullptr);
      CHECK(owner->kind == LinkKind::owner);
      const auto threads = indices(op->operand(1)), tensor = indices(op->operand(0));
      for (std::size_t t = 0; t < threads.size(); ++t) {
        auto operands = op->e.made_by.operands;
        operands[2] = algebra::IntTuple(threads[t]);
        const auto part = algebra::reapply(op->e.made_by, operands);
        if (!part) continue;
        const auto its = indices(*part);
        Set wanted(its.begin(), its.end()), found;
        for (const auto c : op->on(*owner, static_cast<std::int64_t>(t))) found.insert(tensor[static_cast<std::size_t>(c)]);
        CHECK(found == wanted);
      }
      ++looked_at;
    }
  CHECK(looked_at > 20);
}

TEST_CASE("a step leaves out modes of the threads: those that differ only there have the same") {
  const auto op = operation("local_partition((8,8):(1,8), (2,2,2):(1,2,4), 5, (1,1,X))", algebra::IntegerRule::math);
  REQUIRE(op);
  const auto* owner = op->between(1, 0);
  REQUIRE(owner != nullptr);
  for (std::int64_t t = 0; t < 4; ++t) CHECK(op->on(*owner, t) == op->on(*owner, t + 4));
  CHECK(op->on(*owner, 0).size() == 16);
  CHECK(op->back(*owner, 0) == Set{0, 4});
}

TEST_CASE("slices are linked with what stands in the row that they take") {
  const auto row = operation("(8,8):(8,1)(2,_)", algebra::IntegerRule::math);
  REQUIRE_FALSE(row);  // a literal is not called
  const algebra::Environment names{{"A", algebra::evaluate("(8,8):(8,1)", {}, algebra::IntegerRule::math)->value}};
  auto e = algebra::evaluate("A(2,_)", names, algebra::IntegerRule::math);
  REQUIRE(e);
  const Operation op{*e, links_of(e->value, e->made_by), "A(2,_)"};
  REQUIRE(op.between(0) != nullptr);
  for (std::int64_t c = 0; c < 8; ++c) CHECK(op.back(*op.between(0), c) == Set{2 + 8 * c});
}

TEST_CASE("what lies beyond a layout that begins at a coordinate has no counterpart") {
  const auto op = operation("domain_offset((2,1), ptr o (4,4):(1,4))", algebra::IntegerRule::math);
  REQUIRE(op);
  REQUIRE(op->between(1) != nullptr);
  CHECK(op->back(*op->between(1), 0) == Set{6});
  CHECK(op->back(*op->between(1), 1) == Set{7});
  CHECK(op->back(*op->between(1), 2).empty());
  CHECK(op->back(*op->between(1), 12).empty());
  CHECK(op->back(*op->between(1), 9) == Set{15});
}

TEST_CASE("elements of another width are linked with all that they are made of") {
  const auto wide = operation("upcast<4>((8,4):(1,8))", algebra::IntegerRule::math);
  REQUIRE(wide);
  CHECK(wide->back(*wide->between(0), 0) == Set{0, 1, 2, 3});
  CHECK(wide->back(*wide->between(0), 3) == Set{12, 13, 14, 15});
  CHECK(wide->on(*wide->between(0), 13) == Set{3});
  const auto narrow = operation("downcast<2>((4,2):(1,4))", algebra::IntegerRule::math);
  REQUIRE(narrow);
  CHECK(narrow->on(*narrow->between(0), 5) == Set{10, 11});
  const auto filtered = operation("filter((4,2,2):(1,0,4))", algebra::IntegerRule::math);
  REQUIRE(filtered);
  CHECK(filtered->back(*filtered->between(0), 5) == Set{9, 13});
}

TEST_CASE("layouts made of layouts, complements and swizzles") {
  const auto both = operation("make_layout((2,2):(1,2), 4:4)", algebra::IntegerRule::math);
  REQUIRE(both);
  CHECK(both->back(*both->between(0), 13) == Set{1});
  CHECK(both->back(*both->between(1), 13) == Set{3});
  const auto copies = operation("complement(4:2, 32)", algebra::IntegerRule::math);
  REQUIRE(copies);
  CHECK(copies->back(*copies->between(0), 3) == Set{0});
  CHECK(copies->on(*copies->between(0), 0).size() == 8);
  CHECK(copies->on(*copies->between(0), 1).empty());
  // R(c) = A(Swizzle(c))
  const auto swizzled = operation("composition((8,8):(8,1), Swizzle<3,0,3>)", algebra::IntegerRule::math);
  REQUIRE(swizzled);
  const auto a = indices(swizzled->operand(0)), r = indices(swizzled->e.value);
  for (std::int64_t c = 0; c < 64; ++c) {
    const auto from = swizzled->back(*swizzled->between(0), c);
    REQUIRE(from.size() == 1);
    CHECK(a[static_cast<std::size_t>(*from.begin())] == r[static_cast<std::size_t>(c)]);
  }
  const auto behind = operation("Swizzle<2,0,2> o 0 o (4,4):(4,1)", algebra::IntegerRule::math);
  REQUIRE(behind);
  CHECK(behind->back(*behind->between(2), 7) == Set{7});
}

TEST_CASE("random layouts: divides and compositions of any nesting") {
  algebra::random_layouts::Source random(algebra::random_layouts::chosen_seed());
  int looked_at = 0;
  for (int i = 0; i < 400; ++i) {
    random.choose_marking();
    if (random.large()) continue;
    const auto a = random.layout();
    const auto text = fmt::format("zipped_divide({}, {})", to_string(a, algebra::Marks::plain),
                                  to_string(random.tile(algebra::size(a)), algebra::Marks::plain));
    const auto op = operation(text, algebra::IntegerRule::math);
    if (!op || !op->kept()) continue;
    check_reordered(*op, 0);
    ++looked_at;
  }
  CHECK(looked_at > 100);
}
