// The finder against a second, naive model, against the launches that the counters have confirmed, and its words.

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <thread>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/value_indexing.hpp"
#include "gpu/memory/memory_model.hpp"
#include "gpu/run/launch_plan.hpp"
#include "gpu/suggest/suggest.hpp"
#include "gpu/suggest/suggest_text.hpp"

namespace {

tl::expected<algebra::Value, algebra::Message> look_up(const std::string& text) {
  auto e = algebra::evaluate(text, {}, algebra::IntegerRule::math);
  if (!e) return tl::unexpected(e.error().problem.message);
  return std::move(e->value);
}

/// "w EXPRESSION" writes, "r EXPRESSION" reads.
gpu::TileQuestion question(const std::string& tile, int bits, const std::vector<std::string>& accesses, gpu::Varying vary = {}) {
  gpu::TileQuestion q{.element = {.name = bits == 16 ? "f16" : bits == 32 ? "f32" : "u8", .bits = bits}, .vary = vary};
  REQUIRE(gpu::read_tile(tile, look_up, q));
  for (const auto& text : accesses) {
    auto a = gpu::tile_access(text.substr(2), text[0] == 'w', q.tile, q.element, look_up);
    REQUIRE_MESSAGE(a, a.error());
    q.accesses.push_back(std::move(*a));
  }
  return q;
}

gpu::Answer answer(const gpu::TileQuestion& q, std::size_t count = 12) {
  gpu::SuggestProgress progress;
  auto a = gpu::suggest(q, count, progress);
  REQUIRE_MESSAGE(a, a.error());
  return std::move(*a);
}

const std::string write_rows = "w make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (16,8):(8,1), (1,8))";
const std::string read_a =
    "r make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (2,2,1)))";

// --- The naive model: a layout is a list of strides, the cost of a request is counted with sets.

struct NaiveLayout {
  std::vector<std::int64_t> sizes, strides;
  int bits = 0, base = 0, shift = 0;
  std::int64_t operator()(std::int64_t c) const {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      index += c % sizes[i] * strides[i];
      c /= sizes[i];
    }
    std::int64_t moved = 0;
    for (int b = 0; b < bits; ++b) {
      const int from = shift > 0 ? base + shift + b : base + b, to = shift > 0 ? base + b : base - shift + b;
      moved ^= (index >> from & 1) << to;
    }
    return index ^ moved;
  }
};

struct NaiveAccess {
  std::vector<std::vector<std::int64_t>> of;  // by thread, by value
  bool write = false;
  int most_bytes = 16;
  std::int64_t weight = 1;
};

/// Turns of one request: half and quarter warps for 8 and 16 bytes; loads of these join where all pairs of lanes read the same.
std::int64_t naive_request(const std::vector<std::int64_t>& bytes, int width, bool write) {
  int each = width <= 4 ? 32 : width == 8 ? 16 : 8;
  const auto paired = [&](std::size_t by) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
      if ((i ^ by) < bytes.size() && bytes[i] != bytes[i ^ by]) return false;
    return true;
  };
  if (!write && width > 4 && (paired(1) || paired(2))) each *= 2;
  std::int64_t turns = 0;
  for (std::size_t first = 0; first < bytes.size(); first += static_cast<std::size_t>(each)) {
    std::map<std::int64_t, std::set<std::int64_t>> banks;
    for (auto i = first; i < std::min(bytes.size(), first + static_cast<std::size_t>(each)); ++i)
      for (std::int64_t b = bytes[i]; b < bytes[i] + width; ++b) banks[b / 4 % 32].insert(b / 4);
    std::size_t most = 0;
    for (const auto& [bank, words] : banks) most = std::max(most, words.size());
    turns += static_cast<std::int64_t>(most);
  }
  return turns;
}

