// The map of a kernel: what each thread has, which way an element goes, and when. The numbers follow from the kernels of
// tests/fixtures/kernels by hand.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/flow/program_flow.hpp"
#include "app/map/kernel_map.hpp"
#include "app/map/map_thread.hpp"
#include "app/map/map_time.hpp"
#include "app/map/map_traffic.hpp"
#include "app/system/files.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

KernelMap map_of(const std::string& name, const ProgramSettings& settings = {}) {
  const auto source = read_file(fmt::format("{}/fixtures/kernels/{}.cu", test_data(), name), 1 << 20).value();
  auto flows = flows_of_program(source, settings);
  REQUIRE(flows.size() == 1);
  return KernelMap(std::move(flows[0]));
}

const MapNode& node_named(const KernelMap& map, const std::string& name) {
  const auto it = std::ranges::find(map.nodes(), name, &MapNode::name);
  REQUIRE_MESSAGE(it != map.nodes().end(), name);
  return *it;
}

/// Returns the first of the arrow's moments in that k tile.
std::size_t moment_of(const KernelMap& map, const MapArrow& a, std::int64_t k_tile) {
  const auto it = std::ranges::find_if(a.moments, [&](std::size_t m) { return map.k_tile(m) == k_tile; });
  REQUIRE(it != a.moments.end());
  return *it;
}

const MapArrow& arrow(const KernelMap& map, const std::string& from, const std::string& to) {
  const auto it =
      std::ranges::find_if(map.arrows(), [&](const MapArrow& a) { return map.node(a.from)->name == from && map.node(a.to)->name == to; });
  REQUIRE_MESSAGE(it != map.arrows().end(), (from + " to " + to));
  return *it;
}

