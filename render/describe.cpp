// Turns a value into a diagram.

#include <algorithm>

#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/layout/contracts.hpp"
#include "algebra/layout/operations.hpp"
#include "render/bit_cells.hpp"
#include "render/colour_keys.hpp"
#include "render/colourings.hpp"
#include "render/copy_cells.hpp"
#include "render/descriptor_cells.hpp"
#include "render/is_drawn.hpp"
#include "render/mma_cells.hpp"
#include "render/tma_cells.hpp"
#include "render/tmem_cells.hpp"

namespace render {
namespace {

using algebra::IntTuple;
using algebra::Layout;
using algebra::Message;
using algebra::message;

using Shown = algebra::Indexing;

/// Returns whether every leaf is a plain integer of at least 1.
bool has_cells(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_integer() && t.integer().value >= 1 && t.integer().basis == 0;
  for (int i = 0; i < t.rank(); ++i)
    if (!has_cells(t.mode(i))) return false;
  return true;
}

/// Returns the compact column-major strides of a shape, from `next` on; nullopt beyond 63 bits.
std::optional<IntTuple> left_strides(const IntTuple& shape, std::int64_t& next) {
  if (shape.is_integer()) {
    const auto stride = next;
    if (__builtin_mul_overflow(next, std::max<std::int64_t>(1, shape.integer().value), &next)) return std::nullopt;
    return IntTuple(stride);
  }
  IntTuple strides;
  for (int i = 0; i < shape.rank(); ++i) {
    auto mode = left_strides(shape.mode(i), next);
    if (!mode) return std::nullopt;
    strides.append(*mode);
  }
  return strides;
}

std::optional<Layout> layout_left(const IntTuple& shape) {
  if (!has_cells(shape)) return std::nullopt;
  std::int64_t next = 1;
  auto strides = left_strides(shape, next);
  if (!strides) return std::nullopt;
  return Layout(shape, std::move(*strides));
}

/// Returns the tile that a tiler cuts, as elements of its bounding box, first mode fastest: (4,3):(2,7) for <4:2, 3:1>.
std::optional<Layout> layout_of_tiler(const algebra::Tiler& tiler) {
  if (const auto* layout = std::get_if<Layout>(&tiler.is)) return *layout;
  if (const auto* integer = std::get_if<IntTuple>(&tiler.is)) return layout_left(*integer);
  IntTuple shape, stride;
  std::int64_t box = 1;
  for (const auto& m : tiler.modes()) {
    const auto layout = layout_of_tiler(m);
    if (!layout) return std::nullopt;
    shape.append(layout->shape());
    bool overflow = false;
    stride.append(layout->stride().transformed([&](algebra::Int d) {
      overflow = __builtin_mul_overflow(d.value, box, &d.value) || overflow;
      return d;
    }));
    if (overflow || __builtin_mul_overflow(box, algebra::cosize(*layout), &box)) return std::nullopt;
  }
  return Layout(std::move(shape), std::move(stride));
}

std::optional<Shown> shown(std::optional<Layout> layout) {
  return layout ? std::optional(Shown{.layout = std::move(*layout)}) : std::nullopt;
}

/// Composes the layout with the function behind it, if that is a layout and they compose: a sum costs the same for any size.
Shown composed(Shown s) {
  const auto& outer = s.outer.function;
  const auto* function = outer && outer->inside.empty() ? std::get_if<Layout>(&outer->function) : nullptr;
  if (function == nullptr || s.offset != 0 || s.codomain.rank() > 0) return s;
  auto both = algebra::attempt([&] { return algebra::composition(*function, s.layout); });
  if (!both || algebra::check_composition(*function, s.layout, *both).kind != algebra::Verdict::Kind::kept) return s;
  return Shown{.layout = std::move(*both), .offset = s.outer.start};
}

std::optional<Shown> shown(const algebra::Value& value) {
  if (auto s = algebra::indexing(value)) return composed(std::move(*s));
  if (const auto* s = std::get_if<IntTuple>(&value)) return s->is_tuple() && s->rank() > 0 ? shown(layout_left(*s)) : std::nullopt;
  if (const auto* t = std::get_if<algebra::Tiler>(&value)) return shown(layout_of_tiler(*t));
  return std::nullopt;
}

Axis axis_of(const Layout& layout) {
  Axis axis;
  axis.layout = layout;
  axis.extent = algebra::size(layout);
  axis.hierarchical = layout.shape().is_tuple() && layout.shape().leaves() > 1;
  std::int64_t period = 1;
  layout.shape().for_each_integer([&](algebra::Int extent) {
    if (period > 1 && period < axis.extent && (axis.border_periods.empty() || axis.border_periods.back() < period))
      axis.border_periods.push_back(period);
    period *= extent.value;
  });
  return axis;
}

void set_headings(Axis& axis, Headings headings) {
  if (headings == Headings::automatic || !axis.hierarchical) return;
  axis.natural_only = headings == Headings::natural;
  axis.hierarchical = false;
}

/// Puts modes [from, to) of the layout behind the axis's own: one slab for each of their coordinates.
void add_slabs(Axis& axis, const Layout& layout, int from, int to) {
  auto shape = IntTuple::tuple({axis.layout.shape()}), stride = IntTuple::tuple({axis.layout.stride()});
  std::int64_t count = 1;
  axis.slabs.width = axis.extent;
  axis.slabs.before = "(";
  for (int i = 0; i < algebra::rank(layout); ++i) {
    if (i < from) axis.slabs.before += "_,";
    if (i >= to) axis.slabs.after += ",_";
    if (i < from || i >= to) continue;
    const auto mode = algebra::mode(layout, i);
    shape.append(mode.shape());
    stride.append(mode.stride());
    axis.slabs.shape.append(mode.shape());
    count *= algebra::size(mode);  // at most the layout's own size
  }
  axis.slabs.after += ")";
  axis.layout = Layout(std::move(shape), std::move(stride));
  axis.extent *= count;
  add_slab_borders(axis);
}

/// Adds rows, columns, and the slice of the further modes.
void add_axes(Diagram& d, const Layout& layout) {
  const auto modes = algebra::rank(layout);
  Axis first = modes > 0 ? axis_of(algebra::mode(layout, 0)) : Axis{}, second;
  if (modes < 2) std::swap(first, second);  // one row
  else second = axis_of(algebra::mode(layout, 1));
  if (modes <= 2) d.view.slabs = false;
  if (d.view.slabs) {
    add_slabs(second, layout, 2, 3);
    if (modes > 3) add_slabs(first, layout, 3, modes);
  }
  for (Axis* axis : {&first, &second}) set_headings(*axis, d.view.headings);
  if (d.view.transposed) std::swap(first, second);
  d.rows = std::move(first);
  d.columns = std::move(second);
  if (modes <= 2 || d.view.slabs) {
    d.view.slice = 0;
    return;
  }
  IntTuple shape, stride;
  for (int i = 2; i < modes; ++i) {
    shape.append(layout.shape().mode(i));
    stride.append(layout.stride().mode(i));
  }
  const Layout rest(shape, stride);
  d.view.slice = std::clamp<std::int64_t>(d.view.slice, 0, algebra::size(rest) - 1);
  d.offset += rest(d.view.slice);
  d.note = message("slice {} of {}: {}", d.view.slice + 1, algebra::size(rest), d.slice_text());
}

/// Adds the elements' coordinates in the tensor that they may be beyond, along the same axes.
void add_bounds(Diagram& d, const Context& context) {
  d.bounded_by = context.bounded_by;
  for (const auto& bound : context.bounds) {
    Diagram along;
    along.view = d.view;
    along.shape = bound.layout.shape();
    along.offset = bound.offset;
    add_axes(along, bound.layout);
    if (along.rows.extent != d.rows.extent || along.columns.extent != d.columns.extent) return d.bounds.clear();
    d.bounds.push_back({std::move(along.rows.layout), std::move(along.columns.layout), along.offset, bound.extent});
  }
  if (d.bounds.empty()) return;
  d.note_fact(d.bounded_by.empty() ? Message("hatched: beyond the tensor's end") : message("hatched: beyond the end of {}", d.bounded_by));
}

std::optional<Diagram> describe_shown(Shown s, std::string_view name, std::string subtitle, const View& view, const Context& context) {
  if (!has_cells(s.layout.shape())) return std::nullopt;
  Diagram d;
  d.title = name;
  d.subtitle = std::move(subtitle);
  d.view = view;
  if (d.view.element_bits == 0) d.view.element_bits = algebra::ElementType{}.bits;
  d.shape = s.layout.shape();
  d.offset = s.offset;
  d.outer = std::move(s.outer);
  d.codomain = std::move(s.codomain);
  add_axes(d, s.layout);
  if (view.transposed && algebra::rank(s.layout) == 2 && d.rows.hierarchical && d.columns.hierarchical)
    d.note = Message::list({"rows: rest", "columns: tile", "transposed"});
  add_bounds(d, context);
  const ColourSource source{s.layout, s.offset, context};
  add_owners(d, source);
  if (d.owners.empty()) add_tile_borders(d, source);
  add_colours(d, source);
  return d;
}

/// Draws the tile of a TMA copy as it is in shared memory: labels are indices there, colours the 16 bytes that elements land in, frames the
/// boxes.
std::optional<Diagram> describe_tma(const algebra::TiledCopy& copy, std::string_view name, const std::string& subtitle, View view,
                                    Context context) {
  const auto& tma = *copy.atom.tma;
  auto by_slice = copy_cells(copy, name, subtitle, view);
  auto shared = std::visit([](const auto& layout) { return algebra::indexing(layout); }, tma.shared);
  if (!by_slice || !shared) return by_slice;
  if (view.element_bits == 0) view.element_bits = tma.tensor.type->bits;
  if (view.colour_by == ColourBy::index)
    if (const auto chunk = colouring_named("chunk")) view.colour_by = *chunk;
  auto d = describe_shown(std::move(*shared), name, subtitle, view, context);
  if (!d || d->rows.extent != by_slice->rows.extent || d->columns.extent != by_slice->columns.extent) return by_slice;
  d->owners = std::move(by_slice->owners);
  d->note = std::move(by_slice->note);
  if (view.colour_by->needs_owners) add_colours(*d, {.layout = d->rows.layout, .context = context});
  add_boxes(*d, copy);
  return d;
}

std::optional<Diagram> described(const algebra::Value& value, std::string_view name, const View& view, const Context& context) {
  try {
    if (const auto* copy = std::get_if<algebra::TiledCopy>(&value); copy != nullptr && copy->atom.tma)
      return describe_tma(*copy, name, algebra::to_string(value, algebra::Marks::plain), view, context);
    if (const auto* mma = std::get_if<algebra::TiledMma>(&value))
      return mma_cells(*mma, name, algebra::to_string(value, algebra::Marks::plain), view);
    if (const auto* atom = std::get_if<algebra::MmaAtom>(&value))
      return mma_cells(alone(*atom), name, algebra::to_string(value, algebra::Marks::plain), view);
    if (const auto* copy = std::get_if<algebra::TiledCopy>(&value))
      return copy_cells(*copy, name, algebra::to_string(value, algebra::Marks::plain), view);
    if (const auto* atom = std::get_if<algebra::CopyAtom>(&value))
      return copy_cells(*atom, name, algebra::to_string(value, algebra::Marks::plain), view);
    if (const auto* t = std::get_if<algebra::Tensor>(&value))
      if (auto cells = tmem_cells(*t, name, view, context)) return cells;
    if (const auto* m = std::get_if<algebra::BitMatrix>(&value)) return describe_bits(*m, name, view);
    auto s = shown(value);
    if (!s) return std::nullopt;
    auto of_value = view;
    of_value.element_bits = view.bits_of(value);
    auto d = describe_shown(std::move(*s), name, algebra::to_string(value, algebra::Marks::plain), of_value, context);
    if (d) d->note_fact(algebra::memory_words(value));
    if (d) add_descriptors(*d, value);
    if (auto all = algebra::indexings(value); d && all.size() > 1) d->zipped.assign(all.begin() + 1, all.end());
    return d;
  } catch (const algebra::Problem&) {
    return std::nullopt;  // sizes beyond 63 bits have no picture
  }
}

}  // namespace

std::optional<Diagram> describe(const algebra::Value& value, std::string_view name, const View& view, const Context& context) {
  auto d = described(value, name, view, context);
  if (d) d->note_line(algebra::not_run_here(value));
  return d;
}

bool is_drawn(const algebra::Value& value) {
  if (std::holds_alternative<algebra::TiledCopy>(value) || std::holds_alternative<algebra::TiledMma>(value) ||
      std::holds_alternative<algebra::MmaAtom>(value) || std::holds_alternative<algebra::BitMatrix>(value))
    return true;
  try {
    if (const auto* atom = std::get_if<algebra::CopyAtom>(&value)) return has_copy_cells(*atom);
    if (const auto* shape = std::get_if<IntTuple>(&value)) return shape->is_tuple() && shape->rank() > 0 && has_cells(*shape);
    if (const auto* tiler = std::get_if<algebra::Tiler>(&value)) {
      const auto layout = layout_of_tiler(*tiler);
      return layout && has_cells(layout->shape());
    }
    const auto indices = algebra::indexing(value);
    return indices && has_cells(indices->layout.shape());
  } catch (const algebra::Problem&) {
    return false;
  }
}

}  // namespace render
