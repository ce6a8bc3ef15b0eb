#include "app/figures/pictures.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/functions/fit.hpp"
#include "algebra/functions/tmem_copies.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/layout/bounds.hpp"
#include "algebra/layout/checked.hpp"
#include "app/document/facts.hpp"
#include "app/launch/launch_plan.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"
#include "render/marked.hpp"
#include "render/reason_cells.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

using algebra::Layout;

int find_name(const std::vector<EntryResult>& results, const std::string& name) {
  for (std::size_t i = 0; i < results.size(); ++i)
    if (!name.empty() && results[i].is_value() && results[i].name == name) return static_cast<int>(i);
  return -1;
}

const algebra::Evaluation* shown(const EntryResult& r) { return r.evaluation ? &*r.evaluation : r.last_good ? &*r.last_good : nullptr; }

/// Returns (thread, value) -> index within a tile, by local_partition's rule; nullopt if the threads do not divide it.
std::optional<Layout> owners_of(const Layout& tile, const Layout& threads) {
  const auto p = algebra::partition(tile, algebra::tiler_of(tile.shape()), algebra::ByThreadLayout{threads, std::nullopt});
  if (!p) return std::nullopt;
  const auto thread = algebra::mode(p->layout, 1), value = algebra::mode(p->layout, 2);
  return Layout(algebra::IntTuple::tuple({thread.shape(), value.shape()}), algebra::IntTuple::tuple({thread.stride(), value.stride()}));
}

Message joined_indices(const Layout& owners, std::int64_t thread, std::int64_t offset) {
  const auto values = algebra::mode(owners, 1);
  const auto base = offset + algebra::mode(owners, 0)(thread);
  const auto count = algebra::size(values);
  std::string text;
  for (std::int64_t v = 0; v < std::min<std::int64_t>(count, 8); ++v) {
    if (v > 0 && v + 1 == count) return message("{} and {}", text, base + values(v));
    text += fmt::format("{}{}", v == 0 ? "" : ", ", base + values(v));
  }
  return Message::verbatim(count > 8 ? text + ", ..." : text);
}

/// The coordinates of a part's elements in its tensor.
struct InRoot {
  algebra::Tensor coordinates;
  algebra::IntTuple shape;  ///< of the tensor
  std::string name;         ///< of the tensor's entry; "" if unnamed
};

/// Applies the operations that made the value to the coordinates of its tensor instead of the tensor. Returns nullopt if that is
/// impossible.
std::optional<InRoot> in_root(const std::vector<EntryResult>& results, const algebra::Provenance& made, const algebra::Value& value,
                              const std::string& name, int depth = 0) {
  constexpr int most_steps = 64;
  if (depth > most_steps) return std::nullopt;
  const auto* function = algebra::function_of(made);
  auto part = static_cast<std::size_t>(function != nullptr ? function->keeps_memory_of : algebra::expression::no_argument);
  // partition_S(copy, thread, T): a thread's part of the last operand, unless it has registers of its own.
  if (function != nullptr && function->threads == 0 && algebra::memory_of(value) != algebra::MemorySpace::registers)
    part = made.operands.size() - 1;
  if (part >= made.operands.size()) {
    const auto* shape = std::get_if<algebra::IntTuple>(&value);
    const auto layout = layout_of(value);
    if (shape == nullptr && !layout) return std::nullopt;
    const auto root = shape != nullptr ? *shape : layout->shape();
    auto identity = algebra::attempt([&] { return algebra::make_identity_tensor(root); });
    return identity ? std::optional(InRoot{std::move(*identity), root, name}) : std::nullopt;
  }
  const auto& operand = made.operands[part];
  std::optional<InRoot> of_operand;
  if (const int entry = find_name(results, made.names[part]); entry >= 0) {
    if (const auto* e = shown(results[static_cast<std::size_t>(entry)]))
      of_operand = in_root(results, e->made_by, operand, made.names[part], depth + 1);
  } else {
    const auto* inner = part < made.inner.size() ? made.inner[part].get() : nullptr;
    of_operand = in_root(results, inner != nullptr ? *inner : algebra::Provenance{}, operand, {}, depth + 1);
  }
  if (!of_operand) return std::nullopt;
  auto operands = made.operands;
  operands[part] = of_operand->coordinates;
  const auto again = algebra::reapply(made, operands);
  const auto* coordinates = again ? std::get_if<algebra::Tensor>(&*again) : nullptr;
  const auto layout = layout_of(value);
  if (coordinates == nullptr || !layout || coordinates->outer || algebra::size(coordinates->layout) != algebra::size(*layout))
    return std::nullopt;
  of_operand->coordinates = *coordinates;
  return of_operand;
}

