// A matrix with its scales beside it: which byte each element's scale is at, by links, against the layouts themselves.

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "app/document/evaluation.hpp"
#include "app/document/link_graph.hpp"
#include "app/import/open.hpp"
#include "app/scales/scale_question.hpp"
#include "tests/folder.hpp"

using algebra::Layout;
using Coordinates = std::vector<std::int64_t>;

namespace {

/// A sheet, its values and its links.
struct Linked {
  explicit Linked(const std::string& text) {
    const Folder folder;
    const auto sheet = app::load_sheet(folder.file("x.cutes", text));
    REQUIRE(sheet);
    evaluator.update(*sheet);
    for (const auto& r : evaluator.results()) REQUIRE_MESSAGE(r.evaluation, text);
    links.update(evaluator.results());
  }
  Coordinates at(const char* from, std::int64_t coordinate, const char* in) {
    const auto* marked = links.of({evaluator.find(from), coordinate}).in(evaluator.find(in));
    return marked == nullptr ? Coordinates{} : marked->coordinates;
  }
  Layout layout(const char* name) const {
    const auto l = algebra::layout_of(evaluator.results()[static_cast<std::size_t>(evaluator.find(name))].evaluation->value);
    REQUIRE(l);
    return *l;
  }
  app::SheetEvaluator evaluator;
  app::LinkGraph links;
};

/// Each element of A (m x k) lights up the places that `expected` says in R, and each place of R its elements, or none.
void check_links(Linked& sheet, std::int64_t m, std::int64_t k,
                 const std::function<Coordinates(std::int64_t row, std::int64_t column)>& expected) {
  const auto places = algebra::size(sheet.layout("R"));
  std::vector<std::int64_t> elements(static_cast<std::size_t>(places), 0);
  int wrong = 0;
  for (std::int64_t row = 0; row < m; ++row)
    for (std::int64_t column = 0; column < k; ++column) {
      const auto wanted = expected(row, column);
      for (const auto place : wanted) ++elements[static_cast<std::size_t>(place)];
      if (sheet.at("A", row + m * column, "R") != wanted && wrong++ < 3) MESSAGE("row ", row, ", column ", column);
    }
  CHECK(wrong == 0);
  for (std::int64_t place = 0; place < places; ++place)
    if (std::ssize(sheet.at("R", place, "A")) != elements[static_cast<std::size_t>(place)]) ++wrong;
  CHECK(wrong == 0);
}

/// Returns the function that maps a row and column to the place of their scale: l(row + rows * column) / unit.
std::function<Coordinates(std::int64_t, std::int64_t)> by_layout(const Layout& l, std::int64_t unit = 1) {
  const auto rows = algebra::size(algebra::mode(l, 0));
  return [l, rows, unit](std::int64_t row, std::int64_t column) { return Coordinates{l(row + rows * column) / unit}; };
}

}  // namespace

TEST_CASE("an element lights up the byte of its scale in global memory, and padding lights up nothing") {
  Linked nvfp4(
      "A = make_identity_tensor((100,72))\nS = Sm1xxBlockScaledConfig<16>::tile_atom_to_shape_SFA((100,128,72,1))\nR = scales(A, S)\n");
  check_links(nvfp4, 100, 72, by_layout(nvfp4.layout("S")));
  CHECK(nvfp4.at("R", 134, "A") == Coordinates{40 + 100 * 32, 40 + 100 * 33, 40 + 100 * 34, 40 + 100 * 35, 40 + 100 * 36, 40 + 100 * 37,
                                               40 + 100 * 38, 40 + 100 * 39, 40 + 100 * 40, 40 + 100 * 41, 40 + 100 * 42, 40 + 100 * 43,
                                               40 + 100 * 44, 40 + 100 * 45, 40 + 100 * 46, 40 + 100 * 47});
  CHECK(nvfp4.at("R", 12 + 16 * 4, "A").empty());  // row 100
  // The configuration's own card lights up with it.
  CHECK(nvfp4.at("R", 134, "S").size() == 16);
  Linked mxfp8("A = (130,160):(160,1)\nS = Sm1xxBlockScaledConfig<32>::tile_atom_to_shape_SFA((130,128,160,1))\nR = scales(A, S)\n");
  check_links(mxfp8, 130, 160, by_layout(mxfp8.layout("S")));
  Linked floats(
      "A = (37,256):(256,1)\nS = Sm90BlockwiseScaleConfig<1,128,128>::tile_atom_to_shape_SFA((37,256,256,1))\nR = scales(A, S)\n");
  check_links(floats, 37, 256, by_layout(floats.layout("S")));
}

