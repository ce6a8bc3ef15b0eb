#include "algebra/links/link_bits.hpp"

#include <bit>

#include "algebra/bits/bit_basis.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/links/link_builder.hpp"

namespace algebra::links {
namespace {

/// Returns the coordinates with these bits free, as a layout in which neighbouring bits are one mode. `still`: strides are 0 instead.
Layout with_free_bits(std::uint64_t free, bool still) {
  IntTuple shape, stride;
  while (free != 0) {
    const int first = std::countr_zero(free), count = std::countr_one(free >> first);
    shape.append(Int{std::int64_t{1} << count, true});
    stride.append(Int{still ? 0 : std::int64_t{1} << first, true});
    free &= ~(((one_bit << count) - 1) << first);
  }
  if (shape.rank() == 0) return Layout();
  return Layout(std::move(shape), std::move(stride));
}

/// Returns the function that XORs bit `from` of x into bit `to`, after `inside`.
OuterFunction xored(int from, int to, std::optional<OuterFunction> inside) {
  OuterFunction f{Swizzle{1, std::min(from, to), from - to}};
  if (inside) f.inside.push_back(std::move(*inside));
  return f;
}

/// An affine set of coordinates: the first one, and independent directions whose sums lead to the others.
struct Elements {
  std::uint64_t first = 0;
  BitBasis directions;
};

/// Returns the coordinates with bit `column` whose image has bit `row`; nullopt if there are none.
std::optional<Elements> with_entry(const BitMatrix& m, int row, int column) {
  std::uint64_t others = 0;
  const int columns = bits_in(m.columns);
  for (int c = 0; c < columns; ++c)
    if (c != column && entry(m, row, c)) others |= one_bit << c;
  const bool wanted = (m.offset >> row & 1) == (entry(m, row, column) ? 1U : 0U);  // parity that the other columns have to contribute
  if (others == 0 && wanted) return std::nullopt;
  // The pivot's bit follows from the other bits.
  const auto pivot = others & -others;
  Elements all{.first = (one_bit << column) | (wanted ? pivot : 0), .directions = {}};
  for (int c = 0; c < columns; ++c) {
    const auto bit = one_bit << c;
    std::uint64_t unnamed = 0;
    if (c != column && bit != pivot) all.directions.add((others & bit) != 0 ? bit | pivot : bit, unnamed);
  }
  return all;
}

/// Returns their images under a matrix.
Elements images_of(const BitMatrix& m, const Elements& elements) {
  Elements all{.first = apply(m, elements.first), .directions = {}};
  for (const auto& d : elements.directions.members()) {
    std::uint64_t unnamed = 0;
    all.directions.add(apply(m, d.vector) ^ m.offset, unnamed);
  }
  return all;
}

/// Links these elements of an operand with a matrix entry, given by the number of its cell.
void add_cell(LinkBuilder& l, int operand, const Elements& elements, std::int64_t cell) {
  // Each direction owns one bit, which counts it; its other bits follow from that one.
  std::uint64_t own = 0, unnamed = 0;
  std::optional<OuterFunction> rest;
  for (const auto& d : elements.directions.members()) {
    const int counts = std::countr_zero(d.vector);
    own |= one_bit << counts;
    for (auto follow = d.vector & (d.vector - 1); follow != 0; follow &= follow - 1)
      rest = xored(counts, std::countr_zero(follow), std::move(rest));
  }
  Outer outer;
  outer.function = std::move(rest);
  const auto first = static_cast<std::int64_t>(elements.directions.reduce(elements.first, unnamed));
  l.add(LinkKind::bit, operand, Link::result, IndexMap(with_free_bits(own, false), first, outer),
        IndexMap(with_free_bits(own, true), cell));
}

const BitMatrix* matrix_of(LinkBuilder& l, int operand) {
  const auto* m = std::get_if<BitMatrix>(&l.value(Link::result));
  return m != nullptr && operand >= 0 && l.size(operand) == std::int64_t{1} << bits_in(m->columns) ? m : nullptr;
}

}  // namespace

void bits(LinkBuilder& l) {
  const int operand = l.operands() - 1;
  const auto* m = matrix_of(l, operand);
  if (m == nullptr) return;
  const int rows = bits_in(m->rows);
  for (int c = 0; c < bits_in(m->columns); ++c)
    for (int r = 0; r < rows; ++r)
      if (const auto elements = with_entry(*m, r, c)) add_cell(l, operand, *elements, c * std::int64_t{rows} + r);
}

void conversion_bits(LinkBuilder& l) {
  const int to = l.operands() - 1, from = to - 1;
  const auto* m = matrix_of(l, to);
  if (m == nullptr || from < 0) return;
  const int rows = bits_in(m->rows);
  const bool has_from = l.size(from) == std::int64_t{1} << rows;
  for (int c = 0; c < bits_in(m->columns); ++c)
    for (int r = 0; r < rows; ++r) {
      const auto cell = c * std::int64_t{rows} + r;
      const auto elements = with_entry(*m, r, c);
      if (!elements) continue;
      add_cell(l, to, *elements, cell);
      if (has_from) add_cell(l, from, images_of(*m, *elements), cell);
    }
}

}  // namespace algebra::links
