// Tests the painter's pixels against the diagram, in a context without a window.
#include <array>
#include <random>

#include "render/gl/health.hpp"
#include "tests/choices.hpp"
#include "tests/render/gl_canvas.hpp"

using namespace gl_test;
using namespace render;

namespace {

void check_fill(Canvas& canvas, const Diagram& d, const gl::Viewport& v) {
  canvas.clear();
  canvas.painter->draw(d, v, ThemeName::light);
  canvas.read();
  CHECK(check_centres(canvas, d, v, [&](auto r, auto c) { return d.fill(r, c); }) > 0);
}

Layout random_layout(std::mt19937& random) {
  const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
  IntTuple shape, stride;
  for (auto modes = 1 + below(3); modes > 0; --modes) {
    shape.append(IntTuple(1 + below(6)));
    stride.append(IntTuple(below(40) - 6));
  }
  return {shape, stride};
}

}  // namespace

TEST_CASE("pixels at cell centres are the diagram's fills") {
  auto canvas = make_canvas();
  if (!canvas) return;
  std::mt19937 random(7);
  constexpr std::array divisors{1, 2, 3, 8, 12, 32};
  for (int i = 0; i < 60; ++i) {
    auto d = diagram(random_layout(random), random_layout(random));
    d.colour.divisor = divisors[random() % divisors.size()];
    d.colour.offset = static_cast<std::int64_t>(random() % 200) - 100;
    d.view.palette = static_cast<PaletteName>(i % 4);
    d.view.transposed = i % 2 == 1;
    if (i % 3 == 0) d.rows.border_periods = {2, 4};
    const double cell = 9 + static_cast<double>(random() % 400) / 10;
    const double first_row = static_cast<double>(random() % 100) / 100 * static_cast<double>(d.rows.extent - 1);
    const double first_column = static_cast<double>(random() % 100) / 100 * static_cast<double>(d.columns.extent - 1);
    CAPTURE(i);
    check_fill(*canvas, d, window(first_row, first_column, cell));
  }
}

TEST_CASE("a described layout, transposed and coloured each way") {
  auto canvas = make_canvas();
  if (!canvas) return;
  const algebra::Value value = algebra::ComposedLayout{{algebra::Swizzle{2, 0, 3}, {algebra::Int{5, true}, 0}}, layout({8, 16}, {16, 1})};
  for (const auto by : render::colourings())
    for (const bool transposed : {false, true}) {
      View view;
      view.colour_by = by;
      view.transposed = transposed;
      const auto d = describe(value, "S", view);
      REQUIRE(d.has_value());
      CAPTURE(std::string(by->key));
      check_fill(*canvas, *d, window(0.3, 0.6, 31));
    }
}

TEST_CASE("a table of keys, -1 for no owner, and a table that changes") {
  auto canvas = make_canvas();
  if (!canvas) return;
  auto d = diagram(layout({30}, {1}), layout({50}, {30}));
  d.colour.separable = false;
  for (int i = 0; i < 1500; ++i) d.colour.table.push_back(i % 11 - 1);
  check_fill(*canvas, d, window(12.5, 20.25, 20));
  check_fill(*canvas, d, window(20, 40, 44));
  for (auto& key : d.colour.table) key = (key + 3) * 5;
  check_fill(*canvas, d, window(20, 40, 44));
}

TEST_CASE("2^40 elements at the far end") {
  auto canvas = make_canvas();
  if (!canvas) return;
  constexpr std::int64_t n = std::int64_t{1} << 20;
  auto d = diagram(layout({n}, {n}), layout({n}, {1}));
  check_fill(*canvas, d, window(static_cast<double>(n) - 6, static_cast<double>(n) - 9, 44));
  d.colour.divisor = (std::int64_t{1} << 33) + 1;
  check_fill(*canvas, d, window(static_cast<double>(n) - 5.5, static_cast<double>(n) - 8.25, 36));
  SUBCASE("one axis of 2^62") {
    constexpr std::int64_t far = std::int64_t{1} << 62;
    const auto vast = diagram(layout({4}, {1}), layout({far}, {4}));
    canvas->clear();
    canvas->painter->draw(vast, window(0, static_cast<double>(far) - 4096, 20), ThemeName::light);
    canvas->read();
    CHECK(canvas->at(30, 40) == vast.fill(0, far - 4096));
  }
}

