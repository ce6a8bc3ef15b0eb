// The links of tiled copies and MMAs against what each of their threads has, thread by thread.

#include <array>

#include <fmt/format.h>

#include "algebra/hardware/tiled.hpp"
#include "algebra/text/cursor.hpp"
#include "linked_operation.hpp"

using namespace app;
using namespace algebra::links;
using namespace linked_operations;
using algebra::Int;
using algebra::IntTuple;
using algebra::Layout;
using algebra::Matrix;
using algebra::TiledMma;

namespace {

Int known(std::int64_t n) { return {n, true}; }

/// Returns the `make_tiled_mma(...)` within an expression.
std::string mma_in(const std::string& text) {
  constexpr std::string_view name = "make_tiled_mma";
  const auto from = text.find(std::string(name) + "(");
  if (from == std::string::npos) return {};
  algebra::Cursor cursor(text, from + name.size(), algebra::round_brackets);
  return cursor.balanced() ? text.substr(from, cursor.place() - from) : std::string{};
}

/// Every MMA of the golden table, and some whose modes are reordered.
std::set<std::string> mmas() {
  std::set<std::string> all{"make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <(16,2):(2,1), (8,2,2):(1,16,8), _16>)",
                            "make_tiled_mma(SM70_8x8x4_F32F16F16F32_NT, (2,2,1), <(4,4,2):(1,8,4), _, _>)",
                            "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (1,1,2), <16,16>)",
                            "make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN)"};
  for (const auto& text : golden_texts("tiled.tsv", "tiled_mma"))
    if (auto mma = mma_in(text); !mma.empty()) all.insert(std::move(mma));
  return all;
}

/// Returns a thread's part of a tensor (M,N), (M,K) or (N,K) whose elements are numbered in order.
algebra::Tensor its_part(const TiledMma& mma, Matrix matrix, std::int64_t thread, const IntTuple& shape) {
  return algebra::partition(mma, matrix, known(thread), {.offset = 0, .layout = algebra::make_layout(shape)});
}

std::vector<std::int64_t> values_of(const algebra::Tensor& t) {
  std::vector<std::int64_t> all;
  for (std::int64_t v = 0; v < algebra::size(t.layout); ++v) all.push_back(t.offset + t.layout(v));
  return all;
}

/// Threads of the MMA by (v, m, n, k).
template <class F>
void each_thread(const TiledMma& mma, F&& f) {
  const auto vmnk = algebra::thr_layout_vmnk(mma);
  std::array<std::int64_t, 4> n{}, at{};
  for (int i = 0; i < 4; ++i) n[static_cast<std::size_t>(i)] = algebra::size(algebra::mode(vmnk, i));
  for (at[3] = 0; at[3] < n[3]; ++at[3])
    for (at[2] = 0; at[2] < n[2]; ++at[2])
      for (at[1] = 0; at[1] < n[1]; ++at[1])
        for (at[0] = 0; at[0] < n[0]; ++at[0])
          f(at[0], at[1] + n[1] * (at[2] + n[2] * at[3]), vmnk(at[0] + n[0] * (at[1] + n[1] * (at[2] + n[2] * at[3]))));
}

/// Returns whether partition gives each of these threads what their coordinates say: not so of threads that have another's number.
bool numbers_are_their_own(const TiledMma& mma) {
  std::map<std::int64_t, Set> of;
  each_thread(mma, [&](std::int64_t v, std::int64_t atom, std::int64_t thread) { of[thread].insert(v + 1000 * atom); });
  return std::all_of(of.begin(), of.end(), [](const auto& one) { return one.second.size() == 1; });
}

}  // namespace

