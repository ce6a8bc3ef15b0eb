// Tests matrix descriptors: the ones that CuTe C++ makes of a tile, the reasons for which it refuses one, and the findings for descriptors
// that make no sense.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/links/links.hpp"
#include "tests/golden_rows.hpp"

using namespace algebra;

namespace {

MatrixDescriptor descriptor(const std::string& expression) {
  const auto e = evaluate(expression, {}, resolve(IntegerRule::automatic, expression));
  REQUIRE_MESSAGE(e, expression);
  const auto* d = std::get_if<MatrixDescriptor>(&e->value);
  REQUIRE(d != nullptr);
  return *d;
}

void define(Environment& names, const char* name, const char* expression) {
  const auto e = evaluate(expression, names, IntegerRule::cute);
  REQUIRE_MESSAGE(e, expression);
  names.insert_or_assign(name, e->value);
}

/// Returns the columns of a golden row.
std::string columns(const MatrixDescriptor& d) {
  const auto f = fields(d);
  const bool umma = d.of == MatrixDescriptor::Of::umma;
  return fmt::format("{}={}\t{}\t{}\t{}\t{}\t{}\t{}\t{:#018x}", f.layout.name, f.layout.code, f.start, f.lbo, f.sbo, f.base_offset,
                     umma ? std::to_string(f.version) : "-", umma ? std::to_string(f.lbo_mode) : "-", d.bits);
}

/// Returns whether a refusal says what CuTe's compiler says first: the text of a static_assert; a compiler's own words are not ours.
bool same_refusal(const Problem& p, std::string cute) {
  constexpr std::string_view asserted = "not canonical: static_assert: ";
  if (!cute.starts_with(asserted))
    return cute.starts_with("not canonical: error: ") && (p.condition == "dynamic" || p.condition == "not canonical");
  cute.erase(0, asserted.size());
  while (cute.ends_with('.')) cute.pop_back();
  return p.message.text().starts_with(cute);
}

/// Returns a tensor of descriptors: the first of them, and what CuTe prints.
std::string first_and_text(const Value& value) {
  const auto& t = std::get<Tensor>(value);
  return fmt::format("{:#018x} o {}", advanced(*t.descriptors->at, t.offset).bits, to_string(value, Marks::underscores));
}

}  // namespace

TEST_CASE("descriptors and refusals, as CuTe C++ has them") {
  const auto rows = golden_rows("descriptors.tsv");
  REQUIRE(rows.size() == 901);
  int made = 0, refused = 0;
  for (const auto& row : rows) {
    INFO(row.expression);
    const auto e = evaluate(row.expression, {}, IntegerRule::cute);
    if (!e) {
      ++refused;
      CHECK_MESSAGE(same_refusal(e.error().problem, row.result), e.error().problem.message.text() << " where CuTe says " << row.result);
      continue;
    }
    ++made;
    const auto* d = std::get_if<MatrixDescriptor>(&e->value);
    REQUIRE(d != nullptr);
    CHECK(columns(*d) == row.result);
    CHECK(e->warning.has_value() == (e->verdict.kind == Verdict::Kind::broken));
  }
  CHECK(made > 250);
  CHECK(refused > 250);
}

TEST_CASE("two descriptors are equal if the hardware is told the same") {
  const auto equal = [](const std::string& a, const std::string& b) {
    const auto e = evaluate("make_gmma_desc<GMMA::Major::K>(half_t, " + a + ") == " + b, {}, IntegerRule::math);
    REQUIRE(e);
    return std::get<Truth>(e->value).holds;
  };
  const std::string one = "make_gmma_desc<GMMA::Major::K>(half_t, ((8,8),(8,2)):((8,64),(1,512)))";
  CHECK(equal("(64,(8,2)):(8,(1,512))", one));
  CHECK_FALSE(equal("(64,(8,2)):(8,(1,1024))", one));
  CHECK_FALSE(equal("(64,(8,2)):(8,(1,512))", "make_umma_desc<UMMA::Major::K>(half_t, (64,(8,2)):(8,(1,512)))"));
}

