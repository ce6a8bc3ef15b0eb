#include "app/map/map_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "app/flow/file_lines.hpp"
#include "app/map/map_thread.hpp"

namespace app {

using algebra::Message;
using algebra::message;
using render::Anchor;
using render::Font;
using render::Rgb;
using Kind = gpu::FlowStep::Kind;
namespace {

constexpr double heading = 20, caption = 14, margin = 14, letters = 10, small_letters = 9.5, code_letters = 10;
constexpr Rgb own{234, 88, 12}, followed{190, 24, 93};  // colours of the chosen thread and of the followed element
constexpr std::size_t most_marks = 2048;

Rgb mixed(Rgb a, Rgb b, double t) {
  const auto one = [&](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>(std::lround(x + (y - x) * t)); };
  return {one(a.r, b.r), one(a.g, b.g), one(a.b, b.b)};
}

bool in_global(const MapNode& n) { return n.column == MapColumn::global || n.column == MapColumn::result; }

/// Returns the indices, ascending, of a part that an instruction reads as a whole, so that all these threads have the same elements. Empty
/// if they differ. Listing the elements of each thread would multiply their number by that of the threads.
std::vector<std::int64_t> taken_whole(const PartPlaces& places, const std::vector<std::size_t>& threads) {
  std::vector<std::int64_t> all;
  const auto& f = places.part().index;
  const auto same = [&](std::size_t t) { return f.start[t] == f.start[threads.front()] && f.form[t] == f.form[threads.front()]; };
  if (!places.has_index() || places.size(threads.front()) <= most_own || !std::ranges::all_of(threads, same)) return all;
  for (std::int64_t v = 0, n = places.size(threads.front()); v < n; ++v) all.push_back(places.index(threads.front(), v));
  std::ranges::sort(all);
  return all;
}

std::string bytes_text(std::int64_t n) {
  if (n >= 1024 && n % 1024 == 0) return fmt::format("{} KiB", n / 1024);
  return fmt::format("{} B", n);
}

}  // namespace

/// The pen, theme and texts of one drawing.
struct MapPicture::Brush {
  render::Pen& pen;
  const render::Theme& theme;
  render::ThemeName name;
  const Texts& texts;
  std::vector<MapCut>* cut;

