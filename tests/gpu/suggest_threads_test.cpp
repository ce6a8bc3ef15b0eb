// Thread layouts for tiles of global memory against the sectors of their launches, and against every other thread layout.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "gpu/memory/memory_model.hpp"
#include "gpu/run/launch_plan.hpp"
#include "gpu/suggest/suggest_threads.hpp"

namespace {

tl::expected<algebra::Value, algebra::Message> value_of(const std::string& text) {
  auto e = algebra::evaluate(text, {}, algebra::IntegerRule::math);
  if (!e) return tl::unexpected(e.error().problem.message);
  return std::move(e->value);
}

gpu::ThreadQuestion asked(const char* tile, int bits, const char* type, int threads) {
  gpu::ThreadQuestion q;
  q.tile = std::get<algebra::Layout>(*value_of(tile));
  q.element = {.name = "", .bits = bits};
  q.type = type;
  q.threads = threads;
  return q;
}

/// Returns the totals of the launch by that tiled copy, in global memory.
gpu::Totals totals_of(const char* tile, const char* shape, const std::string& copy, const gpu::ThreadQuestion& q) {
  gpu::LaunchForm form;
  form.tensor = tile, form.tile = shape, form.threads = copy, form.kernel = gpu::Kernel::tiled_copy;
  form.shared_memory = false;
  const auto plan = gpu::plan_of(form, q.element, value_of);
  REQUIRE_MESSAGE(plan, plan.error());
  return gpu::totals(plan->shape, plan->shape.addresses(), gpu::Direction::load);
}

}  // namespace

TEST_CASE("the sectors of a thread layout are those of its launch") {
  struct Case {
    const char *tile, *shape;
    int bits;
    const char* type;
    int threads;
  };
  int compared = 0, different = 0;
  for (const Case& c : {Case{"(128,64):(64,1)", "(128,64)", 16, "half_t", 128}, Case{"(64,64):(1,64)", "(64,64)", 32, "float", 256},
                        Case{"(32,24):(100,1)", "(32,24)", 32, "float", 32}, Case{"(16,8,4):(8,1,128)", "(16,8,4)", 16, "half_t", 64},
                        Case{"(48,20):(20,1)", "(48,20)", 8, "uint8_t", 96}}) {
    const auto q = asked(c.tile, c.bits, c.type, c.threads);
    gpu::SuggestProgress progress;
    const auto a = gpu::suggest_threads(q, 1000, progress);
    REQUIRE_MESSAGE(a, a.error());
    REQUIRE(!a->best.empty());
    CHECK(static_cast<std::int64_t>(a->best.size()) == a->possible);
    CHECK(a->best[0].sectors >= a->least_sectors);
    CHECK(a->best[0].requests >= a->least_requests);
    different += a->best.back().sectors > a->best[0].sectors;
    for (std::size_t i = 0; i<a->best.size(); i += a->best.size()> 40 ? 7 : 1) {
      const auto& r = a->best[i];
      CAPTURE(r.text);
      const auto t = totals_of(c.tile, c.shape, r.text, q);
      CHECK(r.sectors == t.sectors);
      CHECK(r.requests == t.requests);
      CHECK(r.lines == t.lines);
      ++compared;
    }
  }
  CHECK(compared > 60);
  CHECK(different == 5);
}

TEST_CASE("rows of halves are taken by vectors of 16 bytes along them") {
  gpu::SuggestProgress progress;
  const auto q = asked("(128,64):(64,1)", 16, "half_t", 128);
  const auto a = gpu::suggest_threads(q, 3, progress);
  REQUIRE(a);
  CHECK(a->best[0].sectors == 512);
  CHECK(a->best[0].requests == 32);
  CHECK(a->best[0].text == "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (16,8):(8,1), (1,8))");
  CHECK(a->least_sectors == 512);
  CHECK(gpu::answer_text(q, *a).find("No thread layout touches fewer than its 512 sectors.") != std::string::npos);
}

TEST_CASE("threads that do not divide the tile are refused with a number that does") {
  gpu::SuggestProgress progress;
  const auto a = gpu::suggest_threads(asked("(128,64):(64,1)", 16, "half_t", 96), 3, progress);
  REQUIRE(!a);
  CHECK(a.error() == "96 threads do not divide the tile (128,64); 64 do.");
  const auto many = gpu::suggest_threads(asked("(128,64):(64,1)", 16, "half_t", 2048), 3, progress);
  REQUIRE(!many);
  CHECK(many.error() == "A block has 1 to 1024 threads, not 2048.");
}