std::int64_t naive_cost(const NaiveLayout& l, const NaiveAccess& a, int element_bytes) {
  for (int width = std::max(a.most_bytes, element_bytes);; width /= 2) {
    const auto n = static_cast<std::size_t>(width / element_bytes);
    bool fits = a.of[0].size() % n == 0;
    for (const auto& thread : a.of)
      for (std::size_t v = 0; fits && v < thread.size(); v += n)
        for (std::size_t k = 0; fits && k < n; ++k)
          fits = l(thread[v]) % static_cast<std::int64_t>(n) == 0 && l(thread[v + k]) == l(thread[v]) + static_cast<std::int64_t>(k);
    if (!fits) continue;
    std::int64_t turns = 0;
    for (std::size_t v = 0; v < a.of[0].size(); v += n)
      for (std::size_t warp = 0; warp < a.of.size(); warp += 32) {
        std::vector<std::int64_t> bytes;
        for (auto t = warp; t < std::min(a.of.size(), warp + 32); ++t) bytes.push_back(l(a.of[t][v]) * element_bytes);
        turns += naive_request(bytes, width, a.write);
      }
    return turns;
  }
}

struct NaiveBest {
  std::int64_t wavefronts = INT64_MAX, bytes = INT64_MAX, covered = 0;
};

NaiveBest brute_force(const std::vector<std::int64_t>& sizes, int element_bytes, const std::vector<NaiveAccess>& accesses,
                      std::int64_t padding) {
  NaiveBest best;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] > 1) order.push_back(i);
  std::int64_t size = 1;
  for (const auto s : sizes) size *= s;
  const auto places = order.empty() ? 0 : order.size() - 1;
  std::int64_t paddings = 1;
  for (std::size_t i = 0; i < places; ++i) paddings *= padding + 1;
  const auto take = [&](const NaiveLayout& l) {
    ++best.covered;
    std::int64_t wavefronts = 0, last = 0;
    for (const auto& a : accesses) wavefronts += a.weight * naive_cost(l, a, element_bytes);
    for (std::int64_t c = 0; c < size; ++c) last = std::max(last, l(c));
    const auto bytes = (last + 1) * element_bytes;
    if (std::pair(wavefronts, bytes) < std::pair(best.wavefronts, best.bytes)) best.wavefronts = wavefronts, best.bytes = bytes;
  };
  do {
    for (std::int64_t p = 0; p < paddings; ++p) {
      NaiveLayout l{.sizes = sizes, .strides = std::vector<std::int64_t>(sizes.size(), 0)};
      std::int64_t stride = 1, rest = p, last = 0;
      for (std::size_t i = 0; i < order.size(); ++i) {
        l.strides[order[i]] = stride;
        last += (sizes[order[i]] - 1) * stride;
        stride = stride * sizes[order[i]] + (i < places ? rest % (padding + 1) : 0);
        rest /= padding + 1;
      }
      take(l);
      int n = 0;
      while (last >> n != 0) ++n;
      for (l.bits = 1; l.bits <= n; ++l.bits)
        for (l.base = 0; l.base <= n; ++l.base)
          for (l.shift = -n; l.shift <= n; ++l.shift)
            if (std::abs(l.shift) >= l.bits && l.bits + l.base + std::abs(l.shift) <= n) take(l);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

/// Returns the cost of an access in a layout given by its expression.
std::int64_t cost_of(const algebra::Indexing& layout, const NaiveAccess& a, int element_bytes) {
  const NaiveLayout as_it_is{.sizes = {std::int64_t{1} << 40}, .strides = {1}};
  NaiveAccess moved = a;
  for (auto& thread : moved.of)
    for (auto& c : thread) c = layout(c);
  return naive_cost(as_it_is, moved, element_bytes);
}

}  // namespace

TEST_CASE("the best of a family is that of brute force by a naive model") {
  std::mt19937 random(5);
  const auto pick = [&](int low, int high) { return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1)); };
  const std::vector<std::vector<std::int64_t>> tiles{{8, 8}, {16, 8}, {4, 32}, {6, 10}, {4, 4, 4}, {32, 16}, {3, 16}, {64, 4}, {2, 8, 3}};
  int below_the_first = 0;
  for (int round = 0; round < 60; ++round) {
    const auto sizes = tiles[static_cast<std::size_t>(random()) % tiles.size()];
    const int element_bytes = 1 << pick(0, 3);
    std::int64_t size = 1;
    for (const auto s : sizes) size *= s;
    std::vector<NaiveAccess> naive;
    gpu::TileQuestion q{.element = {.name = "", .bits = 8 * element_bytes},
                        .vary = {.padding_bytes = pick(0, 2) * element_bytes, .canonical = false}};
    q.tile = std::get<algebra::Layout>(*look_up(fmt::format("make_layout(({}))", fmt::join(sizes, ","))));
    for (int n = static_cast<int>(pick(1, 2)); n > 0; --n) {
      // Threads and values divide the coordinates: by the first or by the last mode.
      std::vector<std::int64_t> divisors;
      for (std::int64_t d = 1; d <= std::min<std::int64_t>(size, 64); ++d)
        if (size % d == 0) divisors.push_back(d);
      const auto threads = divisors[static_cast<std::size_t>(random()) % divisors.size()], values = size / threads;
      const bool by_values = random() % 2 == 0;
      const auto layout = std::get<algebra::Layout>(*look_up(by_values ? fmt::format("({},{}):({},1)", threads, values, values)
                                                                       : fmt::format("({},{}):(1,{})", threads, values, threads)));
      NaiveAccess a{.of = {}, .write = random() % 2 == 0, .most_bytes = 1 << pick(0, 4), .weight = pick(1, 3)};
      if (a.most_bytes < element_bytes) a.most_bytes = element_bytes;
      for (std::int64_t t = 0; t < threads; ++t) {
        a.of.emplace_back();
        for (std::int64_t v = 0; v < values; ++v) a.of.back().push_back(layout(t + v * threads));
      }
      q.accesses.push_back({.name = "a", .write = a.write, .weight = a.weight, .thread_value = layout, .most_bytes = a.most_bytes});
      naive.push_back(std::move(a));
    }
    const auto best = brute_force(sizes, element_bytes, naive, q.vary.padding_bytes / element_bytes);
    const auto ours = answer(q, 30);
    CAPTURE(round);
    CAPTURE(algebra::to_string(q.tile, algebra::Marks::plain));
    CHECK(ours.covered == best.covered);
    REQUIRE(!ours.best.empty());
    CHECK(ours.best[0].wavefronts == best.wavefronts);
    CHECK(ours.best[0].bytes == best.bytes);
    CHECK(ours.bound.wavefronts <= best.wavefronts);
    for (std::size_t i = 0; i < ours.best.size(); ++i) {
      const auto& r = ours.best[i];
      const auto indices = algebra::indexing(*look_up(r.is.expression));
      REQUIRE(indices);
      for (std::size_t a = 0; a < naive.size(); ++a) CHECK(r.costs[a].wavefronts == cost_of(*indices, naive[a], element_bytes));
      if (i > 0) CHECK(std::pair(ours.best[i - 1].wavefronts, ours.best[i - 1].bytes) <= std::pair(r.wavefronts, r.bytes));
      below_the_first += r.wavefronts > best.wavefronts;
    }
  }
  CHECK(below_the_first > 100);  // there are losers
}