  void text(double x, double y, std::string_view words, Rgb ink, double size = letters, Anchor anchor = Anchor::start,
            Font font = Font::sans) const {
    pen.text(x, y, words, {.font = font, .size = size, .colour = ink, .anchor = anchor});
  }
  /// Draws a text, shortened at its end to fit `most` points.
  void fitted(double x, double y, std::string words, double most, Rgb ink, double size = letters, Font font = Font::sans) const {
    if (render::text_width(words, font, size) > most) {
      cut->push_back({{x, y - size, most, size * 1.3}, words});
      while (!words.empty() && render::text_width(words + "…", font, size) > most) {
        // A UTF-8 character is a first byte and its continuation bytes.
        while (words.size() > 1 && (static_cast<unsigned char>(words.back()) & 0xC0U) == 0x80U) words.pop_back();
        words.pop_back();
      }
      words += "…";
    }
    text(x, y, words, ink, size, Anchor::start, font);
  }
  void frame(const MapBox& b, Rgb ink, double width = 1) const {
    const std::array<render::Segment, 4> all{{{b.x, b.y, b.right(), b.y},
                                              {b.right(), b.y, b.right(), b.bottom()},
                                              {b.right(), b.bottom(), b.x, b.bottom()},
                                              {b.x, b.bottom(), b.x, b.y}}};
    pen.lines(all, ink, width);
  }
  void fill(const MapBox& b, Rgb c) const { pen.fill_rect(b.x, b.y, b.width, b.height, c); }
  Rgb tint(std::int64_t key) const {
    const auto all = render::palette(render::PaletteName::cutescope, name);
    return all[static_cast<std::size_t>(key) % all.size()];
  }
  /// Returns the colour of an operand: A blue, B green, C orange, as in the figures of MMAs.
  Rgb operand(char c) const {
    const auto ink = c == 'A' ? Rgb{37, 99, 235} : c == 'B' ? Rgb{22, 128, 60} : c == 'C' ? Rgb{194, 65, 12} : theme.faint_text;
    return name == render::ThemeName::dark ? mixed(ink, {255, 255, 255}, 0.35) : ink;
  }
};

std::optional<MapCell> MapGrid::cell_at(double x, double y) const {
  if (!box.has(x, y)) return std::nullopt;
  const auto c = static_cast<std::int64_t>((x - box.x) / cell_width()), r = static_cast<std::int64_t>((y - box.y) / cell_height());
  return MapCell{first_row + std::min(r, rows - 1), first_column + std::min(c, columns - 1), stage};
}

std::optional<MapBox> MapGrid::box_of(const MapCell& c) const {
  if (c.row < first_row || c.row >= first_row + rows || c.column < first_column || c.column >= first_column + columns) return std::nullopt;
  if (node->column == MapColumn::shared && c.stage != stage) return std::nullopt;
  const auto w = cell_width(), h = cell_height();
  return MapBox{box.x + static_cast<double>(c.column - first_column) * w, box.y + static_cast<double>(c.row - first_row) * h, w, h};
}

MapPicture::MapPicture(const MapStory& story, const MapChoice& choice, double width, double height)
    : story_(story), map_(*story.map), choice_(choice), width_(width), height_(height) {
  light();
  lay_out();
}

/// Collects the highlighted elements: those of the chosen thread in the k tile, and the path of the followed element.
void MapPicture::light() {
  const auto add = [&](const MapPlace& p) {
    if (lit_.size() < most_marks) lit_.push_back(p);
  };
  for (const auto m : steps_of_thread(map_, choice_.thread, choice_.k_tile, choice_.moment)) {
    const auto& s = map_.step(m);
    if (s.kind != Kind::gemm) {
      // All sums are in use all the time, so highlighting them would show nothing.
      const bool sums = map_.node(s.parts[0]->tensor)->column == MapColumn::product;
      for (const auto& move : map_.moves_of(m, choice_.thread, most_marks - lit_.size())) {
        if (!sums) add(move.from);
        add(move.to);
      }
      continue;
    }
    for (const auto& p : {s.parts[0], s.parts[1]}) {
      // An operand that an instruction reads as a whole from shared memory belongs to no single thread.
      const auto n = map_.places(*p).size(choice_.thread);
      for (std::int64_t v = 0; v < n && n <= most_own; ++v) add(map_.place(*p, choice_.thread, v));
    }
  }
  if (choice_.moment < map_.moments()) {
    const auto& s = map_.step(choice_.moment);
    for (const auto& p : s.parts) {
      const auto n = map_.takes_part(choice_.moment, choice_.thread) ? map_.places(*p).size(choice_.thread) : 0;
      for (std::int64_t v = 0; v < n && n <= most_own; ++v) moving_.push_back(map_.place(*p, choice_.thread, v));
    }
  }
  if (!choice_.pointed) return;
  const auto trail = trail_of(map_, *choice_.pointed, choice_.moment);
  trailed_.push_back(*choice_.pointed);
  if (trail.element) trailed_.push_back(*trail.element);
  for (const auto& m : trail.moves) trailed_.push_back(m.from), trailed_.push_back(m.to);
  const auto* node = map_.node(choice_.pointed->tensor);
  if (node != nullptr && node->operand == 'C' && trail.element && trail.element->coordinates.size() == 2) sum_ = trail.element;
}

/// Returns the stage that a node in shared memory shows: the one in use at the moment, else that of the k tile.
std::int64_t MapPicture::stage_of(const MapNode& n) const {
  const auto of_moment = [&](std::size_t m) -> std::optional<std::int64_t> {
    for (const auto& p : map_.step(m).parts)
      if (p->tensor == n.tensor && map_.places(*p).size(map_.threads(m).front()) > 0)
        if (const auto c = map_.cell(map_.place(*p, map_.threads(m).front(), 0))) return c->stage;
    return std::nullopt;
  };
  if (choice_.moment < map_.moments())
    if (const auto s = of_moment(choice_.moment)) return *s;
  for (const auto m : steps_of_thread(map_, choice_.thread, choice_.k_tile, choice_.moment))
    if (const auto s = of_moment(m)) return *s;
  for (const auto& a : map_.arrows())
    if (a.to == n.tensor)
      for (const auto m : a.moments)
        if (map_.k_tile(m) == choice_.k_tile)
          if (const auto s = of_moment(m)) return *s;
  return 0;
}

const MapGrid* MapPicture::grid_of(int tensor) const {
  const auto it = std::ranges::find_if(grids_, [&](const MapGrid& g) { return g.node->tensor == tensor; });
  return it == grids_.end() ? nullptr : &*it;
}

void MapPicture::lay_out() {
  const bool product = std::ranges::any_of(map_.arrows(), [](const MapArrow& a) { return a.kind == Kind::gemm; });
  // Sums are shown among the registers; C and results computed from it at the right.
  const auto place = [](MapColumn c) { return c == MapColumn::product ? MapColumn::registers : c; };
  std::vector<MapColumn> columns;
  for (const auto& n : map_.nodes())
    if (columns.empty() || columns.back() != place(n.column)) columns.push_back(place(n.column));
  if (columns.empty()) return;
  const double detail = height_ > 420 ? std::clamp(height_ * 0.25, 120.0, 176.0) : 0;
  detail_top_ = height_ - detail;
  const auto count = static_cast<double>(columns.size());
  // Wide enough for the text of an arrow in a picture 700 points wide.
  const double gap = std::clamp(width_ * 0.15, 56.0, 120.0), top = heading + 6;
  const double each = (width_ - 2 * margin - gap * (count - 1)) / count, bottom = detail_top_ - margin;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double x = margin + static_cast<double>(i) * (each + gap);
    headings_.push_back({columns[i], x, each});
    std::vector<const MapNode*> nodes;
    for (const auto& n : map_.nodes())
      if (place(n.column) == columns[i]) nodes.push_back(&n);
    const bool with_product = product && columns[i] == MapColumn::result;
    double room = bottom - top, y = top;
    if (with_product) room *= 0.36;
    const double slot = room / static_cast<double>(nodes.size());
    for (const auto* n : nodes) {
      MapGrid g{.node = n, .rows = n->rows, .columns = n->columns};
      const double w = each, h = std::max(10.0, slot - caption - 14);
      double cw = w, ch = h;
      if (n->column == MapColumn::shared) {
        g.stage = stage_of(*n);
        const double behind = 7 * static_cast<double>(std::min<std::int64_t>(n->stages, 4) - 1);
        cw = std::max(20.0, w - behind), ch = std::max(20.0, h - behind);
        // A tall tile may be narrower than its column.
        cw = std::min(cw, std::max(cw * 0.45, ch * static_cast<double>(n->columns) / static_cast<double>(n->rows) * 2));
      } else if (!in_global(*n)) {
        const double side = std::min({w / static_cast<double>(n->columns), h / static_cast<double>(n->rows), 14.0});
        cw = side * static_cast<double>(n->columns), ch = side * static_cast<double>(n->rows);
      } else {
        const double ratio = std::clamp(static_cast<double>(n->columns) / static_cast<double>(n->rows), 0.4, 2.5);
        cw = std::min(w, h * ratio), ch = std::min(h, w / ratio);
      }
      g.box = {x + (columns[i] == MapColumn::global ? 0 : (w - cw) / 2), y + caption, cw, ch};
      grids_.push_back(g);
      y += slot;
    }
    if (with_product) {
      const double left = x + 22, up = y + 34, side = std::min(x + each - left, bottom - 14 - up);
      if (side > 40) product_ = MapBox{left, up, side, side};
    }
  }
  for (std::size_t a = 0; a < map_.arrows().size(); ++a) {
    const auto& arrow = map_.arrows()[a];
    const auto *from = grid_of(arrow.from), *to = grid_of(arrow.to);
    if (from == nullptr || to == nullptr) continue;
    MapLine l{.arrow = static_cast<int>(a)};
    // Arrows of operands end at the picture of the product, and C starts there.
    const auto target = arrow.kind == Kind::gemm && product_ ? *product_ : to->box;
    const bool back = from->box.x > target.x + 1;
    l.x0 = back ? from->box.x - 3 : from->box.right() + 5;
    l.y0 = from->box.y + from->box.height * 0.5;
    l.x1 = back ? target.right() + 3 : target.x - 6;
    l.y1 = target.y + target.height * (back ? 0.85 : 0.5);  // clear of arrows in the other direction
    if (from->node->column == MapColumn::shared && !back)
      l.x0 += 7 * static_cast<double>(std::min<std::int64_t>(from->node->stages, 4) - 1);
    if (arrow.kind == Kind::gemm && product_) {
      const bool b = from->node->operand == 'B';
      l.x1 = b ? target.x + target.width * 0.3 : target.x - 22;
      l.y1 = b ? target.y - 26 : target.y + target.height * 0.4;
    }
    if (std::abs(from->box.x - target.x) < 1)
      l.x0 = l.x1 = from->box.x + from->box.width / 2, l.y0 = from->box.bottom() + 3, l.y1 = target.y - 14;
    lines_.push_back(l);
  }
  if (detail > 0) add_detail(detail_top_);
}

