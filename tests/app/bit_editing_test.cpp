// The card of a matrix over F2: its picture, what lights up, and editing by a click.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/language/value_indexing.hpp"
#include "app/actions/bit_editing.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/document/link_graph.hpp"
#include "linked_operation.hpp"
#include "render/export_pen.hpp"
#include "sheets.hpp"

using namespace app;
using app_test::app_of;

namespace {

std::string text_of_entry(const State& s, const std::string& name) {
  const int entry = s.workspace.evaluator().find(name);
  REQUIRE(entry >= 0);
  return s.workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
}
const algebra::BitMatrix& bits_of_entry(const State& s, const std::string& name) {
  const auto* value = s.workspace.result(s.workspace.evaluator().find(name)).value();
  REQUIRE(value != nullptr);
  return std::get<algebra::BitMatrix>(*value);
}
void click(State& s, const std::string& name, int row, int column) {
  toggle_bit(s.workspace, s.host, s.workspace.evaluator().find(name), row, column);
}

}  // namespace

TEST_CASE("an entry of the matrix is linked with the elements that have both bits, by enumeration") {
  using namespace linked_operations;
  for (const char* text : {"bit_matrix((4,8):(8,1))", "bit_matrix(Swizzle<2,0,2> o (4,4):(1,4))",
                           "bit_matrix(Swizzle<3,1,3> o (8,16):(16,1))", "bit_matrix(composition(Swizzle<2,0,3>{}, 64, (8,8):(1,8)))",
                           "bit_matrix((2,4):(7,8))", "bit_matrix((2,2,2):(3,0,4))", "bit_matrix_TV(half_t, ((4,8),(2,2)):((32,1),(16,8)))",
                           "bit_matrix(half_t, (16,4):(1,0))", "bit_matrix(make_identity_layout((4,8)))"}) {
    INFO(text);
    const auto op = operation(text, algebra::IntegerRule::math);
    REQUIRE(op);
    const auto& m = std::get<algebra::BitMatrix>(op->e.value);
    const auto f = algebra::indexing(op->e.made_by.operands.back());
    const int operand = static_cast<int>(op->e.made_by.operands.size()) - 1;
    for (int c = 0; c < algebra::bits_in(m.columns); ++c)
      for (int r = 0; r < algebra::bits_in(m.rows); ++r) {
        const std::int64_t cell = r + std::int64_t{c} * algebra::bits_in(m.rows);
        Set wanted, found, back;
        for (std::int64_t x = 0; x < algebra::size(f->layout); ++x)
          if ((x >> c & 1) != 0 && ((*f)(x) >> r & 1) != 0) wanted.insert(x);
        for (const auto& link : op->links) {
          CHECK(link.first == operand);
          for (const auto x : op->back(link, cell)) found.insert(x);
          for (const auto x : wanted)
            for (const auto at : op->on(link, x)) back.insert(at);
        }
        CHECK(found == wanted);
        CHECK(back.contains(cell) == !wanted.empty());
      }
  }
}

TEST_CASE("an entry of a conversion is linked with the elements of both layouts, by enumeration") {
  using namespace linked_operations;
  for (const char* text : {"conversion((32,4):(1,32), ((8,4),4):((4,32),1))", "conversion(half_t, (32,4):(1,32), (32,(2,2)):(1,(64,32)))",
                           "conversion((32,4):(0,1), (32,2):(0,2))", "conversion((32,4):(1,32), (32,4):(4,0))",
                           "conversion(Swizzle<2,0,3> o (32,4):(1,32), (32,4):(4,1))"}) {
    INFO(text);
    const auto op = operation(text, algebra::IntegerRule::math);
    REQUIRE(op);
    const auto& m = std::get<algebra::BitMatrix>(op->e.value);
    const int to = static_cast<int>(op->e.made_by.operands.size()) - 1, rows = algebra::bits_in(m.rows);
    for (int c = 0; c < algebra::bits_in(m.columns); ++c)
      for (int r = 0; r < rows; ++r) {
        const std::int64_t cell = r + std::int64_t{c} * rows;
        Set targets, sources, found_targets, found_sources;
        for (std::uint64_t x = 0; x < std::uint64_t{1} << algebra::bits_in(m.columns); ++x) {
          const auto image = algebra::apply(m, x);
          if ((x >> c & 1) == 0 || (image >> r & 1) == 0) continue;
          targets.insert(static_cast<std::int64_t>(x));
          sources.insert(static_cast<std::int64_t>(image));
        }
        for (const auto& link : op->links)
          for (const auto x : op->back(link, cell)) (link.first == to ? found_targets : found_sources).insert(x);
        CHECK(found_targets == targets);
        CHECK(found_sources == sources);
      }
  }
}