/// Adds the elements of the value that are beyond the end of the tensor that it is a part of.
void add_bounds(render::Context& context, const std::vector<EntryResult>& results, const algebra::Provenance& made,
                const algebra::Value& value, const std::string& name) {
  const auto place = in_root(results, made, value, name);
  if (!place) return;
  auto bounds = algebra::attempt([&] { return algebra::bounds_of(place->coordinates, place->shape); });
  if (!bounds || bounds->empty()) return;
  context.bounds = std::move(*bounds);
  context.bounded_by = place->name;
}

/// A partition, which is drawn as the tile that it is taken from, with each cell's owner.
struct PartitionPicture {
  Layout tile, threads, owners;
  std::int64_t offset = 0, thread = -1;
  std::string tile_name, threads_name;
};

std::optional<PartitionPicture> partition_picture(const algebra::Evaluation& e) {
  // f(tile, threads, thread), where a layout gives each thread its place.
  const auto* function = algebra::function_of(e.made_by);
  if (function == nullptr || function->threads != 1 || e.made_by.operands.size() != 3) return std::nullopt;
  const auto tile = layout_of(e.made_by.operands[0]), threads = layout_of(e.made_by.operands[1]);
  const auto* thread = std::get_if<algebra::IntTuple>(&e.made_by.operands[2]);
  if (!tile || !threads || thread == nullptr || !thread->is_integer()) return std::nullopt;
  const auto owners = owners_of(*tile, *threads);
  if (!owners) return std::nullopt;
  PartitionPicture p{*tile, *threads, *owners, 0, thread->integer().value, e.made_by.names[0], e.made_by.names[1]};
  if (const auto* tensor = std::get_if<algebra::Tensor>(&e.made_by.operands[0])) p.offset = tensor->offset;
  return p;
}

}  // namespace

