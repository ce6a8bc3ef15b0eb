// Parts of tensors that reach beyond their end, and copies whose threads have other registers than an MMA wants.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algebra/hardware/fit.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/figures/pictures.hpp"
#include "app/state/state.hpp"
#include "render/export.hpp"

using namespace app;

namespace {

Sheet sheet_of(const std::vector<std::string>& lines) {
  Sheet sheet;
  for (const auto& line : lines) sheet.entries.emplace_back().text = line;
  return sheet;
}

State state_of(const std::vector<std::string>& lines) { return State(sheet_of(lines)); }

const render::Diagram& diagram_of(const State& s, const std::string& name) {
  const int entry = s.workspace.evaluator().find(name);
  REQUIRE(entry >= 0);
  const auto* picture = s.workspace.picture(entry);
  REQUIRE_MESSAGE(picture != nullptr, name);
  return picture->diagram;
}

const std::vector<algebra::Diagnostic>& hints_of(const State& s, const std::string& name) {
  const auto& r = s.workspace.result(s.workspace.evaluator().find(name));
  REQUIRE(r.evaluation);
  return r.evaluation->hints;
}

const std::string mma = "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))";
const std::string wrong = "wrong = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>,half_t>, (16,8):(8,1), (1,2))";
const std::string right = "right = make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma)";

}  // namespace

TEST_CASE("where a copy's registers are not those of the MMA, the sheet asks whether they fit, and offers the copy that does") {
  auto s = state_of({mma, wrong, right, "sA = (32,16)", "rA = partition_fragment_A(mma, 5, sA)", "bad = retile_D(wrong, 5, rA)",
                     "good = retile_D(right, 5, rA)", "inside = retile_D(wrong, 5, partition_fragment_A(mma, 5, sA))"});
  CHECK(hints_of(s, "good").empty());
  CHECK(hints_of(s, "rA").empty());
  REQUIRE(hints_of(s, "inside").size() == 1);
  REQUIRE(hints_of(s, "bad").size() == 1);
  const auto hint = hints_of(s, "bad")[0].problem;
  CHECK(hint.message.text().starts_with("wrong does not fit mma: the copy gives "));
  REQUIRE(hint.suggestions == std::vector<std::string>{"fits_A(wrong, mma)"});

  add_suggested(s.workspace, s.view, s.workspace.evaluator().find("bad"), hint.suggestions[0]);
  REQUIRE(s.workspace.sheet().entries[6].text == "A = fits_A(wrong, mma)");
  CHECK(s.view.selected == 6);
  CHECK(algebra::to_string(*s.workspace.result(6).value(), algebra::Marks::plain) == "false");
  REQUIRE(hints_of(s, "A").size() == 1);
  const auto fitting = hints_of(s, "A")[0].problem.suggestions;
  REQUIRE(fitting.size() == 1);
  add_suggested(s.workspace, s.view, 6, fitting[0]);
  const auto again = s.workspace.evaluator().evaluate("fits_A(B, mma)");
  REQUIRE(again);
  CHECK(algebra::to_string(again->value, algebra::Marks::plain) == "true");
  s.workspace.undo();
  s.workspace.undo();
  CHECK(s.workspace.sheet().entries.size() == 8);
}

TEST_CASE("the instruction that cannot fit gives way to the simplest one") {
  const auto s = state_of({"m = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)",
                           "c = make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, (16,2):(1,16), (1,8))", "f = fits_B(c, m)"});
  REQUIRE(hints_of(s, "f").size() == 1);
  const auto found = hints_of(s, "f")[0].problem.suggestions;
  REQUIRE(found.size() == 1);
  CHECK(found[0].find("UniversalCopy") != std::string::npos);
  const auto fits = s.workspace.evaluator().evaluate(fmt::format("fits_B({}, m)", found[0]));
  REQUIRE(fits);
  CHECK(algebra::to_string(fits->value, algebra::Marks::plain) == "true");
}

TEST_CASE("the card of fits_A has both owners of each element, as partition_D and partition_A give them") {
  const auto s = state_of({mma, wrong, right, "A = fits_A(wrong, mma)", "B = fits_A(right, mma)"});
  const auto& d = diagram_of(s, "A");
  CHECK(d.rows.extent == 32);
  CHECK(d.columns.extent == 16);
  // Each thread's part by an expression of its own: element -> place among its values.
  const auto parts = [&](const char* call) {
    std::map<std::int64_t, std::vector<std::int64_t>> owners;
    for (int t = 0; t < 128; ++t) {
      const auto part = s.workspace.evaluator().evaluate(fmt::format(fmt::runtime(call), t));
      REQUIRE(part);
      const auto& tensor = std::get<algebra::Tensor>(part->value);
      for (std::int64_t v = 0; v < algebra::size(tensor.layout); ++v) owners[tensor.offset + tensor.layout(v)].push_back(t);
    }
    return owners;
  };
  auto by_copy = parts("partition_D(wrong, {}, (32,16))"), by_mma = parts("partition_A(mma, {}, (32,16))");
  int differing = 0;
  for (std::int64_t r = 0; r < 32; ++r)
    for (std::int64_t c = 0; c < 16; ++c) {
      const auto at = static_cast<std::size_t>(r * 16 + c);
      const auto &copy = by_copy[r + c * 32], &wanted = by_mma[r + c * 32];
      INFO("(", r, ",", c, ")");
      if (d.owners[at].thread >= 0) CHECK(std::ranges::find(copy, d.owners[at].thread) != copy.end());
      if (d.others[at].thread >= 0) CHECK(std::ranges::find(wanted, d.others[at].thread) != wanted.end());
      if (copy != wanted) CHECK(d.owners[at] != d.others[at]);
      if (d.owners[at] != d.others[at]) {
        ++differing;
        CHECK(d.colour_key(r, c) >= 0);
        const auto said = [](const render::Diagram::Owner& o) { return o.thread < 0 ? "-" : fmt::format("T{}V{}", o.thread, o.value); };
        CHECK(d.label(r, c) == said(d.owners[at]) + "\n" + said(d.others[at]));
        const auto& o = d.owners[at].thread >= 0 ? d.owners[at] : d.others[at];
        CHECK(d.remark(r, c).text().find(fmt::format("register {} of thread {}", o.value, o.thread)) != std::string::npos);
      } else {
        CHECK(d.colour_key(r, c) < 0);
      }
    }
  CHECK(differing > 0);

  const auto& same = diagram_of(s, "B");
  for (std::int64_t r = 0; r < 32; ++r)
    for (std::int64_t c = 0; c < 16; ++c) CHECK(same.colour_key(r, c) < 0);
  CHECK(same.note == "no differences");
}