void MapPicture::add_detail(double top) {
  if (choice_.moment >= map_.moments()) return;
  const auto& s = map_.step(choice_.moment);
  if (map_.arrow_of(choice_.moment) < 0) return;
  const auto first = map_.takes_part(choice_.moment, choice_.thread) ? choice_.thread : map_.threads(choice_.moment).front();
  const double gap = 70, each = (width_ - 2 * margin - 24 - gap) / 2, room = height_ - top - margin - 50;
  double x = margin + 12;
  for (const auto part : {std::size_t{0}, s.parts.size() - 1}) {
    const auto& p = *s.parts[part];
    const auto* n = map_.node(p.tensor);
    if (n == nullptr || map_.places(p).size(first) == 0) continue;
    const auto c = map_.cell(map_.place(p, first, 0));
    if (!c) continue;
    MapGrid g{.node = n, .stage = c->stage, .part = part, .by_thread = part == 0 || n->column != MapColumn::shared};
    const auto window = [](std::int64_t at, std::int64_t all, std::int64_t most, std::int64_t& from, std::int64_t& size) {
      size = std::min(all, most);
      from = std::clamp<std::int64_t>(at / std::max<std::int64_t>(1, size) * size, 0, all - size);
    };
    const std::int64_t most_columns = in_global(*n) && n->depth > 0 ? std::min<std::int64_t>(n->depth, 64) : 64;
    window(c->column, n->columns, most_columns, g.first_column, g.columns);
    window(c->row, n->rows, g.columns <= 16 ? 16 : 8, g.first_row, g.rows);
    const double side = std::min({each / static_cast<double>(g.columns), room / static_cast<double>(g.rows), 20.0});
    const double wide = std::min(each / static_cast<double>(g.columns), 2.5 * side);
    g.box = {x, top + 28, wide * static_cast<double>(g.columns),
             std::min(room / static_cast<double>(g.rows), side * 1.6) * static_cast<double>(g.rows)};
    detail_.push_back(g);
    x += each + gap;
  }
}