TEST_CASE("a bit lights its elements wherever they are, and an element its own bits alone") {
  const auto s = app_of({"A = (4,8):(8,1)", "B = bit_matrix(A)", "F = coalesce(A)", "E = bit_matrix(f16, A)", "D = F"});
  const auto lit = [&](const char* pointed, std::int64_t at, const char* in) {
    const auto* m = s.workspace.linking().of({s.workspace.evaluator().find(pointed), at}).in(s.workspace.evaluator().find(in));
    return m == nullptr ? std::vector<std::int64_t>{} : m->coordinates;
  };
  const auto& m = bits_of_entry(s, "B");
  const int rows = algebra::bits_in(m.rows);
  for (int c = 0; c < algebra::bits_in(m.columns); ++c)
    for (int r = 0; r < rows; ++r) {
      const auto at = r + c * std::int64_t{rows};
      std::vector<std::int64_t> wanted;
      for (std::int64_t x = 0; x < 32; ++x)
        if ((x >> c & 1) != 0 && (algebra::apply(m, static_cast<std::uint64_t>(x)) >> r & 1) != 0) wanted.push_back(x);
      for (const auto* in : {"A", "F", "D"}) CHECK(lit("B", at, in) == wanted);
      CHECK(lit("B", at, "B") == std::vector<std::int64_t>{at});
      CHECK(lit("B", at, "E").empty());
    }
  for (std::int64_t x = 0; x < 32; ++x) {
    CHECK(lit("A", x, "A") == std::vector<std::int64_t>{x});
    CHECK(lit("A", x, "F") == std::vector<std::int64_t>{x});
    CHECK(lit("A", x, "B").empty() == (x == 0));
    CHECK(lit("F", x, "B") == lit("A", x, "B"));
  }
}

TEST_CASE("in a sheet an element of either layout lights its bits of their conversion, and a bit those elements") {
  const auto s = app_of({"A = (32,4):(1,32)", "B = ((8,4),4):((4,32),1)", "C = conversion(A, B)", "D = conversion(half_t, A, A)"});
  const auto lit = [&](const char* pointed, std::int64_t at, const char* in) {
    const auto* m = s.workspace.linking().of({s.workspace.evaluator().find(pointed), at}).in(s.workspace.evaluator().find(in));
    return m == nullptr ? std::set<std::int64_t>{} : std::set<std::int64_t>(m->coordinates.begin(), m->coordinates.end());
  };
  const auto index = [&](const char* name, std::int64_t x) {
    return (*algebra::indexing(*s.workspace.result(s.workspace.evaluator().find(name)).value()))(x);
  };
  const auto& m = bits_of_entry(s, "C");
  const int rows = algebra::bits_in(m.rows), columns = algebra::bits_in(m.columns);
  REQUIRE((rows == 7 && columns == 7));
  std::map<std::int64_t, std::set<std::int64_t>> of_a, of_b, in_a, in_b;
  for (std::int64_t b = 0; b < 128; ++b)
    for (std::int64_t a = 0; a < 128; ++a) {
      if (index("A", a) != index("B", b)) continue;
      for (int c = 0; c < columns; ++c)
        for (int r = 0; r < rows; ++r) {
          if ((b >> c & 1) == 0 || (a >> r & 1) == 0) continue;
          const auto cell = r + c * std::int64_t{rows};
          of_a[a].insert(cell), of_b[b].insert(cell), in_a[cell].insert(a), in_b[cell].insert(b);
        }
    }
  for (std::int64_t x = 0; x < 128; ++x) {
    CHECK(lit("A", x, "C") == of_a[x]);
    CHECK(lit("B", x, "C") == of_b[x]);
  }
  for (std::int64_t cell = 0; cell < std::int64_t{rows} * columns; ++cell) {
    CHECK(lit("C", cell, "A") == in_a[cell]);
    CHECK(lit("C", cell, "B") == in_b[cell]);
    CHECK(lit("C", cell, "C") == std::set<std::int64_t>{cell});
    CHECK(lit("C", cell, "D").empty());
  }
}

