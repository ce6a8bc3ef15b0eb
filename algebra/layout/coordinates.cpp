// Coordinates and their indices, and slices.

#include "algebra/layout/operations.hpp"

#include <fmt/format.h>

namespace algebra {
namespace {

std::string text(const IntTuple& t) { return to_string(t, Marks::plain); }

[[noreturn]] void mismatched(const IntTuple& coordinate, const IntTuple& shape) {
  throw Problem{"mismatched ranks",
                message("The coordinate {} does not fit the shape {}: {}.", text(coordinate), text(shape),
                        coordinate.is_tuple() && shape.is_tuple() ? message("rank {} against rank {}", coordinate.rank(), shape.rank())
                                                                  : Message("a tuple where the shape has one integer")),
                {}};
}

Int leaf(const IntTuple& t) {
  if (t.is_integer()) return t.integer();
  if (t.is_underscore()) return {0, true};
  throw Problem{"not an integer", message("An integer is needed here, not {}.", text(t)), {}};
}

Int integer_crd2idx(Int coordinate, const IntTuple& shape, const IntTuple& stride) {
  if (!shape.is_tuple()) return coordinate * leaf(stride);
  if (shape.rank() == 0) return {0, true};
  if (!stride.is_tuple() || stride.rank() != shape.rank())
    throw Problem{"mismatched ranks", message("The shape {} and the stride {} have different profiles.", text(shape), text(stride)), {}};
  Int index{0, true};
  for (int i = 0; i < shape.rank(); ++i) {
    const bool last = i + 1 == shape.rank();
    const auto extent = product(shape.mode(i));
    const auto part = integer_crd2idx(last ? coordinate : coordinate % extent, shape.mode(i), stride.mode(i));
    index = i == 0 ? part : index + part;
    if (!last) coordinate = coordinate / extent;
  }
  return index;
}

void collect_slice(const IntTuple& coordinate, const IntTuple& from, bool at_underscore, IntTuple& out) {
  if (coordinate.is_tuple()) {
    if (!from.is_tuple() || from.rank() != coordinate.rank()) mismatched(coordinate, from);
    for (int i = 0; i < coordinate.rank(); ++i) collect_slice(coordinate.mode(i), from.mode(i), at_underscore, out);
    return;
  }
  // In a Step, X marks a mode as `_` does in a coordinate.
  const bool underscore = coordinate.is_underscore() || coordinate.kind() == IntTuple::Kind::skip;
  if (underscore == at_underscore) out.append(from);
}

IntTuple sliced(const IntTuple& coordinate, const IntTuple& from, bool at_underscore) {
  if (!coordinate.is_tuple()) {
    const bool underscore = coordinate.is_underscore() || coordinate.kind() == IntTuple::Kind::skip;
    return underscore == at_underscore ? from : IntTuple();
  }
  IntTuple out;
  collect_slice(coordinate, from, at_underscore, out);
  return out;
}

}  // namespace

Int crd2idx(const IntTuple& coordinate, const IntTuple& shape, const IntTuple& stride) {
  if (!coordinate.is_tuple()) return integer_crd2idx(leaf(coordinate), shape, stride);
  if (!shape.is_tuple() || shape.rank() != coordinate.rank() || stride.rank() != shape.rank()) mismatched(coordinate, shape);
  Int index{0, true};
  for (int i = 0; i < coordinate.rank(); ++i) {
    const auto part = crd2idx(coordinate.mode(i), shape.mode(i), stride.mode(i));
    index = i == 0 ? part : index + part;
  }
  return index;
}

Int crd2idx(const IntTuple& coordinate, const IntTuple& shape) {
  if (!coordinate.is_tuple()) return leaf(coordinate);
  if (!shape.is_tuple() || shape.rank() != coordinate.rank()) mismatched(coordinate, shape);
  // Evaluates by Horner's rule from the last mode on: CuTe's order decides which results are static.
  const auto at = flatten(coordinate), extents = flatten(product_like(shape, coordinate));
  const int last = at.rank() - 1;
  if (last < 0) return {0, true};
  Int index = leaf(at.mode(last));
  for (int i = last - 1; i >= 0; --i) index = leaf(at.mode(i)) + leaf(extents.mode(i)) * index;
  return index;
}

IntTuple idx2crd(const IntTuple& index, const IntTuple& shape, const IntTuple& stride) {
  if (index.is_tuple()) {
    if (!shape.is_tuple() || shape.rank() != index.rank() || stride.rank() != index.rank()) mismatched(index, shape);
    IntTuple result;
    for (int i = 0; i < index.rank(); ++i) result.append(idx2crd(index.mode(i), shape.mode(i), stride.mode(i)));
    return result;
  }
  if (shape.is_tuple()) {
    if (!stride.is_tuple()) return idx2crd(index, shape, compact_major(shape, Major::left, stride));
    if (stride.rank() != shape.rank()) mismatched(stride, shape);
    IntTuple result;
    for (int i = 0; i < shape.rank(); ++i) result.append(idx2crd(index, shape.mode(i), stride.mode(i)));
    return result;
  }
  const auto extent = leaf(shape);
  if (extent.is(1)) return Int{0, true};
  return (leaf(index) / leaf(stride)) % extent;
}

IntTuple idx2crd(const IntTuple& index, const IntTuple& shape) {
  if (index.is_tuple()) {
    if (!shape.is_tuple() || shape.rank() != index.rank()) mismatched(index, shape);
    IntTuple result;
    for (int i = 0; i < index.rank(); ++i) result.append(idx2crd(index.mode(i), shape.mode(i)));
    return result;
  }
  if (!shape.is_tuple()) return index;
  // As in crd2idx, the last mode takes the remaining quotient, without a modulus.
  IntTuple result;
  Int rest = leaf(index);
  for (int i = 0; i < shape.rank(); ++i) {
    const bool last = i + 1 == shape.rank();
    const auto extent = product(shape.mode(i));
    result.append(idx2crd(last ? rest : rest % extent, shape.mode(i)));
    if (!last) rest = rest / extent;
  }
  return result;
}

IntTuple crd2crd(const IntTuple& coordinate, const IntTuple& from, const IntTuple& to) {
  if (coordinate.is_tuple() && from.is_tuple() && to.is_tuple()) {
    if (coordinate.rank() != from.rank() || from.rank() != to.rank()) mismatched(coordinate, from.rank() == to.rank() ? from : to);
    IntTuple result;
    for (int i = 0; i < to.rank(); ++i) result.append(crd2crd(coordinate.mode(i), from.mode(i), to.mode(i)));
    return result;
  }
  return idx2crd(crd2idx(coordinate, from), to);
}

IntTuple slice(const IntTuple& coordinate, const IntTuple& from) { return sliced(coordinate, from, true); }
IntTuple dice(const IntTuple& coordinate, const IntTuple& from) { return sliced(coordinate, from, false); }
Layout slice(const IntTuple& c, const Layout& l) { return {slice(c, l.shape()), slice(c, l.stride())}; }
Layout dice(const IntTuple& c, const Layout& l) { return {dice(c, l.shape()), dice(c, l.stride())}; }
Int slice_offset(const IntTuple& c, const Layout& l) { return crd2idx(c, l.shape(), l.stride()); }

}  // namespace algebra