namespace {

/// Draws a refused expression: the requested elements, and why no layout has them. Returns nullopt without a refusal.
std::optional<Picture> refusal_picture(const CardSettings& settings, const EntryResult& result) {
  if (result.refusal == nullptr) return std::nullopt;
  auto diagram = render::describe_refusal(*result.refusal, result.name, settings.view);
  if (!diagram) return std::nullopt;
  Picture picture;
  picture.diagram = std::move(*diagram);
  return picture;
}

/// Draws a morphism, or two shapes with their common cuts. Returns nullopt for any other value.
std::optional<render::Diagram> arrow_picture(const algebra::Evaluation& e, const std::string& name, const render::View& view) {
  const auto* function = algebra::function_of(e.made_by);
  const auto* tuple = std::get_if<algebra::IntTuple>(&e.value);
  if (function == nullptr || tuple == nullptr) return std::nullopt;
  using algebra::expression::DrawnAs;
  if (function->drawn_as == DrawnAs::cuts && tuple->rank() == 2) return render::describe_cuts(tuple->mode(0), tuple->mode(1), name, view);
  if (function->drawn_as != DrawnAs::arrows) return std::nullopt;
  const auto morphism = algebra::attempt([&] { return algebra::morphism_of(*tuple); });
  return morphism ? render::describe_morphism(*morphism, name, view) : std::nullopt;
}

/// Draws the values of a counterexample side by side. Returns nullopt for a claim without one.
std::optional<Picture> counterexample_picture(const CardSettings& settings, const EntryResult& result) {
  const auto report = result.claim != nullptr ? result.claim->report() : std::nullopt;
  if (!report || report->values.empty()) return std::nullopt;
  Picture picture;
  auto& d = picture.diagram;
  std::string values;
  for (std::size_t i = 0; i < report->values.size(); ++i) {
    const auto text = algebra::to_string(report->values[i], algebra::Marks::plain);
    values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", report->names[i].name, text);
    auto part = render::describe(report->values[i], report->names[i].name, settings.view);
    if (!part) continue;
    part->rows.name = report->names[i].name;
    d.parts.push_back({.diagram = std::move(*part), .across = std::ssize(d.parts)});
  }
  if (d.parts.empty()) return std::nullopt;
  d.view = d.parts.front().diagram.view;
  render::arrange(d);
  d.title = result.name;
  d.subtitle = values;
  d.note = algebra::conjectures::counterexample_words(*report, algebra::Marks::plain);
  d.note_matters = true;
  return picture;
}

std::optional<Picture> drawn(const CardSettings& settings, const std::vector<EntryResult>& results, int entry) {
  const auto& result = results[static_cast<std::size_t>(entry)];
  if (auto refused = refusal_picture(settings, result)) return refused;
  if (auto counterexample = counterexample_picture(settings, result)) return counterexample;
  const auto* e = shown(result);
  if (e == nullptr) return std::nullopt;
  auto view = settings.view;
  render::Context context;
  Picture picture;
  picture.shown_entry = entry;
  picture.dimmed = result.broken();
  picture.root = root_of(results, entry);
  picture.tiles_of = settings.colour_from;

  if (auto arrows = arrow_picture(*e, result.name, view)) {
    picture.diagram = std::move(*arrows);
    return picture;
  }

  if (const auto asked = algebra::fitting_asked(e->made_by)) {
    const auto owners = algebra::attempt([&] { return algebra::owners_of(*asked); });
    auto diagram = owners && *owners ? render::fit_picture(**owners, result.name, view) : std::nullopt;
    if (!diagram) return std::nullopt;
    if (diagram->title.empty()) diagram->title = algebra::call_of(*asked);
    picture.shown_entry = -1;
    picture.diagram = std::move(*diagram);
    return picture;
  }

  if (const auto copying = algebra::tmem_copying(e->made_by, e->value); copying && view.tmem != render::TmemGrid::modes)
    if (auto owners = algebra::attempt([&] { return algebra::tmem_registers(*copying); })) {
      context.owners = std::move(*owners);
      auto diagram = render::describe(algebra::Value(copying->tensor), result.name, view, context);
      if (!diagram) return std::nullopt;
      diagram->subtitle = algebra::to_string(e->value, algebra::Marks::plain);
      auto cells = std::move(diagram->note);
      diagram->note = algebra::copying_words(*copying);
      diagram->note_line(cells);
      picture.shown_entry = find_name(results, e->made_by.names[1]);
      picture.diagram = std::move(*diagram);
      return picture;
    }

  if (const auto p = partition_picture(*e)) {
    view.element_bits = view.bits_of(e->value);
    context.owners = p->owners;
    const auto& made = e->made_by;
    if (const int tile = find_name(results, p->tile_name); tile >= 0) {
      if (const auto* of_tile = shown(results[static_cast<std::size_t>(tile)]))
        add_bounds(context, results, of_tile->made_by, made.operands[0], p->tile_name);
    } else if (!made.inner.empty() && made.inner[0] != nullptr) {
      add_bounds(context, results, *made.inner[0], made.operands[0], {});
    }
    if (!p->tile_name.empty()) picture.title = message("{} over {}", result.name, p->tile_name);
    const auto title = picture.title.empty() ? result.name : picture.title.text();
    auto diagram = render::describe(algebra::Value(algebra::Tensor{p->offset, p->tile}), title, view, context);
    if (!diagram) return std::nullopt;
    picture.shown_entry = find_name(results, p->tile_name);
    diagram->thread = p->thread;
    if (view.label_by->needs_owners) diagram->subtitle = "T·V";
    const auto values = algebra::size(algebra::mode(p->owners, 1));
    if (p->thread >= 0 && p->thread < algebra::size(p->threads)) {
      auto hatched = std::move(diagram->note);
      const auto all = algebra::size(p->tile);
      const auto indices = joined_indices(p->owners, p->thread, p->offset);
      diagram->note = values == 1 ? message("Thread {} owns {} of {}: index {}.", p->thread, values, all, indices)
                                  : message("Thread {} owns {} of {}: indices {}.", p->thread, values, all, indices);
      diagram->note_line(message("Bold frame: one pass of {} over the tile.",
                                 p->threads_name.empty() ? Message("the threads") : Message::verbatim(p->threads_name)));
      diagram->note_line(hatched);
    }
    picture.diagram = std::move(*diagram);
    return picture;
  }

  // Colours by the tiles of another entry, or of the value itself.
  const int from = settings.colour_from.empty() ? entry : find_name(results, settings.colour_from);
  if (from >= 0) {
    if (const auto* source = shown(results[static_cast<std::size_t>(from)])) {
      const auto tiles = layout_of(source->value);
      if (tiles && algebra::rank(*tiles) == 2) context.tiles = *tiles;
    }
  }
  // For a product that pairs modes the tiles are the copies of its first operand.
  if (const auto* function = algebra::function_of(e->made_by);
      settings.colour_from.empty() && view.colour_by->takes_tiles && function != nullptr && function->pairs_blocks) {
    const auto block = layout_of(e->made_by.operands[0]), places = layout_of(e->made_by.operands[1]);
    if (block && places)
      if (auto tiles = algebra::attempt([&] { return algebra::logical_product(*block, algebra::Tiler{*places}); }))
        context.tiles = std::move(*tiles);
  }
  add_bounds(context, results, e->made_by, e->value, result.name);
  auto diagram = render::describe(e->value, result.name, view, context);
  if (!diagram) return std::nullopt;
  picture.diagram = std::move(*diagram);
  return picture;
}

std::optional<Picture> whole_picture(const Sheet& sheet, const std::vector<EntryResult>& results, int entry, int card) {
  const auto& settings = sheet.entries[static_cast<std::size_t>(entry)].card(card);
  auto picture = drawn(settings, results, entry);
  if (!picture) return std::nullopt;
  if (settings.legend) picture->legend = render::legend_of(picture->diagram);
  if (const auto& result = results[static_cast<std::size_t>(entry)]; result.evaluation && result.problem)
    picture->warning = result.problem->problem.message;
  if (const auto facts = facts_of_program(results[static_cast<std::size_t>(entry)]); !facts.empty()) {
    picture->diagram.note_line(Message::list(facts));
    picture->diagram.note_matters = true;
  }
  return picture;
}

}  // namespace