TEST_CASE("what a candidate costs is what its launch is predicted to cost") {
  struct Case {
    std::string tile;
    int bits;
    std::vector<std::string> accesses;
  };
  const std::vector<Case> cases{
      {"(128,64)", 16, {write_rows, read_a}},
      {"(64,64)",
       16,
       {"w make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>,half_t>{}, (16,8):(8,1), (1,4))",
        "r make_tiled_copy_B(Copy_Atom<SM75_U16x4_LDSM_T,half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (2,2,1), (32,32,16)))"}},
      {"(64,64)",
       16,
       {"w make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>{}, (16,8):(8,1), (1,8))",
        "w make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N,half_t>{}, make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, (2,2,1), (32,32,16)))"}},
      {"(32,64)", 32, {"r make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>,float>{}, (32,4):(1,32), (1,2))"}},
      {"(48,24)", 32, {"r make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>{}, (8,8):(1,8), (1,1))"}}};
  int compared = 0;
  for (const auto& c : cases) {
    const auto q = question(c.tile, c.bits, c.accesses, {.padding_bytes = 16});
    for (const auto& r : answer(q, 16).best)
      for (std::size_t a = 0; a < q.accesses.size(); ++a) {
        gpu::LaunchForm form{
            .tensor = r.is.expression, .tile = c.tile, .threads = c.accesses[a].substr(2), .kernel = gpu::Kernel::tiled_copy};
        form.shared_memory = true;
        const auto plan = gpu::plan_of(form, q.element, look_up);
        REQUIRE_MESSAGE(plan, plan.error());
        const auto& w = plan->shape;
        const auto direction = q.accesses[a].write ? gpu::Direction::store : gpu::Direction::load;
        CAPTURE(r.is.expression);
        CAPTURE(c.accesses[a]);
        CHECK(r.costs[a].wavefronts == gpu::totals(w, w.addresses(), direction).wavefronts);
        ++compared;
      }
  }
  CHECK(compared > 80);
}

