// The turns that cp.async takes in shared memory, as an H200 counted them.

#include <doctest/doctest.h>

#include <bit>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "gpu/memory/memory_model.hpp"
#include "gpu/run/report.hpp"
#include "tests/gpu/instruction_launches.hpp"
#include "tests/gpu/launches.hpp"
#include "tests/test_data.hpp"

using namespace gpu;

namespace {

struct CountedCopy {
  Launch launch;
  std::int64_t first = 0, second = 0;
};

/// Returns "cp.async.ca Sw<2,3,4> o 0 o ((1,2),2,2):((0,28),14,1)", and two numbers that were counted.
CountedCopy counted_copy(const std::string& line) {
  std::istringstream words(line);
  std::string memory, text;
  CountedCopy c;
  int bytes = 0;
  words >> memory >> c.launch.element_bytes >> bytes;
  words.ignore(1);
  std::getline(words, text, '\t');
  words >> c.first >> c.second;
  REQUIRE(words);
  c.launch.shared_memory = memory == "shared";
  c.launch.instruction = {
      .kind = Instruction::Kind::async_copy, .bytes = bytes, .past_l1 = text.starts_with("cp.async.cg"), .name = "cp.async"};
  text.erase(0, text.find(' ') + 1);
  if (text.starts_with("Sw<")) {
    char comma = 0;
    std::istringstream numbers(text.substr(3));
    numbers >> c.launch.swizzle.bits >> comma >> c.launch.swizzle.base >> comma >> c.launch.swizzle.shift;
    text.erase(0, text.rfind(" o ") + 3);
  }
  c.launch.partition = gpu_test::layout(text.c_str());
  // Whole periods of the swizzle, so that all is in bounds.
  c.launch.elements = (algebra::cosize(c.launch.partition) + 4095) / 4096 * 4096;
  return c;
}

}  // namespace

TEST_CASE("cp.async takes the turns that were counted on an H200") {
  std::ifstream in(test_data() + "/gpu/cp_async_counted.tsv");
  int rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    ++rows;
    CAPTURE(line);
    const auto c = counted_copy(line);
    const auto w = launch_shape(c.launch);
    REQUIRE(w);
    const auto m = predict(*w);
    REQUIRE(m.shared_store);
    CHECK(m.shared_store->wavefronts == c.first);
    CHECK(m.shared_store->conflicts() == c.second);
  }
  CHECK(rows == 87);
}

TEST_CASE("cp.async.cg has the sectors and the turns that were counted on an H200") {
  std::ifstream in(test_data() + "/gpu/cp_async_past_l1.tsv");
  int rows = 0, bounds = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    ++rows;
    CAPTURE(line);
    const auto c = counted_copy(line);
    const auto w = launch_shape(c.launch);
    REQUIRE(w);
    const auto m = predict(*w);
    if (m.global_load->sectors_at_most) CHECK(m.global_load->sectors >= c.first);
    else CHECK(m.global_load->sectors == c.first);
    bounds += m.global_load->sectors_at_most ? 1 : 0;
    CHECK(m.shared_store->wavefronts == c.second);
    CHECK(m.global_load->ideal_sectors <= m.global_load->sectors);
  }
  CHECK(rows > 200);
  CHECK(bounds > 0);
  CHECK(bounds < rows / 4);
}

TEST_CASE("a launch by cp.async.cg that writes a place again says that its sectors are not predicted exactly") {
  const auto again = counted_copy("shared\t2\t16\tcp.async.cg ((2,1),2,((8,2),2,1)):((32,0),16,((1,8),0,0))\t8\t16");
  const auto once = counted_copy("shared\t2\t16\tcp.async.cg ((2,1),2,((8,2),2,1)):((64,0),16,((1,8),32,0))\t0\t0");
  const auto said = [](const CountedCopy& c) {
    Report r;
    r.memory = predict(*launch_shape(c.launch));
    return report_text(c.launch, r) + report_json(c.launch, r);
  };
  CHECK(said(again).find("at most 16 sectors (ideal 8)") != std::string::npos);
  CHECK(said(again).find("\"sectors_at_most\":true") != std::string::npos);
  CHECK(said(once).find("at_most") == std::string::npos);
  CHECK(said(once).find("at most") == std::string::npos);
}

TEST_CASE("a cp.async.cg between any places has the sectors and the turns that were counted on an H200") {
  std::ifstream in(test_data() + "/gpu/cp_async_requests.tsv");
  int rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    ++rows;
    CAPTURE(line);
    std::array<std::int64_t, 32> from, to;
    from.fill(absent), to.fill(absent);
    std::istringstream lanes(line.substr(0, line.find('\t'))), numbers(line.substr(line.find('\t')));
    std::size_t lane = 0;
    std::int64_t source = 0, destination = 0;
    char colon = 0, arrow = 0;
    while (lanes >> lane >> colon >> source >> arrow >> destination) from.at(lane) = 16 * source, to.at(lane) = 16 * destination;
    int sectors = 0, wavefronts = 0;
    numbers >> sectors >> wavefronts;
    REQUIRE(numbers);
    const auto r = request_past_l1(from, to);
    CHECK(r.sectors == sectors);
    CHECK(r.wavefronts == wavefronts);
    CHECK(r.ideal_sectors <= r.sectors);
  }
  CHECK(rows > 400);
}

TEST_CASE("the totals of cp.async are the sums of its requests, and a request's turns those of its phases") {
  std::mt19937 random(31);
  int past_l1 = 0, others = 0;
  while (past_l1 < 40 || others < 40) {
    const auto plan = gpu_test::random_instruction_launch(random);
    const auto& w = plan.shape;
    if (w.instruction.kind != Instruction::Kind::async_copy) continue;
    ++(w.instruction.past_l1 ? past_l1 : others);
    Totals sum, read;
    // The source is read from global memory; where the tensor itself is in shared memory its elements lie side by side there.
    const auto reading = w.instruction.past_l1 ? Direction::read_past_l1 : Direction::load;
    for (std::uint32_t a = 0; a < static_cast<std::uint32_t>(w.accesses()); ++a)
      for (std::uint32_t b = 0; b < w.blocks; ++b)
        for (std::uint32_t p = 0; p < static_cast<std::uint32_t>(w.warps()); ++p) {
          const auto r = request(w, w.from, b, p, a, Direction::store);
          int turns = 0;
          std::uint32_t lanes = 0;
          for (const auto& phase : phases(w, w.from, b, p, a, Direction::store)) {
            turns += phase.ways;
            CHECK((lanes & phase.taking_part) == 0);
            lanes |= phase.taking_part;
          }
          CHECK(turns == r.wavefronts);
          CHECK(std::popcount(lanes) == r.lanes);
          sum.phases += r.phases;
          sum.wavefronts += r.wavefronts;
          const auto source = request(w, w.shared_memory && !w.instruction.past_l1 ? w.staging : w.from, b, p, a, reading);
          read.lines += source.lines;
          read.sectors += source.sectors;
          read.ideal_sectors += source.ideal_sectors;
        }
    const auto m = predict(w);
    CHECK(m.global_load->lines == read.lines);
    CHECK(m.global_load->sectors == read.sectors);
    CHECK(m.global_load->ideal_sectors == read.ideal_sectors);
    const auto t = totals(w, w.from, Direction::store);
    CHECK(t.exact);
    CHECK(t.phases == sum.phases);
    CHECK(t.wavefronts == sum.wavefronts);
  }
}