std::optional<MapPlace> MapPicture::place_at(double x, double y) const {
  for (const auto* list : {&detail_, &grids_})
    for (const auto& g : *list)
      if (const auto c = g.cell_at(x, y)) {
        auto p = map_.at(*g.node, *c);
        if (p && g.node->column != MapColumn::shared && p->coordinates.empty()) p->thread = choice_.thread;
        return p;
      }
  if (product_ && product_->has(x, y))
    if (const auto* c = map_.global_node('C'); c != nullptr && c->used.size() == 2) {
      const auto along = [](const ModeRange& r, double t) { return r.from + static_cast<std::int64_t>(t * static_cast<double>(r.size())); };
      return MapPlace{
          .tensor = c->tensor,
          .coordinates = {along(c->used[0], (y - product_->y) / product_->height), along(c->used[1], (x - product_->x) / product_->width)}};
    }
  return std::nullopt;
}

int MapPicture::arrow_at(double x, double y) const {
  for (const auto& l : lines_) {
    const double t = std::abs(l.x1 - l.x0) < 1 ? 0.5 : std::clamp((x - l.x0) / (l.x1 - l.x0), 0.0, 1.0);
    const double smooth = t * t * (3 - 2 * t), ly = l.y0 + (l.y1 - l.y0) * smooth, lx = l.x0 + (l.x1 - l.x0) * t;
    if (std::abs(y - ly) < 8 && std::abs(x - lx) < 8) return l.arrow;
  }
  return -1;
}

std::vector<MapCut> MapPicture::draw(render::Pen& pen, const render::Theme& theme, render::ThemeName name, const Texts& texts) const {
  std::vector<MapCut> cut;
  const Brush b{pen, theme, name, texts, &cut};
  const bool has_tensor_memory = std::ranges::any_of(map_.flow().tensors, [&](const gpu::FlowTensor& t) {
    return t.memory == algebra::MemorySpace::tensor && map_.node(static_cast<int>(&t - map_.flow().tensors.data())) != nullptr;
  });
  std::vector<MapBox> heads;
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    const auto& h = headings_[i];
    const auto words = h.column == MapColumn::global   ? Message("Global memory")
                       : h.column == MapColumn::shared ? Message("Shared memory")
                       : h.column == MapColumn::registers && has_tensor_memory
                           ? message("Tensor memory, registers of thread {}", choice_.thread)
                       : h.column == MapColumn::registers ? message("Registers of thread {}", choice_.thread)
                       : product_                         ? Message("MMA and C")
                                                          : Message("Global memory");
    // Up to the next heading.
    const double most = (i + 1 < headings_.size() ? headings_[i + 1].x : width_) - h.x - 6;
    b.fitted(h.x, heading - 6, texts(words), most, theme.faint_text, 10.5, Font::sans_bold);
    heads.push_back({h.x, 0, std::min(most, render::text_width(texts(words), Font::sans_bold, 10.5)), heading - 2});
  }
  for (const auto& g : grids_) {
    if (in_global(*g.node)) draw_global(b, g);
    else draw_grid(b, g, false);
    mark(b, g, false);
    const auto [words, most] = title_of(b, g);
    b.fitted(g.box.x, g.box.y - 4, words, most, theme.text);
    heads.push_back({g.box.x, g.box.y - 14, std::min(most, render::text_width(words, Font::sans, letters)), 13});
  }
  draw_product(b);
  draw_arrows(b, std::move(heads));
  draw_detail(b);
  return cut;
}