std::optional<Picture> picture_of(const Sheet& sheet, const std::vector<EntryResult>& results, int entry, int card) {
  return algebra::checked::or_nothing([&] { return whole_picture(sheet, results, entry, card); });
}

/// Returns the launch's tensor extended to whole tiles, thus beyond its end if they do not divide it. Modes that are no number stay.
static Layout padded(const gpu::LaunchPlan& plan) {
  auto shape = plan.tensor.shape();
  for (const auto& g : plan.partition.guards) {
    if (g.of_tile) continue;
    const algebra::IntTuple reach(algebra::Int{algebra::cosize(g.coordinate), true});
    if (!shape.is_tuple()) {
      shape = reach;
    } else if (g.mode >= 0 && shape.mode(g.mode).is_integer()) {
      algebra::IntTuple next;
      for (int i = 0; i < shape.rank(); ++i) next.append(i == g.mode ? reach : shape.mode(i));
      shape = std::move(next);
    }
  }
  return {std::move(shape), plan.tensor.stride()};
}

std::optional<render::Diagram> launch_picture(const gpu::LaunchPlan& plan) {
  render::View view;
  view.colour_by = render::ColourBy::tile;
  view.label_by = render::LabelBy::none;
  view.slabs = true;  // all slices of a tensor of more than two modes
  view.element_bits = plan.element.bits;
  const auto& p = plan.partition;
  render::Context context;
  const auto tensor = padded(plan);
  if (tensor != plan.tensor) context.bounds = algebra::bounds_of(algebra::make_identity_tensor(tensor.shape()), plan.tensor.shape());
  // The blocks of a partition written by hand need not be tiles of the tensor.
  if (algebra::size(p.tile) * algebra::size(p.rest) == algebra::size(tensor))
    context.tiles =
        Layout(algebra::IntTuple::tuple({p.tile.shape(), p.rest.shape()}), algebra::IntTuple::tuple({p.tile.stride(), p.rest.stride()}));
  const auto value = plan.outer ? algebra::Value(algebra::ComposedLayout{*plan.outer, tensor}) : algebra::Value(tensor);
  return render::describe(value, "", view, context);
}

std::optional<render::Diagram> example_picture(const algebra::Function& function) {
  constexpr std::int64_t most = 32;  // limit of rows and of columns
  algebra::Environment names;
  const auto rule = algebra::resolve(algebra::IntegerRule::automatic, function.example.expression);
  if (const auto line = algebra::split_line(function.example.entry); line && !line->name.empty())
    if (const auto used = algebra::evaluate(line->expression, names, rule)) names.emplace(line->name, used->value);
  const auto value = algebra::evaluate(function.example.expression, names, rule);
  auto picture = value ? render::describe(value->value, "", {}) : std::nullopt;
  if (picture && (picture->rows.extent > most || picture->columns.extent > most)) picture.reset();
  return picture;
}

}  // namespace app
