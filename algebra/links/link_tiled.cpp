#include "algebra/links/link_tiled.hpp"

#include <array>
#include <vector>

#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/links/link_builder.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::links {
namespace {

Layout line(std::int64_t size, std::int64_t step) { return {IntTuple(Int{size, true}), IntTuple(Int{step, true})}; }

/// An MMA's tile as drawn on its card.
class CardOfMma {
 public:
  explicit CardOfMma(const TiledMma& mma) {
    const auto shape = tile_shape(mma);
    for (int i = 0; i < 3; ++i) size_[static_cast<std::size_t>(i)] = shape.mode(i).integer().value;
  }
  /// Returns coordinate along mode 0, 1 or 2 of (M,N,K) -> place in the card; K is not drawn, so its stride is 0.
  Layout along(int i) const { return line(size_[static_cast<std::size_t>(i)], i == 0 ? 1 : i == 1 ? size_[0] : 0); }
  std::int64_t places() const { return size_[0] * size_[1]; }

 private:
  std::array<std::int64_t, 3> size_{};
};

/// The modes of (M,N,K) that a matrix has, and the one of M and N that it lacks: -1 for C.
struct Modes {
  int first, second, other;
};
Modes modes_of(Matrix m) { return m == Matrix::a ? Modes{0, 2, 1} : m == Matrix::b ? Modes{1, 2, 0} : Modes{0, 1, -1}; }

/// Returns the layout along the mode of the card that the matrix lacks: each of its elements belongs to that whole row or column.
Layout all_along(const CardOfMma& card, const Modes& modes) { return modes.other < 0 ? Layout() : card.along(modes.other); }

/// Links the operand `tensor` of thrfrg_ and partition_ to the MMA's card: each element to its place there.
void link_mma_tile(LinkBuilder& l, const TiledMma& mma, Matrix matrix, int tensor) {
  const auto shape = l.shape(tensor);
  if (!shape) return;
  const CardOfMma card(mma);
  const auto modes = modes_of(matrix);
  const auto first = permutation_mnk(mma, modes.first), second = permutation_mnk(mma, modes.second);
  const auto tiled = zipped_divide(counting(*shape), Tiler{std::vector{first, second}});
  const auto in_card = make_layout(composition(card.along(modes.first), first), composition(card.along(modes.second), second));
  const auto all = all_along(card, modes);
  l.add(LinkKind::place, 0, tensor, IndexMap(make_layout(std::vector{in_card, standing_still(mode(tiled, 1).shape()), all})),
        IndexMap(make_layout(std::vector{mode(tiled, 0), mode(tiled, 1), standing_still(all.shape())})));
}

/// Links the result's elements, whose 1-D coordinates in the matrix's tile `in_tile` gives, to their places in the card of operand `mma`.
void link_in_matrix(LinkBuilder& l, int operand, Matrix matrix, const Layout& in_tile) {
  const auto* mma = operand < l.operands() ? std::get_if<TiledMma>(&l.value(operand)) : nullptr;
  if (mma == nullptr || size(in_tile) != l.size(Link::result)) return;
  const CardOfMma card(*mma);
  const auto modes = modes_of(matrix);
  const auto all = all_along(card, modes);
  const auto in_card = composition(make_layout(card.along(modes.first), card.along(modes.second)), in_tile);
  l.add(matrix == Matrix::c ? LinkKind::element : LinkKind::place, operand, Link::result, IndexMap(make_layout(in_card, all)),
        IndexMap(make_layout(counting(l.size(Link::result)), standing_still(all.shape()))));
}

}  // namespace