TEST_CASE("cells below a pixel: each pixel shows a cell under it") {
  auto canvas = make_canvas();
  if (!canvas) return;
  constexpr std::int64_t n = 4096;
  auto d = diagram(layout({n}, {n}), layout({n}, {1}));
  d.colour.divisor = 512;
  const auto v = window(100, 200, 0.25);
  canvas->clear();
  canvas->painter->draw(d, v, ThemeName::light);
  canvas->read();
  for (const auto& [x, y] : {std::pair{25, 35}, {200, 111}, {333, 250}}) {
    const auto row = static_cast<std::int64_t>(v.first_row + (y + 0.5 - v.y) / v.cell);
    const auto column = static_cast<std::int64_t>(v.first_column + (x + 0.5 - v.x) / v.cell);
    CHECK(near(canvas->at(x, y), d.fill(row, column)));
  }
}

TEST_CASE("nothing outside of rectangle, grid and clip changes") {
  auto canvas = make_canvas();
  if (!canvas) return;
  const auto d = diagram(layout({4}, {4}), layout({4}, {1}));
  auto v = window(0, 0, 40);
  v.clip_x = 70;
  v.clip_y = 50;
  v.clip_width = 50;
  v.clip_height = 500;
  canvas->clear();
  canvas->painter->draw(d, v, ThemeName::light);
  canvas->read();
  CHECK(canvas->at(69, 80) == background);
  CHECK(canvas->at(120, 80) == background);
  CHECK(canvas->at(80, 49) == background);
  CHECK(canvas->at(80, 30 + 4 * 40) == background);  // below the grid
  CHECK(canvas->at(80, 51) == d.fill(0, 1));
  CHECK(canvas->at(119, 80) == d.fill(1, 2));
}

TEST_CASE("lines stand on whole pixels") {
  auto canvas = make_canvas();
  if (!canvas) return;
  auto d = diagram(layout({8}, {8}), layout({8}, {1}));
  d.rows.border_periods = d.columns.border_periods = {4};
  canvas->clear();
  canvas->painter->draw(d, window(0, 0, 30), ThemeName::light);
  canvas->read();
  const auto& t = theme(ThemeName::light);
  const auto column_is = [&](int x, Rgb colour) { CHECK(canvas->at(x, 30 + 15) == colour); };
  for (const int x : {20, 21, 20 + 119, 20 + 120, 20 + 238, 20 + 239}) column_is(x, t.tile_border);
  column_is(20 + 30, t.hair_line);
  for (const int x : {22, 20 + 29, 20 + 31, 20 + 118, 20 + 121, 20 + 237}) column_is(x, d.fill(0, (x - 20) / 30));
}

TEST_CASE("dimmed pictures fade to the card") {
  auto canvas = make_canvas();
  if (!canvas) return;
  const auto d = diagram(layout({4}, {4}), layout({4}, {1}));
  auto v = window(0, 0, 40);
  v.dim = 1;
  canvas->clear();
  canvas->painter->draw(d, v, ThemeName::dark);
  canvas->read();
  CHECK(canvas->at(40, 50) == theme(ThemeName::dark).card);
  v.dim = 0;
  canvas->painter->draw(d, v, ThemeName::dark);
  canvas->read();
  CHECK(canvas->at(40, 50) == palette(d.view.palette, ThemeName::dark)[0]);
}

