#include "render/gl/grid.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "algebra/hardware/trace.hpp"
#include "render/gl/axis_pixels.hpp"
#include "render/gl/handles.hpp"
#include "render/gl/state_guard.hpp"

namespace render::gl {
namespace {

using algebra::Message;

enum Unit : int { axes_unit = 0, table_unit = 1, trace_unit = 2 };
enum class ColourMode : std::uint8_t { none, sum, quotient, table, trace };  // COLOUR in grid.frag
constexpr std::size_t colour_modes = 5;

constexpr std::size_t most_colours = 64;  // as in grid.frag
/// Number of windows whose uploads are kept: the cards visible at once.
constexpr std::size_t most_uploads = 32;

int whole_pixel(double value) { return static_cast<int>(std::lround(std::clamp(value, -1e6, 1e6))); }

struct Interval {
  int begin = 0, end = 0;
};

/// Returns the pixels of a length that are to be painted, at most `limit` of them.
Interval visible(double begin, double length, double clip_begin, double clip_length, int framebuffer, int limit) {
  const Interval result{std::max({whole_pixel(begin), whole_pixel(clip_begin), 0}),
                        std::min({whole_pixel(begin + length), whole_pixel(clip_begin + clip_length), framebuffer})};
  return {result.begin, std::min(result.end, result.begin + limit)};
}

/// Everything that the uploaded texels depend on.
struct Content {
  AxisWindow row_window, column_window;
  AxisTerms row_terms, column_terms;
  algebra::Layout row_layout, column_layout;
  std::int64_t row_extent = 0, column_extent = 0;
  std::vector<std::int64_t> row_borders, column_borders;
  friend bool operator==(const Content&, const Content&) = default;
};

struct Upload {
  Content content;
  std::vector<std::int64_t> rows, columns;  ///< the positions that pixels show
  Texture axes = make_texture(), table = make_texture();
  int capacity = 0;                ///< pixels per axis that `axes` has room for
  std::vector<std::int32_t> keys;  ///< the contents of `table`
  std::uint64_t last_used = 0;
};

/// Returns the bounds that elements are beyond; a coordinate has few modes.
std::vector<const Diagram::Bound*> bounds_in_reach(const Diagram& d) {
  std::vector<const Diagram::Bound*> all;
  for (const auto& b : d.bounds)
    if (b.offset + algebra::index_range(b.rows).greatest + algebra::index_range(b.columns).greatest >= b.extent && all.size() < most_bounds)
      all.push_back(&b);
  return all;
}

Content content_of(const Diagram& d, const AxisWindow& rows, const AxisWindow& columns, bool with_key) {
  Content c{.row_window = rows,
            .column_window = columns,
            .row_terms = {},
            .column_terms = {},
            .row_layout = d.rows.layout,
            .column_layout = d.columns.layout,
            .row_extent = d.rows.extent,
            .column_extent = d.columns.extent,
            .row_borders = d.rows.border_periods,
            .column_borders = d.columns.border_periods};
  c.row_terms.index_offset = d.offset;
  for (const auto* bound : bounds_in_reach(d)) {
    c.row_terms.bounds.push_back(bound->rows);
    c.column_terms.bounds.push_back(bound->columns);
  }
  if (!with_key) return c;
  c.row_terms.key_offset = d.colour.offset;
  c.row_terms.divisor = c.column_terms.divisor = std::max<std::int64_t>(1, d.colour.divisor);
  c.row_terms.key = d.colour.row_key;
  c.column_terms.key = d.colour.column_key;
  return c;
}

void use_nearest() {
  for (const GLenum name : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTexParameteri(GL_TEXTURE_2D, name, GL_NEAREST);
  for (const GLenum name : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTexParameteri(GL_TEXTURE_2D, name, GL_CLAMP_TO_EDGE);
}

/// Uploads the axes. Their texture unit must be active.
void upload_axes(Upload& upload, const Diagram& d) {
  const Content& c = upload.content;
  auto columns = axis_pixels(d.columns, c.column_terms, c.column_window);
  auto rows = axis_pixels(d.rows, c.row_terms, c.row_window);
  const auto width = static_cast<int>(columns.pixels.size()), height = static_cast<int>(rows.pixels.size());
  glBindTexture(GL_TEXTURE_2D, upload.axes.get());
  if (std::max(width, height) > upload.capacity) {
    upload.capacity = std::max(width, height);
    use_nearest();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, 3 * upload.capacity, 2, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, nullptr);
  }
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 3 * width, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, columns.pixels.data());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 1, 3 * height, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, rows.pixels.data());
  upload.rows = std::move(rows.positions);
  upload.columns = std::move(columns.positions);
}

/// Uploads the table's keys of the visible cells if they changed. Gathers them each time, as there is no other sign of a change. The
/// table's texture unit must be active.
void upload_table(Upload& upload, const Diagram& d) {
  glBindTexture(GL_TEXTURE_2D, upload.table.get());
  if (upload.rows.empty() || upload.columns.empty()) return;
  const auto count = upload.rows.size() * upload.columns.size();
  std::vector<std::int32_t> keys;
  if (count == d.colour.table.size()) {
    // The whole table is visible.
    if (d.colour.table == upload.keys) return;
    keys = d.colour.table;
  } else {
    keys.reserve(count);
    for (const auto row : upload.rows)
      for (const auto column : upload.columns) {
        const auto cell = static_cast<std::size_t>(row * d.columns.extent + column);
        keys.push_back(cell < d.colour.table.size() ? d.colour.table[cell] : -1);
      }
    if (keys == upload.keys) return;
  }
  use_nearest();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32I, static_cast<GLsizei>(upload.columns.size()), static_cast<GLsizei>(upload.rows.size()), 0,
               GL_RED_INTEGER, GL_INT, keys.data());
  upload.keys = std::move(keys);
}

