// The order in which a launch's requests are played.

#include "gpu/run/playback.hpp"

#include <doctest/doctest.h>

#include "launch_forms.hpp"

using namespace gpu;
using gpu_test::planned;

TEST_CASE("positions count the requests of warps, some values at a time") {
  // 2 blocks of 64 threads, 4 values each, 2 at once: 2 accesses x 2 blocks x 2 warps.
  const auto p = planned({.kernel = Kernel::layout, .partition = "(2,64,4):(256,4,1)", .access_bytes = 8});
  REQUIRE(p);
  REQUIRE(p->shape.width == 2);
  CHECK(p->requests() == 8);
  for (std::int64_t n = 0; n < p->requests(); ++n) {
    const auto at = request_at(*p, n);
    for (std::uint32_t v = 0; v < 2; ++v)
      CHECK(touch_position(*p, {.block = at.block, .thread = 32 * at.warp + 5, .access = 2 * at.access + v}) == n);
  }
  CHECK(stepped(*p, 0, PlaybackStep::warp, 1) == 1);
  CHECK(stepped(*p, 8, PlaybackStep::warp, 1) == 8);
  CHECK(stepped(*p, 0, PlaybackStep::warp, -1) == 0);
  CHECK(stepped(*p, 1, PlaybackStep::block, 1) == 2);
  CHECK(stepped(*p, 3, PlaybackStep::block, -1) == 2);
  CHECK(stepped(*p, 2, PlaybackStep::block, -1) == 0);
  CHECK(stepped(*p, 1, PlaybackStep::access, 1) == 4);
  CHECK(stepped(*p, 8, PlaybackStep::access, -1) == 4);
  CHECK(stepped(*p, -1, PlaybackStep::access, 1) == 4);
  const auto first = first_touches(*p);
  REQUIRE(first.size() == 512);
  for (std::size_t e = 0; e < first.size(); ++e) {
    REQUIRE(first[e]);
    CHECK(p->shape.from(first[e]->block, first[e]->thread, first[e]->access) == static_cast<std::int64_t>(e));
  }
}