TEST_CASE("an element lights up its nibble of metadata, in which four elements are") {
  const std::string config = "Sm90GemmSparseConfig<sparse_elem<2,half_t>,GMMA::Major::K,sparse_elem<8,uint8_t>,64>::";
  Linked halves("A = make_identity_tensor((64,64))\nS = " + config + "fill_layoutE((64,128,64,1))\nR = scales(A, S, 4)\n");
  check_links(halves, 64, 64, by_layout(halves.layout("S"), 4));
  // Rows 0 and 8, elements 0 to 15 of each: the first word.
  CHECK(halves.at("A", 8, "R") == Coordinates{4});
  Linked kept("A = make_identity_tensor((64,64))\nS = " + config + "fill_layoutA((64,128,64,1))\nR = scales(A, S, 4)\n");
  check_links(kept, 64, 64, by_layout(kept.layout("S"), 4));
  Linked tf32(
      "A = make_identity_tensor((64,32))\nS = Sm90GemmSparseConfig<sparse_elem<2,tfloat32_t>,GMMA::Major::K,sparse_elem<4,uint8_t>,32>::"
      "fill_layoutE((64,128,32,1))\nR = scales(A, S, 2)\n");
  check_links(tf32, 64, 32, by_layout(tf32.layout("S"), 2));
}

TEST_CASE("an element lights up its scale in the shared tile, and each of its four copies in tensor memory") {
  const std::string instruction =
      "SM100_MMA_MXF8F6F4_SS<float_e4m3_t,float_e4m3_t,float,float_ue8m0_t,128,128,UMMA::Major::K,UMMA::Major::K>";
  const auto text =
      "mma = make_tiled_mma(" + instruction +
      ")\nA = make_identity_tensor((128,128))\nstage = Sm1xxBlockScaledConfig<32>::deduce_smem_layoutSFA(mma, (128,128,128))\n"
      "R = scales(A, stage)\n";
  Linked shared(text);
  check_links(shared, 128, 128,
              [](std::int64_t row, std::int64_t column) { return Coordinates{row % 32 * 16 + row / 32 * 4 + column / 32}; });
  Linked tensor("mma = make_tiled_mma(" + instruction +
                ")\nA = make_identity_tensor((128,128))\nstage = Sm1xxBlockScaledConfig<32>::deduce_smem_layoutSFA(mma, (128,128,128))\n"
                "F = make_tensor<MMA_Traits<" +
                instruction + ">::FrgTypeSFA>(shape(stage))\nR = scales(A, F)\n");
  const auto f = tensor.layout("F");
  int wrong = 0;
  for (std::int64_t row = 0; row < 128; row += 5)
    for (std::int64_t column = 0; column < 128; column += 3) {
      std::vector<bool> copies(4, false);
      for (const auto c : tensor.at("A", row + 128 * column, "R")) {
        const auto address = f(c), lane = address >> 18, byte = address & ((1 << 18) - 1);
        if (lane % 32 == row % 32 && byte == row / 32 * 4 + column / 32) copies[static_cast<std::size_t>(lane / 32)] = true;
        else ++wrong;
      }
      if (copies != std::vector<bool>(4, true)) ++wrong;
    }
  CHECK(wrong == 0);
}

TEST_CASE("an element lights up the threads of SM120 that have its scale in a register") {
  const std::string collective =
      "Collective<nv_float4_t<float_e2m1_t>,nv_float4_t<float_e2m1_t>,(128,128,128),KernelTmaWarpSpecializedCooperative>::";
  Linked sheet("mma = " + collective + "TiledMma{}\nTV = " + collective +
               "get_layoutSFA_TV(mma)\nA = (128,64):(1,128)\nR = composition(A, TV)\n");
  const auto r = sheet.layout("R");
  const auto threads = algebra::size(algebra::mode(r, 0));
  REQUIRE(threads == 256);
  int wrong = 0;
  for (std::int64_t row = 0; row < 128; ++row)
    for (std::int64_t column = 0; column < 64; ++column) {
      const auto lit = sheet.at("A", row + 128 * column, "R");
      // Two lanes of each four have a row's scales, in both warps that multiply these rows; which value it is says the group.
      if (lit.size() != 4) ++wrong;
      for (const auto c : lit) {
        const auto thread = c % threads, value = c / threads;
        if (r(c) != row + 128 * column || value % 64 / 16 != column / 16) ++wrong;
        if (thread % 32 / 4 + 8 * (thread % 2) != row % 16) ++wrong;
      }
    }
  CHECK(wrong == 0);
}

