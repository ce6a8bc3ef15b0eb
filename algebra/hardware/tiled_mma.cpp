// Tiled MMAs.

#include "algebra/hardware/tiled.hpp"

#include <array>

#include <fmt/format.h>

#include "algebra/hardware/literals.hpp"

namespace algebra {
namespace {

Tiler keep() { return Tiler{IntTuple::underscore()}; }

/// The two of M, N, K that a matrix has.
struct Modes {
  int first, second;
};
Modes modes_of(Matrix m) { return m == Matrix::a ? Modes{0, 2} : m == Matrix::b ? Modes{1, 2} : Modes{0, 1}; }
const char* name_of(Matrix m) { return m == Matrix::a ? "A" : m == Matrix::b ? "B" : "C"; }

/// Returns a mode's permutation: the given one, or the atom's size times the number of atoms there.
Tiler permutation(const TiledMma& t, const Layout& vmnk, int i) {
  const auto& written = t.permutations.modes()[static_cast<std::size_t>(i)];
  const auto* leaf = std::get_if<IntTuple>(&written.is);
  if (leaf == nullptr || !leaf->is_underscore()) return written;
  return Tiler{IntTuple(t.atom.traits->shape_mnk.mode(i).integer() * size_of(mode(vmnk, i + 1)))};
}

Int size_of_tiler(const Tiler& t) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return size_of(*layout);
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return product(*leaf);
  Int all = literals::fixed(1);
  for (const auto& m : t.modes()) all = all * size_of_tiler(m);
  return all;
}

void require_static(const Tiler& t) {
  const auto known = [](const IntTuple& i) { return i.all_static(); };
  bool all = true;
  if (const auto* leaf = std::get_if<IntTuple>(&t.is);
      leaf != nullptr && (leaf->kind() == IntTuple::Kind::skip || (leaf->is_integer() && leaf->integer().value < 1)))
    throw Problem{"permutation", message("{} does not permute a mode: write a size, a layout or _.", plain(*leaf)), {}};
  if (const auto* layout = std::get_if<Layout>(&t.is)) all = known(layout->shape()) && known(layout->stride());
  else if (const auto* leaf = std::get_if<IntTuple>(&t.is)) all = known(*leaf);
  else
    for (const auto& m : t.modes()) require_static(m);
  if (!all) throw Problem{"static", "TiledMMA requires static permutations of MNK.", {}};
}

Layout sized(Int n) { return make_layout(IntTuple(n)); }

/// Throws a Problem for an operand that is no (thread, value) layout over one matrix of the atom's shape.
void require_one_matrix(const TiledMma& t, Matrix matrix) {
  const auto& traits = *t.atom.traits;
  const auto& operand = traits.operands[static_cast<std::size_t>(matrix)];
  if (traits.blocks > 1)
    throw Problem{"atom",
                  message("{} multiplies {} matrices at once: its layouts map to (row,column,block), and a TiledMMA has no blocks.",
                          plain(t.atom), traits.blocks),
                  {}};
  if (operand.group > 1)
    throw Problem{
        "atom",
        message("A value of {}'s sparse A is a group of {} elements along K, half of which are stored; a TiledMMA counts elements.",
                plain(t.atom), operand.group),
        {}};
  const auto holders = size(mode(operand.tv, 0)), threads = size(traits.thr_id);
  if (holders < threads)
    throw Problem{"atom", message("{} has {} in {} of its {} threads only.", plain(t.atom), name_of(matrix), holders, threads), {}};
}

const Layout& atom_tv(const TiledMma& t, Matrix matrix) {
  const auto& operand = t.atom.traits->operands[static_cast<std::size_t>(matrix)];
  if (!operand.congruent)
    throw Problem{"congruent",
                  message("CuTe's trait of {} has a stride for {} that does not have its shape's profile; nothing compiles with it.",
                          plain(t.atom), name_of(matrix)),
                  {}};
  require_one_matrix(t, matrix);
  return operand.tv;
}

/// Returns thread index -> 1-D coordinate in (ThrV,ThrM,ThrN,ThrK); an index outside the MMA gets the coordinate of another thread.
Layout thread_to_coordinate(const Layout& vmnk) {
  const Layout only_its_own(IntTuple::tuple({IntTuple(size_of(vmnk)), IntTuple(literals::fixed(1))}),
                            IntTuple::tuple({IntTuple(literals::fixed(1)), IntTuple(literals::fixed(0))}));
  return composition(only_its_own, right_inverse(make_layout(vmnk, complement(vmnk))));
}

Layout reference(const TiledMma& t, Matrix matrix) {
  const auto tile = tile_shape(t);
  const auto [first, second] = modes_of(matrix);
  return make_layout(IntTuple::tuple({tile.mode(first), tile.mode(second)}));
}

}  // namespace

