// Tests the cost of changing a thread-value layout against a count of the values that each thread needs from each other one, place by
// place.

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/value_bits.hpp"
#include "tests/algebra/random_layouts.hpp"
#include "tests/rounds.hpp"

using namespace algebra;

namespace {

struct Place {
  std::int64_t thread = 0, value = 0;
  auto operator<=>(const Place&) const = default;
};
std::int64_t warp_of(std::int64_t thread) { return thread / 32; }

/// (thread, value) -> index: bits of the index in any order. Some bits of the thread or value map to no bit of the index, which makes
/// copies.
Layout shuffled_layout(random_layouts::Source& random, int thread_bits, int value_bits, int index_bits) {
  std::vector<std::int64_t> strides;
  for (int b = 0; b < index_bits; ++b) strides.push_back(std::int64_t{1} << b);
  while (std::ssize(strides) < thread_bits + value_bits) strides.push_back(0);
  for (std::size_t i = strides.size(); i > 1; --i)
    std::swap(strides[i - 1], strides[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
  const auto mode_of = [&](int bits) {
    Layout l(IntTuple(Int{1, true}), IntTuple(Int{0, true}));
    IntTuple shape, stride;
    for (int b = 0; b < bits; ++b) {
      shape.append(Int{2, true});
      stride.append(Int{strides.back(), true});
      strides.pop_back();
    }
    return bits == 0 ? l : Layout(shape, stride);
  };
  const auto threads = mode_of(thread_bits), values = mode_of(value_bits);
  return make_layout(threads, values);
}

ConversionCost counted(const Layout& from, const Layout& to, int bits, bool& one_owner) {
  std::map<std::int64_t, std::set<Place>> owners;
  const auto threads = size(mode(from, 0)), has = size(mode(from, 1));
  for (std::int64_t t = 0; t < threads; ++t)
    for (std::int64_t v = 0; v < has; ++v) owners[from(t + threads * v)].insert({t, v});
  one_owner = true;
  for (const auto& [index, places] : owners) one_owner = one_owner && places.size() == 1;
  ConversionCost cost{.threads = threads, .registers = size(mode(to, 1))};
  std::set<std::int64_t> moved;
  std::int64_t arriving = 0, most = 0;
  for (std::int64_t t = 0; t < threads; ++t) {
    std::set<std::int64_t> crossing;
    std::map<std::int64_t, std::set<std::int64_t>> by_lane;  // the only owner's thread -> indices
    for (std::int64_t v = 0; v < cost.registers; ++v) {
      const auto index = to(t + threads * v);
      moved.insert(index);
      const auto& places = owners.at(index);
      const auto any = [&](auto&& p) { return std::any_of(places.begin(), places.end(), p); };
      if (places.contains({t, v})) ++cost.same_register;
      else if (any([&](const Place& p) { return p.thread == t; })) ++cost.same_thread;
      else if (any([&](const Place& p) { return warp_of(p.thread) == warp_of(t); }))
        ++cost.other_lane, by_lane[places.begin()->thread].insert(index);
      else ++cost.other_warp, crossing.insert(index);
    }
    arriving += std::ssize(crossing);
    std::int64_t words = 0;
    for (const auto& [lane, indices] : by_lane) words += (std::ssize(indices) * bits + 31) / 32;
    most = std::max(most, words);
  }
  if (cost.other_warp != 0) cost.crossing_bytes = arriving * bits / 8, cost.shared_bytes = std::ssize(moved) * bits / 8;
  else cost.shuffles = most;
  return cost;
}

/// Returns whether words of 32 bits, one from each lane and to each lane at a time, arrive in so many rounds: edges of a bipartite graph
/// coloured one by one, with alternating paths.
bool arrive_in(const Layout& from, const Layout& to, int bits, std::int64_t rounds) {
  const auto threads = size(mode(from, 0)), has = size(mode(from, 1));
  std::map<std::int64_t, std::int64_t> owner;
  for (std::int64_t c = 0; c < threads * has; ++c) owner[from(c)] = c % threads;
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<std::int64_t>> needed;
  for (std::int64_t c = 0; c < size(to); ++c)
    if (const auto o = owner.at(to(c)); o != c % threads) needed[{o, c % threads}].insert(to(c));
  const auto n = static_cast<std::size_t>(rounds);
  // used[side][thread][round]: the other thread, or -1.
  std::vector<std::vector<std::int64_t>> used[2];
  for (auto& side : used) side.assign(static_cast<std::size_t>(threads), std::vector<std::int64_t>(n, -1));
  const auto free_round = [&](int side, std::int64_t thread) {
    const auto& rounds_of = used[side][static_cast<std::size_t>(thread)];
    return static_cast<std::size_t>(std::find(rounds_of.begin(), rounds_of.end(), -1) - rounds_of.begin());
  };
  for (const auto& [edge, indices] : needed)
    for (auto words = (std::ssize(indices) * bits + 31) / 32; words > 0; --words) {
      auto [source, target] = edge;
      const auto a = free_round(0, source), b = free_round(1, target);
      if (a == n || b == n) return false;
      // Gives round a to the edge: what has it at the target gets b, and so on.
      std::int64_t put = source, at = target;
      int side = 1;
      for (auto round = a, other = b;; std::swap(round, other)) {
        auto& slot = used[side][static_cast<std::size_t>(at)][round];
        const auto displaced = slot;
        slot = put;
        used[1 - side][static_cast<std::size_t>(put)][round] = at;
        if (displaced < 0) break;
        // The displaced edge (displaced, at) moves to the other round at both ends.
        if (used[1 - side][static_cast<std::size_t>(displaced)][round] == at)
          used[1 - side][static_cast<std::size_t>(displaced)][round] = -1;
        put = at;
        at = displaced;
        side = 1 - side;
      }
    }
  return true;
}

}  // namespace

TEST_CASE("what a conversion moves, counted place by place") {
  random_layouts::Source random(random_layouts::chosen_seed() + 3);
  int shuffled = 0, crossed = 0, local = 0;
  for (int i = 0; i < rounds(3000); ++i) {
    const int threads = 5 + static_cast<int>(random.below(3)), values = static_cast<int>(random.below(5));
    const int index_bits = threads + values - (random.chance(30) ? static_cast<int>(random.below(3)) : 0);
    const int bits = 8 << random.below(4);
    auto from = shuffled_layout(random, threads, values, index_bits), to = shuffled_layout(random, threads, values, index_bits);
    if (random.chance(60)) {
      // Near to each other: as mostly in kernels. The strides of two bits change places.
      std::vector<std::int64_t> strides;
      from.stride().for_each_integer([&](Int d) { strides.push_back(d.value); });
      const auto first = random.chance(50) ? threads : 0;
      if (first < threads + values)
        std::swap(strides[static_cast<std::size_t>(first + random.below(threads + values - first))],
                  strides[static_cast<std::size_t>(random.below(threads + values))]);
      std::size_t next = 0;
      to = Layout(from.shape(), from.stride().transformed([&](Int) { return Int{strides[next++], true}; }));
    }
    INFO(plain(from), " -> ", plain(to), ", ", bits, " bits");
    const auto m = conversion(Value(from), Value(to), bits);
    REQUIRE(is_conversion(m));
    const auto a = thread_value_bits(Value(from)), b = thread_value_bits(Value(to));
    for (std::uint64_t c = 0; c < std::uint64_t{1} << (threads + values); ++c) REQUIRE(apply(a, apply(m, c)) == apply(b, c));
    bool one_owner = false;
    auto wanted = counted(from, to, bits, one_owner), cost = conversion_cost(m);
    if (!one_owner) wanted.shuffles = cost.shuffles, wanted.same_register = cost.same_register, wanted.same_thread += 0;
    CHECK(cost.threads * cost.registers == cost.same_register + cost.same_thread + cost.other_lane + cost.other_warp);
    CHECK(cost.same_register == wanted.same_register);
    if (one_owner) CHECK(cost.same_thread == wanted.same_thread);
    CHECK(cost.other_lane == wanted.other_lane);
    CHECK(cost.other_warp == wanted.other_warp);
    CHECK(cost.shuffles == wanted.shuffles);
    CHECK(cost.crossing_bytes == wanted.crossing_bytes);
    if (one_owner) CHECK(cost.shared_bytes == wanted.shared_bytes);
    if (one_owner && cost.shuffles > 0) {
      CHECK(arrive_in(from, to, bits, cost.shuffles));
      CHECK_FALSE(arrive_in(from, to, bits, cost.shuffles - 1));
    }
    shuffled += cost.shuffles > 0;
    crossed += cost.other_warp > 0;
    local += cost.other_warp == 0 && cost.other_lane == 0 && cost.same_thread > 0;
  }
  CHECK(shuffled > rounds(200));
  CHECK(crossed > rounds(500));
  CHECK(local > rounds(50));
}

TEST_CASE("conversions that kernels do") {
  const auto value = [](const char* text) { return evaluate(text, {}, IntegerRule::math)->value; };
  const auto words = [&](const char* from, const char* to, int bits) {
    return cost_words(conversion_cost(conversion(value(from), value(to), bits))).text();
  };
  const auto* c_of_mma = "((4,8),(2,2)):((32,1),(16,8))";
  CHECK(words(c_of_mma, c_of_mma, 16) == "nothing moves");
  CHECK(words(c_of_mma, "((4,8),(2,2)):((32,1),(8,16))", 32) == "registers only: 64 of 128 values change their register");
  // A 32 x 4 tile, turned: each lane keeps a quarter and needs three more from three lanes.
  CHECK(words("(32,4):(1,32)", "((8,4),4):((4,32),1)", 32).starts_with("4 shuffles of 32 bits a warp"));
  CHECK(words("(128,4):(1,128)", "(128,4):(4,1)", 32) ==
        "through shared memory: 384 of 512 values come from other warps, 1536 bytes; 2048 bytes are written");
  CHECK_THROWS_AS(conversion(value("(32,4):(1,32)"), value("(64,2):(1,64)"), 16), const Problem&);
  CHECK_THROWS_AS(conversion(value("(32,4):(1,32)"), value("(32,4):(1,64)"), 16), const Problem&);
}
