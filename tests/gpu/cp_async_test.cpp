// The turns that cp.async takes in shared memory, as an H200 counted them.

#include <doctest/doctest.h>

#include <bit>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "gpu/memory_model.hpp"
#include "gpu/report.hpp"
#include "tests/gpu/instruction_launches.hpp"
#include "tests/gpu/launches.hpp"

using namespace gpu;

namespace {

struct CountedCopy {
  Launch launch;
  std::int64_t wavefronts = 0, conflicts = 0;
};

/// "cp.async.ca Sw<2,3,4> o 0 o ((1,2),2,2):((0,28),14,1)".
CountedCopy counted_copy(const std::string& line) {
  std::istringstream words(line);
  std::string memory, text;
  CountedCopy c;
  int bytes = 0;
  words >> memory >> c.launch.element_bytes >> bytes;
  words.ignore(1);
  std::getline(words, text, '\t');
  words >> c.wavefronts >> c.conflicts;
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
  std::ifstream in(std::string(CUTESCOPE_TEST_DATA) + "/gpu/cp_async_counted.tsv");
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
    CHECK(m.shared_store->wavefronts == c.wavefronts);
    CHECK(m.shared_store->conflicts() == c.conflicts);
  }
  CHECK(rows == 87);
}

TEST_CASE("the totals of cp.async are the sums of its requests, and a request's turns those of its phases") {
  std::mt19937 random(31);
  int past_l1 = 0, others = 0;
  while (past_l1 < 40 || others < 40) {
    const auto plan = gpu_test::random_instruction_launch(random);
    const auto& w = plan.shape;
    if (w.instruction.kind != Instruction::Kind::async_copy) continue;
    ++(w.instruction.past_l1 ? past_l1 : others);
    Totals sum;
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
        }
    const auto t = totals(w, w.from, Direction::store);
    CHECK(t.exact);
    CHECK(t.phases == sum.phases);
    CHECK(t.wavefronts == sum.wavefronts);
  }
}
