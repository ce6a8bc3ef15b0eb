// The cells of a trace, coloured out of the trace buffer.
#include <vector>

#include "algebra/hardware/trace.hpp"
#include "tests/render/gl_canvas.hpp"

using namespace gl_test;
using namespace render;

namespace {

Rgb blended(Rgb from, Rgb to, double share) {
  const auto mix = [&](int a, int b) { return static_cast<std::uint8_t>(std::lround(a + share * (b - a))); };
  return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b)};
}

}  // namespace

TEST_CASE("a trace by its first toucher") {
  auto canvas = make_canvas();
  if (!canvas) return;
  const auto& t = theme(ThemeName::light);
  // Element i: block i / 32, thread 8 * (i % 32), access i % 5. 100 untouched, 101 touched twice; 120 on not in the buffer.
  constexpr int count = 120, blocks = 4, warps = 8;
  std::vector<algebra::TraceRecord> records(count);
  std::vector<algebra::Touch> touches(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    touches[i] = {.block = i / 32, .thread = 8 * (i % 32), .access = i % 5};
    const auto key = algebra::touch_key(touches[i]);
    records[i] = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32), 1, 0};
  }
  records[100] = {};
  records[101].count = 2;
  unsigned buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, count * sizeof(algebra::TraceRecord), records.data(), GL_STATIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);

  auto d = diagram(layout({8}, {16}), layout({16}, {1}));
  SUBCASE("plain") {}
  SUBCASE("swizzled") { d.outer.function = algebra::OuterFunction{algebra::Swizzle{2, 0, 4}}; }
  SUBCASE("swizzled the other way") { d.outer.function = algebra::OuterFunction{algebra::Swizzle{2, 1, -3}}; }
  const auto v = window(0, 0, 25);
  const auto colours = ramp(d.view.palette, ThemeName::light);
  const auto check = [&](const gl::TraceView& view) {
    canvas->clear();
    canvas->painter->draw(d, v, ThemeName::light, view);
    canvas->read();
    CHECK(check_centres(*canvas, d, v, [&](auto r, auto c) {
            const auto index = d.index(r, c);
            if (index >= view.records) return t.page;
            if (index == 100) {
              // Striped once the whole trace is shown.
              const auto seen = canvas->at(v.x + (static_cast<double>(c) + 0.5) * v.cell, v.y + (static_cast<double>(r) + 0.5) * v.cell);
              const bool whole = view.position / (view.blocks * view.warps) >= 1 << algebra::trace_access_bits;
              if (!whole) return t.page;
              return near(seen, blended(t.page, t.warning, 0.6)) ? seen : blended(t.page, t.warning, 0.12);
            }
            const auto touch = touches[static_cast<std::size_t>(index)];
            if ((touch.access / view.width * view.blocks + touch.block) * view.warps + touch.thread / 32 >= view.position) return t.page;
            auto colour = colours[touch.thread % colours.size()];
            if (index == 101) {  // hatched: either colour may stand at the centre
              const auto seen = canvas->at(v.x + (static_cast<double>(c) + 0.5) * v.cell, v.y + (static_cast<double>(r) + 0.5) * v.cell);
              if (seen == t.warning) return t.warning;
            }
            const bool chosen = (view.only_block < 0 || view.only_block == touch.block) &&
                                (view.only_thread < 0 || view.only_thread == touch.thread) &&
                                (view.only_warp < 0 || view.only_warp == touch.thread / 32);
            if (chosen) return colour;
            return blended(t.page, colour, 0.25);
          }) == 128);
  };
  const std::int64_t all = 5 * blocks * warps;
  for (const std::int64_t position : {std::int64_t{0}, std::int64_t{1}, std::int64_t{37}, std::int64_t{77}, all, std::int64_t{1} << 60})
    check({.buffer = buffer, .records = count, .blocks = blocks, .warps = warps, .position = position});
  for (const std::int64_t width : {2, 3, 4, 8})
    for (const std::int64_t position : {std::int64_t{1}, std::int64_t{37}, std::int64_t{50}, 2 * blocks * warps - std::int64_t{3}})
      check({.buffer = buffer, .records = count, .blocks = blocks, .warps = warps, .width = width, .position = position});
  check({.buffer = buffer, .records = 50, .blocks = blocks, .warps = warps, .position = all});
  check({.buffer = buffer, .records = count, .blocks = blocks, .warps = warps, .position = all, .only_block = 1});
  check({.buffer = buffer, .records = count, .blocks = blocks, .warps = warps, .position = all, .only_thread = 16});
  check({.buffer = buffer, .records = count, .blocks = blocks, .warps = warps, .position = all, .only_warp = 3});
  check({.buffer = buffer, .records = count, .blocks = blocks, .warps = warps, .position = 77, .only_block = 2, .only_warp = 3});

  // A buffer shorter than the view says, and none at all, are no crash.
  canvas->painter->draw(d, v, ThemeName::light, {.buffer = buffer, .records = 1 << 30, .position = all});
  canvas->painter->draw(d, v, ThemeName::light, {.buffer = 0, .records = 64, .position = all});
  canvas->read();
  if (!d.outer.function) CHECK(canvas->at(v.x + 40, v.y + 10) == t.page);
  glDeleteBuffers(1, &buffer);
}
