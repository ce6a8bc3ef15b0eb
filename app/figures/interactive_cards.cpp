#include "app/figures/interactive_cards.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/links/links.hpp"
#include "app/document/link_graph.hpp"
#include "app/figures/figures.hpp"
#include "app/figures/picture_elements.hpp"
#include "app/launch/launch_plan.hpp"
#include "gpu/run/playback.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::int64_t most_frames = 256;
/// Limit of the cells of cards and steps together.
constexpr std::int64_t most_step_cells = 1 << 16;

/// A budget of cells to draw.
class Room {
 public:
  explicit Room(std::int64_t cells) : left_(cells) {}
  bool takes(const render::Diagram& d) {
    std::int64_t cells = 0;
    if (__builtin_mul_overflow(d.rows.extent, d.columns.extent, &cells) || cells > left_) return false;
    left_ -= cells;
    return true;
  }
  std::int64_t left() const { return left_; }

 private:
  std::int64_t left_;
};

Message too_many(const render::Diagram& d, const Room& room, std::int64_t most) {
  const auto rows = static_cast<double>(d.rows.extent), columns = static_cast<double>(d.columns.extent);
  const auto all = rows * columns + static_cast<double>(most - room.left());
  const auto whole = [](double x) { return fmt::format("{:.0f}", x); };
  return message(
      "A page has at most {} cells in all; with the {} x {} of this card it would have {}, about {} MiB. A slice or tile of at "
      "most "
      "{} cells works, or hiding cards; cutescope export --max-size {} writes it as it is.",
      most, d.rows.extent, d.columns.extent, whole(all), whole(std::ceil(all * page_bytes_a_cell / 0x1p20)), room.left(),
      whole(std::ceil((all + 1) * page_bytes_a_cell / 0x1p20)));
}

template <class F>
void each_cell(const render::Diagram& d, F&& f) {
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) f(r, c);
}

/// Adds the grids of a picture of several, and the cells of each thread, which the page marks together.
void add_parts(PageFrame& frame, const render::Diagram& d) {
  for (const auto& part : d.parts)
    frame.parts.push_back(
        {part.row, part.column, part.diagram.rows.extent, part.diagram.columns.extent, part.diagram.rows.name, part.diagram.columns.name});
  if (d.parts.empty() || !d.has_owners()) return;
  std::int64_t threads = 0;
  each_cell(d, [&](std::int64_t r, std::int64_t c) {
    const auto thread = d.owner_at(r, c).thread;
    frame.owners.push_back(thread);
    threads = std::max<std::int64_t>(threads, thread + 1);
  });
  for (std::int64_t t = 0; t < threads; ++t) {
    auto& cells = frame.owned.emplace_back();
    for (const auto& cell : d.cells_of_thread(t)) cells.push_back(cell.row * d.columns.extent + cell.column);
  }
}

/// Makes the frame of a diagram. `ink`: budget of cells that may still be drawn.
PageFrame frame_of(render::Diagram d, Message caption, Room& ink) {
  PageFrame frame{.grid = {},
                  .drawn = ink.takes(d),
                  .slice = -1,
                  .rows = d.rows.extent,
                  .columns = d.columns.extent,
                  .elements = {},
                  .caption = std::move(caption),
                  .note = d.note,
                  .remarks = {},
                  .parts = {},
                  .owners = {},
                  .owned = {}};
  add_parts(frame, d);
  const bool any_remark = !d.bounds.empty() || !d.others.empty() || !d.elements.empty() || !d.parts.empty();
  if (any_remark)
    each_cell(d, [&](std::int64_t r, std::int64_t c) {
      if (auto remark = d.remark(r, c); !remark.empty()) frame.remarks.emplace(r * d.columns.extent + c, std::move(remark));
    });
  // The page shows the table beneath the grid itself, in both languages.
  d.table.clear();
  frame.grid = render::web_grid(d, frame.drawn);
  return frame;
}

std::vector<std::int64_t> elements_of(const std::vector<EntryResult>& results, const Picture& picture, int entry) {
  std::vector<std::int64_t> elements;
  if (!picture.dimmed)
    each_cell(picture.diagram,
              [&](std::int64_t r, std::int64_t c) { elements.push_back(element_in(results, picture, entry, r, c).coordinate); });
  return elements;
}

