// How long a frame of 2^32 elements takes beside one of 64: draw and glFinish, every frame panned, medians of one run.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <epoxy/gl.h>

#include "render/gl/grid.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/benchmarks/report.hpp"

namespace {

constexpr int width = 1600, height = 1000;

render::Diagram row_major(std::int64_t rows, std::int64_t columns) {
  const algebra::Layout row{algebra::IntTuple(rows), algebra::IntTuple(columns)};
  const algebra::Layout column{algebra::IntTuple(columns), algebra::IntTuple(std::int64_t{1})};
  render::Diagram d;
  d.rows = {.layout = row, .extent = rows};
  d.columns = {.layout = column, .extent = columns};
  d.colour.row_key = row;
  d.colour.column_key = column;
  return d;
}

struct Case {
  const char* name;
  render::Diagram diagram;
  double cell, width, height;  ///< the rectangle that is painted, the same for the cases of one comparison
  double first = 0, step = 0;  ///< cells that it pans by, frame by frame
  std::vector<double> seconds{};
  std::vector<double> called{}, gpu{};  ///< of them until the call returns, and as the GPU's clock has it
};

void draw_frame(render::gl::GridPainter& painter, Case& c, int frame) {
  const double shift = c.first + c.step * (frame % 997);
  static const GLuint query = [] {
    GLuint made = 0;
    glGenQueries(1, &made);
    return made;
  }();
  // Every second frame has the GPU's clock in it, which is no part of the others.
  const bool clocked = frame % 2 == 0;
  if (clocked) glBeginQuery(GL_TIME_ELAPSED, query);
  const auto begin = std::chrono::steady_clock::now();
  painter.draw(c.diagram,
               {.framebuffer_width = width,
                .framebuffer_height = height,
                .width = static_cast<float>(c.width),
                .height = static_cast<float>(c.height),
                .clip_width = static_cast<float>(c.width),
                .clip_height = static_cast<float>(c.height),
                .first_row = shift,
                .first_column = shift,
                .cell = c.cell},
               render::ThemeName::light);
  const auto returned = std::chrono::steady_clock::now();
  if (clocked) {
    glEndQuery(GL_TIME_ELAPSED);
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
    c.gpu.push_back(1e-9 * static_cast<double>(nanoseconds));
    return;
  }
  glFinish();
  c.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  c.called.push_back(std::chrono::duration<double>(returned - begin).count());
}

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

int measure(int argc, char** argv) {
  const int frames = argc > 1 ? std::max(4, std::atoi(argv[1])) : 602;
  auto offscreen = render::gl::Offscreen::create(width, height);
  if (!offscreen) {
    benchmark::left_out("frames of a grid", offscreen.error().text());
    return 0;
  }
  auto painter = render::gl::GridPainter::create();
  if (!painter) {
    std::fprintf(stderr, "%s\n", painter.error().text().c_str());
    return 1;
  }
  // The 8x8 fills a square of the target; the large layout is cut to the same square. Panning by less than a cell keeps
  // the 8x8 in the window, and changes what is uploaded in every frame all the same.
  constexpr double side = 1000;
  const auto small = row_major(8, 8), large = row_major(65536, 65536);
  std::vector<Case> cases{{"8x8", small, 126, side, side, 0, 1e-5},
                          {"2^32 elements, 44 px cells", large, 44, side, side, 30000, 0.37},
                          {"2^32 elements, 1 px cells", large, 1, side, side, 30000, 0.37},
                          {"2^32 elements, all in the window", large, side / 65536, side, side, 0, 1e-3}};
  std::printf("%s, %d frames of %d x %d, %g x %g of it painted\n", (*offscreen)->renderer().c_str(), frames, width, height, side, side);
  // In turn, so that a slow moment of the machine meets all of them.
  for (int frame = -10; frame < frames; ++frame)
    for (auto& c : cases) {
      if (frame == 0) c.seconds.clear(), c.called.clear(), c.gpu.clear();
      draw_frame(**painter, c, frame + 10);
    }
  for (const auto& c : cases)
    std::printf("%s: %.1f us, %.1f us of them until the call returns; %.1f us of the GPU\n", c.name, 1e6 * median(c.seconds),
                1e6 * median(c.called), 1e6 * median(c.gpu));
  const double base = median(cases[0].seconds);
  for (std::size_t i = 1; i < cases.size(); ++i)
    benchmark::ratio(fmt::format("frame of {} / frame of 8x8", cases[i].name), median(cases[i].seconds) / base);
  if (glGetError() != GL_NO_ERROR) {
    std::fprintf(stderr, "an OpenGL error came up\n");
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark::run([&] { return measure(argc, argv); });
}