void MapPicture::draw_global(const Brush& b, const MapGrid& g) const {
  const auto& n = *g.node;
  b.fill(g.box, b.theme.card);
  const auto ink = b.operand(n.operand);
  const auto part = [&](const ModeRange& rows, const ModeRange& columns) {
    MapBox p{g.box.x + static_cast<double>(columns.from) * g.cell_width(), g.box.y + static_cast<double>(rows.from) * g.cell_height(),
             std::max(3.0, static_cast<double>(columns.size()) * g.cell_width()),
             std::max(3.0, static_cast<double>(rows.size()) * g.cell_height())};
    p.x = std::min(p.x, g.box.right() - p.width);
    p.y = std::min(p.y, g.box.bottom() - p.height);
    return p;
  };
  if (n.used.size() >= 2) {
    const auto band = part(n.used[0], n.used[1]);
    b.fill(band, mixed(b.theme.card, ink, 0.22));
    b.frame(band, ink, 0.8);
    if (n.depth > 0 && choice_.k_tile >= 0) {
      const auto tile = part(n.used[0], {n.depth * choice_.k_tile, n.depth * (choice_.k_tile + 1)});
      b.fill(tile, mixed(b.theme.card, ink, 0.65));
      b.frame(tile, ink, 1.2);
      const auto words = b.texts(message("k tile {}", choice_.k_tile));
      const double wide = render::text_width(words, Font::sans, small_letters), under = tile.bottom() + 10;
      if (under < g.box.bottom())
        b.text(std::clamp(tile.x, g.box.x + 2, std::max(g.box.x + 2, g.box.right() - wide - 2)), under, words, ink, small_letters);
    }
    if (sum_ && (n.operand == 'A' || n.operand == 'B')) {
      const auto at = sum_->coordinates[n.operand == 'A' ? 0 : 1];
      b.fill(part({at, at + 1}, n.used[1]), followed);
    }
  }
  if (n.operand == 'C' && n.used.size() >= 2 && map_.flow().block.size() >= 2) {
    const auto tile = part(n.used[0], n.used[1]);
    const auto words = b.texts(message("block ({},{})", map_.flow().block[0], map_.flow().block[1]));
    const double wide = render::text_width(words, Font::sans, small_letters);
    if (tile.right() + wide + 6 < g.box.right()) b.text(tile.right() + 4, tile.y + 8, words, ink, small_letters);
  }
  b.frame(g.box, b.theme.text, 1);
}

std::pair<std::string, double> MapPicture::title_of(const Brush& b, const MapGrid& g) const {
  const auto& n = *g.node;
  auto words = n.name;
  if (in_global(n) || n.column == MapColumn::shared) words += fmt::format("  {} × {}", n.rows, n.columns);
  if (in_global(n)) return {std::move(words), headings_.front().width};
  if (n.column == MapColumn::shared && n.stages > 1) words += fmt::format(" · {}", b.texts(message("stage {} of {}", g.stage, n.stages)));
  // Up to the next column.
  double end = width_;
  for (const auto& h : headings_)
    if (h.x > g.box.x) end = std::min(end, h.x);
  return {std::move(words), end - g.box.x - 6};
}

void MapPicture::draw_grid(const Brush& b, const MapGrid& g, bool alone) const {
  const auto& n = *g.node;
  if (n.column == MapColumn::shared && !alone)
    for (std::int64_t s = std::min<std::int64_t>(n.stages, 4) - 1; s > 0; --s) {
      const MapBox behind{g.box.x + 7 * static_cast<double>(s), g.box.y + 7 * static_cast<double>(s), g.box.width, g.box.height};
      b.fill(behind, b.theme.card);
      b.frame(behind, b.theme.faint_text, 0.8);
    }
  b.fill(g.box, b.theme.card);
  std::vector<render::FilledRect> cells;
  if (n.column == MapColumn::shared) {
    // Pieces of 16 bytes, which cover four banks each, along the direction in which elements are adjacent.
    const auto piece = std::max<std::int64_t>(1, 128 / n.bits);
    const auto here = map_.at(n, {0, 0, g.stage}), below = map_.at(n, {1, 0, g.stage});
    const bool down = here && below && below->index == here->index + 1;
    const auto dr = down ? piece : std::int64_t{1}, dc = down ? std::int64_t{1} : piece;
    // No thinner than 1.5 points, to stay visible.
    const auto rows = std::max<std::int64_t>(dr, static_cast<std::int64_t>(std::ceil(1.5 / g.cell_height())));
    for (std::int64_t r = g.first_row; r < g.first_row + g.rows; r += rows)
      for (std::int64_t c = g.first_column; c < g.first_column + g.columns; c += dc) {
        const auto p = map_.at(n, {r, c, g.stage});
        const auto at = g.box_of({r, c, g.stage});
        if (!p || !at) continue;
        const auto w = std::min(dc, g.first_column + g.columns - c), h = std::min(rows, g.first_row + g.rows - r);
        cells.push_back({at->x, at->y, at->width * static_cast<double>(w), at->height * static_cast<double>(h), b.tint(map_.bank(*p) / 4)});
      }
  }
  b.pen.fill_rects(cells);
  std::vector<render::Segment> lines;
  if (g.cell_width() >= 3 && g.cell_height() >= 3) {
    for (std::int64_t r = 1; r < g.rows; ++r) {
      const double y = g.box.y + static_cast<double>(r) * g.cell_height();
      lines.push_back({g.box.x, y, g.box.right(), y});
    }
    for (std::int64_t c = 1; c < g.columns; ++c) {
      const double x = g.box.x + static_cast<double>(c) * g.cell_width();
      lines.push_back({x, g.box.y, x, g.box.bottom()});
    }
    b.pen.lines(lines, b.theme.hair_line, 0.5);
  }
  b.frame(g.box, b.theme.tile_border, 1);
}