TEST_CASE("the card of a matrix names its bits, frames those of the swizzle, and says rank and layout") {
  const auto s = app_of({"S = Swizzle<2,0,2> o (4,4):(1,4)", "B = bit_matrix(S)", "P = bit_matrix_TV(half_t, ((8,4),8):((64,8),1))",
                         "C = conversion((32,4):(1,32), ((8,4),4):((4,32),1))", "M = make_bit_matrix((1,1),(3))"});
  const auto picture = [&](const char* name) -> const render::Diagram& {
    const auto* p = s.workspace.picture(s.workspace.evaluator().find(name));
    REQUIRE(p != nullptr);
    return p->diagram;
  };
  const auto& d = picture("B");
  CHECK(d.rows.names == std::vector<std::string>{"i0", "i1", "i2", "i3"});
  CHECK(d.columns.names == std::vector<std::string>{"m0", "m1", "n0", "n1"});
  const auto& m = bits_of_entry(s, "B");
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) {
      CHECK(d.label(r, c) == (algebra::entry(m, r, c) ? "1" : "0"));
      CHECK((d.colour_key(r, c) >= 0) == algebra::entry(m, r, c));
    }
  REQUIRE(d.callouts.size() == 2);
  CHECK((d.callouts[0].row == 0 && d.callouts[0].column == 2));
  CHECK((d.callouts[1].row == 1 && d.callouts[1].column == 3));
  const auto says = [](const render::Diagram& of, const std::string& words) {
    return std::ranges::any_of(
        of.table, [&](const render::TableLine& l) { return (l.value + " " + l.meaning.text()).find(words) != std::string::npos; });
  };
  CHECK(says(d, "4/4 injective"));
  CHECK(says(d, "Sw<2,0,2> o 0 o (4,4):(1,4)"));
  CHECK(says(d, "framed: the swizzle's bits"));
  CHECK(says(picture("P"), "16 B 8 words meet in a bank"));
  CHECK(says(picture("C"), "shuffles of 32 bits a warp"));
  CHECK(says(picture("M"), "not injective: m0 + m1 changes nothing"));
  CHECK(says(picture("M"), "no layout has these bits"));
  const auto text = render::export_text(d, {});
  CHECK(text.find("m0") != std::string::npos);
  CHECK(text.find("i3 |") != std::string::npos);
  render::View turned;
  turned.transposed = true;
  const auto t = render::describe(algebra::Value(m), "B", turned);
  REQUIRE(t);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) CHECK(t->label(c, r) == (algebra::entry(m, r, c) ? "1" : "0"));
  CHECK(t->rows.heading(2) == "n0");
}

TEST_CASE("a click on a bit: the layout follows where there is one, and undo takes it back") {
  auto s = app_of({"S = (4,4):(1,4)", "B = bit_matrix(S)"});
  click(s, "B", 0, 2);  // n0 also changes i0: what a swizzle does
  CHECK(text_of_entry(s, "S") == "S = Sw<1,0,2> o 0 o (4,4):(1,4)");
  click(s, "B", 1, 3);
  CHECK(text_of_entry(s, "S") == "S = Sw<2,0,2> o 0 o (4,4):(1,4)");
  CHECK(bits_of_entry(s, "B").images == std::vector<std::uint64_t>{1, 2, 5, 10});
  undo(s.workspace, s.view);
  undo(s.workspace, s.view);
  CHECK(text_of_entry(s, "S") == "S = (4,4):(1,4)");
  // The edited map is no layout: nothing changes, and the message names the nearest one.
  click(s, "B", 0, 2);
  click(s, "B", 0, 3);
  CHECK(text_of_entry(s, "S") == "S = Sw<1,0,2> o 0 o (4,4):(1,4)");
  CHECK(s.host.notice_is_bad);
  CHECK(s.host.notice.text().find("is nearest") != std::string::npos);
}

TEST_CASE("bits of columns, of a layout in the call, of a layout that is computed, and of CuTe's static integers") {
  auto s = app_of({"M = make_bit_matrix((1,2),(4,9))", "B = bit_matrix(f16, (4,4):(1,4))", "A = (4,4):(4,1)", "C = coalesce(A)",
                   "D = bit_matrix(C)", "P = right_inverse(D)"});
  click(s, "M", 0, 1);
  CHECK(text_of_entry(s, "M") == "M = make_bit_matrix((1,3),(4,9))");
  click(s, "M", 0, 0);
  CHECK(text_of_entry(s, "M") == "M = make_bit_matrix((0,3),(4,9))");
  click(s, "B", 3, 3);
  CHECK(text_of_entry(s, "B") == "B = bit_matrix(f16, (4,(2,2)):(1,(4,0)))");
  const auto count = s.workspace.sheet().entries.size();
  click(s, "D", 0, 0);
  CHECK(text_of_entry(s, "C") == "C = coalesce(A)");
  CHECK(s.workspace.sheet().entries.size() == count + 1);
  CHECK(text_of_entry(s, "D") == "D = bit_matrix(E)");
  CHECK(algebra::entry(bits_of_entry(s, "D"), 0, 0));
  undo(s.workspace, s.view);
  CHECK(s.workspace.sheet().entries.size() == count);
  click(s, "P", 0, 0);
  CHECK(s.host.notice_is_bad);
  auto cute = app_of({"S = (_4,_4):(_1,_4)", "B = bit_matrix(S)"});
  click(cute, "B", 0, 2);
  CHECK(text_of_entry(cute, "S") == "S = Sw<1,0,2> o _0 o (_4,_4):(_1,_4)");
}

