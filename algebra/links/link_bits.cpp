#include "algebra/links/link_bits.hpp"

#include <bit>

#include "algebra/bit_matrix.hpp"
#include "algebra/links/link_builder.hpp"

namespace algebra::links {
namespace {

constexpr std::uint64_t one = 1;

/// The coordinates with these bits free, as a layout: neighbouring bits are one mode. `still`: the same shape that stays at 0.
Layout with_free_bits(std::uint64_t free, bool still) {
  IntTuple shape, stride;
  while (free != 0) {
    const int first = std::countr_zero(free), count = std::countr_one(free >> first);
    shape.append(Int{std::int64_t{1} << count, true});
    stride.append(Int{still ? 0 : std::int64_t{1} << first, true});
    free &= ~(((one << count) - 1) << first);
  }
  if (shape.rank() == 0) return Layout();
  return Layout(std::move(shape), std::move(stride));
}

/// x XOR bit `from` at bit `to`, after `inside`.
OuterFunction xored(int from, int to, std::optional<OuterFunction> inside) {
  OuterFunction f{Swizzle{1, std::min(from, to), from - to}};
  if (inside) f.inside.push_back(std::move(*inside));
  return f;
}

/// The elements of one entry: coordinates with bit `column`, whose columns of the row sum up to 1.
void add_entry(LinkBuilder& l, const BitMatrix& m, int row, int column) {
  std::uint64_t others = 0;
  const int columns = bits_in(m.columns);
  for (int c = 0; c < columns; ++c)
    if (c != column && entry(m, row, c)) others |= one << c;
  const bool wanted = (m.offset >> row & 1) == (entry(m, row, column) ? 1U : 0U);  // of the others' sum
  const auto cell = column * std::int64_t{bits_in(m.rows)} + row;
  auto free = ((one << columns) - 1) & ~(one << column), start = one << column;
  Outer outer;
  if (others == 0) {
    if (wanted) return;
  } else {
    // One of the others follows from the rest.
    const int pivot = std::countr_zero(others);
    free &= ~(one << pivot);
    if (wanted) start |= one << pivot;
    std::optional<OuterFunction> sum;
    for (auto rest = others & (others - 1); rest != 0; rest &= rest - 1) sum = xored(std::countr_zero(rest), pivot, std::move(sum));
    outer.function = std::move(sum);
  }
  const int operand = l.operands() - 1;
  l.add(LinkKind::place, operand, Link::result, IndexMap(with_free_bits(free, false), static_cast<std::int64_t>(start), outer),
        IndexMap(with_free_bits(free, true), cell));
}

}  // namespace

void bits(LinkBuilder& l) {
  const auto* m = std::get_if<BitMatrix>(&l.value(Link::result));
  if (m == nullptr || l.operands() == 0 || l.size(l.operands() - 1) != std::int64_t{1} << bits_in(m->columns)) return;
  for (int c = 0; c < bits_in(m->columns); ++c)
    for (int r = 0; r < bits_in(m->rows); ++r) add_entry(l, *m, r, c);
}

}  // namespace algebra::links