PageFrame picture_frame(const std::vector<EntryResult>& results, const Picture& picture, int entry, Message caption, Room& ink) {
  auto frame = frame_of(picture.diagram, std::move(caption), ink);
  if (picture.dimmed) return frame;
  if (frame.drawn) frame.elements = elements_of(results, picture, entry);
  return frame;
}

std::string expression_text(const Entry& entry) {
  const auto line = algebra::split_line(entry.text);
  auto text = line ? std::string(line->expression) : entry.text;
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

/// Returns the picture of a card, or of one slice; slice -1: the slice shown.
std::optional<Picture> slice_of(const Sheet& sheet, const std::vector<EntryResult>& results, int entry, int card, std::int64_t slice) {
  if (slice < 0) return picture_of(sheet, results, entry, card);
  auto own = sheet;
  own.entries[static_cast<std::size_t>(entry)].card(card).view.slice = slice;
  return picture_of(own, results, entry, card);
}

tl::expected<std::optional<PageCard>, Message> card_of(const Sheet& sheet, const SheetEvaluator& evaluator, int entry, int number,
                                                       Room& room, Room& ink, std::int64_t most) {
  const auto& results = evaluator.results();
  auto picture = picture_of(sheet, results, entry, number);
  if (!picture) return std::nullopt;
  PageCard card{.entry = entry,
                .number = number,
                .elements = picture->shown_entry >= 0 ? picture->shown_entry : entry,
                .title = picture->title.empty() ? Message::verbatim(picture->diagram.title) : picture->title,
                .value = picture->diagram.subtitle,
                .source = expression_text(sheet.entries[static_cast<std::size_t>(entry)]),
                .diagram = picture->diagram,
                .legend = picture->legend,
                .frames = {},
                .steps = {},
                .has_steps = false,
                .playback = {}};
  const auto& d = picture->diagram;
  const auto slices = d.view.slabs ? 1 : d.slices();
  if (!room.takes(d)) return tl::unexpected(too_many(d, room, most));
  bool all = slices > 1 && slices <= most_frames;
  for (std::int64_t s = 1; s < slices && all; ++s) all = room.takes(d);
  if (!all) {
    card.frames.push_back(picture_frame(results, *picture, entry, Message::verbatim(d.slice_text()), ink));
    return card;
  }
  card.first = static_cast<std::size_t>(sheet.entries[static_cast<std::size_t>(entry)].card(number).view.slice);
  for (std::int64_t s = 0; s < slices; ++s)
    if (const auto slice = slice_of(sheet, results, entry, number, s)) {
      card.frames.push_back(picture_frame(results, *slice, entry, Message::verbatim(slice->diagram.slice_text()), ink));
      card.frames.back().slice = s;
    }
  card.first = std::min(card.first, card.frames.size() - 1);
  return card;
}

/// Adds all stages of the entry's operation, or none if they exceed the budget.
void add_steps(PageCard& card, const Sheet& sheet, const SheetEvaluator& evaluator, bool pictured, Room& room) {
  Room ink = room;
  const auto figures = step_figures(sheet, evaluator, {.kind = FigureKind::steps, .entry = card.entry});
  if (!figures) return;
  auto left = room;
  for (const auto& figure : *figures)
    if (!left.takes(*figure.panels[0].diagram)) return;
  room = left;
  card.has_steps = true;
  if (!pictured) return;
  for (const auto& figure : *figures) card.steps.push_back(frame_of(*figure.panels[0].diagram, figure.panels[0].caption, ink));
}

std::optional<PageCard> trace_card(const Sheet& sheet, const SheetEvaluator& evaluator, Room& room, Room& ink) {
  const auto figure = figure_of(sheet, evaluator, {.kind = FigureKind::trace, .entry = -1});
  const auto planned = figure ? plan(evaluator, sheet.launch) : tl::unexpected(Message());
  if (!planned) return std::nullopt;
  const auto& d = *figure->panels[0].diagram;
  if (!room.takes(d)) return std::nullopt;
  const auto& results = evaluator.results();
  const auto& settings = sheet.launch;
  const int entry = evaluator.find(settings.tensor.empty() ? settings.partition : settings.tensor);
  PageCard card{.entry = entry,
                .elements = entry,
                .title = Message::verbatim(d.title),
                .value = {},
                .source = {},
                .diagram = d,
                .legend = {},
                .frames = {frame_of(d, {}, ink)},
                .steps = {},
                .has_steps = false,
                .playback = {.requests = planned->requests(), .touched = {}, .touches = {}}};
  const auto touches = first_touches(*planned);
  const auto* value = entry >= 0 ? results[static_cast<std::size_t>(entry)].value() : nullptr;
  const auto* tensor = value != nullptr ? std::get_if<algebra::Tensor>(value) : nullptr;
  const auto map = value != nullptr ? algebra::links::index_map(*value) : std::nullopt;
  each_cell(d, [&](std::int64_t r, std::int64_t c) {
    const auto index = d.beyond(r, c) ? -1 : d.index(r, c);
    const auto& touch = index >= 0 && index < std::ssize(touches) ? touches[static_cast<std::size_t>(index)] : std::nullopt;
    card.playback.touched.push_back(touch ? touch_position(*planned, *touch) : -1);
    card.playback.touches.push_back(!touch                  ? std::string()
                                    : planned->blocks() > 1 ? fmt::format("T{} V{} · block {}", touch->thread, touch->access, touch->block)
                                                            : fmt::format("T{} V{}", touch->thread, touch->access));
    // The launch's indices begin at the tensor's offset.
    std::int64_t element = -1;
    algebra::links::Budget budget{LinkGraph::most_steps};
    if (map && index >= 0)
      map->where(index + (tensor != nullptr ? tensor->offset : 0), budget, [&](std::int64_t at) {
        element = at;
        return false;
      });
    card.frames[0].elements.push_back(element);
  });
  return card;
}

}  // namespace

