// Tests the picture of tensor memory: the element in each cell, and its description.

#include <doctest/doctest.h>

#include <string>

#include "algebra/hardware/tmem.hpp"
#include "algebra/language/evaluate.hpp"
#include "render/export.hpp"
#include "render/tmem_cells.hpp"

using namespace render;

namespace {

algebra::Tensor tensor(const std::string& expression) {
  const auto e = algebra::evaluate(expression, {}, algebra::IntegerRule::cute);
  REQUIRE_MESSAGE(e, expression << ": " << e.error().problem.message.text());
  return std::get<algebra::Tensor>(e->value);
}
Diagram tmem_picture(const algebra::Tensor& t, const View& view = {}, const Context& context = {}) {
  auto d = describe(algebra::Value(t), "acc", view, context);
  REQUIRE(d);
  return *d;
}

}  // namespace

TEST_CASE("every element stands in the cell of its datapath and column, however the card is turned") {
  for (const auto* expression :
       {"make_tensor<UMMA::tmem_frg_1sm<float>>(((_128,_64),_1,_1))", "make_tensor<UMMA::tmem_frg_1sm<float>>(((_64,_96),_2,_1))",
        "make_tensor<UMMA::tmem_frg_2sm<float>>(((_64,_128),_1,_1))", "make_tensor<UMMA::tmem_frg_1sm<half_t,half_t>>(((_128,_64),_1,_2))",
        "make_tensor<UMMA::tmem_frg_1sm<half_t,uint32_t>>(((_64,_32),_1,_1))", "make_tensor<UMMA::tmem_e_frg<half_t>>(((_128,_32),_1,_2))",
        "make_tensor<UMMA::tmem_frg_2sm<float>>(((_32,_128),_1,_1))"})
    for (const bool transposed : {false, true}) {
      INFO(expression);
      const auto t = tensor(expression);
      const auto d = tmem_picture(t, View{.transposed = transposed});
      CHECK((transposed ? d.columns : d.rows).extent == 128);
      const auto count = algebra::size(t.layout);
      std::int64_t occupied = 0;
      for (std::int64_t r = 0; r < d.rows.extent; ++r)
        for (std::int64_t c = 0; c < d.columns.extent; ++c) {
          if (d.vacant(r, c)) {
            CHECK(d.label(r, c).empty());
            CHECK(d.colour_key(r, c) == -1);
            continue;
          }
          ++occupied;
          // The cell's address is the layout's index of the element: 2^16 columns of 32 bits a datapath.
          const auto lane = transposed ? c : r, along = transposed ? r : c;
          const auto address = lane * 65536 * 32 / t.type->bits + along;
          if (d.index(r, c) != address || t.layout(d.coordinate(r, c)) != address) FAIL(r << "," << c);
        }
      CHECK(occupied == count);
      for (std::int64_t i = 0; i < count; i += 37) {
        const auto cell = d.cell_of(i);
        REQUIRE(cell);
        CHECK(d.coordinate(cell->row, cell->column) == i);
      }
      CHECK_FALSE(d.cell_of(count));
    }
}

TEST_CASE("an accumulator of 64 rows leaves every second 16 lanes; of a pair of SMs it has its second half of N from lane 64 on") {
  const auto one = tmem_picture(tensor("make_tensor<UMMA::tmem_frg_1sm<float>>(((_64,_128),_1,_1))"));
  for (std::int64_t lane = 0; lane < 128; ++lane) CHECK(one.vacant(lane, 5) == (lane / 16 % 2 == 1));
  CHECK(one.label(32, 5) == "(16,5)");
  const auto two = tmem_picture(tensor("make_tensor<UMMA::tmem_frg_2sm<float>>(((_64,_128),_1,_1))"));
  CHECK(two.label(3, 5) == "(3,5)");
  CHECK(two.label(67, 5) == "(3,69)");
  CHECK(two.columns.extent == 64);
  CHECK(two.colour_key(3, 5) != two.colour_key(67, 5));
}

TEST_CASE("a card of tensor memory has the columns that are allocated, or all, or the tensor's modes") {
  const auto t = tensor("make_tensor<UMMA::tmem_frg_1sm<float>>(((_128,_96),_1,_1))");
  const auto d = tmem_picture(t);
  CHECK(d.columns.extent == 128);
  CHECK(d.vacant(0, 96));
  CHECK(d.note.text().find("96 columns of 512, 128 allocated") != std::string::npos);
  CHECK(d.note.text().find("Blackwell code does not run here") != std::string::npos);
  CHECK(d.rows.slab_caption(3) == "warp 3");
  CHECK(d.rows.heading(100) == "100");
  CHECK(tmem_picture(t, View{.tmem = TmemGrid::whole}).columns.extent == 512);
  const auto modes = tmem_picture(t, View{.slabs = true, .tmem = TmemGrid::modes});
  CHECK(modes.rows.extent == 128 * 96);
  CHECK(tmem_picture(tensor("make_tensor<UMMA::tmem_frg_1sm<float>>(((_128,_8),_1,_1))")).columns.extent == 32);
  // Two halves of a column have one number.
  const auto halves = tmem_picture(tensor("make_tensor<UMMA::tmem_frg_1sm<half_t,half_t>>(((_128,_64),_1,_1))"));
  CHECK(halves.columns.extent == 64);
  CHECK(halves.columns.heading(7) == "3");
  CHECK(halves.remark(2, 7) == "lane 2, column 3, bit 16");
  CHECK(d.remark(17, 100) == "lane 17, column 100: no element");
}

TEST_CASE("tensor memory is written by every pen") {
  const auto d = tmem_picture(tensor("make_tensor<UMMA::tmem_frg_1sm<float>>(((_64,_8),_1,_1))"));
  for (const auto format : {Format::svg, Format::pdf, Format::tex, Format::png, Format::txt}) {
    ExportOptions options;
    options.format = format;
    const auto bytes = export_bytes(d, options);
    REQUIRE(bytes);
    CHECK(bytes->size() > 1000);
    const bool readable = format != Format::pdf && format != Format::png;
    if (readable) CHECK(bytes->find("warp 3") != std::string::npos);
    if (readable) CHECK(bytes->find("(63,7)") != std::string::npos);
  }
}