namespace {

/// Records the threads, the modes of the tile with their permutations, and each matrix's (thread, value) layout.
void tell(const TiledMma& t, Steps& steps) {
  const auto& shape = t.atom.traits->shape_mnk;
  const auto vmnk = thr_layout_vmnk(t);
  steps
      .show(vmnk, "The atom's threads {}, repeated by the atoms {}: (v,m,n,k) -> thread: {}.", t.atom.traits->thr_id, t.thr_layout_mnk,
            vmnk)
      .of = StageOf::other;
  constexpr std::array<std::string_view, 3> names{"M", "N", "K"};
  for (int i = 0; i < 3; ++i) {
    const auto name = names[static_cast<std::size_t>(i)];
    const auto by = permutation(t, vmnk, i);
    const auto one = shape.mode(i).integer(), atoms = size_of(mode(vmnk, i + 1)), all = size_of_tiler(by), at_once = one * atoms;
    const auto times = at_once.value > 0 ? all.value / at_once.value : 0;
    if (const auto* layout = std::get_if<Layout>(&by.is)) {
      steps
          .show(*layout, "{}: the permutation {} of {} elements: place p of the tile is element {}(p) of the tensor.", name, *layout, all,
                *layout)
          .of = StageOf::coordinates;
      steps.say("Of these places, an atom takes {}, and {} atoms work side by side: {} times per tile.", one, atoms, times);
    } else if (times == 1) {
      steps.say("{}: an atom takes {} elements, and {} atoms work side by side: {}.", name, one, atoms, all);
    } else {
      steps.say("{}: an atom takes {} elements, {} atoms work side by side, and the permutation's size {} repeats them {} times.", name,
                one, atoms, all, times);
    }
  }
  steps.say("The tile of one MMA is {}.", tile_shape(t));
  for (const auto matrix : {Matrix::a, Matrix::b, Matrix::c}) {
    const auto parts = attempt([&] { return layout_tv(t, matrix); });
    if (parts)
      steps
          .show(*parts, "{}: (thread, value) -> place of its part of the tile, {}: {}.", name_of(matrix), reference(t, matrix).shape(),
                *parts)
          .of = StageOf::coordinates;
  }
}

}  // namespace

TiledMma make_tiled_mma(const MmaAtom& atom, const Layout& threads, const Tiler& permutations, Steps* steps) {
  if (rank(threads) > 3)
    throw Problem{
        "rank", message("TiledMMA requires a rank-3 layout of atoms, (M,N,K); {} has rank {}.", plain(threads), rank(threads)), {}};
  if (has_basis(threads))
    throw Problem{"basis", message("The layout of atoms {} maps to threads, not to coordinates.", plain(threads)), {}};
  // As in CuTe, a size or a layout alone is the permutation of M.
  auto modes = permutations.by_mode() ? permutations.modes() : std::vector{permutations};
  if (modes.size() > 3)
    throw Problem{
        "rank", message("TiledMMA requires three permutations, of M, N and K; {} has {}.", plain(permutations), modes.size()), {}};
  require_static(permutations);
  while (modes.size() < 3) modes.push_back(keep());
  TiledMma t{.atom = atom,
             .thr_layout_mnk = append(threads, Layout(IntTuple(literals::fixed(1)), IntTuple(literals::fixed(0))), 3),
             .permutations = Tiler{std::move(modes)}};
  thr_layout_vmnk(t);  // throws if it has none
  if (steps != nullptr) tell(t, *steps);
  return t;
}

Layout thr_layout_vmnk(const TiledMma& t) { return tiled_product(t.atom.traits->thr_id, tiler_of(t.thr_layout_mnk)); }

Tiler permutation_mnk(const TiledMma& t, int mode) { return permutation(t, thr_layout_vmnk(t), mode); }

IntTuple tile_shape(const TiledMma& t) {
  const auto vmnk = thr_layout_vmnk(t);
  IntTuple shape;
  for (int i = 0; i < 3; ++i) shape.append(size_of_tiler(permutation(t, vmnk, i)));
  return shape;
}