TEST_CASE("what a refusal suggests has a descriptor, and one of its tile") {
  int suggested = 0;
  for (const auto& row : golden_rows("descriptors.tsv")) {
    const auto e = evaluate(row.expression, {}, IntegerRule::cute);
    if (e || e.error().problem.condition != "not canonical") continue;
    CHECK_MESSAGE(!e.error().problem.suggestions.empty(), row.expression);
    for (const auto& s : e.error().problem.suggestions) {
      ++suggested;
      const auto again = evaluate(s, {}, IntegerRule::cute);
      REQUIRE_MESSAGE(again, s);
      CHECK_MESSAGE(again->verdict.kind == Verdict::Kind::kept, s);
    }
  }
  CHECK(suggested > 250);
}

TEST_CASE("what CuTe accepts although it is nonsense gets its value and a warning with the reason") {
  const std::pair<const char*, const char*> nonsense[] = {
      {"make_umma_desc<UMMA::Major::MN>(half_t, (_64,_16):(_16,_1))", "is not 16 bytes in a row"},
      {"make_gmma_desc<GMMA::Major::K>(half_t, (_64,_16):(_8,_1))", "are the same 16 bytes"},
      {"make_umma_desc<UMMA::Major::K>(half_t, ((_8,_8),(_8,_2)):((_8,_0),(_1,_64)))", "are the same 16 bytes"},
      {"make_umma_desc<UMMA::Major::K>(half_t, Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_8),_16):((_64,_131072),_1))",
       "begins at byte 262144 of the tile, and the descriptor says 0"},
      {"make_gmma_desc<GMMA::Major::K>(make_tensor(make_smem_ptr<half_t>(ptr+3), (_64,(_8,_2)):(_8,(_1,_512))))",
       "begins at byte 6 from the pointer, and the start address is byte 0"},
  };
  for (const auto& [expression, reason] : nonsense) {
    const auto e = evaluate(expression, {}, IntegerRule::cute);
    REQUIRE(e);
    CHECK(e->verdict.kind == Verdict::Kind::broken);
    REQUIRE(e->warning);
    CHECK_MESSAGE(e->warning->problem.message.text().find(reason) != std::string::npos, e->warning->problem.message.text());
    CHECK(!e->warning->problem.suggestions.empty());
  }
  // One atom needs no step to the next: its offset 0 is right.
  const auto one =
      evaluate("make_gmma_desc<GMMA::Major::K>(half_t, Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_16):(_64,_1))", {}, IntegerRule::cute);
  REQUIRE(one);
  CHECK(one->verdict.kind == Verdict::Kind::kept);
}

TEST_CASE("a swizzled tile is read by its descriptor element by element, as its layout has it") {
  // The hardware's side, written out: the address of a chunk, and the bits of the address that the swizzle changes.
  for (const auto& row : golden_rows("descriptors.tsv")) {
    if (row.result.starts_with("not")) continue;
    const auto d = descriptor(row.expression);
    if (check_descriptor(d, {}).kind != Verdict::Kind::kept) continue;
    const auto f = fields(d);
    const auto tile = tile_of(d);
    const auto swizzle = d.tile.pointer_swizzle().value_or(Swizzle{0, 4, 3});
    const auto elements = mode(d.tile.layout, d.major == Major::k ? 0 : 1), along = mode(d.tile.layout, d.major == Major::k ? 1 : 0);
    for (std::int64_t r = 0; r < tile.rows; ++r)
      for (std::int64_t c = 0; c < tile.chunks; ++c) {
        const auto where = place_of(d, r, c);
        REQUIRE(where);
        const auto by_layout = apply(swizzle, (elements(r) + along(c * tile.values)) * d.tile.type->bits / 8);
        REQUIRE(apply(f.layout.swizzle, *where * 16) == by_layout);
      }
  }
}

TEST_CASE("fragments of WGMMA and tcgen05 from shared memory are descriptors, as CuTe C++ has them") {
  const auto rows = golden_rows("descriptor_fragments.tsv");
  REQUIRE(rows.size() == 171);
  for (const auto& row : rows) {
    const auto e = evaluate(row.expression, {}, IntegerRule::cute);
    REQUIRE_MESSAGE(e, row.expression << ": " << e.error().problem.message.text());
    CHECK_MESSAGE(first_and_text(e->value) == row.result, row.expression);
  }
}