TEST_CASE("an MMA's tile is linked with the atoms that have its places, and with the places in the atom") {
  int looked_at = 0, along_k = 0;
  for (const auto& text : mmas()) {
    INFO(text);
    const auto op = operation(text, algebra::IntegerRule::math);
    REQUIRE(op);
    const auto& mma = std::get<TiledMma>(op->e.value);
    if (!numbers_are_their_own(mma)) continue;
    const auto tile = *element_shape(op->e.value);
    const auto* in_atom = op->between(0);
    REQUIRE(in_atom != nullptr);
    CHECK(in_atom->kind == LinkKind::place);
    const auto& tv = mma.atom.traits->operands[2].tv;
    const auto threads = algebra::size(algebra::mode(tv, 0)), values = algebra::size(algebra::mode(tv, 1));
    std::map<std::int64_t, Set> of_atom, of_element;
    each_thread(mma, [&](std::int64_t v, std::int64_t atom, std::int64_t thread) {
      const auto has = values_of(its_part(mma, Matrix::c, thread, tile));
      for (std::size_t i = 0; i < has.size(); ++i) {
        of_atom[atom].insert(has[i]);
        of_element[tv(v + threads * (static_cast<std::int64_t>(i) % values))].insert(has[i]);
      }
    });
    CHECK(static_cast<std::int64_t>(of_element.size()) == in_atom->relation.first_size);
    for (const auto& [element, places] : of_element) CHECK(op->on(*in_atom, element) == places);
    for (const auto& [element, places] : of_element)
      for (const auto place : places) CHECK(op->back(*in_atom, place).contains(element));
    ++looked_at;
    if (op->e.made_by.operands.size() < 2) continue;
    const auto* atoms = op->between(1);
    REQUIRE(atoms != nullptr);
    CHECK(atoms->kind == LinkKind::owner);
    CHECK(static_cast<std::int64_t>(of_atom.size()) == atoms->relation.first_size);
    for (const auto& [atom, places] : of_atom) CHECK(op->on(*atoms, atom) == places);
    const auto owners = op->back(*atoms, 0);
    if (owners.size() > 1) ++along_k;
  }
  CHECK(looked_at >= 20);
  CHECK(along_k >= 1);
}

TEST_CASE("a permutation is linked with the places that it puts into its order") {
  const auto op =
      operation("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <(16,2):(2,1), (8,2,2):(1,16,8), _16>)", algebra::IntegerRule::math);
  REQUIRE(op);
  const auto* link = op->between(2);
  REQUIRE(link != nullptr);
  const Layout m(IntTuple::tuple({IntTuple(known(16)), IntTuple(known(2))}), IntTuple::tuple({IntTuple(known(2)), IntTuple(known(1))}));
  const auto n = algebra::evaluate("(8,2,2):(1,16,8)", {}, algebra::IntegerRule::math);
  for (std::int64_t i = 0; i < 32; ++i)
    for (std::int64_t j = 0; j < 32; ++j)
      for (const std::int64_t k : {0, 15}) CHECK(op->on(*link, i + 32 * (j + 32 * k)) == Set{m(i) + 32 * std::get<Layout>(n->value)(j)});
  CHECK(op->back(*link, 0).size() == 16);
  // The tiler <16,16> leaves K out.
  const auto two = operation("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (1,1,2), <16,16>)", algebra::IntegerRule::math);
  REQUIRE(two);
  REQUIRE(two->between(2) != nullptr);
  CHECK(two->back(*two->between(2), 37) == Set{37});
}

TEST_CASE("what the thread of a place has of C are the elements that the place is linked with") {
  int looked_at = 0;
  auto texts = golden_texts("tiled.tsv", "tiled_mma");
  texts.push_back(
      "partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <(16,2):(2,1), (8,2,2):(1,16,8), _16>), 5, (64,64):(64,1))");
  for (const auto& text : texts) {
    if (!text.starts_with("partition_C")) continue;
    const auto op = operation(text, algebra::IntegerRule::math);
    REQUIRE(op);
    INFO(text);
    check_reordered(*op, 2);
    const auto& mma = std::get<TiledMma>(op->operand(0));
    const auto* place = op->between(0, 2);
    REQUIRE(place != nullptr);
    const auto tile = *element_shape(op->operand(0)), tensor = *element_shape(op->operand(2));
    each_thread(mma, [&](std::int64_t, std::int64_t, std::int64_t thread) {
      Set wanted, found;
      for (const auto e : values_of(its_part(mma, Matrix::c, thread, tensor))) wanted.insert(e);
      for (const auto p : values_of(its_part(mma, Matrix::c, thread, tile)))
        for (const auto e : op->on(*place, p)) found.insert(e);
      CHECK(found == wanted);
    });
    ++looked_at;
  }
  CHECK(looked_at >= 8);
}

