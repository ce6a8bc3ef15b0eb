// Tiled copies.

#include "algebra/hardware/tiled.hpp"

#include <fmt/format.h>

#include "algebra/layout/advice.hpp"

namespace algebra {
namespace {

/// Throws unless the layout is static: in CuTe a tiled copy is a type.
bool is_static(const Layout& l) { return l.shape().all_static() && l.stride().all_static(); }
void require_static(const Layout& l, const char* what) {
  if (is_static(l)) return;
  throw Problem{
      "static", message("The {} of a tiled copy are static in CuTe: write {}.", what, to_string(all_known(l), Marks::underscores)), {}};
}

/// Returns a tiled copy's parts as its type keeps them: dynamic integers become 0.
IntTuple in_type(const IntTuple& t) {
  return t.transformed([](Int i) { return i.is_static ? i : Int{0, false}; });
}
Layout in_type(const Layout& l) { return {in_type(l.shape()), in_type(l.stride())}; }
Tiler in_type(const Tiler& tiler) {
  if (const auto* layout = std::get_if<Layout>(&tiler.is)) return {in_type(*layout)};
  if (const auto* leaf = std::get_if<IntTuple>(&tiler.is)) return {in_type(*leaf)};
  std::vector<Tiler> modes;
  for (const auto& m : tiler.modes()) modes.push_back(in_type(m));
  return {std::move(modes)};
}

Layout in_values(const CopyAtom& atom, const Layout& bits) {
  if (!atom.type) throw Problem{"atom", message("{} needs the type of its values: Copy_Atom<{},half_t>.", plain(atom), plain(atom)), {}};
  return recast_layout(bits, 1, atom.type->bits);
}

IntTuple shape_of(const Tiler& tiler) {
  if (const auto* layout = std::get_if<Layout>(&tiler.is)) return layout->shape();
  if (const auto* leaf = std::get_if<IntTuple>(&tiler.is)) return *leaf;
  IntTuple shape;
  for (const auto& m : tiler.modes()) shape.append(shape_of(m));
  return shape;
}

/// Returns (trg thread, trg value) -> 1-D coordinate of (ref thread, ref value).
Layout ref_to_target(const CopyAtom& atom, Side side) {
  return composition(right_inverse(value_layout_ref(atom)), value_layout(atom, side));
}

/// Runs CuTe's tile2thrfrg: ((TileM,TileN,...),(RestM,RestN,...)) -> (Thr,(FrgV,FrgX),(RestM,RestN,...)).
Layout tile_to_thrfrg(const TiledCopy& t, Side side, const Layout& tiled, Steps* steps = nullptr) {
  const auto ref = value_layout_ref(t.atom);
  const auto keep = Tiler{IntTuple::underscore()};
  const auto atom_tv =
      zipped_divide(t.layout_tv, tiler_of(IntTuple::tuple({IntTuple(size_of(mode(ref, 0))), IntTuple(size_of(mode(ref, 1)))})));
  const auto to_target = ref_to_target(t.atom, side);
  const auto target_tv = composition(atom_tv, Tiler{std::vector{Tiler{to_target}, keep}});
  const auto to_tile = coalesce(zip(target_tv), IntTuple::tuple({IntTuple(1), IntTuple::tuple({IntTuple(1), IntTuple(1)})}));
  const auto tv = composition(tiled, Tiler{std::vector{Tiler{to_tile}, keep}});
  auto result = slice(IntTuple::tuple({IntTuple::tuple({IntTuple::underscore(), IntTuple::underscore()}), IntTuple::underscore()}), tv);
  if (steps != nullptr) {
    steps
        ->show(atom_tv,
               "The copy maps (thread, value) to the tile by {}. Divided by the atom's threads and values, mode 0 is one atom: {}.",
               t.layout_tv, atom_tv)
        .of = StageOf::other;
    steps->show(target_tv, "The atom numbers its threads and values by {}: compose mode 0 with that: {}.", to_target, target_tv).of =
        StageOf::other;
    steps->show(to_tile, "Threads to threads, values to values, and coalesced: {}.", to_tile).of = StageOf::other;
    steps->show(result, "Compose the tile with that: the threads, the values of each, and the tiles: {}.", result);
  }
  return result;
}

Layout with_shape(const Layout& l, const IntTuple& shape) { return composition(l, make_layout(shape)); }

/// Returns the places of `domain` that `parts` reaches, by mode: CuTe's tiler of the active elements.
Tiler active(const IntTuple& domain, const Layout& parts) {
  std::vector<Tiler> modes;
  for (int i = 0; i < domain.rank(); ++i) {
    const auto along = replace(repeat_like(domain, Int{0, true}), i, IntTuple(Int{1, true}));
    modes.push_back(Tiler{filter(composition(Layout(domain, along), parts))});
  }
  return Tiler{std::move(modes)};
}

/// Records how many atoms a copy with these parts, (thread, value) -> place, is made of.
void say_atoms(const CopyAtom& atom, const Layout& parts, Steps& steps) {
  const auto ref = value_layout_ref(atom);
  const auto threads = size(mode(ref, 0)), values = size(mode(ref, 1));
  const auto all_threads = rank(parts) > 1 ? size(mode(parts, 0)) : 0, all_values = rank(parts) > 1 ? size(mode(parts, 1)) : 0;
  if (threads == 0 || values == 0 || all_threads % threads != 0 || all_values % values != 0) return;
  steps.say("The atom {} copies {} values of each of {} threads: {} threads are {} atoms side by side, and {} values take {} of them each.",
            plain(atom), values, threads, all_threads, all_threads / threads, all_values, all_values / values);
}

TiledCopy over_active(const CopyAtom& atom, const IntTuple& domain, const Layout& parts, Steps* steps) {
  const auto tiles = make_tv_tiler(domain, parts);
  if (steps != nullptr) {
    steps->say("The places that they reach in {}, mode by mode, are the tile: {}.", domain, tiles.tiler);
    steps->show(tiles.layout_tv, "(thread, value) -> place of that tile: {}.", tiles.layout_tv).of = StageOf::coordinates;
    say_atoms(atom, tiles.layout_tv, *steps);
  }
  return make_tiled_copy(atom, tiles.layout_tv, tiles.tiler);
}

}  // namespace

TvTiler make_tv_tiler(const IntTuple& domain, const Layout& parts) {
  auto tiler = active(domain, parts);
  const auto tile_to_domain = composition(make_layout(domain), tiler);
  return {.layout_tv = composition(left_inverse(tile_to_domain), parts), .tiler = std::move(tiler)};
}

CopyAtom make_copy_atom(const CopyAtom& instruction, const ElementType& type) {
  const CopyAtom atom{instruction.traits, type};
  // CuTe's UniversalCopy asserts that it moves whole bytes.
  constexpr int bits_of_byte = 8;
  if (const auto i = copy_instruction(*atom.traits);
      i.kind == CopyInstruction::Kind::access && !i.vectorizes && atom.traits->name.ends_with('>'))
    if (const auto bits = size(mode(atom.traits->src, 1)); bits < bits_of_byte)
      throw Problem{"atom", message("{} moves whole bytes: CuTe refuses a type of {} bits.", atom.traits->name, bits), {}};
  for (const auto& values : {value_layout(atom, Side::source), value_layout(atom, Side::destination), value_layout_ref(atom)})
    if (size(mode(values, 0)) != size(atom.traits->thr_id))
      throw Problem{
          "atom", message("{} does not copy values of type {}: its threads hold parts of them.", atom.traits->name, type.name), {}};
  return atom;
}

Layout value_layout(const CopyAtom& atom, Side side) { return in_values(atom, side == Side::source ? atom.traits->src : atom.traits->dst); }
Layout value_layout_ref(const CopyAtom& atom) { return in_values(atom, atom.traits->ref); }

TiledCopy make_tiled_copy(const CopyAtom& atom, const Layout& layout_tv, const Tiler& tiler) {
  const auto ref = value_layout_ref(atom);
  const auto atom_threads = size(mode(ref, 0)), atom_values = size(mode(ref, 1));
  if (rank(layout_tv) < 2)
    throw Problem{
        "rank",
        message("A tiled copy is made of a layout (thread, value) -> coordinate; {} has rank {}.", plain(layout_tv), rank(layout_tv)),
        {}};
  const auto parts = in_type(layout_tv);
  const auto all_threads = size_of(mode(parts, 0)), all_values = size_of(mode(parts, 1));
  // CuTe compares types here: a dynamic number is divisible only by the atom's if that is one thread or one value.
  if ((!all_threads.is_static && atom_threads != 1) || (!all_values.is_static && atom_values != 1))
    require_static(layout_tv, "threads and values");
  const auto threads = all_threads.value, values = all_values.value;
  if (threads % atom_threads != 0)
    throw Problem{"atom",
                  message("TiledCopy uses too few threads for the selected Copy_Atom: {} takes {} at a time, and there are {}.",
                          plain(atom), atom_threads, threads),
                  {}};
  if (values % atom_values != 0)
    throw Problem{"atom",
                  message("TiledCopy uses too few values for the selected Copy_Atom: {} takes {} of each thread, which has {}.",
                          plain(atom), atom_values, values),
                  {}};
  return {.atom = atom, .layout_tv = parts, .tiler = in_type(tiler)};
}

TiledCopy make_tiled_copy(const CopyAtom& atom, const Layout& threads, const Layout& values, Steps* steps) {
  const auto tiles = attempt([&] {
    const auto layout_mn = raked_product(threads, values);
    const auto by_number = make_layout(IntTuple::tuple({IntTuple(size_of(threads)), IntTuple(size_of(values))}));
    const auto inverse = right_inverse(layout_mn);
    std::pair made(composition(inverse, by_number), product_each(layout_mn.shape()));
    if (steps != nullptr) {
      const auto count = size(threads);
      steps
          ->show(layout_mn,
                 "raked_product({}, {}): a thread's values lie together. It maps a place of the tile to a number, thread + {}·value: {}.",
                 threads, values, count, layout_mn)
          .of = StageOf::other;
      steps->say("The tile is {}.", made.second);
      steps->show(inverse, "Its right inverse maps the number back to the place, as a 1-D coordinate of the tile: {}.", inverse).of =
          StageOf::coordinates;
      steps->show(made.first, "Composed with {}: (thread, value) -> place of the tile: {}.", by_number, made.first).of =
          StageOf::coordinates;
      say_atoms(atom, made.first, *steps);
    }
    return made;
  });
  if (!tiles) {
    require_static(threads, "threads");
    require_static(values, "values");
    throw tiles.error();
  }
  return make_tiled_copy(atom, tiles->first, tiler_of(tiles->second));
}

TiledCopy make_tiled_copy(const CopyAtom& atom, const TiledMma& mma, Matrix matrix, Steps* steps) {
  const auto tile = tile_shape(mma);
  const int first = matrix == Matrix::b ? 1 : 0, second = matrix == Matrix::c ? 1 : 2;
  const auto copied = IntTuple::tuple({tile.mode(first), tile.mode(second)});
  if (steps != nullptr)
    steps->say("The copy's tile is the MMA's, {}, and its threads hold the values that the MMA's threads hold:", copied);
  const auto parts = layout_tv(mma, matrix, steps);
  if (steps != nullptr) say_atoms(atom, parts, *steps);
  return make_tiled_copy(atom, parts, tiler_of(copied));
}

TiledCopy make_tiled_copy(const CopyAtom& atom, const TiledCopy& like, Side side, Steps* steps) {
  if (steps != nullptr) steps->say("The copy's tile is that of the other copy, {}, and so are the places of its threads:", like.tiler);
  const auto parts = layout_tv(like, side, steps);
  if (steps != nullptr) {
    steps->show(parts, "(thread, value) -> place of the tile: {}.", parts).of = StageOf::coordinates;
    say_atoms(atom, parts, *steps);
  }
  return make_tiled_copy(atom, parts, like.tiler);
}

TiledCopy make_tiled_copy_c_atom(const CopyAtom& atom, const TiledMma& mma, Steps* steps) {
  const auto all = layout_tv(mma, Matrix::c, steps);
  const auto values = size_of(mode(value_layout(atom, Side::source), 1));
  if (values.value > size(mode(all, 1)))
    throw Problem{
        "atom",
        message("{} copies {} values of each thread, but each thread has {} of C.", plain(atom), values.value, size(mode(all, 1))),
        {}};
  const auto parts = composition(all, make_layout(IntTuple::tuple({IntTuple(size_of(mode(all, 0))), IntTuple(values)})));
  const auto tile = tile_shape(mma);
  if (steps != nullptr)
    steps->show(parts, "Keep the first {} values of each thread, as many as the atom copies: {}.", values, parts).of = StageOf::coordinates;
  return over_active(atom, IntTuple::tuple({tile.mode(0), tile.mode(1)}), parts, steps);
}

TiledCopy make_cotiled_copy(const CopyAtom& atom, const Layout& layout_tv, const Layout& data, Steps* steps) {
  require_static(layout_tv, "threads and values");
  require_static(data, "data");
  const Layout off_the_end(IntTuple(Int{1, true}), IntTuple(Int{0, true}));
  const auto parts = composition(make_layout(left_inverse(data), off_the_end), layout_tv);
  if (coalesce(composition(make_layout(data, off_the_end), mode(parts, 1))) != coalesce(mode(layout_tv, 1)))
    throw Problem{"codomain", message("The values' addresses {} are not all in {}.", plain(mode(layout_tv, 1)), plain(data)), {}};
  if (steps != nullptr)
    steps
        ->show(parts, "The left inverse of the data {} maps an address to a place. (thread, value) -> address {}, composed with it: {}.",
               data, layout_tv, parts)
        .of = StageOf::coordinates;
  return over_active(atom, product_each(data.shape()), parts, steps);
}

IntTuple tile_shape(const TiledCopy& t) { return shape_of(t.tiler); }

Layout layout_tv(const TiledCopy& t, Side side, Steps* steps) {
  const auto tile = make_layout(IntTuple::tuple({tile_shape(t), IntTuple(1)}));
  const Steps::Within within(steps, StageOf::coordinates);
  return slice(IntTuple::tuple({IntTuple::underscore(), IntTuple::underscore(), IntTuple(0)}), tile_to_thrfrg(t, side, tile, steps));
}

Layout tidfrg(const TiledCopy& t, Side side, const Layout& tensor, Steps* steps) {
  if (rank(tensor) < tile_shape(t).rank())
    throw Problem{"mismatched ranks",
                  message("Rank of tensor to be partitioned too small: {} has rank {}, the tile {} has {}.", plain(tensor), rank(tensor),
                          plain(tile_shape(t)), tile_shape(t).rank()),
                  {}};
  const auto tiled = zipped_divide(tensor, t.tiler);
  if (steps != nullptr) steps->show(tiled, "Divide {} by {}: mode 0 is one tile, mode 1 are the tiles.", tensor, t.tiler);
  return tile_to_thrfrg(t, side, tiled, steps);
}

Slicing slicing(const TiledCopy& t, Side side, Int thread, const Tensor& tensor, Steps* steps) {
  auto by_thread = tensor;
  by_thread.layout = tidfrg(t, side, tensor.layout, steps);
  return {std::move(by_thread), IntTuple::tuple({IntTuple(thread), IntTuple::underscore(), underscores(rank(tensor.layout))})};
}

Tensor partition(const TiledCopy& t, Side side, Int thread, const Tensor& tensor, Steps* steps) {
  const auto [by_thread, at] = slicing(t, side, thread, tensor, steps);
  auto result = slice(by_thread, at);
  if (steps != nullptr) {
    steps->say("Take thread {}: all of its values, in every tile.", thread);
    steps->show(result.layout, "It begins at offset {} and has the layout {}.", result.offset, result.layout);
  }
  return result;
}

Tensor partition(const TvTiler& t, Int thread, const Tensor& tensor) {
  auto by_thread = tensor;
  by_thread.layout =
      composition(zipped_divide(tensor.layout, t.tiler), Tiler{std::vector{Tiler{t.layout_tv}, Tiler{IntTuple::underscore()}}});
  return slice(by_thread, IntTuple::tuple({IntTuple(thread), underscores(rank(tensor.layout))}));
}

Layout retile(const TiledCopy& t, const Layout& fragment, Steps* steps) {
  const int modes = rank(fragment);
  const auto values = size_of(mode(fragment, 0));
  if (!values.is_static)
    throw Problem{"static", message("The first mode of a fragment is static in CuTe, that of {} is not.", plain(fragment)), {}};
  const auto threads = size_of(mode(t.layout_tv, 0));
  // (m,n) -> value: the places of the copy's values in its tile.
  const auto values_mn = upcast(with_shape(right_inverse(t.layout_tv), tile_shape(t)), (threads * values).value);
  const auto atom_values = size_of(mode(value_layout_ref(t.atom), 1));
  // (the atom's values, the rest) -> (v,m,n)
  const auto by_atom = zipped_divide(logical_product(make_layout(IntTuple(values)), tiler_of(right_inverse(values_mn))),
                                     tiler_of(make_layout(IntTuple(atom_values))));
  const auto tile = prepend(product_each(values_mn.shape()), IntTuple(values));
  const auto tiled = zipped_divide(fragment, tiler_of(tile));
  const auto composed = composition(tiled, Tiler{std::vector{Tiler{by_atom}, Tiler{IntTuple::underscore()}}});
  auto rest = IntTuple::tuple({IntTuple(Int{0, true})});
  for (int i = 1; i < modes; ++i) rest.append(IntTuple::underscore());
  auto result = slice(IntTuple::tuple({IntTuple::underscore(), modes == 1 ? rest.mode(0) : rest}), composed);
  if (steps != nullptr) {
    steps
        ->show(values_mn, "The copy's tile with all of its threads as one: (m,n) -> piece of {} values that each thread holds: {}.", values,
               values_mn)
        .of = StageOf::other;
    steps->show(by_atom, "Each piece repeated over the tile, in the order of the copy's atoms of {} values: {}.", atom_values, by_atom).of =
        StageOf::other;
    steps->show(tiled, "Divide the fragment {} by {}: mode 0 is what one tile of the copy needs: {}.", fragment, tile, tiled);
    steps->show(result, "Compose mode 0 with the atoms' order. The same registers, as ((atom's values, atoms), rest): {}.", result);
  }
  return result;
}

}  // namespace algebra