void tiled_mma(LinkBuilder& l) {
  const auto* mma = std::get_if<TiledMma>(&l.value(Link::result));
  if (mma == nullptr || l.operands() < 1) return;
  const CardOfMma card(*mma);
  // ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN))) -> place
  const auto parts = thrfrg(*mma, Matrix::c, make_layout(card.along(0), card.along(1)));
  const auto atoms = mode(mode(parts, 0), 1), rest = mode(mode(parts, 1), 1);
  const auto& in_atom = mma->atom.traits->operands[static_cast<std::size_t>(Matrix::c)].tv;
  if (l.size(0) > 0)
    l.add(LinkKind::place, 0, Link::result,
          IndexMap(make_layout(make_layout(mode(in_atom, 0), standing_still(atoms.shape())),
                               make_layout(mode(in_atom, 1), standing_still(rest.shape())))),
          IndexMap(parts));
  const auto vmnk = thr_layout_vmnk(*mma);
  const auto here = size(atoms), along_k = size(mode(vmnk, 3));
  if (l.operands() > 1 && l.size(1) == here * along_k) {
    const auto which = make_layout(standing_still(mode(mode(parts, 0), 0).shape()), counting(atoms.shape()));
    l.add(LinkKind::owner, 1, Link::result,
          IndexMap(make_layout(make_layout(which, standing_still(mode(parts, 1).shape())), line(along_k, here))),
          IndexMap(make_layout(parts, line(along_k, 0))));
  }
  const auto permutations = l.operands() > 2 && l.size(2) > 0 ? l.tiler(2) : std::nullopt;
  if (!permutations || !permutations->by_mode()) return;
  std::vector<Layout> in_tiler, in_card;
  std::int64_t step = 1;
  for (int i = 0; i < 3; ++i) {
    const bool written = i < static_cast<int>(permutations->modes().size());
    in_card.push_back(written ? composition(card.along(i), permutations->modes()[static_cast<std::size_t>(i)]) : card.along(i));
    const auto n = size(in_card.back());
    in_tiler.push_back(line(n, written ? step : 0));
    if (written) step *= n;
  }
  l.add(LinkKind::place, 2, Link::result, IndexMap(make_layout(in_tiler)), IndexMap(make_layout(in_card)));
}

void tiled_copy(LinkBuilder& l) {
  if (l.operands() < 2) return;
  const auto threads = l.layout(1), values = l.operands() > 2 ? l.layout(2) : std::optional(Layout());
  if (!threads || !values) return;
  const auto places = raked_product(*threads, *values);
  const auto n = size(places);
  if (n < 1 || n != l.size(Link::result)) return;
  // In the tile's own modes the pairs are (values, threads).
  l.add(LinkKind::owner, 1, Link::result, IndexMap(count_pairs(places.shape(), 1)), IndexMap(counting(n)));
  if (l.operands() > 2 && l.size(2) > 0)
    l.add(LinkKind::place, 2, Link::result, IndexMap(count_pairs(places.shape(), 0)), IndexMap(counting(n)));
}

void tiled_copy_by_layout(LinkBuilder& l) {
  if (l.operands() < 3) return;
  const auto places = l.layout(1);
  if (places) l.add(LinkKind::element, 1, Link::result, IndexMap(counting(size(*places))), IndexMap(*places));
  l.add_same(LinkKind::place, 2);
}

void copy_of_part(LinkBuilder& l) {
  const auto* copy = std::get_if<TiledCopy>(&l.value(Link::result));
  const auto* mma = l.operands() > 1 ? std::get_if<TiledMma>(&l.value(1)) : nullptr;
  if (copy == nullptr || mma == nullptr) return;
  const auto tile = tile_shape(*mma);
  link_in_matrix(l, 1, Matrix::c, composition(make_layout(IntTuple::tuple({tile.mode(0), tile.mode(1)})), copy->tiler));
}

void cotiled_copy(LinkBuilder& l) {
  const auto* copy = std::get_if<TiledCopy>(&l.value(Link::result));
  if (copy == nullptr || l.operands() < 3 || l.size(1) != size(copy->layout_tv) || !l.shape(2)) return;
  l.add(LinkKind::element, 1, Link::result, IndexMap(counting(l.size(1))), IndexMap(copy->layout_tv));
  const auto in_data = composition(make_layout(product_each(*l.shape(2))), copy->tiler);
  if (size(in_data) == l.size(Link::result))
    l.add(LinkKind::place, 2, Link::result, IndexMap(in_data), IndexMap(counting(l.size(Link::result))));
}