void MapPicture::mark(const Brush& b, const MapGrid& g, bool now) const {
  const auto each = [&](const std::vector<MapPlace>& places, Rgb ink, bool fills) {
    std::vector<render::FilledRect> all;
    std::set<std::pair<int, int>> seen;
    for (const auto& p : places) {
      if (p.tensor != g.node->tensor) continue;
      const bool register_of_other = p.coordinates.empty() && g.node->column != MapColumn::shared && p.thread != choice_.thread;
      const auto c = map_.cell(p);
      auto at = c && !register_of_other ? g.box_of(*c) : std::nullopt;
      if (!at) continue;
      at->width = std::max(at->width, 1.6), at->height = std::max(at->height, 1.6);
      // Elements that fall on the same half point of a large matrix are drawn once.
      if (!seen.insert({static_cast<int>(at->x * 2), static_cast<int>(at->y * 2)}).second) continue;
      if (fills) all.push_back({at->x, at->y, at->width, at->height, ink});
      else b.frame(*at, ink, 1.6);
    }
    for (const auto& r : all) b.pen.fill_rect(r.x, r.y, r.width, r.height, r.colour);
  };
  const bool small = g.cell_width() < 8 || g.cell_height() < 6;
  each(now ? moving_ : lit_, own, small);
  each(trailed_, followed, small);
}

/// Draws the block's tile of C by warps, with A at its left and B above it.
void MapPicture::draw_product(const Brush& b) const {
  const auto* c = map_.global_node('C');
  if (!product_ || c == nullptr || c->used.size() < 2) return;
  const auto& box = *product_;
  const auto rows = c->used[0].size(), columns = c->used[1].size();
  const auto n = std::min<std::int64_t>({32, rows, columns});
  std::vector<render::FilledRect> cells;
  const double w = box.width / static_cast<double>(n), h = box.height / static_cast<double>(n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const MapPlace p{.tensor = c->tensor, .coordinates = {c->used[0].from + rows * i / n, c->used[1].from + columns * j / n}};
      const auto by = map_.written_by(p, map_.moments());
      if (by)
        cells.push_back({box.x + static_cast<double>(j) * w, box.y + static_cast<double>(i) * h, w, h,
                         b.tint(static_cast<std::int64_t>(by->taker / 32))});
    }
  b.pen.fill_rects(cells);
  b.frame(box, b.theme.text, 1);
  const MapBox a{box.x - 20, box.y, 14, box.height}, above{box.x, box.y - 20, box.width, 14};
  for (const auto& [strip, operand] : {std::pair{a, 'A'}, std::pair{above, 'B'}}) {
    b.fill(strip, mixed(b.theme.card, b.operand(operand), 0.25));
    b.frame(strip, b.operand(operand), 0.8);
  }
  b.text(a.x + 7, a.y - 4, "A", b.operand('A'), letters, Anchor::middle);
  b.text(above.right() + 4, above.y + 11, "B", b.operand('B'));
  const auto x = [&](std::int64_t column) {
    return box.x + static_cast<double>(column - c->used[1].from) / static_cast<double>(columns) * box.width;
  };
  const auto y = [&](std::int64_t row) {
    return box.y + static_cast<double>(row - c->used[0].from) / static_cast<double>(rows) * box.height;
  };
  const double ew = std::max(1.6, box.width / static_cast<double>(columns)), eh = std::max(1.6, box.height / static_cast<double>(rows));
  for (const auto& m : stored_by(map_, choice_.thread))
    if (m.to.coordinates.size() == 2) {
      b.fill({x(m.to.coordinates[1]), y(m.to.coordinates[0]), ew, eh}, own);
      b.fill({a.x, y(m.to.coordinates[0]), a.width, eh}, own);
      b.fill({x(m.to.coordinates[1]), above.y, ew, above.height}, own);
    }
  if (sum_ && c->used[0].has(sum_->coordinates[0]) && c->used[1].has(sum_->coordinates[1])) {
    const double sx = x(sum_->coordinates[1]), sy = y(sum_->coordinates[0]);
    b.fill({a.x, sy, sx + ew - a.x, eh}, followed);
    b.fill({sx, above.y, ew, sy + eh - above.y}, followed);
    b.frame({sx - 2, sy - 2, ew + 4, eh + 4}, followed, 1.6);
  }
  const auto warps = (map_.flow().threads + 31) / 32;
  b.fitted(box.x, box.bottom() + 11, b.texts(message("C tile {} × {} · {} warps", rows, columns, warps)), box.width + 16,
           b.theme.faint_text);
}

