// The linked pointer over a whole sheet: through any depth of entries, there and back.

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "app/actions/launch_links.hpp"
#include "app/document/link_graph.hpp"
#include "tests/app/sheets.hpp"

using namespace app;
using namespace algebra::links;
using app_test::app_of;
using Coordinates = std::vector<std::int64_t>;

namespace {

Coordinates at(const State& a, int from, std::int64_t coordinate, int in) {
  const auto* m = a.workspace.linking().of({from, coordinate}).in(in);
  return m == nullptr ? Coordinates{} : m->coordinates;
}
Role role(const State& a, int from, std::int64_t coordinate, int in) {
  const auto* m = a.workspace.linking().of({from, coordinate}).in(in);
  REQUIRE(m != nullptr);
  return m->role;
}

std::int64_t index_of(const State& a, int entry, std::int64_t c) { return (*index_map(a.workspace.result(entry).evaluation->value))(c); }

/// Returns the thread that a card of a tiled copy or MMA writes into the cell of that place.
std::int64_t thread_in_card(const State& a, int entry, std::int64_t place) {
  const auto& d = a.workspace.picture(entry)->diagram;
  const auto cell = d.cell_of(place);
  REQUIRE(cell);
  return d.owner_at(cell->row, cell->column).thread;
}

}  // namespace

TEST_CASE("element 42 of the starter sheet, wherever it stands") {
  const State a(starter_sheet());  // 1: A, 2: T, 3: D, 4: cta, 5: thr, 6: P
  CHECK(at(a, 3, 25, 3) == Coordinates{25});
  CHECK(role(a, 3, 25, 3) == Role::pointed);
  CHECK(at(a, 3, 25, 1) == Coordinates{5 + 8 * 2});
  CHECK(role(a, 3, 25, 1) == Role::operand);
  // (1,2) in the tile; the other tiles' elements are not meant.
  CHECK(at(a, 3, 25, 2) == Coordinates{1 + 4 * 2});
  CHECK(role(a, 3, 25, 2) == Role::place);
  // 42 is not in the tile (0,1) that cta is.
  CHECK(at(a, 3, 25, 4).empty());
  // Index 13 is: A(1,5), cta(1,1), thread 5.
  CHECK(at(a, 1, 1 + 8 * 5, 4) == Coordinates{1 + 4 * 1});
  CHECK(role(a, 1, 1 + 8 * 5, 4) == Role::result);
  CHECK(at(a, 1, 1 + 8 * 5, 3).size() == 1);
  const auto owner = at(a, 1, 1 + 8 * 5, 5);
  REQUIRE(owner.size() == 1);
  CHECK(index_of(a, 5, owner.front()) == 5);
  CHECK(role(a, 1, 1 + 8 * 5, 5) == Role::owner);
  // P is thread 3's: index 7 and 23.
  CHECK(at(a, 6, 1, 1) == Coordinates{2 + 8 * 7});
  CHECK(at(a, 6, 1, 4) == Coordinates{2 + 4 * 3});
}

TEST_CASE("a place of a tiler and a thread are linked with all that has them") {
  const State a(starter_sheet());
  CHECK(at(a, 2, 9, 3).size() == 4);  // one in each tile
  CHECK(at(a, 2, 9, 1).size() == 4);
  // Thread 3 has two of cta's elements, and they are P's.
  const auto thread = at(a, 4, 0 + 4 * 3, 5);
  REQUIRE(thread.size() == 1);
  CHECK(at(a, 5, thread.front(), 4) == Coordinates{12, 14});
  CHECK(at(a, 5, thread.front(), 6) == Coordinates{0, 1});
}

