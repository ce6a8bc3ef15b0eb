#pragma once
// An offscreen canvas, and the centres of its cells, for tests of the painter.

#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include <doctest/doctest.h>
#include <epoxy/gl.h>

#include "render/gl/grid.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/skip.hpp"

namespace gl_test {

using algebra::IntTuple;
using algebra::Layout;
using render::Diagram;
using render::Rgb;
namespace gl = render::gl;

constexpr int width = 480, height = 360;
constexpr Rgb background{1, 2, 3};

struct Canvas {
  std::unique_ptr<gl::Offscreen> offscreen;
  std::unique_ptr<gl::GridPainter> painter;
  std::vector<std::uint8_t> pixels;

  void clear() const {
    glBindFramebuffer(GL_FRAMEBUFFER, offscreen->framebuffer());
    glDisable(GL_SCISSOR_TEST);
    glClearColor(background.r / 255.0f, background.g / 255.0f, background.b / 255.0f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  void read() {
    pixels = offscreen->read_rgba();
    CHECK(glGetError() == GL_NO_ERROR);
  }
  Rgb at(double x, double y) const {
    const auto i = (static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)) * 4;
    return {pixels[i], pixels[i + 1], pixels[i + 2]};
  }
};

/// Empty if this machine has no offscreen OpenGL: the test then reports that and is skipped.
inline std::optional<Canvas> make_canvas() {
  auto offscreen = gl::Offscreen::create(width, height);
  if (!offscreen) {
    skipped("no offscreen OpenGL: " + offscreen.error().text());
    return std::nullopt;
  }
  auto painter = gl::GridPainter::create();
  REQUIRE_MESSAGE(painter.has_value(), (painter ? std::string() : painter.error()));
  return Canvas{std::move(*offscreen), std::move(*painter), {}};
}

inline Layout layout(std::initializer_list<std::int64_t> shape, std::initializer_list<std::int64_t> stride) {
  IntTuple s, d;
  for (const auto i : shape) s.append(IntTuple(i));
  for (const auto i : stride) d.append(IntTuple(i));
  return {s, d};
}

inline Diagram diagram(const Layout& rows, const Layout& columns) {
  Diagram d;
  d.rows = {.layout = rows, .extent = algebra::size(rows)};
  d.columns = {.layout = columns, .extent = algebra::size(columns)};
  d.colour.row_key = rows;
  d.colour.column_key = columns;
  d.shape = IntTuple::tuple({rows.shape(), columns.shape()});
  return d;
}

inline gl::Viewport window(double first_row, double first_column, double cell) {
  return {.framebuffer_width = width,
          .framebuffer_height = height,
          .x = 20,
          .y = 30,
          .width = 400,
          .height = 300,
          .clip_x = 0,
          .clip_y = 0,
          .clip_width = width,
          .clip_height = height,
          .first_row = first_row,
          .first_column = first_column,
          .cell = cell};
}

inline bool near(Rgb a, Rgb b, int tolerance = 1) {
  return std::abs(a.r - b.r) <= tolerance && std::abs(a.g - b.g) <= tolerance && std::abs(a.b - b.b) <= tolerance;
}

/// Checks cells whose centre is visible, for cells so wide that no line covers the centre. Returns their number.
template <class Expected>
int check_centres(const Canvas& canvas, const Diagram& d, const gl::Viewport& v, Expected expected) {
  int seen = 0, wrong = 0;
  const auto first_row = static_cast<std::int64_t>(v.first_row), first_column = static_cast<std::int64_t>(v.first_column);
  for (std::int64_t r = first_row; r < d.rows.extent; ++r) {
    const double y = v.y + (static_cast<double>(r) + 0.5 - v.first_row) * v.cell;
    if (y >= v.y + v.height - 1) break;
    if (y < v.y + 1) continue;
    for (std::int64_t c = first_column; c < d.columns.extent; ++c) {
      const double x = v.x + (static_cast<double>(c) + 0.5 - v.first_column) * v.cell;
      if (x >= v.x + v.width - 1) break;
      if (x < v.x + 1) continue;
      ++seen;
      wrong += !near(canvas.at(x, y), expected(r, c));
    }
  }
  CHECK(wrong == 0);
  return seen;
}

}  // namespace gl_test