TEST_CASE("the OpenGL state is as it was") {
  auto canvas = make_canvas();
  if (!canvas) return;
  std::array<GLuint, 4> textures{};
  GLuint sampler = 0, vertex_array = 0;
  std::array<GLuint, 3> buffers{};
  glGenTextures(4, textures.data());
  glGenSamplers(1, &sampler);
  glGenBuffers(3, buffers.data());
  glGenVertexArrays(1, &vertex_array);
  glBindVertexArray(vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  glBindBuffer(GL_TEXTURE_BUFFER, buffers[1]);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers[2]);
  for (GLuint i = 0; i < 3; ++i) {
    glActiveTexture(GL_TEXTURE0 + i);
    glBindTexture(GL_TEXTURE_2D, textures[i]);
    glBindTexture(GL_TEXTURE_BUFFER, i == 2 ? textures[3] : 0);
    glBindSampler(i, sampler);
  }
  glActiveTexture(GL_TEXTURE1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 7);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glViewport(1, 2, 33, 44);
  glEnable(GL_SCISSOR_TEST);
  glScissor(5, 6, 77, 88);
  glEnable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);

  const auto state = [&] {
    std::vector<GLint> values;
    for (const GLenum name :
         {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING, GL_TEXTURE_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING,
          GL_ACTIVE_TEXTURE, GL_UNPACK_ROW_LENGTH, GL_UNPACK_ALIGNMENT, GL_BLEND, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_CULL_FACE,
          GL_STENCIL_TEST, GL_FRAMEBUFFER_BINDING, GL_DRAW_FRAMEBUFFER_BINDING}) {
      values.push_back(0);
      glGetIntegerv(name, &values.back());
    }
    for (const GLenum name : {GL_VIEWPORT, GL_SCISSOR_BOX}) {
      std::array<GLint, 4> box{};
      glGetIntegerv(name, box.data());
      values.insert(values.end(), box.begin(), box.end());
    }
    const auto active = static_cast<GLenum>(values[5]);
    for (GLuint i = 0; i < 3; ++i) {
      glActiveTexture(GL_TEXTURE0 + i);
      for (const GLenum name : {GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_BUFFER, GL_SAMPLER_BINDING}) {
        values.push_back(0);
        glGetIntegerv(name, &values.back());
      }
    }
    glActiveTexture(active);
    return values;
  };
  const auto before = state();
  CHECK(before[3] == static_cast<GLint>(buffers[1]));
  CHECK(before[9] == GL_TRUE);
  auto d = diagram(layout({4}, {4}), layout({4}, {1}));
  canvas->painter->draw(d, window(0, 0, 40), ThemeName::light);
  CHECK(state() == before);
  d.colour.separable = false;
  d.colour.table.assign(16, 3);
  canvas->painter->draw(d, window(0, 0, 40), ThemeName::light);
  CHECK(state() == before);
  canvas->painter->draw(d, window(0, 0, 40), ThemeName::light, {.buffer = buffers[0], .records = 4, .position = 1});
  CHECK(state() == before);
  CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("windows with nothing to show are no error") {
  auto canvas = make_canvas();
  if (!canvas) return;
  const auto d = diagram(layout({4}, {4}), layout({4}, {1}));
  for (auto v : {window(100, 100, 40), window(1e12, 1e12, 40), window(1e300, -1e300, 3), window(4.5, 0, 1e-9), window(0, 0, 0),
                 window(-50, -50, 10), window(0, 0, std::nan("")), window(std::nan(""), 0, 40)}) {
    canvas->clear();
    canvas->painter->draw(d, v, ThemeName::light);
    canvas->read();
    CHECK(canvas->at(100, 100) == background);
  }
  const auto vast = diagram(layout({std::int64_t{1} << 31}, {1}), layout({std::int64_t{1} << 62}, {0}));
  for (auto v : {window(0, 1e19, 40), window(-1e19, 0, 40)}) {
    canvas->clear();
    canvas->painter->draw(vast, v, ThemeName::light);
    canvas->read();
    CHECK(canvas->at(100, 100) == background);
  }
  auto v = window(0, 0, 40);
  v.clip_width = 0;
  canvas->painter->draw(d, v, ThemeName::light);
  CHECK(glGetError() == GL_NO_ERROR);
  CHECK_FALSE(gl::Offscreen::create(0, 10).has_value());
}

TEST_CASE("a context that draws says so, and keeps its state") {
  auto canvas = make_canvas();
  if (!canvas) return;
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 0, 0);
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  GLint before = 0, after = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  CHECK(gl::draws());
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &after);
  CHECK(after == before);
  CHECK(glIsEnabled(GL_SCISSOR_TEST));
  glDisable(GL_SCISSOR_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  CHECK(gl::take_errors() == GL_NO_ERROR);
  // One that was there before is not taken for its own; it is what OpenGL has to say, once.
  glEnable(0xffff);
  CHECK(gl::take_errors() == GL_INVALID_ENUM);
  CHECK(gl::take_errors() == GL_NO_ERROR);
}
