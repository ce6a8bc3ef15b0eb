// Random tiled copies and MMAs: each element of the tile is owned once by (thread, value), and the layouts, the
// partitions and the tile's TV layouts say the same.

#include <doctest/doctest.h>
#include <algorithm>

#include <set>
#include <string>
#include <vector>

#include "algebra/hardware/tiled.hpp"
#include "core_random.hpp"
#include "tests/rounds.hpp"

using namespace algebra;
using namespace core_tests;

namespace {

IntTuple tuple_of(std::initializer_list<std::int64_t> values) {
  IntTuple t;
  for (const auto v : values) t.append(IntTuple(v));
  return t;
}

/// Returns how often each element of [0, elements) is some thread's.
template <class Part>
std::vector<int> owners(std::int64_t elements, std::int64_t threads, Part&& part) {
  std::vector<int> count(static_cast<std::size_t>(elements), 0);
  for (std::int64_t t = 0; t < threads; ++t) {
    const Tensor mine = part(t);
    for (std::int64_t v = 0; v < size(mine.layout); ++v) {
      const auto element = mine.offset + mine.layout(v);
      REQUIRE(element >= 0);
      REQUIRE(element < elements);
      ++count[static_cast<std::size_t>(element)];
    }
  }
  return count;
}

bool all_are(const std::vector<int>& counts, int n) {
  return std::all_of(counts.begin(), counts.end(), [n](int c) { return c == n; });
}

}  // namespace

TEST_CASE("every MMA atom, tiled at random: A, B and C are owned as often as the atoms share them") {
  Random random(7);
  int checked = 0;
  int listed_number = 0;
  for (const auto& listed : listed_atoms()) {
    // Thousands of atoms from SM90 on differ in N, K or types only: every 13th is tried.
    // Other makers' instructions have tests of their own: some of them hold an element in several lanes.
    if (!listed.target.empty() && listed.architecture == 0) continue;
    if (listed.kind != ListedAtom::Kind::mma || (listed.architecture >= 90 && ++listed_number % 13 != 0)) continue;
    const auto made = evaluate(listed.expression, {}, IntegerRule::cute);
    const auto& traits = *std::get<MmaAtom>(made.value().value).traits;
    if (size(traits.thr_id) > 32 || product(traits.shape_mnk).value > 16 * 8 * 64) continue;
    const MmaAtom atom{&traits, {}};
    // Where an atom's threads have gaps, atoms fill them: three do not.
    const bool gaps = cosize(traits.thr_id) > size(traits.thr_id);
    const std::int64_t m = 1 + random.below(2), n = gaps ? 1 << random.below(2) : 1 + random.below(3), k = 1 + random.below(2);
    const auto threads = make_layout(tuple_of({m, n, k}), random.below(2) == 0 ? Major::left : Major::right);
    const auto extent = [&](int i) { return traits.shape_mnk.mode(i).integer().value; };
    const std::int64_t wider = 1 + random.below(2);
    Tiler permutations{std::vector<Tiler>{}};
    if (random.below(2) == 0) permutations = tiler_of(tuple_of({m * wider * extent(0), n * extent(1), k * extent(2)}));
    const auto t = make_tiled_mma(atom, threads, permutations);
    const auto tile = tile_shape(t);
    INFO(to_string(Value(t), Marks::plain));
    const auto vmnk = thr_layout_vmnk(t);
    const auto shared = [&](Matrix x) { return x == Matrix::a ? n : x == Matrix::b ? m : k; };
    for (const auto matrix : {Matrix::a, Matrix::b, Matrix::c}) {
      if (!traits.operands[static_cast<std::size_t>(matrix)].congruent) continue;
      const int first = matrix == Matrix::b ? 1 : 0, second = matrix == Matrix::c ? 1 : 2;
      const auto tensor = make_layout(tuple_of({tile.mode(first).integer().value * 2, tile.mode(second).integer().value}),
                                      random.below(2) == 0 ? Major::left : Major::right);
      const auto count = owners(size(tensor), size(vmnk), [&](std::int64_t i) {
        return partition(t, matrix, Int{vmnk(i), true}, Tensor{.offset = 0, .layout = tensor});
      });
      CHECK(all_are(count, static_cast<int>(shared(matrix))));
      // Like CuTe, layoutC_TV leaves the tile where atoms lie along N and along K.
      if (matrix == Matrix::c && n > 1 && k > 1) continue;
      // At (thread, value) the tile's TV layout has the element that the thread's partition of the tile has.
      const auto tv = layout_tv(t, matrix);
      const auto reference = make_layout(tuple_of({tile.mode(first).integer().value, tile.mode(second).integer().value}));
      for (std::int64_t i = 0; i < size(vmnk); ++i) {
        const auto thread = vmnk(i);
        const auto mine = partition(t, matrix, Int{thread, true}, Tensor{.offset = 0, .layout = reference});
        REQUIRE(size(mine.layout) == size(mode(tv, 1)));
        bool same = true;
        for (std::int64_t v = 0; v < size(mine.layout); ++v)
          same = same && mine.offset + mine.layout(v) == mode(tv, 0)(thread) + mode(tv, 1)(v);
        REQUIRE(same);
      }
      ++checked;
    }
  }
  CHECK(checked > 200);
}