TEST_CASE("cells beyond the end of the tensor are hatched on the cards of its parts") {
  const auto s =
      state_of({"S = gmem_ptr o (528,500):(1,528)", "T = local_tile(S, (128,64), (4,7))", "U = local_tile(S, (128,64), (0,0))",
                "tA = (16,4):(1,16)", "mine = local_partition(T, tA, 37)", "two = zipped_divide(T, (32,32))",
                "copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>,float>, (16,8):(8,1), (1,2))", "part = partition_S(copy, 101, T)",
                "one = logical_divide(100:1, 16)", "nested = partition_S(copy, 101, local_tile(S, (128,64), (4,7)))"});
  const auto& d = diagram_of(s, "T");
  for (std::int64_t r = 0; r < 128; ++r)
    for (std::int64_t c = 0; c < 64; ++c) REQUIRE(d.beyond(r, c) == (4 * 128 + r >= 528 || 7 * 64 + c >= 500));
  CHECK(d.remark(16, 3) == "beyond the end of S: (528,451) is not in (528,500)");
  CHECK(d.remark(15, 3).empty());
  CHECK(d.label(16, 3).empty());
  CHECK(d.colour_key(16, 3) < 0);
  CHECK(d.note.text().find("hatched: beyond the end of S") != std::string::npos);
  CHECK(diagram_of(s, "S").bounds.empty());
  CHECK(diagram_of(s, "U").bounds.empty());
  CHECK(diagram_of(s, "U").note.text().find("hatched") == std::string::npos);

  // The tile that a thread's part is shown in; a part of a part.
  const auto& mine = diagram_of(s, "mine");
  for (std::int64_t r = 0; r < 128; ++r)
    for (std::int64_t c = 0; c < 64; ++c) REQUIRE(mine.beyond(r, c) == d.beyond(r, c));
  CHECK(mine.note.text().ends_with("\nhatched: beyond the end of S"));
  // Every other picture: where its index is in S, it is not beyond; a column of S begins where the one before ends.
  for (const auto* name : {"two", "part", "nested"}) {
    const auto& p = diagram_of(s, name);
    std::int64_t beyond = 0;
    for (std::int64_t r = 0; r < p.rows.extent; ++r)
      for (std::int64_t c = 0; c < p.columns.extent; ++c) {
        const auto index = p.index(r, c);
        // Rows 512 .. 639, columns 448 .. 511 of the padded tensor: the row is the one of both readings that the tile has.
        auto row = index % 528, column = index / 528;
        if (row < 512) row += 528, --column;
        INFO(name, " (", r, ",", c, ") index ", index);
        REQUIRE(p.beyond(r, c) == (row >= 528 || column >= 500));
        beyond += p.beyond(r, c) ? 1 : 0;
      }
    CHECK(beyond > 0);
  }
  const auto& one = diagram_of(s, "one");
  for (std::int64_t r = 0; r < one.rows.extent; ++r)
    for (std::int64_t c = 0; c < one.columns.extent; ++c) CHECK(one.beyond(r, c) == (one.index(r, c) >= 100));
}

TEST_CASE("hatched cells are hatched in every format") {
  const auto s = state_of({"S = (6,6):(1,6)", "T = local_tile(S, (4,4), (1,1))", "U = local_tile(S, (4,4), (0,0))"});
  const auto bytes = [&](const char* name, render::Format format) {
    render::ExportOptions options;
    options.format = format;
    const auto made = render::export_bytes(diagram_of(s, name), options);
    REQUIRE(made);
    return *made;
  };
  CHECK(bytes("T", render::Format::tex).find("pattern=north east lines") != std::string::npos);
  CHECK(bytes("U", render::Format::tex).find("pattern") == std::string::npos);
  CHECK(bytes("T", render::Format::txt).find("hatched: beyond the end of S") != std::string::npos);
  // The four cells that there are have labels and a colour, and only those.
  const auto svg = bytes("T", render::Format::svg);
  for (const auto* there : {">28<", ">29<", ">34<", ">35<"}) CHECK(svg.find(there) != std::string::npos);
  for (const auto* beyond : {">30<", ">40<", ">41<"}) CHECK(svg.find(beyond) == std::string::npos);
  CHECK(bytes("T", render::Format::png) != bytes("U", render::Format::png));
  CHECK(bytes("T", render::Format::pdf).size() > 1000);
}