TEST_CASE("what a thread has of C: the tensor's element, its place in the MMA's card, its atom, and back") {
  const State a = app_of({"atom = SM80_16x8x16_F32F16F16F32_TN", "W = (2,2,1):(1,2,0)", "mma = make_tiled_mma(atom, W)",
                          "C = (64,32):(32,1)", "tC = mma.get_slice(37).partition_C(C)", "A = (64,32):(32,1)",
                          "tA = mma.get_slice(37).partition_A(A)", "one = get_slice(mma, 37)", "tB = partition_B(one, (32,32):(1,32))"});
  const auto n = algebra::product(*element_shape(*a.workspace.result(4).value())).value;
  REQUIRE(n == 16);
  for (std::int64_t c = 0; c < n; ++c) {
    const auto element = at(a, 4, c, 3);
    REQUIRE(element.size() == 1);
    CHECK(index_of(a, 3, element.front()) == index_of(a, 4, c));
    CHECK(role(a, 4, c, 3) == Role::operand);
    const auto place = at(a, 4, c, 2);
    REQUIRE(place.size() == 1);
    CHECK(thread_in_card(a, 2, place.front()) == 37);
    CHECK(role(a, 4, c, 2) == Role::place);
    // 37 is in the second warp; lane 5 has its values in two rows of the atom.
    CHECK(at(a, 4, c, 1) == Coordinates{1});
    CHECK(role(a, 4, c, 1) == Role::owner);
    CHECK(at(a, 4, c, 0).size() == 1);
    CHECK(role(a, 4, c, 0) == Role::place);
    // The slice is the same MMA, but another entry: its place is marked as well.
    CHECK(at(a, 3, element.front(), 4) == Coordinates{c});
    // The tensor has four tiles, and the thread one element in each.
    CHECK(at(a, 2, place.front(), 3).size() == 4);
    CHECK(at(a, 2, place.front(), 4).size() == 4);
    // C's place lights up rows of A and columns of B, and not the rest of its own row.
    CHECK(at(a, 2, place.front(), 7) == place);
    CHECK(at(a, 2, place.front(), 2) == place);
  }
  for (std::int64_t place = 0; place < 32 * 16; place += 5) CHECK(at(a, 2, place, 4).size() == (thread_in_card(a, 2, place) == 37 ? 4 : 0));
  // A warp has a quarter of C.
  CHECK(at(a, 1, 1, 3).size() == 64 * 32 / 4);
  CHECK(at(a, 1, 1, 4).size() == 16);
  CHECK(at(a, 1, 2, 4).empty());
  // In A this links to the row of C's tile: an element is in row 3 or 3 + 32, at any k.
  const auto in_a = at(a, 6, 0, 5);
  REQUIRE(in_a.size() == 1);
  CHECK(index_of(a, 5, in_a.front()) == index_of(a, 6, 0));
  const auto row = at(a, 6, 0, 2);
  CHECK(row.size() == 16);
  for (const auto place : row) CHECK(place % 32 == in_a.front() % 64 % 32);
  CHECK(at(a, 2, 3, 5).size() == 2 * 32);
  // A slice with a name is a way too: thread 37's elements of B, which is no entry.
  CHECK(at(a, 8, 0, 7).size() == 32);
  CHECK(at(a, 8, 0, 2).size() == 32);
}

TEST_CASE("what a thread copies: the tensor's element, its place in the copy's card, and back") {
  const State a = app_of({"copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,8))", "A = (64,64):(64,1)",
                          "thr = copy.get_slice(21)", "from = thr.partition_S(A)", "to = copy.get_slice(21).partition_D((64,64):(1,64))",
                          "threads = (16,8):(8,1)"});
  const auto n = algebra::product(*element_shape(*a.workspace.result(3).value())).value;
  REQUIRE(n == 32);
  for (std::int64_t c = 0; c < n; ++c) {
    const auto element = at(a, 3, c, 1);
    REQUIRE(element.size() == 1);
    CHECK(index_of(a, 1, element.front()) == index_of(a, 3, c));
    const auto place = at(a, 3, c, 0);
    REQUIRE(place.size() == 1);
    CHECK(thread_in_card(a, 0, place.front()) == 21);
    CHECK(at(a, 3, c, 2) == place);
    CHECK(at(a, 1, element.front(), 3) == Coordinates{c});
    CHECK(at(a, 0, place.front(), 3).size() == 4);
    CHECK(at(a, 2, place.front(), 3).size() == 4);
    CHECK(at(a, 0, at(a, 4, c, 0).front(), 4).size() == 4);  // its tensor is no entry
    CHECK(at(a, 4, c, 0).size() == 1);
  }
}

TEST_CASE("through five entries and back, and through operations within an expression") {
  const State a = app_of({"A = (8,8):(8,1)", "B = logical_divide(A, <4:1,4:1>)", "C = coalesce(flatten(B))",
                          "E = composition(C, (16,4):(4,1))", "F = E o 8:2", "G = right_inverse(A)"});
  for (std::int64_t c = 0; c < 8; ++c) {
    const auto up = at(a, 4, c, 0);
    REQUIRE(up.size() == 1);
    CHECK(index_of(a, 0, up.front()) == index_of(a, 4, c));
    CHECK(role(a, 4, c, 0) == Role::operand);
    const auto down = at(a, 0, up.front(), 4);
    CHECK(down == Coordinates{c});
    CHECK(role(a, 0, up.front(), 4) == Role::result);
    for (int between = 1; between < 4; ++between) CHECK(at(a, 4, c, between).size() == 1);
    // The inverse: the index there is the coordinate here.
    CHECK(at(a, 4, c, 5) == Coordinates{index_of(a, 4, c)});
    CHECK(role(a, 4, c, 5) == Role::same);
  }
}