TEST_CASE("an element of A belongs to a row of C's tile, one of B to a column") {
  int looked_at = 0;
  auto texts = golden_texts("tiled.tsv", "tiled_mma");
  for (const char* letter : {"A", "B"})
    texts.push_back(fmt::format(
        "partition_{}(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <(16,2):(2,1), (8,2,2):(1,16,8), _16>), 5, (64,32):(32,1))",
        letter));
  for (const auto& text : texts) {
    const bool is_a = text.starts_with("partition_A");
    if (!is_a && !text.starts_with("partition_B")) continue;
    const auto op = operation(text, algebra::IntegerRule::math);
    REQUIRE(op);
    INFO(text);
    check_reordered(*op, 2);
    const auto* place = op->between(0, 2);
    REQUIRE(place != nullptr);
    const auto tile = *element_shape(op->operand(0)), tensor = *element_shape(op->operand(2));
    const auto m = algebra::product(tile.mode(0)).value, n = algebra::product(tile.mode(1)).value,
               rows = algebra::product(tensor.mode(0)).value;
    for (std::int64_t e = 0; e < algebra::product(tensor).value; e += 7) {
      // The permutations here stay within the tile, so that its elements are every m-th or n-th row's.
      const auto at = e % rows % (is_a ? m : n);
      Set wanted;
      for (std::int64_t i = 0; i < (is_a ? n : m); ++i) wanted.insert(is_a ? at + m * i : i + m * at);
      CHECK(op->back(*place, e) == wanted);
      for (const auto p : wanted) CHECK(op->on(*place, p).contains(e));
    }
    ++looked_at;
  }
  CHECK(looked_at >= 12);
}

TEST_CASE("(thread, value) of an MMA is linked with the places of the matrix in the MMA's card") {
  int looked_at = 0;
  for (const auto& text : golden_texts("tiled.tsv", "tiled_mma")) {
    const bool is_a = text.starts_with("layoutA_TV"), is_b = text.starts_with("layoutB_TV");
    if (!is_a && !is_b && !text.starts_with("layoutC_TV")) continue;
    const auto op = operation(text, algebra::IntegerRule::math);
    REQUIRE(op);
    INFO(text);
    const auto mnk = algebra::tile_shape(std::get<TiledMma>(op->operand(0)));
    const auto m = mnk.mode(0).integer().value, n = mnk.mode(1).integer().value;
    const auto* link = op->between(0);
    REQUIRE(link != nullptr);
    const auto tv = indices(op->e.value);
    for (std::size_t c = 0; c < tv.size(); c += 3) {
      Set wanted;
      if (is_a)
        for (std::int64_t j = 0; j < n; ++j) wanted.insert(tv[c] % m + m * j);
      else if (is_b)
        for (std::int64_t i = 0; i < m; ++i) wanted.insert(i + m * (tv[c] % n));
      else if (tv[c] < m * n) wanted.insert(tv[c]);
      CHECK(op->back(*link, static_cast<std::int64_t>(c)) == wanted);
    }
    ++looked_at;
  }
  CHECK(looked_at >= 15);
}

TEST_CASE("a copy that is made for an MMA is linked with it, and one by its places with those") {
  const std::string mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))";
  const auto of_c =
      operation(fmt::format("make_tiled_copy_C(Copy_Atom<UniversalCopy<uint64_t>,float>, {})", mma), algebra::IntegerRule::math);
  REQUIRE(of_c);
  REQUIRE(of_c->between(1) != nullptr);
  CHECK(of_c->between(1)->kind == LinkKind::element);
  CHECK(of_c->back(*of_c->between(1), 77) == Set{77});
  const auto of_a =
      operation(fmt::format("make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>, {})", mma), algebra::IntegerRule::math);
  REQUIRE(of_a);
  REQUIRE(of_a->between(1) != nullptr);
  const auto row = of_a->back(*of_a->between(1), 3 + 32 * 5);
  CHECK(row.size() == 16);
  CHECK(*row.begin() == 3);
  CHECK(of_a->on(*of_a->between(1), 3 + 32 * 5).size() == 16);  // all of A's row 3
  const auto written =
      operation("make_tiled_copy_impl(Copy_Atom<UniversalCopy<float>,float>, (8,2):(1,8), (4,4))", algebra::IntegerRule::math);
  REQUIRE(written);
  REQUIRE(written->between(1) != nullptr);
  CHECK(written->back(*written->between(1), 11) == Set{11});
  REQUIRE(written->between(2) != nullptr);
  CHECK(written->back(*written->between(2), 6) == Set{6});
}