TEST_CASE("places between the scales, such as the rest of a row of a pitch, light up nothing") {
  // Rows of 4 groups in a pitch of 16 bytes; of the second every other place, and 3 rows of the 4 that a column has room for.
  Linked pitch("A = (40,64):(64,1)\nS = (40,(16,4)):(16,(0,1))\nR = scales(A, S)\n");
  check_links(pitch, 40, 64, by_layout(pitch.layout("S")));
  CHECK(algebra::size(pitch.layout("R")) == 40 * 16);
  CHECK(pitch.at("R", 16 + 3, "A").size() == 16);
  CHECK(pitch.at("R", 16 + 4, "A").empty());
  Linked columns("A = (3,256):(256,1)\nS = (3,(128,2)):(2,(0,8))\nR = scales(A, S)\n");
  CHECK(algebra::size(columns.layout("R")) == 16);
  check_links(columns, 3, 256, [](std::int64_t row, std::int64_t column) { return Coordinates{2 * row + 8 * (column / 128)}; });
}

TEST_CASE("scales that have no order, and a matrix that is larger than its scales, are refused with a sentence") {
  app::SheetEvaluator evaluator;
  const auto said = [&](const std::string& expression) {
    const auto e = evaluator.evaluate(expression, algebra::IntegerRule::math);
    return e ? std::string() : e.error().problem.message.text();
  };
  CHECK(said("scales((64,64):(64,1), (64,(16,4)):(3,(0,1)))") ==
        "The places of (64,(16,4)):(3,(0,1)) are not a sequence of rows and groups, or several scales share one.");
  CHECK(said("scales((129,64):(64,1), Sm1xxBlockScaledConfig<16>::SfAtom{})") ==
        "Mode 0 of the matrix has 129 elements, but its scales cover 128.");
  CHECK(said("scales((64,64):(64,1), (64,(16,4)):(4,(0,1)), 0)") == "A place has at least one offset, not 0.");
  CHECK(said("scales(((8,8),64):((1,8),64), Sm1xxBlockScaledConfig<16>::SfAtom{})").find("one stride a mode") != std::string::npos);
}

TEST_CASE("a program's layouts of scales are those of their types and of tuple_element's") {
  const Folder folder;
  const auto sheet = app::load_sheet(folder.file("x.cpp", R"(using namespace cute;
using Config = cutlass::detail::Sm1xxBlockScaledConfig<16>;
using LayoutSFA = decltype(Config::deduce_layoutSFA());
using Tile = Shape<_128,_192,_64>;
int main() {
  auto unset = LayoutSFA{};
  auto columns = typename cute::tuple_element<1, Tile>::type{};
  auto rows = cute::tuple_element_t<0, Tile>{};
  LayoutSFA layout = Config::tile_atom_to_shape_SFA(cute::make_shape(256, 128, 128, 1));
  auto count = size(filter_zeros(layout));
}
)"));
  REQUIRE(sheet);
  app::SheetEvaluator evaluator;
  const auto& results = evaluator.update(*sheet);
  const auto said = [&](const char* name) {
    const int at = evaluator.find(name);
    REQUIRE_MESSAGE(at >= 0, name);
    const auto& e = results[static_cast<std::size_t>(at)].evaluation;
    REQUIRE_MESSAGE(e, name);
    return to_string(e->value, algebra::Marks::underscores);
  };
  CHECK(said("unset") == "(((_32,_4),0),((_16,_4),0),(_1,0)):(((_16,_4),0),((_0,_1),_512),(_0,0))");
  CHECK(said("columns") == "_192");
  CHECK(said("rows") == "_128");
  CHECK(said("count") == "2048");
}

TEST_CASE("the picture of an answer is a sheet that evaluates, with the side that differs") {
  for (const auto& [question, lines] : std::vector<std::pair<app::ScaleQuestion, std::size_t>>{
           {{}, 5},
           {{.reads = "sm100 nvfp4", .writes = "128x4 blocks K/16", .problem = "256,128,64"}, 3},
           {{.reads = "sm100 mxfp8", .writes = "row-major M x K/32", .problem = "256,128,128,2"}, 5},
           {{.reads = "sm90 blockwise 1x128x128 MN-major", .writes = "row-major M x K/128", .problem = "256,128,512"}, 5},
           {{.reads = "sm90 sparse f16", .writes = "(64,64):(64,1)", .problem = "64,128,64"}, 5}}) {
    const auto report = app::scale_answer(question);
    REQUIRE_MESSAGE(report, question.reads);
    const auto made = app::picture_lines(*report, {"A", "S", "R", "P", "W"});
    CHECK(made.size() == lines);
    std::string text;
    for (const auto& line : made) text += line + "\n";
    Linked sheet(text);
    CHECK(sheet.at("A", 0, "R") == Coordinates{0});
  }
}