TEST_CASE("every counterpart of the same element has its index, on sheets of many operations") {
  const State a =
      app_of({"A = ptr o (16,24):(24,1)", "D = zipped_divide(A, (4,6))", "T = tiled_divide(A, (8,8))", "L = local_tile(A, (8,12), (1,1))",
              "P = local_partition(L, (4,3):(3,1), 7)", "S = L(2,_)", "Q = outer_partition(L, (2,2), (1,0))", "V = P"});
  for (int from = 0; from < 8; ++from) {
    const auto shape = element_shape(a.workspace.result(from).evaluation->value);
    REQUIRE(shape);
    for (std::int64_t c = 0; c < algebra::product(*shape).value; ++c)
      for (const auto& m : a.workspace.linking().of({from, c}).entries) {
        if (m.role == Role::place || m.role == Role::owner) continue;
        for (const auto other : m.coordinates) CHECK(index_of(a, m.entry, other) == index_of(a, from, c));
      }
  }
  // And all of them: A is injective, so that each entry has the element at most once, and where it has the index, it is found.
  for (std::int64_t c = 0; c < 16 * 24; ++c)
    for (int in = 1; in < 8; ++in) {
      const auto leg = index_map(a.workspace.result(in).evaluation->value);
      Coordinates wanted;
      for (std::int64_t x = 0; x < leg->size(); ++x)
        if ((*leg)(x) == index_of(a, 0, c)) wanted.push_back(x);
      CHECK(at(a, 0, c, in) == wanted);
    }
}

TEST_CASE("a layout of 2^40 elements takes as many steps as it has modes") {
  const State a = app_of({"A = (1048576,1048576):(1048576,1)", "D = zipped_divide(A, (128,64))", "C = coalesce(D)",
                          "E = C o (1099511627776):(1)", "R = left_inverse(A)"});
  const std::int64_t far = (std::int64_t{1} << 40) - 12345;
  const auto found = at(a, 4, far, 0);
  REQUIRE(found.size() == 1);
  CHECK(index_of(a, 0, found.front()) == far);
  const auto in_d = at(a, 0, found.front(), 1);
  REQUIRE(in_d.size() == 1);
  CHECK(index_of(a, 1, in_d.front()) == far);
  const auto in_e = at(a, 0, found.front(), 3);
  REQUIRE(in_e.size() == 1);
  CHECK(index_of(a, 3, in_e.front()) == far);
  // Links are made once; after that a search is some dozens of steps.
  at(a, 0, found.front() - 1, 1);
  CHECK(a.workspace.linking().steps_taken() < 500);
}