TEST_CASE("a register is linked with the element that the thread has in it") {
  const std::string mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <_,(8,2,2):(1,16,8),_>)";
  struct Part {
    const char* letter;
    Matrix matrix;
    const char* shape;
  };
  for (const auto& [letter, matrix, shape] :
       {Part{"A", Matrix::a, "(64,32)"}, Part{"B", Matrix::b, "(32,32)"}, Part{"C", Matrix::c, "(64,32)"}}) {
    const auto op = operation(fmt::format("partition_fragment_{}({}, 37, {}:LayoutRight)", letter, mma, shape), algebra::IntegerRule::math);
    REQUIRE(op);
    INFO(letter);
    const auto* link = op->between(2);
    REQUIRE(link != nullptr);
    const auto wanted = values_of(its_part(std::get<TiledMma>(op->operand(0)), matrix, 37, *element_shape(op->operand(2))));
    for (std::size_t v = 0; v < wanted.size(); ++v) {
      CHECK(op->back(*link, static_cast<std::int64_t>(v)) == Set{wanted[v]});
      CHECK(op->on(*link, wanted[v]) == Set{static_cast<std::int64_t>(v)});
    }
    CHECK(op->between(0, 2) != nullptr);
  }
}

TEST_CASE("the parts of tma_partition are linked with the tensors, and these with each other by the tile") {
  const std::string tma =
      "make_tma_copy(SM90_TMA_LOAD, make_tensor(make_gmem_ptr<half_t>(ptr), (256,96):(96,1)), "
      "Sw<2,4,3> o smem_ptr[16b](unset) o (64,32):(32,1))";
  for (const int tiles : {2, 3}) {  // as many as there are stages, or more
    INFO(tiles);
    const auto op =
        operation(fmt::format("tma_partition({}, 0, 1:0, ptr o ((64,32),2):((32,1),2048), ptr o ((64,32),{}):((96,1),32))", tma, tiles),
                  algebra::IntegerRule::math);
    REQUIRE(op);
    const auto& parts = std::get<algebra::Zip>(op->e.value);
    REQUIRE(parts.parts.size() == 2);
    std::int64_t first = 0;
    for (const int part : {0, 1}) {
      const int operand = part == 0 ? 4 : 3;
      const auto* link = op->between(operand);
      REQUIRE(link != nullptr);
      const auto of_part = indices(algebra::part_of(parts, static_cast<std::size_t>(part))), whole = indices(op->operand(operand));
      CHECK(of_part.size() == whole.size());
      for (std::size_t i = 0; i < of_part.size(); ++i) {
        const auto found = op->back(*link, first + static_cast<std::int64_t>(i));
        REQUIRE(found.size() == 1);
        CHECK(whole[static_cast<std::size_t>(*found.begin())] == of_part[i]);
        CHECK(op->on(*link, *found.begin()).contains(first + static_cast<std::int64_t>(i)));
      }
      if (tiles != 2) first += static_cast<std::int64_t>(of_part.size());
    }
    const auto* tile = op->between(4, 3);
    CHECK((tile != nullptr) == (tiles != 2));
    if (tile == nullptr) continue;
    for (std::int64_t place = 0; place < 64 * 32; place += 37) CHECK(op->on(*tile, place + 2 * 64 * 32) == Set{place, place + 64 * 32});
    // One of the parts is as many elements of the tuple.
    const auto smem = operation("get<1>(" + op->text + ")", algebra::IntegerRule::math);
    REQUIRE(smem);
    REQUIRE(smem->between(0) != nullptr);
    CHECK(smem->back(*smem->between(0), 5) == Set{3 * 64 * 32 + 5});
  }
}

TEST_CASE("the coordinates that TMA takes are linked with the places of the CTA's tile") {
  const auto op = operation(
      "get_tma_tensor(make_tma_copy(SM90_TMA_LOAD, make_tensor(make_gmem_ptr<half_t>(ptr), (256,96):(96,1)), (64,32):(32,1)), (256,96))",
      algebra::IntegerRule::math);
  REQUIRE(op);
  const auto* link = op->between(0);
  REQUIRE(link != nullptr);
  // (70,33) is (6,1) of its tile.
  CHECK(op->back(*link, 70 + 256 * 33) == Set{6 + 64 * 1});
  CHECK(op->on(*link, 0).size() == 4 * 3);
}

TEST_CASE("what retile gives are the registers with the same numbers") {
  const auto op = operation(
      "retile_D(make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))), 5, "
      "((2,2,2),2,4))",
      algebra::IntegerRule::math);
  REQUIRE(op);
  REQUIRE(op->between(2) != nullptr);
  const auto numbers = indices(op->e.value);
  REQUIRE(numbers.size() == 64);
  for (std::size_t i = 0; i < numbers.size(); ++i) CHECK(op->back(*op->between(2), static_cast<std::int64_t>(i)) == Set{numbers[i]});
}

