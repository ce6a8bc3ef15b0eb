// The check of a flow that skips rounds which repeat earlier ones finds what the check of all rounds finds: in right kernels, and in
// kernels with a fault in all rounds of a loop or in one.

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/flow/program_flow.hpp"
#include "app/import/open.hpp"
#include "app/system/files.hpp"
#include "gpu/flow/check.hpp"
#include "tests/rounds.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

/// Returns the flows of a kernel of tests/fixtures/kernels whose loop has many rounds. `given`, `longer`: the text that sets the depth of
/// its product, and the text in its place.
std::vector<gpu::Flow> flows_of(const std::string& file, const std::string& given, const std::string& longer) {
  auto text = read_file(fmt::format("{}/fixtures/kernels/{}", test_data(), file), 1 << 20).value();
  const auto at = text.find(given);
  REQUIRE_MESSAGE(at != std::string::npos, std::string(file));
  text.replace(at, given.size(), longer);
  return flows_of_program(KernelSource(text, file.ends_with("py") ? ProgramLanguage::python : ProgramLanguage::cpp, file), {});
}

std::string told(const gpu::FlowReport& r) {
  auto all = fmt::format("{} products, {} results, {} scales, {} accesses{}\n", r.products, r.results, r.scales, r.accesses,
                         r.stopped ? ", stopped" : "");
  for (const auto& f : r.findings)
    all += fmt::format("{}: {}: {} times: {} ({})\n", f.line, gpu::name_of(f.kind), f.count, f.text, fmt::join(f.lines, " "));
  for (const auto& m : r.undecided) all += fmt::format("? {}\n", m);
  return all;
}

/// Compares both checks, and returns how many rounds were skipped.
std::int64_t skipped(const gpu::Flow& flow, const std::string& about) {
  const auto short_way = gpu::check(flow), whole = gpu::check(flow, {}, true);
  CHECK(whole.repeated == 0);
  CHECK_MESSAGE(told(short_way) == told(whole), about);
  return short_way.repeated;
}

struct Kernel {
  const char *file, *given, *longer;
};
constexpr Kernel round_kernels[]{
    {"pipelined.cu", "K = 160", "K = 1280"}, {"shared.cu", "k = 40", "k = 320"}, {"tensor_maps.cu", "K = 320", "K = 1920"},
    {"copied.py", "k=40", "k=320"},          {"staged.py", "k=40", "k=320"},     {"piped.py", "k=320", "k=1920"}};

/// Returns the part with all its elements moved by one.
std::shared_ptr<const gpu::FlowPart> moved(const gpu::FlowPart& part) {
  auto other = std::make_shared<gpu::FlowPart>(part);
  auto& function = other->modes.empty() ? other->index : other->modes.back();
  for (auto& s : function.start) ++s;
  return other;
}

}  // namespace

TEST_CASE("rounds of a long loop that repeat earlier ones are skipped, and the report is the same") {
  for (const auto& k : round_kernels) {
    const auto flows = flows_of(k.file, k.given, k.longer);
    REQUIRE(!flows.empty());
    for (const auto& flow : flows) {
      const auto rounds = skipped(flow, k.file);
      CHECK_MESSAGE(rounds >= 12, std::string(k.file));
    }
  }
}

TEST_CASE("a fault in any round of a loop is found as in the check of all rounds") {
  std::mt19937 random(20261130);
  const auto below = [&](std::size_t n) { return random() % n; };
  int wrong = 0, short_ones = 0;
  for (const auto& k : round_kernels) {
    const auto flows = flows_of(k.file, k.given, k.longer);
    for (int trial = 0; trial < rounds(20); ++trial) {
      auto flow = flows[below(flows.size())];
      auto& role = flow.roles[below(flow.roles.size())];
      const auto i = below(role.steps.size());
      const auto line = role.steps[i].line;
      const auto kind = below(4);
      auto about = fmt::format("{}, trial {}: line {}, step {}, ", k.file, trial, line, i);
      // All steps of a line, or this one.
      if (kind == 0)
        about += "all steps of the line are left out", std::erase_if(role.steps, [&](const auto& s) { return s.line == line; });
      else if (kind == 1) about += "the step is left out", role.steps.erase(role.steps.begin() + static_cast<std::ptrdiff_t>(i));
      else if (kind == 2) about += "its number is another", ++role.steps[i].n;
      else if (!role.steps[i].parts.empty()) {
        auto& part = role.steps[i].parts[below(role.steps[i].parts.size())];
        about += "its part is moved", part = moved(*part);
      }
      short_ones += skipped(flow, about) > 0 ? 1 : 0;
      wrong += gpu::check(flow).findings.empty() ? 0 : 1;
    }
  }
  MESSAGE(wrong << " with findings, in " << short_ones << " rounds were skipped");
  CHECK(wrong > rounds(60));
  CHECK(short_ones > rounds(60));
}

TEST_CASE("a wait that differs from those of the rounds before is found at each step where a role may stand") {
  const auto flows = flows_of("piped.py", "k=320", "k=1920");
  REQUIRE(!flows.empty());
  int tried = 0;
  for (std::size_t r = 0; r < flows[0].roles.size(); ++r)
    for (std::size_t i = 0; i < flows[0].roles[r].steps.size(); ++i) {
      const auto& step = flows[0].roles[r].steps[i];
      if (step.kind != gpu::FlowStep::Kind::phase || step.loops.empty() || step.loops[0].round < 14) continue;
      if (++tried % trials_for_one != 0) continue;
      auto flow = flows[0];
      ++flow.roles[r].steps[i].n;
      skipped(flow, fmt::format("role {}, step {}", r, i));
    }
  CHECK(tried > 20);
}