TEST_CASE("many counterparts are cut off, and say so") {
  const State a = app_of({"A = (1048576):(1)", "B = composition(A, (1048576,64):(0,1))", "T = (64,64):(1,64)", "D = zipped_divide(A, T)"});
  const auto& found = a.workspace.linking().of({0, 3});
  const auto* in_b = found.in(1);
  REQUIRE(in_b != nullptr);
  CHECK(in_b->coordinates.size() <= LinkedElements::most_marks);
  CHECK_FALSE(in_b->all);
  CHECK(a.workspace.linking().steps_taken() <= LinkGraph::most_steps + 10'000);
}

TEST_CASE("strides that step into one another are searched within the budget") {
  std::string text = "A = (";
  std::string strides = "):(";
  for (int i = 0; i < 24; ++i) {
    text += i == 0 ? "2" : ",2";
    strides += fmt::format("{}{}", i == 0 ? "" : ",", 1'000'003 + 17 * i * i);
  }
  Sheet s;
  s.entries.emplace_back().text = text + strides + ")";
  s.entries.emplace_back().text = "R = left_inverse((4,8):(8,1))";
  s.entries.emplace_back().text = "B = composition(4096:1, A)";
  const State a(s);
  a.workspace.linking().of({0, 77});
  CHECK(a.workspace.linking().steps_taken() <= LinkGraph::most_steps);
}

TEST_CASE("edits, broken entries, integers and notes") {
  State a = app_of({"# a note", "A = (4,4):(1,4)", "B = coalesce(A)", "n = size(A)", "C = composition(A, ", "A2 = A", "X = missing(A)"});
  CHECK(at(a, 2, 5, 1) == Coordinates{5});
  CHECK(at(a, 5, 5, 2) == Coordinates{5});
  CHECK(at(a, 3, 0, 1).empty());
  CHECK(at(a, 4, 0, 1).empty());
  CHECK(at(a, 1, 99, 2).empty());
  CHECK(at(a, 1, -1, 2).empty());
  a.workspace.edit("edit", [](Sheet& s) { s.entries[1].text = "A = (8,4):(4,1)"; });
  CHECK(at(a, 2, 5, 1) == Coordinates{5});
  CHECK(at(a, 2, 31, 1) == Coordinates{31});
  a.workspace.edit("edit", [](Sheet& s) { s.entries.erase(s.entries.begin()); });
  CHECK(at(a, 1, 31, 0) == Coordinates{31});
  a.workspace.edit("edit", [](Sheet& s) { s.entries.clear(); });
  CHECK(a.workspace.linking().of({0, 1}).entries.empty());
}

TEST_CASE("a sheet of 10,000 entries: a search looks at what is near") {
  Sheet s;
  s.entries.emplace_back().text = "E0 = (8,8):(8,1)";
  for (int i = 1; i < 10'000; ++i) s.entries.emplace_back().text = fmt::format("E{} = coalesce(E{})", i, i % 3 == 0 ? 0 : i - 1);
  const State a(s);
  const auto& found = a.workspace.linking().of({0, 9});
  CHECK(found.entries.size() > 100);
  CHECK(a.workspace.linking().steps_taken() <= LinkGraph::most_steps + 100);
}

TEST_CASE("operands of the inspector come from the operation") {
  const State a = app_of({"B = 20:2", "C = B o (5,4):(4,1)", "L = blocked_product((2,2):(1,2), (3,2):(2,1))", "K = complement(4:1, 24)",
                          "I = right_inverse((4,2):(2,1))"});
  const auto says = [&](int entry, std::int64_t c) {
    std::string all;
    for (const auto& [label, where] : element_facts(a.workspace.document_view(), {entry, c}))
      if (label.key() == "in {}") all += where.text() + ";";
    return all;
  };
  CHECK(says(1, 6) == "B(5);(1,1);");  // (5,4):(4,1) at 6 = (1,1) is 5
  CHECK(says(2, 1 + 6 * 2) == "(1,0);(0,1);");
  CHECK(says(3, 2) == "(0);");
  CHECK(says(4, 5) == "(2,1);");  // (4,2):(2,1) has 5 at (2,1)
}

TEST_CASE("the launch knows who has the pointed element, and what the pointed thread has") {
  State a = app_of({"A = (8,8):(8,1)", "T = (4,4)", "thr = (2,4):(4,1)"});
  a.workspace.edit("edit", [](Sheet& s) { s.launch = {{.tensor = "A", .tile = "T", .threads = "thr"}}; });
  REQUIRE(a.workspace.launch());
  a.view.hover = {0, 5 + 8 * 2};  // 42
  CHECK(traced_elements(a.workspace, a.view) == Coordinates{42});
  const auto owner = owning_threads(a.workspace, a.view);
  REQUIRE(owner.size() == 1);
  CHECK(index_of(a, 2, owner.front()) == 6);
  const auto request = request_at(*a.workspace.launch(), linked_request(a.workspace, a.view));
  CHECK(request.block == 1);  // (1,0) of the four tiles
  CHECK(request.access == 0);
  a.view.hover = {2, owner.front()};
  const auto its = traced_elements(a.workspace, a.view);
  CHECK(its.size() == 8);  // two in each of four blocks
  CHECK(std::binary_search(its.begin(), its.end(), 42));
  CHECK(element_of_trace(a.workspace, 42) == Element{0, 5 + 8 * 2});
}

TEST_CASE("a coordinate's cell, and the cell's coordinate") {
  for (const bool transposed : {false, true})
    for (const char* text : {"A = (4,6):(6,1)", "A = 7:2", "A = (3,4,5):(1,3,12)", "A = ((2,2),(3,2)):((1,6),(2,12))"}) {
      Sheet s;
      s.entries.emplace_back().text = text;
      s.entries.front().view.transposed = transposed;
      const State a(s);
      const auto& d = a.workspace.picture(0)->diagram;
      for (std::int64_t r = 0; r < d.rows.extent; ++r)
        for (std::int64_t c = 0; c < d.columns.extent; ++c) {
          const auto cell = d.cell_of(d.coordinate(r, c));
          REQUIRE(cell);
          CHECK(cell->row == r);
          CHECK(cell->column == c);
        }
      CHECK_FALSE(d.cell_of(d.rows.extent * d.columns.extent));
    }
}