TEST_CASE("a tile that is written by rows and read by ldmatrix wants CuTe's swizzle of 128 bytes") {
  const auto q = question("(128,64):(64,1)", 16, {write_rows, read_a}, {.padding_bytes = 32});
  const auto a = answer(q);
  CHECK(a.best[0].is.expression == "composition(Swizzle<3,3,3>{}, (128,64):(64,1))");
  CHECK(a.best[0].wavefronts == 384);
  CHECK(a.bound.wavefronts == 384);
  CHECK(gpu::bound_text(q, a) == "No layout at all takes fewer than its 384 wavefronts.");
  REQUIRE(a.now);
  CHECK(a.now->wavefronts == 128 + 2048);
  const auto clash = gpu::worst_clash(q, a.now->is, 1);
  REQUIRE(clash);
  CHECK(
      gpu::clash_text(*clash) ==
      "Lanes 0, 1, 2, 3, 4, 5, 6, 7 of warp 0 want 8 different words of bank 0 in request 0: 8 wavefronts, where 1 would do. Over F2 their "
      "words have rank 3, and their banks rank 0: 2^(3-0) wavefronts.");
  CHECK(!gpu::worst_clash(q, a.best[0].is, 1));
  CHECK(a.scored < a.possible);
}

TEST_CASE("where nothing is free of conflicts the bound says why, by ranks") {
  const auto q =
      question("(64,64)", 16, {write_rows, "r make_tiled_copy(Copy_Atom<UniversalCopy<uint16_t>,half_t>{}, (32,4):(1,32), (1,1))"});
  const auto a = answer(q);
  CHECK(a.best[0].wavefronts == 576);
  CHECK(gpu::bound_text(q, a) ==
        "No layout at all takes fewer than its 576 wavefronts: in request 0 of warp 0, read takes one word of each of 32 pieces of 16 "
        "bytes that write keeps together, and a piece begins at one of 8 places of the banks: at least 4 wavefronts (rank 5 of the lanes' "
        "pieces, rank 3 of the places: 2^(5-3)).");
  const auto across = question("(32,32):(32,1)", 16, {"w (32,32):(1,32)", "r (32,32):(32,1)"});
  const auto best = answer(across);
  CHECK(best.best[0].wavefronts == 48);
  CHECK(gpu::bound_text(across, best) ==
        "No layout at all takes fewer than its 48 wavefronts: write and read need different elements side by side, so one of them moves "
        "fewer bytes at once.");
}

TEST_CASE("TMA lands only where its boxes can") {
  const auto q = question("(128,128)", 16, {"w tma (1024,512):(512,1)", read_a}, {.padding_bytes = 32});
  const auto a = answer(q);
  CHECK(a.best[0].is.expression == "tile_to_shape(GMMA::Layout_K_SW128_Atom<f16>{}, (128,128))");
  CHECK(a.best[0].wavefronts == a.bound.wavefronts);
  CHECK(a.best[0].costs[0].instructions == 2);
  for (const auto& r : a.best) CHECK(r.is.padding == 0);
}

TEST_CASE("TMA counts as the lines that its tile fills whole, each with all banks") {
  for (const auto* tile : {"(128,128)", "(64,64)", "(64,32)"}) {
    const auto a = answer(question(tile, 16, {"w tma (1024,512):(512,1)"}), 100);
    CHECK(a.best.size() > 3);
    for (const auto& r : a.best) {
      CAPTURE(r.is.expression);
      const auto index = algebra::indexing(*look_up(r.is.expression));
      REQUIRE(index);
      std::map<std::int64_t, std::multiset<std::int64_t>> lines;  // the banks' words of two halves, twice each
      for (std::int64_t c = 0; c < algebra::size(index->layout); ++c) lines[(*index)(c) / 64].insert((*index)(c) % 64 / 2);
      CHECK(static_cast<std::int64_t>(lines.size()) == r.costs[0].wavefronts);
      for (const auto& [line, words] : lines)
        for (std::int64_t bank = 0; bank < 32; ++bank) CHECK(words.count(bank) == 2);
    }
  }
}