tl::expected<std::vector<PageCard>, Message> page_cards(const Sheet& sheet, const SheetEvaluator& evaluator,
                                                        const InteractiveOptions& options) {
  std::vector<PageCard> cards;
  Room room(options.most_cells), ink(options.most_drawn.value_or(options.most_cells));
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i) {
    const auto& entry = sheet.entries[static_cast<std::size_t>(i)];
    const bool chosen = std::ranges::find(options.entries, i) != options.entries.end();
    if (options.entries.empty() ? !entry.visible : !chosen) continue;
    for (int n = 0; n < entry.cards(); ++n) {
      auto card = card_of(sheet, evaluator, i, n, room, ink, options.most_cells);
      if (!card) return tl::unexpected(card.error());
      if (*card) cards.push_back(std::move(**card));
    }
  }
  // Steps are closed at first and must not make a large page larger.
  Room for_steps(std::max<std::int64_t>(0, most_step_cells - (options.most_cells - room.left())));
  const auto pictured = [&](int entry) { return !options.opened || std::ranges::find(*options.opened, entry) != options.opened->end(); };
  for (std::size_t i = 0; options.steps && i < cards.size(); ++i)
    if (i == 0 || cards[i - 1].entry != cards[i].entry) add_steps(cards[i], sheet, evaluator, pictured(cards[i].entry), for_steps);
  if (options.launch && options.entries.empty() && !sheet.launch.empty())
    if (auto card = trace_card(sheet, evaluator, room, ink)) cards.push_back(std::move(*card));
  if (cards.empty()) return tl::unexpected(Message("No card of this sheet is shown."));
  return cards;
}

tl::expected<render::Diagram, Message> page_diagram(const Sheet& sheet, const SheetEvaluator& evaluator, const PagePicture& of) {
  if (of.trace) {
    const auto figure = figure_of(sheet, evaluator, {.kind = FigureKind::trace, .entry = -1});
    if (!figure) return tl::unexpected(figure.error());
    return *figure->panels[0].diagram;
  }
  auto picture = slice_of(sheet, evaluator.results(), of.entry, of.card, of.slice);
  if (!picture) return tl::unexpected(Message("No card of this sheet is shown."));
  return std::move(picture->diagram);
}

std::vector<std::int64_t> page_elements(const Sheet& sheet, const SheetEvaluator& evaluator, const PagePicture& of) {
  const auto picture = of.trace ? std::nullopt : slice_of(sheet, evaluator.results(), of.entry, of.card, of.slice);
  return picture ? elements_of(evaluator.results(), *picture, of.entry) : std::vector<std::int64_t>();
}

}  // namespace app