TEST_CASE("a fragment whose descriptors lead elsewhere has a warning with the reason") {
  // CuTe's own answer for the permuted MMA: 0x4000008000400000, without a word that every other column is wanted.
  const auto of = [](const char* permutation, const char* operation) {
    return evaluate(fmt::format("{0}(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>, (_1,_1,_1), {1}), {2})",
                                operation, permutation,
                                operation == std::string("make_fragment_B")
                                    ? fmt::format("partition_B(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>, "
                                                  "(_1,_1,_1), {}), 0, make_tensor(make_smem_ptr<half_t>(ptr), "
                                                  "tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>, (_128,_16))))",
                                                  permutation)
                                    : "0, make_tensor(make_smem_ptr<half_t>(ptr), tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>, "
                                      "(_128,_16)))"),
                    {}, IntegerRule::cute);
  };
  for (const char* operation : {"make_fragment_B", "partition_fragment_B"}) {
    const auto other_columns = of("<_64,(_64,_2):(_2,_1),_16>", operation);
    REQUIRE_MESSAGE(other_columns, other_columns.error().problem.message.text());
    CHECK(std::get<Tensor>(other_columns->value).descriptors->at->bits == 0x4000008000400000);
    CHECK(other_columns->verdict.kind == Verdict::Kind::broken);
    REQUIRE(other_columns->warning);
    CHECK_MESSAGE(other_columns->warning->problem.message.text().find("chunk 0 of row 0 is not 16 bytes in a row") != std::string::npos,
                  other_columns->warning->problem.message.text());
    const auto in_order = of("<_64,_64,_16>", operation);
    REQUIRE_MESSAGE(in_order, in_order.error().problem.message.text());
    CHECK(std::get<Tensor>(in_order->value).descriptors->at->bits == 0x4000008000000000);
    CHECK(in_order->verdict.kind == Verdict::Kind::kept);
    CHECK_FALSE(in_order->warning);
  }
}

TEST_CASE("elements of 4 and 6 bits have a verdict, too") {
  const auto of_four = evaluate(
      "make_umma_desc<UMMA::Major::K>(float_e2m1_t, composition(tile_to_shape(UMMA::Layout_K_SW128_Atom<float_e2m1_t>, (_64,_256)), "
      "<_64,_64>))",
      {}, IntegerRule::cute);
  REQUIRE(of_four);
  CHECK(of_four->verdict.kind == Verdict::Kind::kept);
  // CuTe takes some tiles of 6 bits. No row of theirs can begin at 16 bytes, where the descriptor has it.
  const auto of_six = evaluate("make_gmma_desc<GMMA::Major::K>(float_e2m3_t, (_256,_4):(_64,_512))", {}, IntegerRule::cute);
  REQUIRE(of_six);
  CHECK(of_six->verdict.kind == Verdict::Kind::broken);
  CHECK(of_six->verdict.counterexample == "element 0 of row 1 begins at bit 384 of the tile, and the descriptor says 128");
}

TEST_CASE("a fragment takes the MMA of the part that it is of, where that is written as one") {
  Environment names;
  define(names, "mma", "make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)");
  define(names, "sA", "make_tensor(make_smem_ptr<half_t>(ptr), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64)))");
  define(names, "thr_mma", "mma.get_slice(5)");
  define(names, "tA", "thr_mma.partition_A(sA)");
  const auto value = [&](const char* expression) {
    const auto e = evaluate(expression, names, IntegerRule::cute);
    REQUIRE_MESSAGE(e, expression << ": " << e.error().problem.message.text());
    return first_and_text(e->value);
  };
  const auto wanted = value("make_fragment_A(mma, tA)");
  CHECK(value("make_fragment_A(partition_A(mma, 5, sA))") == wanted);
  CHECK(value("make_fragment_A(thr_mma.partition_A(sA))") == wanted);
  CHECK(value("thr_mma.make_fragment_A(thr_mma.partition_A(sA))") == wanted);
  CHECK(value("make_fragment_A(partition_A(mma, 5, half_t ptr o tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))))") == wanted);
  // A name does not say where it comes from.
  const auto refused = evaluate("make_fragment_A(tA)", names, IntegerRule::cute);
  REQUIRE(!refused);
  CHECK(refused.error().problem.message.text() == "make_fragment_A takes 2 arguments, not 1: make_fragment_A(tiled_mma, T).");
}