TEST_CASE("a bit of a tensor's matrix edits the tensor's layout where it is written, and the pointer stays") {
  auto s = app_of({"A = (4,4):(1,4)", "T = ptr o (4,4):(1,4)", "B = bit_matrix(T)", "U = make_tensor(make_smem_ptr<half_t>(ptr), A)",
                   "V = bit_matrix(U)", "W = make_tensor(make_gmem_ptr<float>(ptr), (4,4):(1,4))", "M = bit_matrix(half_t, W)",
                   "G = make_tensor(ptr, (4,4), (1,4))", "H = bit_matrix(G)", "N = bit_matrix(ptr+32 o (4,4):(1,4))", "K = U",
                   "L = bit_matrix(K)"});
  const auto count = s.workspace.sheet().entries.size();
  click(s, "B", 0, 2);
  CHECK(text_of_entry(s, "T") == "T = ptr o Sw<1,0,2> o 0 o (4,4):(1,4)");
  CHECK(bits_of_entry(s, "B").images == std::vector<std::uint64_t>{1, 2, 5, 8});
  click(s, "B", 1, 3);
  CHECK(text_of_entry(s, "T") == "T = ptr o Sw<2,0,2> o 0 o (4,4):(1,4)");
  click(s, "V", 3, 3);
  CHECK(text_of_entry(s, "A") == "A = (4,(2,2)):(1,(4,0))");
  CHECK(bits_of_entry(s, "V").images == std::vector<std::uint64_t>{1, 2, 4, 0});
  click(s, "L", 3, 3);  // by way of K and U
  CHECK(text_of_entry(s, "A") == "A = (4,4):(1,4)");
  CHECK(text_of_entry(s, "K") == "K = U");
  CHECK(text_of_entry(s, "U") == "U = make_tensor(make_smem_ptr<half_t>(ptr), A)");
  click(s, "M", 3, 3);
  CHECK(text_of_entry(s, "W") == "W = make_tensor(make_gmem_ptr<float>(ptr), (4,(2,2)):(1,(4,0)))");
  CHECK(bits_of_entry(s, "M").images == std::vector<std::uint64_t>{1, 2, 4, 0});
  click(s, "H", 3, 3);
  CHECK(text_of_entry(s, "G") == "G = make_tensor(ptr, (4,(2,2)):(1,(4,0)))");
  click(s, "N", 3, 3);
  CHECK(text_of_entry(s, "N") == "N = bit_matrix(ptr+32 o (4,(2,2)):(1,(4,0)))");
  CHECK(bits_of_entry(s, "N").offset == 32);
  CHECK(s.workspace.sheet().entries.size() == count);
  undo(s.workspace, s.view);
  CHECK(text_of_entry(s, "N") == "N = bit_matrix(ptr+32 o (4,4):(1,4))");
}

TEST_CASE("a bit that the pointer's offset has is refused, and the nearest is said") {
  auto s = app_of({"P = ptr+32 o (4,4):(1,4)", "Q = bit_matrix(P)"});
  click(s, "Q", 5, 3);
  CHECK(text_of_entry(s, "P") == "P = ptr+32 o (4,4):(1,4)");
  CHECK(s.host.notice_is_bad);
  // 32 + 40 has the bits of 32 XOR 104, which are those of 40 and 64.
  CHECK(s.host.notice ==
        "At the pointer's offset of 32 no layout has these bits without a carry, with or without a swizzle. (4,(2,2)):(1,(4,40)) is "
        "nearest; bits that differ: 1.");
  click(s, "Q", 4, 3);
  CHECK(text_of_entry(s, "P") == "P = ptr+32 o (4,(2,2)):(1,(4,24))");
  CHECK(bits_of_entry(s, "Q").images == std::vector<std::uint64_t>{1, 2, 4, 24});
  CHECK(bits_of_entry(s, "Q").offset == 32);
}