void MapPicture::draw_arrows(const Brush& b, std::vector<MapBox> plates) const {
  const auto now = choice_.moment < map_.moments() ? map_.arrow_of(choice_.moment) : -1;
  const auto is_active = [&](int number) {
    if (now < 0) return false;
    const auto &arrow = map_.arrows()[static_cast<std::size_t>(number)], &current = map_.arrows()[static_cast<std::size_t>(now)];
    return number == now || (current.kind == Kind::gemm && arrow.kind == Kind::gemm && arrow.to == current.to);
  };
  for (const auto& l : lines_) {
    const bool active = is_active(l.arrow);
    const auto ink = active ? b.theme.accent : b.theme.faint_text;
    std::vector<render::Segment> curve;
    constexpr int pieces = 20;
    const auto point = [&](int i) {
      const double t = static_cast<double>(i) / pieces, smooth = t * t * (3 - 2 * t);
      return std::pair(l.x0 + (l.x1 - l.x0) * t, l.y0 + (l.y1 - l.y0) * smooth);
    };
    for (int i = 0; i < pieces; ++i) {
      const auto [x0, y0] = point(i);
      const auto [x1, y1] = point(i + 1);
      curve.push_back({x0, y0, x1, y1});
    }
    b.pen.lines(curve, ink, active ? 2 : 1.1);
    const auto [px, py] = point(pieces - 2);
    const double angle = std::atan2(l.y1 - py, l.x1 - px);
    std::vector<render::Segment> head;
    for (const double turn : {-0.45, 0.45})
      head.push_back({l.x1, l.y1, l.x1 - 7 * std::cos(angle + turn), l.y1 - 7 * std::sin(angle + turn)});
    b.pen.lines(head, ink, active ? 2 : 1.1);
  }
  // Texts go on top of all lines and avoid headings and each other.
  for (const auto& l : lines_) {
    const auto& arrow = map_.arrows()[static_cast<std::size_t>(l.arrow)];
    const bool active = is_active(l.arrow);
    const bool back = l.x1 < l.x0;
    // Up to the next node, which an arrow over several columns passes.
    double end = std::max(l.x0, l.x1);
    for (const auto& g : grids_)
      if (!back && g.box.x > l.x0) end = std::min(end, g.box.x);
    if (const double strip = product_ ? product_->x - 22 : 0; !back && strip > l.x0) end = std::min(end, strip);
    double room = end - std::min(l.x0, l.x1) - 6;
    if (room < 40) continue;
    const auto& traffic = story_.traffic[static_cast<std::size_t>(l.arrow)];
    double x = std::min(l.x0, l.x1) + 3;
    const auto words = instruction_words(arrow);
    std::vector<std::string> lines{
        fmt::format("{} · {}", b.texts(message("{} a thread", bytes_text(traffic.thread_bytes))), bytes_text(traffic.bytes))};
    if (room < 70) lines.clear();
    for (const auto* side : {&traffic.from, &traffic.to}) {
      if (!*side || room < 70) continue;
      const auto& e = **side;
      if (!e.is_shared) lines.push_back(b.texts(message("{} of {} sectors", e.ideal_sectors, e.sectors)));
      else if (e.conflicts() == 0) lines.push_back(b.texts(message("no bank conflicts")));
      else lines.push_back(b.texts(message("{} bank conflicts", e.conflicts())));
    }
    // The text encloses a flat line, and keeps clear of a steep one on the side that it turns away from. It moves down below texts that are
    // already there.
    const double down = l.y1 - l.y0, under = 11 * static_cast<double>(lines.size());
    const bool flat = !back && std::abs(down) < 30;
    const double apart = flat ? std::abs(down) + 16 : 11;  ///< from the baseline of the first text to that of the text below the line
    const double base = back ? l.y1 + 14 : flat ? std::min(l.y0, l.y1) - 5 : down > 0 ? l.y0 - 6 - under : l.y0 + 13;
    // To the right of a small node's name.
    if (const auto* from = grid_of(arrow.from); from != nullptr && !back && base - 10 < from->box.y)
      x = std::max(x, from->box.x + render::text_width(from->node->name, Font::sans, letters) + 8);
    room -= x - std::min(l.x0, l.x1) - 3;
    const auto width_of = [&](const std::string& t, Font font, double size) { return std::min(room, render::text_width(t, font, size)); };
    double width = width_of(words, Font::mono, code_letters);
    for (const auto& line : lines) width = std::max(width, width_of(line, Font::sans, small_letters));
    MapBox plate{x - 2, base - 10, width + 4, under > 0 ? apart + under + 2 : 13};
    const auto meets = [&](const MapBox& other) {
      return plate.x < other.right() && other.x < plate.right() && plate.y < other.bottom() && other.y < plate.bottom();
    };
    for (int tries = 0; tries < 8; ++tries)
      if (const auto other = std::find_if(plates.begin(), plates.end(), meets); other != plates.end()) plate.y = other->bottom() + 1;
    plates.push_back(plate);
    if (!flat) b.fill(plate, b.theme.page);
    const double at = plate.y + 10;
    b.fitted(x, at, words, room, active ? b.theme.accent : b.theme.text, code_letters, Font::mono);
    for (std::size_t i = 0; i < lines.size(); ++i)
      b.fitted(x, at + apart + 11 * static_cast<double>(i), lines[i], room, b.theme.faint_text, small_letters);
  }
}