TEST_CASE("a descriptor moves through its swizzle atom from k block to k block") {
  Environment names;
  define(names, "mma", "make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)");
  define(names, "sA", "make_tensor(make_smem_ptr<half_t>(ptr), Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),_64):((_64,_512),_1))");
  define(names, "tA", "make_fragment_A(mma, partition_A(mma, 0, sA))");
  for (int k = 0; k < 4; ++k) {
    const auto e = evaluate(fmt::format("tA(0,0,{})", k), names, IntegerRule::cute);
    REQUIRE(e);
    const auto& d = std::get<MatrixDescriptor>(e->value);
    CHECK(fields(d).start == 2 * k);
    CHECK(d.tile.outer->offset.value.value == 16 * k);
    CHECK(check_descriptor(d, {}).kind == Verdict::Kind::kept);
  }
  // A layout that waits for its pointer is a tensor at it.
  const auto waiting =
      evaluate("make_fragment_A(mma, partition_A(mma, 0, Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),_64):((_64,_512),_1)))", names,
               IntegerRule::cute);
  REQUIRE(waiting);
  CHECK(first_and_text(waiting->value) == first_and_text(names.at("tA")));
  const auto slice = evaluate("tA(_,_,3)", names, IntegerRule::cute);
  REQUIRE(slice);
  CHECK(first_and_text(slice->value) == "0x4000004000010006 o GMMA::DescriptorIterator o (_1,_2):(_0,_512)");
  // CuTe adds in the lower 32 bits: beyond the 14 bits of the field the sum runs into the next one, but not into the upper half.
  const auto d = std::get<MatrixDescriptor>(evaluate("tA(0,0,0)", names, IntegerRule::cute)->value);
  CHECK(advanced(d, -1).bits == 0x400000400000ffff);
}

TEST_CASE("each descriptor of a fragment is linked to all elements of its tile, and a descriptor to those of its operand") {
  const auto links = [](const std::string& expression) {
    const auto e = evaluate(expression, {}, IntegerRule::cute);
    REQUIRE(e);
    return links::links_of(e->value, e->made_by);
  };
  const auto linked = [](const links::Link& l, std::int64_t from) {
    std::vector<std::int64_t> all;
    links::Budget budget{100'000};
    l.relation.backward(from, budget, [&](std::int64_t a) {
      all.push_back(a);
      return true;
    });
    std::sort(all.begin(), all.end());
    return all;
  };
  const auto of_fragment = links(
      "make_fragment_A(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>), "
      "make_tensor(make_smem_ptr<half_t>(ptr), Sw<3,4,3> o smem_ptr[16b](unset) o ((_64,_16),_1,_4):((_64,_1),_0,_16)))");
  REQUIRE(of_fragment.size() == 1);
  const auto tile = linked(of_fragment[0], 2);
  REQUIRE(tile.size() == 64 * 16);
  CHECK(tile.front() == 2 * 64 * 16);
  CHECK(tile.back() == 3 * 64 * 16 - 1);
  const auto of_descriptor = links("make_gmma_desc<GMMA::Major::K>(half_t, (_64,(_8,_2)):(_8,(_1,_512)))");
  REQUIRE(of_descriptor.size() == 1);
  CHECK(linked(of_descriptor[0], 77) == std::vector<std::int64_t>{77});
}

TEST_CASE("the fields of a descriptor fill its bits without a gap that CuTe names") {
  for (const char* expression : {"make_gmma_desc<GMMA::Major::K>(half_t, Sw<3,4,3> o smem_ptr[16b](unset) o (64,16):(64,1))",
                                 "make_umma_desc<UMMA::Major::K>(half_t, Sw<3,4,3> o smem_ptr[16b](unset) o (64,16):(64,1))"}) {
    const auto d = descriptor(expression);
    std::uint64_t bits = 0;
    for (const auto& f : bit_fields(d)) bits |= f.value << f.first;
    CHECK(bits == d.bits);
  }
}