TEST_CASE("only canonical layouts, and none where two accesses want other elements side by side") {
  auto only = question("(64,64)", 16, {write_rows}, {.nothing_else = true});
  for (const auto& r : answer(only, 100).best) CHECK(r.is.canonical);
  const auto q =
      question("(64,64)", 16, {write_rows, "r make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (8,16):(1,8), (8,1))"});
  const auto a = answer(q);
  CHECK(a.possible == 0);
  CHECK(gpu::proof_text(a).text().ends_with("no layout works for all of them."));
}

TEST_CASE("accesses and tiles that make no sense are refused with what would work") {
  const auto tile = std::get<algebra::Layout>(*look_up("(64,64):(64,1)"));
  const auto why = [&](const char* text, bool write) {
    const auto a = gpu::tile_access(text, write, tile, {.name = "f16", .bits = 16}, look_up);
    return a ? std::string() : a.error();
  };
  CHECK(why("make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N,half_t>{}, (32,4):(1,32), (1,8))", true)
            .ends_with("SM75_U32x4_LDSM_N reads shared memory: give it as a read."));
  CHECK(why("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (2,2,1))", false).ends_with("write A of ..., B of ... or C of ..."));
  CHECK(why("D of (32,8):(8,1)", false) == "The matrix of an MMA is A, B or C, not D.");
  CHECK(why("0 x (32,8):(8,1)", false) == "An access happens 1 to 1048576 times, not 0.");
  CHECK(why("(32,8):(8,1) by 3 bytes", false) == "An access moves 1, 2, 4, 8 or 16 bytes, not 3.");
  CHECK(why("(32,8):(8,1) by 1 bytes", false).ends_with("an access of 1 bytes is less than an element of 16 bits."));
  CHECK(why("make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>{}, (32,4), (1,1))", false)
            .ends_with("It copies elements of 32 bits; the tile has elements of 16."));
  CHECK(why("", false).starts_with("An access needs an expression"));
  CHECK(why("4 x A of make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (2,2,1))", false).empty());
  gpu::TileQuestion q{.element = {.name = "f16", .bits = 16}};
  CHECK(!gpu::read_tile("Swizzle<3,3,3>", look_up, q));
  REQUIRE(gpu::read_tile("(512,512)", look_up, q));
  q.accesses.push_back({.name = "a", .thread_value = std::get<algebra::Layout>(*look_up("(32,8):(8,1)"))});
  gpu::SuggestProgress progress;
  const auto too_large = gpu::suggest(q, 3, progress);
  REQUIRE(!too_large);
  CHECK(too_large.error() == "The tile has 524288 bytes; shared memory has 232448. Take a smaller tile.");
}

TEST_CASE("a search is cancelled, and its order does not depend on the cores") {
  const auto q = question("(128,64):(64,1)", 16, {write_rows, read_a}, {.padding_bytes = 32});
  gpu::SuggestProgress progress;
  progress.cancelled = true;
  const auto none = gpu::suggest(q, 3, progress);
  REQUIRE(none);
  CHECK(none->cancelled);
  const auto once = answer(q, 40), again = answer(q, 40);
  REQUIRE(once.best.size() == again.best.size());
  for (std::size_t i = 0; i < once.best.size(); ++i) CHECK(once.best[i].is.expression == again.best[i].is.expression);
  const auto json = nlohmann::json::parse(gpu::answer_json(q, once));
  CHECK(json.at("best").size() == once.best.size());
  // Sentences are there with what they are made of.
  CHECK(json.at("proof").at("key") ==
        "The best of {}, proved by enumeration: {} of them allow every access, {} of these differ in the banks.");
  CHECK(json.at("proof").at("operands").size() == 3);
  CHECK(json.at("bound").at("why").at("text") == gpu::bound_text(q, once).text());
}
