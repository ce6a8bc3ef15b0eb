// The divides and the products.

#include "algebra/layout/operations.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/coalesce.hpp"

namespace algebra {
namespace {

/// An operation on a layout and a tiler that is not by mode; writes its result.
using Operation = void (*)(LayoutView, const Tiler&, Steps*, LayoutBuilder&);

/// Writes f(mode, tiler) for the modes that the tiler has; copies the others.
void by_mode(const char* name, Operation f, LayoutView l, const Tiler& t, Steps* steps, LayoutBuilder& out) {
  const auto& tilers = t.modes();
  const auto rank = l.shape.rank();
  if (static_cast<int>(tilers.size()) > rank)
    throw Problem{
        "tiler rank", message("{}: the tiler has {} modes, {} has {}.", name, tilers.size(), to_string(Layout(l), Marks::plain), rank), {}};
  const auto opened = out.open();
  for (int i = 0; i < rank; ++i) {
    const auto m = l.mode(i);
    if (i >= static_cast<int>(tilers.size())) {
      if (steps != nullptr) steps->show(Layout(m), "Mode {}: the tiler has no mode for {}; it stays.", i, Layout(m)).mode = i;
      out.add(m);
      continue;
    }
    const auto& tiler = tilers[static_cast<std::size_t>(i)];
    if (steps != nullptr) steps->show(Layout(m), "Mode {}: {} by {}.", i, Layout(m), tiler).mode = i;
    const Steps::Within within(steps);
    f(m, tiler, steps, out);
  }
  out.close(opened);
  if (steps == nullptr) return;
  const Layout result(out.since(opened));
  steps->show(result, "Mode by mode: {}.", result);
}

/// Gathers the pairs (tile, rest) at the tiler's leaves (CuTe's zip2_by): part 0 is the tile; part 1 is the rest and the modes beyond the
/// tiler.
void gather(IntTuple::View t, const Tiler& guide, int part, IntTuple::Builder& out) {
  if (!guide.by_mode()) {
    if (t.rank() != 2) throw Problem{"tiler rank", "A mode does not split into a tile and a rest here.", {}};
    out.add(t.mode(part));
    return;
  }
  const auto opened = out.open();
  const auto& guides = guide.modes();
  if (!t.is_tuple() || guides.size() > static_cast<std::size_t>(t.rank()))
    throw Problem{"tiler rank", message("The tiler has {} modes, more than the {} of the unzipped tuple.", guides.size(), t.rank()), {}};
  std::size_t i = 0;
  for (const auto m : t.modes()) {
    if (i < guides.size()) gather(m, guides[i], part, out);
    else if (part == 1) out.add(m);
    ++i;
  }
  out.close(opened);
}

void unzip(const IntTuple& t, const Tiler& guide, IntTuple& unzipped) {
  IntTuple::Builder out(unzipped);
  const auto opened = out.open();
  gather(t.view(), guide, 0, out);
  gather(t.view(), guide, 1, out);
  out.close(opened);
}

/// Flattens one level: (a, (b, c)) -> (a, b, c), and with both_modes ((a, b), (c, d)) -> (a, b, c, d).
IntTuple unpack(const IntTuple& t, bool both_modes) {
  IntTuple unpacked;
  IntTuple::Builder out(unpacked);
  const auto opened = out.open();
  // CuTe slices a single mode by a plain `_`, which keeps its brackets.
  const auto spread = [&](IntTuple::View m) {
    if (m.rank() == 1) return out.add(m);
    if (m.is_tuple())
      for (const auto child : m.modes()) out.add(child);
  };
  if (both_modes) spread(t.view().mode(0));
  else out.add(t.view().mode(0));
  spread(t.view().mode(1));
  out.close(opened);
  return unpacked;
}

/// Records and returns the last stage of the divides and products that regroup the modes of logical_.
Layout regrouped(Layout l, std::string_view words, Steps* steps) {
  if (steps != nullptr) steps->show(l, words, l);
  return l;
}
constexpr std::string_view zipped_words = "Gather the first parts of all modes into mode 0, the second parts into mode 1: {}.";
constexpr std::string_view tiled_words = "The modes of mode 1 become modes of their own: {}.";
constexpr std::string_view flat_words = "The modes of mode 0 and of mode 1 become modes of their own: {}.";

Layout unpacked(const Layout& l, bool both_modes, Steps* steps) {
  return regrouped({unpack(l.shape(), both_modes), unpack(l.stride(), both_modes)}, both_modes ? flat_words : tiled_words, steps);
}

IntTuple shape_of_modes(const ModeList& modes) {
  IntTuple shape;
  IntTuple::Builder(shape).add_each(modes, [](const Mode& m) { return m.shape; });
  return shape;
}

void divide_by_layout(LayoutView l, const Layout& tiler, Steps* steps, LayoutBuilder& out) {
  const auto target = shape_of_modes(coalesce_modes(l));
  if (steps != nullptr) steps->say("The tiler B = {} takes one tile; its complement in {} repeats it over the rest:", tiler, target);
  const auto rest = [&] {
    const Steps::Within within(steps, StageOf::coordinates);
    return complement(tiler, target, steps);
  }();
  const auto modes = coalesce_beyond(l);
  if (steps != nullptr) {
    steps->show(make_layout(tiler, rest), "(B, B*) = {}: the elements of the tile first, then the tiles.", make_layout(tiler, rest)).of =
        StageOf::coordinates;
    steps->show(layout_of_modes(modes),
                "A = {}, coalesced so that it is the same function beyond its size too. A o (B, B*), mode by mode:", Layout(l));
  }
  const auto opened = out.open();
  {
    const Steps::Within within(steps);
    // A tiler whose values are coordinates picks these out of A's own modes.
    if (has_basis(tiler)) compose_into(l, tiler, steps, out);
    else compose_into(modes, tiler, steps, out);
    compose_into(modes, rest, steps, out);
  }
  out.close(opened);
  if (steps == nullptr) return;
  const Layout result(out.since(opened));
  steps->show(result, "A o (B, B*) = {}: (tile, rest).", result);
}

void multiply_by_layout(LayoutView block, const Layout& tiler, Steps* steps, LayoutBuilder& out) {
  const auto size = product(block.shape), cosize = cosize_of(tiler), room = size * cosize;
  if (steps != nullptr)
    steps->say("Room for {} copies of A = {}: its complement in {}·{} = {}.", cosize, Layout(block), size, cosize, room);
  const auto free = [&] {
    const Steps::Within within(steps, StageOf::copies);
    return complement(block, room, steps);
  }();
  if (steps != nullptr)
    steps->show(free, "A* = {}: where copies of A can begin. The tiler B = {} selects and orders them:", free, tiler).of = StageOf::copies;
  const auto opened = out.open();
  out.add(block);
  {
    const Steps::Within within(steps, StageOf::copies);
    compose_into(free, tiler, steps, out);
  }
  out.close(opened);
  if (steps == nullptr) return;
  const Layout result(out.since(opened));
  steps->show(result, "(A, A* o B) = {}.", result);
}

void divide(LayoutView l, const Tiler& t, Steps* steps, LayoutBuilder& out) {
  if (t.by_mode()) return by_mode("logical_divide", divide, l, t, steps, out);
  if (const auto* layout = std::get_if<Layout>(&t.is)) return divide_by_layout(l, *layout, steps, out);
  const auto& leaf = std::get<IntTuple>(t.is);
  if (leaf.is_underscore()) return out.add(l);
  divide_by_layout(l, make_layout(leaf), steps, out);
}

void multiply(LayoutView block, const Tiler& t, Steps* steps, LayoutBuilder& out) {
  if (t.by_mode()) return by_mode("logical_product", multiply, block, t, steps, out);
  if (const auto* layout = std::get_if<Layout>(&t.is)) return multiply_by_layout(block, *layout, steps, out);
  const auto& leaf = std::get<IntTuple>(t.is);
  if (leaf.is_underscore()) return out.add(block);
  multiply_by_layout(block, make_layout(leaf), steps, out);
}

/// Computes blocked_product and raked_product: pairs block and copies mode by mode.
Layout interleaved(const Layout& block, const Layout& tiler, bool block_first, Steps* steps) {
  const auto modes = std::max(rank(block), rank(tiler));
  const auto result = logical_product(append(block, {}, modes), tiler_of(append(tiler, {}, modes)), steps);
  const auto first = block_first ? 0 : 1;
  return regrouped(zip(mode(result, first), mode(result, 1 - first)),
                   block_first ? "Pair the modes, the block inside: {}." : "Pair the modes, the copies inside: {}.", steps);
}

/// Zips the result of logical_divide or logical_product into (tiles, rest). Unchanged for a tiler that is one layout.
Layout zipped(Layout split, const Tiler& t, Steps* steps) {
  if (std::holds_alternative<Layout>(t.is)) return split;
  auto zipped = tile_unzip(split, t);
  if (steps != nullptr && t.by_mode()) steps->show(zipped, zipped_words, zipped);
  return zipped;
}

}  // namespace

Layout tile_unzip(const Layout& l, const Tiler& t) {
  return Layout::written([&](IntTuple& shape, IntTuple& stride) {
    unzip(l.shape(), t, shape);
    unzip(l.stride(), t, stride);
  });
}

Tiler tiler_of(const Layout& l) { return {l}; }

Tiler tiler_of(const IntTuple& t) {
  if (!t.is_tuple()) return {t};
  std::vector<Tiler> modes;
  for (int i = 0; i < t.rank(); ++i) modes.push_back(tiler_of(t.mode(i)));
  return {std::move(modes)};
}

Layout logical_divide(const Layout& l, const Tiler& t, Steps* steps) {
  return built_layout([&](LayoutBuilder& out) { divide(l, t, steps, out); });
}

Layout zipped_divide(const Layout& l, const Tiler& t, Steps* steps) { return zipped(logical_divide(l, t, steps), t, steps); }
Layout tiled_divide(const Layout& l, const Tiler& t, Steps* steps) { return unpacked(zipped_divide(l, t, steps), false, steps); }
Layout flat_divide(const Layout& l, const Tiler& t, Steps* steps) { return unpacked(zipped_divide(l, t, steps), true, steps); }

Layout logical_product(const Layout& block, const Tiler& t, Steps* steps) {
  return built_layout([&](LayoutBuilder& out) { multiply(block, t, steps, out); });
}

Layout zipped_product(const Layout& block, const Tiler& t, Steps* steps) { return zipped(logical_product(block, t, steps), t, steps); }
Layout tiled_product(const Layout& block, const Tiler& t, Steps* steps) { return unpacked(zipped_product(block, t, steps), false, steps); }
Layout flat_product(const Layout& block, const Tiler& t, Steps* steps) { return unpacked(zipped_product(block, t, steps), true, steps); }

Layout blocked_product(const Layout& block, const Layout& tiler, Steps* steps) { return interleaved(block, tiler, true, steps); }
Layout raked_product(const Layout& block, const Layout& tiler, Steps* steps) { return interleaved(block, tiler, false, steps); }

Layout tile_copies(const Layout& block, const IntTuple& shape, const IntTuple& order) {
  if (rank(block) > shape.rank())
    throw Problem{
        "tiler rank",
        message("tile_to_shape: {} has more modes than the shape {}.", to_string(block, Marks::plain), to_string(shape, Marks::plain)),
        {}};
  const auto block_shape = product_each(append(block, {}, shape.rank()).shape()), target = product_each(shape);
  if (target.all_static() && !block_shape.all_static())
    throw Problem{"static",
                  message("tile_to_shape: whether the block {} divides the shape {} must be known to the compiler: both are static, or "
                          "the shape is dynamic, too.",
                          to_string(block_shape, Marks::underscores), to_string(target, Marks::underscores)),
                  {}};
  if (target.all_static() && !evenly_divides(target, tiler_of(block_shape)))
    throw Problem{"shape divisibility",
                  message("tile_to_shape: the block {} does not divide the shape {}.", to_string(block_shape, Marks::plain),
                          to_string(target, Marks::plain)),
                  {}};
  const auto times = ceil_div(target, block_shape);
  return order.is_tuple() && order.rank() == 0 ? make_layout(times) : make_ordered_layout(times, order);
}

Layout tile_to_shape(const Layout& block, const IntTuple& shape, const IntTuple& order, Steps* steps) {
  const auto copies = tile_copies(block, shape, order);
  const auto padded = append(block, {}, shape.rank());
  if (steps != nullptr) {
    steps
        ->show(copies, "The shape {} holds {} blocks of {} along its modes, in this order: {}.", shape, copies.shape(),
               product_each(padded.shape()), copies)
        .of = StageOf::copies;
    steps->say("blocked_product of the block {} and that:", padded);
  }
  const Steps::Within within(steps);
  return blocked_product(padded, copies, steps);
}

bool evenly_divides(const IntTuple& shape, const Tiler& tiler) {
  if (tiler.by_mode()) {
    const auto& tilers = tiler.modes();
    if (static_cast<int>(tilers.size()) > shape.rank()) return false;
    // C++ compiles the comparison of every mode, even after one is false, so all are evaluated here.
    bool all = true;
    for (std::size_t i = 0; i < tilers.size(); ++i) all = evenly_divides(shape.mode(static_cast<int>(i)), tilers[i]) && all;
    return all;
  }
  if (const auto* layout = std::get_if<Layout>(&tiler.is))
    return product(shape).value == (size_of(*layout) * product(complement(*layout, shape).shape())).value;
  const auto& leaf = std::get<IntTuple>(tiler.is);
  if (leaf.is_underscore())
    throw Problem{"argument", message("evenly_divides takes no _: write the size of its mode, {}.", product(shape).value), {}};
  return product(shape).value == (leaf.integer() * product(ceil_div(shape, leaf))).value;
}

}  // namespace algebra
