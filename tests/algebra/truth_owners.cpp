// "Each element has one owner", or so many: counted thread by thread, over random tiled copies, MMAs and thread layouts.

#include <algorithm>
#include <set>
#include <utility>

#include "algebra/hardware/partition.hpp"
#include "algebra/hardware/tiled.hpp"
#include "truth.hpp"

using namespace algebra;
using namespace algebra::truth;

namespace {

class Owners {
 public:
  int kept = 0, broken = 0;

  /// `part(t)`: the tensor that thread t has of a tensor of `elements` elements with the indices 0, 1, ...
  template <class Part>
  void look(const std::string& text, std::int64_t elements, const std::vector<std::int64_t>& threads, Part&& part) {
    const auto e = evaluate(text, {}, IntegerRule::math);
    if (!e || (e->verdict.kind != Verdict::Kind::kept && e->verdict.kind != Verdict::Kind::broken)) return;
    const auto contract = e->verdict.contract.text(), said = contract + "; " + e->verdict.counterexample.text();
    std::vector<std::size_t> owners(static_cast<std::size_t>(elements), 0);
    std::vector<std::int64_t> last(owners.size(), -1);
    bool inside = true;
    for (const auto t : threads) {
      const Tensor mine = part(t);
      for (const auto v : naive::Function(mine.layout).values()) {
        const auto at = static_cast<std::size_t>(mine.offset + v);
        inside = inside && at < owners.size();
        if (!inside || std::exchange(last[at], t) == t) continue;
        ++owners[at];
      }
    }
    static const std::regex many("each element has (\\d+) owners");
    std::smatch m;
    const bool any = contract == "each element has an owner";
    std::size_t wanted = 0;
    if (contract == "each element has one owner") wanted = 1;
    else if (std::regex_match(contract, m, many)) wanted = std::stoul(m[1]);
    else if (!any) return is_false(text, said, "nobody knows this sentence");
    const auto wrong = std::find_if(owners.begin(), owners.end(), [&](std::size_t n) { return any ? n == 0 : n != wanted; });
    const bool holds = inside && wrong == owners.end();
    const auto why = !inside ? std::string("threads own what is not in the tensor")
                     : holds ? std::string()
                             : "element " + std::to_string(wrong - owners.begin()) + " has " + std::to_string(*wrong) + " owners";
    const bool is_kept = e->verdict.kind == Verdict::Kind::kept;
    ++(is_kept ? kept : broken);
    if (holds != is_kept) is_false(text, said, holds ? "it holds" : why);
  }
};

std::string pair_of(std::int64_t m, std::int64_t n) { return "(" + std::to_string(m) + "," + std::to_string(n) + ")"; }

}  // namespace

TEST_CASE("each element of an MMA's tile has as many owners as is said") {
  random_layouts::Source source(random_layouts::chosen_seed() + 70);
  static constexpr const char* atoms[] = {"SM80_16x8x16_F32F16F16F32_TN",
                                          "SM80_16x8x8_F16F16F16F16_TN",
                                          "SM70_8x8x4_F32F16F16F32_TN",
                                          "SM80_8x8x4_F64F64F64F64_TN",
                                          "SM61_DP4A",
                                          "UniversalFMA<float>",
                                          "SM90_64x8x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::K>",
                                          "SM90_64x8x16_F16F16F16_RS<GMMA::Major::K,GMMA::Major::K>"};
  Owners owners;
  for (int k = 0; k < cases(); ++k) {
    const std::string atom = atoms[source.below(std::ssize(atoms))];
    const bool wide = atom.starts_with("SM90");
    const auto m = std::int64_t{1} << source.below(wide ? 2 : 3), n = std::int64_t{1} << source.below(wide ? 2 : 3);
    const auto of_k = std::int64_t{1} << source.below(2);
    const auto mma = "make_tiled_mma(" + atom + ",(" + std::to_string(m) + "," + std::to_string(n) + "," + std::to_string(of_k) + "))";
    const auto made = evaluate(mma, {}, IntegerRule::math);
    REQUIRE_MESSAGE(made, mma);
    const auto& tiled = std::get<TiledMma>(made->value);
    const auto tile = tile_shape(tiled);
    const auto which = source.below(3);
    const auto matrix = which == 0 ? Matrix::a : which == 1 ? Matrix::b : Matrix::c;
    const auto rows = tile.mode(which == 1 ? 1 : 0).integer().value * (source.chance(30) ? 2 : 1);
    const auto columns = tile.mode(which == 2 ? 1 : 2).integer().value + (source.chance(10) ? 1 : 0);
    if (rows * columns > 1024) continue;
    std::vector<std::int64_t> threads;
    const auto ids = naive::Function(thr_layout_vmnk(tiled)).values();
    for (const auto id : std::set<Wide>(ids.begin(), ids.end())) threads.push_back(static_cast<std::int64_t>(id));
    const auto tensor = make_layout(IntTuple::tuple({IntTuple(rows), IntTuple(columns)}));
    const auto text =
        std::string("partition_") + "ABC"[which] + "(" + mma + ", " + std::to_string(threads[0]) + ", " + pair_of(rows, columns) + ")";
    owners.look(text, rows * columns, threads, [&](std::int64_t t) {
      return partition(tiled, matrix, Int{t, true}, Tensor{.offset = 0, .layout = tensor});
    });
  }
  MESSAGE(owners.kept << " kept, " << owners.broken << " broken");
  CHECK(owners.kept > cases() / 2);
}