/// A program and its uniforms' locations, which drivers look up slowly by name.
struct Shading {
  Program program;
  std::vector<std::pair<const char*, GLint>> uniforms;
};

class Painter final : public GridPainter {
 public:
  static tl::expected<std::unique_ptr<Painter>, Message> create() {
    std::array<Shading, colour_modes> programs;
    for (std::size_t mode = 0; mode < colour_modes; ++mode) {
      auto program = make_program("shaders/grid.vert", "shaders/grid.frag", fmt::format("#define COLOUR {}\n", mode));
      if (!program) return tl::unexpected(program.error());
      programs[mode].program = std::move(*program);
    }
    return std::unique_ptr<Painter>(new Painter(std::move(programs)));
  }

  void draw(const Diagram& d, const Viewport& v, ThemeName name) override { paint(d, v, name, nullptr); }
  void draw(const Diagram& d, const Viewport& v, ThemeName name, const TraceView& t) override { paint(d, v, name, &t); }

  void clear(int x, int y, int width, int height, Rgb c) override {
    const StateGuard guard;
    std::array<GLfloat, 4> before{};
    glGetFloatv(GL_COLOR_CLEAR_VALUE, before.data());
    glEnable(GL_SCISSOR_TEST);
    glScissor(x, y, width, height);
    glClearColor(static_cast<float>(c.r) / 255.0f, static_cast<float>(c.g) / 255.0f, static_cast<float>(c.b) / 255.0f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glClearColor(before[0], before[1], before[2], before[3]);
  }

 private:
  explicit Painter(std::array<Shading, colour_modes> programs)
      : programs_(std::move(programs)), vertex_array_(make_vertex_array()), trace_(make_texture()) {
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_texture_);
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &largest_buffer_);
    const StateGuard guard;
    for (std::size_t mode = 0; mode < colour_modes; ++mode) {
      use(static_cast<ColourMode>(mode));
      glUniform1i(uniform("axes"), axes_unit);
      glUniform1i(uniform("table"), table_unit);
      glUniform1i(uniform("trace"), trace_unit);
    }
  }

  void use(ColourMode mode) {
    used_ = &programs_[static_cast<std::size_t>(mode)];
    glUseProgram(used_->program.get());
  }
  /// Returns a uniform's location. Names are literals, which are compared by address.
  GLint uniform(const char* name) const {
    for (const auto& [known, location] : used_->uniforms)
      if (known == name) return location;
    return used_->uniforms.emplace_back(name, glGetUniformLocation(used_->program.get(), name)).second;
  }
  void set_colour(const char* name, Rgb c) const {
    glUniform3f(uniform(name), static_cast<float>(c.r) / 255.0f, static_cast<float>(c.g) / 255.0f, static_cast<float>(c.b) / 255.0f);
  }

  void paint(const Diagram& d, const Viewport& v, ThemeName name, const TraceView* view) {
    if (!std::isfinite(v.first_row) || !std::isfinite(v.first_column) || !std::isfinite(v.x) || !std::isfinite(v.y)) return;
    if (!(v.cell > 0) || !std::isfinite(v.cell) || !(v.width > 0) || !(v.height > 0) || v.framebuffer_width < 1 || v.framebuffer_height < 1)
      return;
    const int limit = largest_texture_ / 3;  // three texels a pixel
    const auto across = visible(v.x, v.width, v.clip_x, v.clip_width, v.framebuffer_width, limit);
    const auto down = visible(v.y, v.height, v.clip_y, v.clip_height, v.framebuffer_height, limit);
    if (across.end <= across.begin || down.end <= down.begin) return;

    const StateGuard guard;
    glBindVertexArray(vertex_array_.get());
    const auto mode = view != nullptr        ? ColourMode::trace
                      : !d.coloured()        ? ColourMode::none
                      : !d.colour.separable  ? ColourMode::table
                      : d.colour.divisor > 1 ? ColourMode::quotient
                                             : ColourMode::sum;
    use(mode);
    glActiveTexture(GL_TEXTURE0 + axes_unit);
    Upload& upload = upload_of(
        d, content_of(d, {v.y, v.first_row, v.cell, down.begin, down.end}, {v.x, v.first_column, v.cell, across.begin, across.end},
                      mode == ColourMode::sum || mode == ColourMode::quotient));
    glActiveTexture(GL_TEXTURE0 + table_unit);
    if (mode == ColourMode::table) upload_table(upload, d);
    else glBindTexture(GL_TEXTURE_2D, 0);
    if (view != nullptr) set_trace(*view);

    set_colours(view != nullptr ? ramp(d.view.palette, name) : fills_of(d, name), name);
    const auto divisor = static_cast<std::uint64_t>(upload.content.row_terms.divisor);
    glUniform2ui(uniform("divisor"), static_cast<GLuint>(divisor), static_cast<GLuint>(divisor >> 32));
    const auto* only = d.outer.only_swizzle();
    const auto swizzle = only != nullptr ? *only : algebra::Swizzle{};
    glUniform3i(uniform("swizzle"), swizzle.bits, swizzle.base, swizzle.shift);
    std::array<GLint, most_bounds> extents{};
    extents.fill(INT_MAX);
    const auto bounds = bounds_in_reach(d);
    for (std::size_t k = 0; k < bounds.size(); ++k)
      extents[k] = static_cast<GLint>(std::clamp<std::int64_t>(bounds[k]->extent - bounds[k]->offset, INT_MIN, INT_MAX));
    glUniform1i(uniform("bounded"), bounds.empty() ? 0 : 1);
    glUniform4iv(uniform("extents"), 1, extents.data());
    glUniform2i(uniform("origin"), across.begin, down.begin);
    glUniform1i(uniform("framebuffer_height"), v.framebuffer_height);
    glUniform1f(uniform("dim"), std::clamp(v.dim, 0.0f, 1.0f));

    glViewport(0, 0, v.framebuffer_width, v.framebuffer_height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(across.begin, v.framebuffer_height - down.end, across.end - across.begin, down.end - down.begin);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  /// Returns the texels of this content: those of an earlier frame, or new ones in the slot used longest ago.
  Upload& upload_of(const Diagram& d, Content content) {
    auto found = std::find_if(uploads_.begin(), uploads_.end(), [&](const auto& u) { return u->content == content; });
    if (found != uploads_.end()) {
      glBindTexture(GL_TEXTURE_2D, (*found)->axes.get());
    } else {
      if (uploads_.size() < most_uploads) {
        uploads_.push_back(std::make_unique<Upload>());
        found = uploads_.end() - 1;
      } else {
        found =
            std::min_element(uploads_.begin(), uploads_.end(), [](const auto& a, const auto& b) { return a->last_used < b->last_used; });
      }
      (*found)->content = std::move(content);
      (*found)->keys.clear();
      upload_axes(**found, d);
    }
    (*found)->last_used = ++draws_;
    return **found;
  }

  void set_colours(std::span<const Rgb> fills, ThemeName name) const {
    std::array<float, 3 * most_colours> colours{};
    const std::size_t count = std::min(fills.size(), most_colours);
    for (std::size_t i = 0; i < count; ++i) {
      colours[3 * i] = static_cast<float>(fills[i].r) / 255.0f;
      colours[3 * i + 1] = static_cast<float>(fills[i].g) / 255.0f;
      colours[3 * i + 2] = static_cast<float>(fills[i].b) / 255.0f;
    }
    glUniform3fv(uniform("colours"), static_cast<GLsizei>(count), colours.data());
    glUniform1i(uniform("palette_size"), static_cast<GLint>(count));
    const Theme& t = theme(name);
    set_colour("plain", t.card);
    set_colour("page", t.page);
    set_colour("card", t.card);
    set_colour("hair_line", t.hair_line);
    set_colour("tile_border", t.tile_border);
    set_colour("warning", t.warning);
  }

  /// Shows at most as many records as the buffer holds and the driver reads as texels (GL_MAX_TEXTURE_BUFFER_SIZE, 2^27
  /// on usual ones); elements beyond them look untouched.
  void set_trace(const TraceView& view) const {
    std::int64_t records = std::clamp<std::int64_t>(view.records, 0, largest_buffer_);
    GLint64 bytes = 0;
    if (view.buffer != 0 && glIsBuffer(view.buffer) == GL_TRUE) {
      glBindBuffer(GL_TEXTURE_BUFFER, view.buffer);
      glGetBufferParameteri64v(GL_TEXTURE_BUFFER, GL_BUFFER_SIZE, &bytes);
    }
    records = std::min<std::int64_t>(records, bytes / static_cast<GLint64>(sizeof(algebra::TraceRecord)));
    glActiveTexture(GL_TEXTURE0 + trace_unit);
    glBindTexture(GL_TEXTURE_BUFFER, trace_.get());
    if (records > 0) glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32UI, view.buffer);
    glUniform1ui(uniform("records"), static_cast<GLuint>(records));

    // Positions are ordered as (access, block, warp), so that comparing these needs no 64-bit product per pixel.
    constexpr std::int64_t most = 0xFFFFFFFF;
    const auto blocks = std::max<std::int64_t>(1, view.blocks), warps = std::max<std::int64_t>(1, view.warps);
    const auto position = std::max<std::int64_t>(0, view.position);
    glUniform3ui(uniform("reached"), static_cast<GLuint>(std::min(most, position / warps / blocks)),
                 static_cast<GLuint>(std::min(most, position / warps % blocks)), static_cast<GLuint>(position % warps));
    glUniform1ui(uniform("boxes"), static_cast<GLuint>(view.by_box ? std::min(most, blocks) : 0));
    glUniform1ui(uniform("width"), static_cast<GLuint>(std::clamp<std::int64_t>(view.width, 1, most)));
    glUniform1ui(uniform("shared_by"), static_cast<GLuint>(std::clamp<std::int64_t>(view.shared_by, 1, most)));
    // A number that no touch has hides all of them; -1 hides none.
    const auto chosen = [](std::int64_t n) { return static_cast<GLint>(n < 0 ? -1 : std::min<std::int64_t>(n, 0x7FFFFFFF)); };
    glUniform3i(uniform("only"), chosen(view.only_block), chosen(view.only_thread), chosen(view.only_warp));
  }

  std::array<Shading, colour_modes> programs_;  ///< by ColourMode
  Shading* used_ = nullptr;
  VertexArray vertex_array_;
  Texture trace_;
  GLint largest_texture_ = 1024, largest_buffer_ = 65536;
  std::vector<std::unique_ptr<Upload>> uploads_;
  std::uint64_t draws_ = 0;
};

}  // namespace

tl::expected<std::unique_ptr<GridPainter>, Message> GridPainter::create() {
  auto painter = Painter::create();
  if (!painter) return tl::unexpected(painter.error());
  return std::unique_ptr<GridPainter>(std::move(*painter));
}

}  // namespace render::gl