TEST_CASE("a tensor that computes its layout stays, and so does one that is computed: a new one has the edited bits") {
  auto s = app_of({"A = (4,4):(1,4)", "C = make_tensor(make_smem_ptr<half_t>(ptr+16), coalesce(A))", "D = bit_matrix(C)", "L = coalesce(A)",
                   "T = ptr o L", "B = bit_matrix(T)", "P = local_tile(ptr o (8,8):(1,8), (4,4), (1,1))", "Q = bit_matrix(P)",
                   "S = make_tensor(make_smem_ptr<half_t>(ptr, Swizzle<2,4,3>{}), (8,32):(32,1))", "R = bit_matrix(S)"});
  const auto matrix_after = [&](const char* name, int row, int column) {
    auto wanted = bits_of_entry(s, name);
    wanted.images[static_cast<std::size_t>(column)] ^= std::uint64_t{1} << row;
    click(s, name, row, column);
    CHECK(bits_of_entry(s, name).images == wanted.images);
    CHECK(bits_of_entry(s, name).offset == wanted.offset);
  };
  const auto count = s.workspace.sheet().entries.size();
  matrix_after("D", 3, 3);
  CHECK(text_of_entry(s, "C") == "C = make_tensor(make_smem_ptr<half_t>(ptr+16), coalesce(A))");
  CHECK(text_of_entry(s, "D") == "D = bit_matrix(E)");
  CHECK(text_of_entry(s, "E") == "E = make_tensor(make_smem_ptr<half_t>(ptr+16), ((8,2)):((1,0)))");
  matrix_after("B", 3, 3);
  CHECK(text_of_entry(s, "L") == "L = coalesce(A)");
  CHECK(text_of_entry(s, "T") == "T = ptr o F");
  matrix_after("Q", 1, 1);
  CHECK(text_of_entry(s, "P") == "P = local_tile(ptr o (8,8):(1,8), (4,4), (1,1))");
  CHECK(text_of_entry(s, "Q") == "Q = bit_matrix(G)");
  CHECK(s.workspace.sheet().entries.size() == count + 3);
  click(s, "R", 0, 0);
  CHECK(s.host.notice_is_bad);
  CHECK(s.host.notice.text().find("a tensor at a plain pointer") != std::string::npos);
}

TEST_CASE("random clicks at a pointer's offset: the matrix has the toggled bit, or nothing changed and the nearest is said") {
  auto s = app_of({"T = ptr+40 o (4,(2,2)):(1,(4,16))", "B = bit_matrix(T)"});
  std::uint32_t random = 54321;
  const auto below = [&](int n) { return static_cast<int>((random = random * 1664525U + 1013904223U) >> 16) % n; };
  int followed = 0, refused = 0;
  for (int i = 0; i < 300; ++i) {
    auto wanted = bits_of_entry(s, "B");
    const int r = below(algebra::bits_in(wanted.rows)), c = below(algebra::bits_in(wanted.columns));
    const auto text = text_of_entry(s, "T");
    wanted.images[static_cast<std::size_t>(c)] ^= std::uint64_t{1} << r;
    s.host.notice = {};
    click(s, "B", r, c);
    const auto now = text_of_entry(s, "T");
    CHECK(now.starts_with("T = ptr+40 o "));
    CHECK((now == text) == (s.host.notice.text().find("nearest") != std::string::npos));
    if (now != text) CHECK(bits_of_entry(s, "B").images == wanted.images);
    CHECK(bits_of_entry(s, "B").offset == 40);
    ++(now == text ? refused : followed);
  }
  CHECK(followed > 30);
  CHECK(refused > 30);
}

TEST_CASE("random clicks: the matrix has the toggled bit and its layout's index everywhere, or nothing changed") {
  auto s = app_of({"S = Sw<2,0,3> o 0 o (8,(2,4)):(1,(32,8))", "B = bit_matrix(S)"});
  std::uint32_t random = 12345;
  const auto below = [&](int n) { return static_cast<int>((random = random * 1664525U + 1013904223U) >> 16) % n; };
  int followed = 0;
  for (int i = 0; i < 400; ++i) {
    const auto before = bits_of_entry(s, "B");
    const int r = below(algebra::bits_in(before.rows)), c = below(algebra::bits_in(before.columns));
    const auto text = text_of_entry(s, "S");
    click(s, "B", r, c);
    const auto& after = bits_of_entry(s, "B");
    if (text_of_entry(s, "S") == text) {
      CHECK(after.images == before.images);
      auto toggled = before;
      toggled.images[static_cast<std::size_t>(c)] ^= std::uint64_t{1} << r;
      CHECK(algebra::nearest_layout(toggled).changed > 0);
      continue;
    }
    ++followed;
    auto wanted = before.images;
    wanted[static_cast<std::size_t>(c)] ^= std::uint64_t{1} << r;
    CHECK(after.images == wanted);
  }
  CHECK(followed > 50);
}