TEST_CASE("each element of a copy's tile has as many owners as is said") {
  random_layouts::Source source(random_layouts::chosen_seed() + 71);
  static constexpr const char* atoms[] = {"UniversalCopy<half_t>", "UniversalCopy<uint64_t>", "SM75_U32x1_LDSM_N",
                                          "SM75_U32x4_LDSM_N",     "SM75_U16x4_LDSM_T",       "SM90_U32x2_STSM_N"};
  Owners owners;
  for (int k = 0; k < cases(); ++k) {
    const std::string atom = "Copy_Atom<" + std::string(atoms[source.below(std::ssize(atoms))]) + ",half_t>";
    const auto threads = pair_of(std::int64_t{8} << source.below(2), std::int64_t{4} << source.below(2));
    const auto values = source.chance(50) ? pair_of(1, 8) : pair_of(8, 1);
    auto copy = "make_tiled_copy(" + atom + ", " + threads + ", " + values + ")";
    if (source.chance(30))
      copy = "make_tiled_copy_" + std::string(1, "ABC"[source.below(3)]) + "(" + atom + ", make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(" +
             std::to_string(1 + source.below(2)) + ",2,1)))";
    const auto made = evaluate(copy, {}, IntegerRule::math);
    if (!made) continue;
    const auto& tiled = std::get<TiledCopy>(made->value);
    const auto tile = product_each(tile_shape(tiled));
    const auto rows = tile.mode(0).integer().value * (source.chance(30) ? 2 : 1), columns = tile.mode(1).integer().value;
    if (rows * columns > 4096) continue;
    std::vector<std::int64_t> ids;
    for (std::int64_t t = 0; t < size(mode(tiled.layout_tv, 0)); ++t) ids.push_back(t);
    const auto side = source.chance(50) ? Side::source : Side::destination;
    const auto tensor = make_layout(IntTuple::tuple({IntTuple(rows), IntTuple(columns)}));
    const auto text = std::string("partition_") + (side == Side::source ? "S" : "D") + "(" + copy + ", 0, " + pair_of(rows, columns) + ")";
    owners.look(text, rows * columns, ids, [&](std::int64_t t) {
      return partition(tiled, side, Int{t, true}, Tensor{.offset = 0, .layout = tensor});
    });
  }
  MESSAGE(owners.kept << " kept, " << owners.broken << " broken");
  CHECK(owners.kept > cases() / 4);
}

TEST_CASE("each element of a tile has one owner of a thread layout where that is said") {
  random_layouts::Source source(random_layouts::chosen_seed() + 72);
  Owners owners;
  for (int k = 0; k < 2 * cases(); ++k) {
    do source.choose_marking();
    while (source.large() || source.marking() != random_layouts::Marking::all_static);
    const auto tile = pair_of(1 + source.below(12), 1 + source.below(12));
    const auto threads = source.layout(16, 1);
    const auto of = make_layout(std::get<IntTuple>(evaluate(tile, {}, IntegerRule::math)->value));
    std::vector<std::int64_t> ids;
    for (std::int64_t t = 0; t < size(threads); ++t) ids.push_back(t);
    const auto text = "local_partition(" + tile + ", " + to_string(threads, Marks::plain) + ", 0)";
    if (!attempt([&] { return local_partition({.offset = 0, .layout = of}, threads, Int{0, false}); })) continue;
    owners.look(text, size(of), ids, [&](std::int64_t t) { return local_partition({.offset = 0, .layout = of}, threads, Int{t, false}); });
  }
  MESSAGE(owners.kept << " kept, " << owners.broken << " broken");
  CHECK(owners.kept > cases() / 5);
}

TEST_CASE("threads stand where a launch's layout says, and where no layout is said to say it none does") {
  random_layouts::Source source(random_layouts::chosen_seed() + 73);
  int made = 0, refused = 0;
  // No layout says it for one in a thousand.
  for (int k = 0; k < 4 * cases() || (refused == 0 && k < 40 * cases()); ++k) {
    do source.choose_marking();
    while (source.large() || source.marking() != random_layouts::Marking::all_static);
    const auto tile = source.stepping_layout(source.shape(48, 2), 0);
    const auto threads = source.stepping_layout(source.shape(24, 2), 0);
    const auto size_of_tile = product_each(tile.shape());
    const auto text = "threads " + in_cute(threads) + " over " + in_cute(tile);
    // The first element of each thread, as CuTe gives it.
    std::vector<Wide> first;
    for (std::int64_t t = 0; t < size(threads); ++t)
      if (const auto part = attempt([&] { return local_partition({.offset = 0, .layout = tile}, threads, Int{t, false}); }))
        first.push_back(part->offset);
    if (static_cast<std::int64_t>(first.size()) != size(threads)) continue;
    const Index at = [&](Wide t) { return first[static_cast<std::size_t>(t)]; };
    const auto p = partition(tile, tiler_of(size_of_tile), ByThreadLayout{threads, {}});
    if (!p) {
      if (p.error().message.key().find("their places are not a layout") == std::string::npos) continue;
      ++refused;
      if (is_layout(IntTuple(size(threads)), at)) is_false(text, p.error().message.text(), "one does");
      continue;
    }
    ++made;
    const auto blocks = size(mode(p->layout, 0));
    for (std::int64_t t = 0; t < size(threads); ++t)
      if (naive::Function(p->layout)(Wide{t} * blocks) != at(t)) {
        is_false(text, to_string(p->layout, Marks::plain), "thread " + std::to_string(t) + " stands elsewhere");
        break;
      }
  }
  MESSAGE(made << " made, " << refused << " refused");
  CHECK(made > cases() / 4);
  CHECK(refused > 0);
}