void retiled(LinkBuilder& l) {
  if (l.operands() > 1) l.add_reordered(l.operands() - 1);
}

template <Matrix matrix>
void registers(LinkBuilder& l) {
  const int tensor = l.operands() - 1;
  const auto* mma = tensor > 0 ? std::get_if<TiledMma>(&l.value(0)) : nullptr;
  if (mma == nullptr || !l.shape(tensor)) return;
  const auto* given = tensor == 2 ? std::get_if<IntTuple>(&l.value(1)) : nullptr;
  const auto thread = given != nullptr && given->is_integer() ? given->integer() : mma->thread.value_or(Int{0, true});
  const auto part = partition(*mma, matrix, thread, Tensor{.offset = 0, .layout = counting(*l.shape(tensor))});
  if (size(part.layout) == l.size(Link::result))
    l.add(LinkKind::element, tensor, Link::result, IndexMap(part.layout, part.offset), IndexMap(counting(l.size(Link::result))));
  link_mma_tile(l, *mma, matrix, tensor);
}

void fragment_of_part(LinkBuilder& l) {
  const int part = l.operands() - 1;
  const auto* made = std::get_if<Tensor>(&l.value(Link::result));
  if (made == nullptr || !made->descriptors) return same_as_last(l);
  const auto shape = l.shape(part);
  if (!shape || shape->rank() < 2) return;
  IntTuple strides;
  IntTuple::Builder out(strides);
  const auto opened = out.open();
  std::int64_t next = 1;
  for (int i = 0; i < shape->rank(); ++i) add_strides(shape->view().mode(i), i > 0, next, out);
  out.close(opened);
  if (next == l.size(Link::result))
    l.add(LinkKind::element, part, Link::result, IndexMap(counting(*shape)), IndexMap(Layout(*shape, strides)));
}

template <Matrix matrix>
void copy_of_matrix(LinkBuilder& l) {
  link_in_matrix(l, 1, matrix, counting(l.size(Link::result)));
}

template <Matrix matrix>
void fragments(LinkBuilder& l) {
  const int tensor = l.operands() - 1;
  if (tensor < 1) return;
  l.add_reordered(tensor);
  if (const auto* copy = std::get_if<TiledCopy>(&l.value(0))) link_tile(l, LinkKind::place, 0, tensor, copy->tiler);
  if (const auto* mma = std::get_if<TiledMma>(&l.value(0))) link_mma_tile(l, *mma, matrix, tensor);
}

template <Matrix matrix>
void thread_value(LinkBuilder& l) {
  if (l.operands() < 1) return;
  if (std::holds_alternative<TiledCopy>(l.value(0))) return l.add_coordinates(LinkKind::element, 0);
  if (const auto tv = l.layout(Link::result)) link_in_matrix(l, 0, matrix, *tv);
}

template void copy_of_matrix<Matrix::a>(LinkBuilder&);
template void copy_of_matrix<Matrix::b>(LinkBuilder&);
template void copy_of_matrix<Matrix::c>(LinkBuilder&);
template void fragments<Matrix::a>(LinkBuilder&);
template void fragments<Matrix::b>(LinkBuilder&);
template void fragments<Matrix::c>(LinkBuilder&);
template void registers<Matrix::a>(LinkBuilder&);
template void registers<Matrix::b>(LinkBuilder&);
template void registers<Matrix::c>(LinkBuilder&);
template void thread_value<Matrix::a>(LinkBuilder&);
template void thread_value<Matrix::b>(LinkBuilder&);
template void thread_value<Matrix::c>(LinkBuilder&);

}  // namespace algebra::links