TEST_CASE("tiled copies at random: what is written is owned once, what is read is what is written") {
  Random random(11);
  std::set<std::string> known;
  const ElementType half{"f16", 16}, byte{"u8", 8};
  int checked = 0;
  for (const auto& listed : listed_atoms()) {
    if (listed.kind != ListedAtom::Kind::copy) continue;
    const auto made = evaluate(listed.expression, {}, IntegerRule::cute);
    const auto& traits = *std::get<CopyAtom>(made.value().value).traits;
    // TMA, tensor memory and bulk copies do not give each thread values of its own, so they are skipped.
    const bool of_threads = listed.architecture < 90 || listed.name.find("SM_") != listed.name.npos;
    if (traits.bits() % 16 != 0 || !of_threads) continue;
    const auto atom = make_copy_atom({&traits, {}}, traits.name.starts_with("SM100_U8") ? byte : half);
    const auto ref = value_layout_ref(atom);
    // Atoms that differ in what their instructions are called move the same.
    const auto moves = [&](Side side) { return to_string(Value(value_layout(atom, side)), Marks::plain); };
    if (!known.insert(moves(Side::source) + moves(Side::destination) + to_string(Value(ref), Marks::plain)).second) continue;
    for (int round = 0; round < std::max(1, rounds(6)); ++round) {
      // Values of a thread lie in one row or column, as many as the atom takes or twice that.
      const auto values = size(mode(ref, 1)) * (1 + random.below(2));
      const std::int64_t threads_m = 8 << random.below(2), threads_n = 4 << random.below(2);
      const bool rows = random.below(2) == 0;
      const auto thr = make_layout(tuple_of({threads_m, threads_n}), random.below(2) == 0 ? Major::left : Major::right);
      const auto val = make_layout(rows ? tuple_of({1, values}) : tuple_of({values, 1}));
      const auto t = make_tiled_copy(atom, thr, val);
      const auto tile = tile_shape(t);
      INFO(to_string(Value(t), Marks::plain));
      const auto tensor = make_layout(tuple_of({product(tile.mode(0)).value * 2, product(tile.mode(1)).value}),
                                      random.below(2) == 0 ? Major::left : Major::right);
      for (const auto side : {Side::source, Side::destination}) {
        const auto count = owners(size(tensor), size(thr), [&](std::int64_t i) {
          return partition(t, side, Int{i, true}, Tensor{.offset = 0, .layout = tensor});
        });
        // An atom such as ldmatrix reads from fewer threads than there are: the others repeat their addresses.
        const auto one = value_layout(atom, side);
        CHECK(all_are(count, static_cast<int>(size(one) / size(ref))));
        const auto tv = layout_tv(t, side);
        CHECK(size(mode(tv, 0)) == size(thr));
        CHECK(size(mode(tv, 0)) * size(mode(tv, 1)) * size(ref) == product(tile).value * size(one));
        ++checked;
      }
    }
  }
  CHECK(checked > rounds(200));
}