void MapPicture::draw_detail(const Brush& b) const {
  if (detail_top_ >= height_ || choice_.moment >= map_.moments()) return;
  const auto& s = map_.step(choice_.moment);
  const MapBox card{margin, detail_top_, width_ - 2 * margin, height_ - detail_top_ - margin + 4};
  b.fill(card, b.theme.card);
  b.frame(card, b.theme.card_border, 1);
  const auto words = b.texts(message("Current step: line {}", line_text(map_.flow(), s.line)));
  b.text(card.x + 12, card.y + 16, words, b.theme.text, 11, Anchor::start, Font::sans_bold);
  const double used = render::text_width(words, Font::sans_bold, 11) + 22;
  b.fitted(card.x + 12 + used, card.y + 16, s.text, card.width - used - 24, b.theme.text, code_letters, Font::mono);
  for (const auto& g : detail_) {
    if (!g.by_thread) {
      draw_grid(b, g, true);
    } else {
      const auto& p = *s.parts[g.part];
      const auto& places = map_.places(p);
      b.fill(g.box, b.theme.card);
      std::vector<render::FilledRect> cells;
      const bool registers = g.node->column != MapColumn::shared && !in_global(*g.node);
      const auto& takers = map_.threads(choice_.moment);
      const auto whole = g.node->column == MapColumn::shared ? taken_whole(places, takers) : std::vector<std::int64_t>{};
      for (std::int64_t r = g.first_row; r < g.first_row + g.rows; ++r)
        for (std::int64_t c = g.first_column; c < g.first_column + g.columns; ++c) {
          const auto at = map_.at(*g.node, {r, c, g.stage});
          const auto box = g.box_of({r, c, g.stage});
          if (!at || !box) continue;
          std::int64_t thread = -1;
          if (registers) {
            if (places.value_of(choice_.thread, at->index) >= 0) thread = static_cast<std::int64_t>(choice_.thread);
          } else if (!whole.empty()) {
            if (std::ranges::binary_search(whole, at->index)) thread = static_cast<std::int64_t>(takers.front());
          } else {
            const auto h = places.holder(at->index, at->coordinates, [&](std::size_t t) { return map_.takes_part(choice_.moment, t); });
            if (h) thread = static_cast<std::int64_t>(h->thread);
          }
          if (thread >= 0) cells.push_back({box->x, box->y, box->width, box->height, b.tint(thread + thread / 8)});
        }
      b.pen.fill_rects(cells);
      b.frame(g.box, b.theme.tile_border, 1);
    }
    mark(b, g, true);
    const auto rows = g.rows == g.node->rows ? std::string{} : b.texts(message("rows {} to {}", g.first_row, g.first_row + g.rows - 1));
    const auto columns =
        g.columns == g.node->columns ? std::string{} : b.texts(message("columns {} to {}", g.first_column, g.first_column + g.columns - 1));
    auto text = g.node->name;
    for (const auto& more : {rows, columns, b.texts(g.by_thread ? Message("by thread") : Message("pieces of 16 bytes, by bank group"))})
      if (!more.empty()) text += " · " + more;
    b.fitted(g.box.x, g.box.bottom() + 12, text, (card.width - 100) / 2, b.theme.faint_text, small_letters);
  }
  if (detail_.size() == 2) {
    const double y = detail_[0].box.y + std::min(detail_[0].box.height, detail_[1].box.height) / 2, x0 = detail_[0].box.right() + 10,
                 x1 = std::max(x0 + 10, detail_[1].box.x - 10);
    const std::array<render::Segment, 3> arrow{{{x0, y, x1, y}, {x1, y, x1 - 7, y - 4}, {x1, y, x1 - 7, y + 4}}};
    b.pen.lines(arrow, b.theme.accent, 1.6);
  }
}

}  // namespace app