Layout thrfrg(const TiledMma& t, Matrix matrix, const Layout& tensor, Steps* steps) {
  if (rank(tensor) < 2)
    throw Problem{
        "mismatched ranks",
        message("A tensor partitioned as {} needs at least two modes; {} has rank {}.", name_of(matrix), plain(tensor), rank(tensor)),
        {}};
  const auto vmnk = thr_layout_vmnk(t);
  const auto [first, second] = modes_of(matrix);
  const auto& atom = t.atom.traits->shape_mnk;
  // Reorders the tensor for the tiled atom, tiles it by atoms, gives each atom its threads, then tiles by the threads.
  const Tiler permutations{std::vector{permutation(t, vmnk, first), permutation(t, vmnk, second)}};
  const auto permuted = logical_divide(tensor, permutations);
  const Tiler one_atom{std::vector{Tiler{sized(atom.mode(first).integer())}, Tiler{sized(atom.mode(second).integer())}}};
  const auto by_atom = zipped_divide(permuted, one_atom);
  const auto tv = composition(by_atom, Tiler{std::vector{Tiler{atom_tv(t, matrix)}, keep()}});
  const auto threads = Tiler{std::vector{Tiler{sized(size_of(mode(vmnk, first + 1)))}, Tiler{sized(size_of(mode(vmnk, second + 1)))}}};
  auto result = zipped_divide(tv, Tiler{std::vector{keep(), threads}});
  if (steps != nullptr) {
    steps->show(permuted, "Divide {} by the MMA's tile {}: {}.", tensor, permutations, permuted);
    steps->show(by_atom, "Divide by the atom's {}: mode 0 is one atom, mode 1 are the atoms: {}.", one_atom, by_atom);
    steps->show(tv, "The atom has (thread, value) at {}: compose mode 0 with that: {}.", atom_tv(t, matrix), tv);
    steps->show(result, "Divide the atoms by those that work at once, {}: mode 0 are the threads, mode 1 the values of each: {}.", threads,
                result);
  }
  return result;
}

Layout layout_tv(const TiledMma& t, Matrix matrix, Steps* steps) {
  const auto vmnk = thr_layout_vmnk(t);
  auto parts = [&] {
    const Steps::Within within(steps, StageOf::coordinates);
    return thrfrg(t, matrix, reference(t, matrix), steps);
  }();
  if (matrix != Matrix::c) {
    // (ThrV,(ThrM,ThrK)) -> (ThrV,(ThrM,ThrN,ThrK)): atoms that differ in the third mode share this matrix's elements.
    const auto m = IntTuple(size_of(mode(vmnk, 1))), n = IntTuple(size_of(mode(vmnk, 2)));
    const bool is_a = matrix == Matrix::a;
    const Layout both(IntTuple::tuple({m, n}), IntTuple::tuple({IntTuple(is_a ? literals::fixed(1) : literals::fixed(0)),
                                                                IntTuple(is_a ? literals::fixed(0) : literals::fixed(1))}));
    parts = composition(parts, Tiler{std::vector{Tiler{std::vector{keep(), Tiler{std::vector{Tiler{both}, keep()}}}}, keep()}});
  }
  auto result = composition(parts, Tiler{std::vector{Tiler{thread_to_coordinate(vmnk)}, keep()}});
  if (steps != nullptr)
    steps->show(result, "Number the threads as {} does: (thread, value) -> place of the tile: {}.", vmnk, result).of = StageOf::coordinates;
  return result;
}

Slicing slicing(const TiledMma& t, Matrix matrix, Int thread, const Tensor& tensor, Steps* steps) {
  auto by_thread = tensor;
  by_thread.layout = thrfrg(t, matrix, tensor.layout, steps);
  const auto vmnk = flat_coordinate(thr_layout_vmnk(t), IntTuple(thread));
  const auto [first, second] = modes_of(matrix);
  IntTuple rest;
  const auto modes = rank(mode(mode(by_thread.layout, 1), 1));
  for (int i = 0; i < modes; ++i) rest.append(IntTuple::underscore());
  if (modes == 1) rest = IntTuple::underscore();
  if (steps != nullptr) steps->say("In the threads' layout {}, thread {} stands at (v,m,n,k) = {}.", thr_layout_vmnk(t), thread, vmnk);
  return {std::move(by_thread),
          IntTuple::tuple({IntTuple::tuple({vmnk.mode(0), IntTuple::tuple({vmnk.mode(first + 1), vmnk.mode(second + 1)})}),
                           IntTuple::tuple({IntTuple::underscore(), rest})})};
}

Tensor partition(const TiledMma& t, Matrix matrix, Int thread, const Tensor& tensor, Steps* steps) {
  const auto [by_thread, at] = slicing(t, matrix, thread, tensor, steps);
  auto result = slice(by_thread, at);
  if (steps != nullptr) {
    steps->show(result.layout, "It begins at offset {} and has the layout {}.", result.offset, result.layout);
  }
  return result;
}

IntTuple partition_shape(const TiledMma& t, Matrix matrix, const IntTuple& shape) {
  return partition(t, matrix, literals::fixed(0), Tensor{.offset = 0, .layout = make_layout(shape)}).layout.shape();
}

bool has_thread(const TiledMma& t, std::int64_t thread) {
  if (thread < 0) return false;
  const auto vmnk = thr_layout_vmnk(t);
  return crd2idx(flat_coordinate(vmnk, IntTuple(Int{thread, true})), vmnk.shape(), vmnk.stride()).value == thread;
}

}  // namespace algebra