std::vector<std::string> names(const KernelMap& map, const std::vector<MapMove>& moves, bool to) {
  std::vector<MapPlace> all;
  for (const auto& m : moves) all.push_back(to ? m.to : m.from);
  return range_names(map, all);
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("the nodes of a map are the tensors of its kernel, from left to right") {
  const auto map = map_of("pipelined");
  Strings all;
  for (const auto& n : map.nodes()) all.push_back(n.name);
  CHECK(all == Strings{"A", "B", "sA", "sB", "rA", "rB", "rC", "C"});
  const auto& sA = node_named(map, "sA");
  CHECK(sA.rows == 128);
  CHECK(sA.columns == 32);
  CHECK(sA.stages == 3);
  CHECK(sA.operand == 'A');
  CHECK(node_named(map, "rC").operand == 'C');
  const auto& A = node_named(map, "A");
  CHECK(A.used == std::vector<ModeRange>{{0, 128}, {0, 160}});
  CHECK(A.depth == 32);
  CHECK(map.k_tile_count() == 5);
}

TEST_CASE("a thread's elements have global coordinates, of its block and k tile") {
  // 128 threads, (32,4):(4,1), of 8 halves in a row: thread 37 has row 9 and columns 8 to 15 of each 32 rows.
  const auto map = map_of("pipelined", {{"blockIdx.x", "1"}, {"blockIdx.y", "2"}});
  const auto& load = arrow(map, "A", "sA");
  const auto moment = moment_of(map, load, 3);
  CHECK(moment == map.load_of(3));
  CHECK(names(map, map.moves_of(moment, 37), false) == Strings{"A(137…233:32,104…111)"});
  // k tile 3 is the fourth of a ring of three stages. It leaves row 9 + 32·i in its place of the tile.
  CHECK(names(map, map.moves_of(moment, 37), true) == Strings{"sA(9…105:32,8…15,0)"});
  CHECK(map.tile_name(map.moves_of(moment, 37)[0].from) == "A(128+9, 32·3+8)");
  const auto b = map.moves_of(moment_of(map, arrow(map, "B", "sB"), 3), 37);
  CHECK(map.name(b[0].from) == "B(137,104)");
  CHECK(map.tile_name(b[0].from) == "B(128+9, 32·3+8)");
}

TEST_CASE("an arrow says by what it moves, how much, and what that costs") {
  const auto map = map_of("pipelined");
  const auto& load = arrow(map, "A", "sA");
  CHECK(instruction_words(load) == "cp.async 16 B");
  CHECK(load.lines == std::vector<std::size_t>{46, 59});
  CHECK(load.moments.size() == 5);
  const auto loaded = traffic_of(map, load, load.moments[0]);
  CHECK(loaded.thread_bytes == 64);
  CHECK(loaded.bytes == 128 * 32 * 2);
  // A row's 64 bytes are two sectors: 128 rows of them, no byte for nothing.
  REQUIRE(loaded.from);
  CHECK(loaded.from->sectors == 256);
  CHECK(loaded.from->ideal_sectors == 256);
  REQUIRE(loaded.to);
  CHECK(loaded.to->conflicts() == 0);
  const auto& read = arrow(map, "sA", "rA");
  CHECK(instruction_words(read) == "ldmatrix.x4");
  const auto taken = traffic_of(map, read, read.moments[0]);
  CHECK(taken.bytes == 2 * 128 * 16 * 2);  // by two warps each
  REQUIRE(taken.from);
  CHECK(taken.from->conflicts() == 0);
  CHECK(!taken.to);

  // Without the swizzle the eight rows of a matrix, 64 bytes apart, meet in the banks of two of them.
  auto source = read_file(fmt::format("{}/fixtures/kernels/pipelined.cu", test_data()), 1 << 20).value();
  const std::string_view swizzle = "Swizzle<2, 3, 3>{}";
  source.replace(source.find(swizzle), swizzle.size(), "Swizzle<0, 3, 3>{}");
  const KernelMap plain(std::move(flows_of_program(source, {})[0]));
  const auto& rows = arrow(plain, "sA", "rA");
  CHECK(traffic_of(plain, rows, rows.moments[0]).from->worst_ways == 4);
}

TEST_CASE("an element of A is followed to its registers, and back from each place on its way") {
  const auto map = map_of("pipelined");
  const MapPlace element{.tensor = node_named(map, "A").tensor, .coordinates = {9, 104}};
  const auto trail = trail_of(map, element, map.moments() - 1);
  REQUIRE(trail.moves.size() >= 3);
  // Thread (9,1) of (32,4):(4,1).
  CHECK(trail.moves[0].giver == 37);
  CHECK(map.name(trail.moves[0].to) == "sA(9,8,0)");
  // The chunk of 16 bytes stays in its place: bits 6 and 7 of 9 * 32 + 8 are 0. Half 296 is in bank 148 % 32.
  CHECK(map.bank(trail.moves[0].to) == 20);
  // A of m16n8k16: row 9 is row 8 + 1 of a tile, and k 8 is in the second half: lane 4 * 1 has it as a6, of both warps of that half of M.
  std::vector<std::size_t> lanes;
  for (const auto& m : trail.moves)
    if (map.node(m.to.tensor)->name == "rA") {
      lanes.push_back(m.taker);
      CHECK(m.to.index == 6);
      CHECK(map.origin(m.to, m.moment + 1) == element);
      CHECK(trail_of(map, m.to, m.moment + 1).element == element);
    }
  CHECK(lanes == std::vector<std::size_t>{4, 68});
  CHECK(trail_of(map, trail.moves[0].to, trail.moves[0].moment + 1).element == element);
  // In the place of k tile 3 was k tile 0 before.
  CHECK(map.origin(trail.moves[0].to, trail.moves[0].moment)->coordinates == std::vector<std::int64_t>{9, 8});
}

TEST_CASE("each register of an operand has the element that the instruction wants there") {
  const auto map = map_of("pipelined");
  const auto& product = arrow(map, "rA", "rC");
  for (const auto k_tile : {0, 4}) {
    const auto m = moment_of(map, product, k_tile);
    const auto& part = *map.step(m).parts[0];
    for (const std::size_t t : {0, 37, 127})
      for (std::int64_t v = 0; v < map.places(part).size(t); ++v) {
        // (thread, value) of A of m16n8k16 is ((4,8),(2,2,2)) -> k 2·i + v0 + 8·v2, m j + 8·v1; then two warps of 16 rows along M.
        const auto lane = static_cast<std::int64_t>(t % 32), warp = static_cast<std::int64_t>(t / 32);
        const auto row = lane / 4 + 8 * (v / 2 % 2) + 16 * (warp % 2) + 32 * (v / 8), k = lane % 4 * 2 + v % 2 + 8 * (v / 4 % 2);
        const auto from = map.origin(map.place(part, t, v), m);
        REQUIRE(from);
        CHECK(from->coordinates == std::vector<std::int64_t>{row, 32 * k_tile + k});
      }
  }
}

TEST_CASE("an element of C is stored by the thread that adds it up") {
  const auto map = map_of("shared", {{"blockIdx.x", "1"}, {"blockIdx.y", "2"}});
  // 128 threads, (16,8), of a tile of 64 x 32: thread 37 has row 5 of each 16 and column 2 of each 8.
  const auto stored = stored_by(map, 37);
  REQUIRE(stored.size() == 16);
  CHECK(map.name(stored[0].to) == "C(69,66)");
  CHECK(map.tile_name(stored[0].to) == "C(64+5, 64+2)");
  CHECK(map.name(stored[15].to) == "C(117,90)");
  const auto trail = trail_of(map, stored[0].to, 0);
  REQUIRE(trail.moves.size() == 1);
  CHECK(trail.moves[0].giver == 37);
  CHECK(map.name(trail.moves[0].from) == "rC[0]");
  CHECK(trail_of(map, trail.moves[0].from, 0).element == stored[0].to);
}

TEST_CASE("what a thread does for a k tile is told step by step") {
  const auto map = map_of("shared", {{"blockIdx.x", "1"}, {"blockIdx.y", "2"}});
  KnownFacts known;
  const auto facts = thread_facts(map, 37, 3, *map.load_of(3), known);
  REQUIRE(facts.size() == 4);  // A, B, the product, the store
  CHECK(facts[0].title.text() == "Loads, copy 4 B");
  CHECK(facts[0].line == 30);
  // Thread (5,1) of (32,4) of 64 x 8.
  CHECK(facts[0].rows[0].value == "A(69…101:32,25)\nA(69…101:32,29)");
  CHECK(facts[0].rows[1].value == "sA(5…37:32,1)\nsA(5…37:32,5)");
  CHECK(facts[1].rows[0].value == "B(69,25…29:4)");
  CHECK(facts[2].title.text() == "Multiplies, fma");
  CHECK(products_before(map, 37, facts[2].moment) == 32);
  CHECK(facts[3].title.text() == "Stores, axpby");
}

TEST_CASE("time has the program's own loops, and the ring its stages") {
  const auto map = map_of("pipelined");
  const auto time = time_of(map);
  REQUIRE(time.phases.size() == 3);
  CHECK(time.phases[1].line == 55);
  CHECK(time.ticks == 59);
  CHECK(time.phases[0].to == 7);
  CHECK(time.phases[2].from == 58);
  std::vector<std::vector<std::int64_t>> ring;
  for (const auto& row : time.rows)
    if (row.kind == TimeRow::Kind::stage) {
      ring.emplace_back();
      for (const auto& b : row.bars) ring.back().push_back(b.k_tile);
    }
  CHECK(ring == std::vector<std::vector<std::int64_t>>{{0, 3}, {1, 4}, {2}});
  // The first copies are waited for by the first wait, which leaves one group open: that of k tile 1.
  const auto first = map.order()[0].done;
  CHECK(map.step(first).kind == gpu::FlowStep::Kind::wait);
  const auto open = in_flight(map, first);
  REQUIRE(open.size() == 2);
  CHECK(map.k_tile(open[0]) == 1);
}

TEST_CASE("what goes to tensor memory and comes from it has rows of its own in time, the way of scale factors for one") {
  auto source = read_file(test_data() + "/fixtures/kernels/scaled.py", 1 << 20).value();
  auto flows = flows_of_program(KernelSource(std::move(source), ProgramLanguage::python, {}), {});
  REQUIRE(flows.size() == 1);
  const KernelMap map(std::move(flows[0]));
  std::string titles;
  for (const auto& row : time_of(map).rows) titles += row.title.text() + "\n";
  INFO(titles);
  CHECK(titles.find("sSFA, sSFB → tensor memory") != std::string::npos);
  CHECK(titles.find("tensor memory → registers") != std::string::npos);
}

TEST_CASE("roles go on side by side, and wait for each other") {
  const auto map = map_of("tensor_maps");
  std::vector<std::size_t> steps;
  for (const auto& r : map.flow().roles) steps.push_back(r.steps.size());
  std::size_t all = 0;
  for (const auto n : steps) all += n;
  CHECK(map.moments() == all);
  CHECK(map.order().back().tick + 1 < static_cast<std::int64_t>(all));
  CHECK(map.k_tile_count() == 5);
  for (std::size_t m = 0; m < map.moments(); ++m)
    if (is_asynchronous(map.step(m))) {
      const auto done = map.order()[m].done;
      REQUIRE(done < map.moments());
      CHECK(map.step(done).kind == gpu::FlowStep::Kind::phase);
      CHECK(map.step(done).barrier == map.step(m).barrier);
    }
}

TEST_CASE("a map of a larger problem has the same nodes, and the same moves of a k tile") {
  const auto small = map_of("pipelined", {{"K", "96"}}), large = map_of("pipelined", {{"M", "8192"}, {"N", "8192"}, {"K", "2048"}});
  CHECK(small.nodes().size() == large.nodes().size());
  CHECK(node_named(large, "A").rows == 8192);
  CHECK(node_named(large, "A").used == std::vector<ModeRange>{{0, 128}, {0, 2048}});
  CHECK(large.k_tile_count() == 64);
  CHECK(names(small, small.moves_of(*small.load_of(2), 37), false) == names(large, large.moves_of(*large.load_of(2), 37), false));
}