TEST_CASE("the tile of a copy made by addresses, or of one atom of each thread, is a part of the whole") {
  const auto by_address =
      operation("make_cotiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (128,8):(8,1), (64,64):(64,1))", algebra::IntegerRule::math);
  REQUIRE(by_address);
  REQUIRE(by_address->between(1) != nullptr);
  REQUIRE(by_address->between(2) != nullptr);
  const auto& copy = std::get<algebra::TiledCopy>(by_address->e.value);
  for (const std::int64_t tv : {0, 5, 128, 517, 1023}) {
    // Value v of thread t has the address 8 t + v, row by row of 64.
    const auto address = 8 * (tv % 128) + tv / 128;
    CHECK(by_address->on(*by_address->between(1), tv) == Set{copy.layout_tv(tv)});
    CHECK(by_address->back(*by_address->between(2), copy.layout_tv(tv)) == Set{address / 64 + 64 * (address % 64)});
  }
  const auto of_c =
      operation("make_tiled_copy_C_atom(Copy_Atom<UniversalCopy<uint64_t>,float>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)))",
                algebra::IntegerRule::math);
  REQUIRE(of_c);
  REQUIRE(of_c->between(1) != nullptr);
  const auto& atom = std::get<algebra::TiledCopy>(of_c->e.value);
  const auto whole = algebra::layout_tv(std::get<TiledMma>(of_c->operand(1)), Matrix::c);
  for (const std::int64_t thread : {0, 5, 37, 101})
    for (const std::int64_t value : {0, 1})
      CHECK(of_c->back(*of_c->between(1), atom.layout_tv(thread + 128 * value)) == Set{whole(thread + 128 * value)});
}

TEST_CASE("a slice of a tiled copy or MMA is that copy or MMA") {
  for (const char* text : {"get_slice(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), 5)",
                           "get_slice(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,8)), 5)"}) {
    const auto op = operation(text, algebra::IntegerRule::math);
    REQUIRE(op);
    REQUIRE(op->between(0) != nullptr);
    CHECK(op->back(*op->between(0), 100) == Set{100});
  }
}

TEST_CASE("a copy's tile with gaps is where its tiler says") {
  // Rows 0 and 4 of every 8 in one tile, 1 and 5 in the next.
  const auto op =
      operation("partition_S(make_tiled_copy_impl(Copy_Atom<UniversalCopy<float>,float>, (2,4):(1,2), <2:4, 4:1>), 1, (8,8):(1,8))",
                algebra::IntegerRule::math);
  REQUIRE(op);
  check_reordered(*op, 2);
  REQUIRE(op->between(0, 2) != nullptr);
  CHECK(op->back(*op->between(0, 2), 4) == Set{1});
  CHECK(op->back(*op->between(0, 2), 1) == Set{0});
  CHECK(op->back(*op->between(0, 2), 5 + 8 * 6) == Set{1 + 2 * 2});
}

TEST_CASE("a tiled copy's places are its threads' and its values'") {
  const auto made =
      operation("make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>,float>, (4,2):(2,1), (1,2):(2,1))", algebra::IntegerRule::math);
  REQUIRE(made);
  const auto& copy = std::get<algebra::TiledCopy>(made->e.value);
  const auto *thread = made->between(1), *value = made->between(2);
  REQUIRE(thread != nullptr);
  REQUIRE(value != nullptr);
  const auto threads = indices(made->operand(1)), values = indices(made->operand(2));
  for (std::int64_t t = 0; t < 8; ++t)
    for (std::int64_t v = 0; v < 2; ++v) {
      const auto place = copy.layout_tv(t + 8 * v);
      const auto of_thread = made->back(*thread, place), of_value = made->back(*value, place);
      REQUIRE(of_thread.size() == 1);
      CHECK(threads[static_cast<std::size_t>(*of_thread.begin())] == t);
      CHECK(values[static_cast<std::size_t>(*of_value.begin())] == v);
    }
  // Each thread's fragment in the tensor, and the tensor's element in the tile.
  const std::string text =
      "partition_D(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>,float>, (4,2):(2,1), (1,2):(2,1)), 3, ptr o (8,8):(8,1))";
  const auto part = operation(text, algebra::IntegerRule::math);
  REQUIRE(part);
  check_reordered(*part, 2);
  const auto* tile = part->between(0, 2);
  REQUIRE(tile != nullptr);
  CHECK(part->back(*tile, 5 + 8 * 6) == Set{1 + 4 * 2});
}
