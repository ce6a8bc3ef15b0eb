// Coordinates, indices and slices.

#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

Value run_idx2crd(const Call& c) {
  return c.count() == 3 ? idx2crd(c.integers(0), c.integers(1), c.integers(2)) : idx2crd(c.integers(0), c.shape(1));
}
Value run_crd2idx(const Call& c) {
  if (c.count() == 3) return index_of(c.tuple(0), layout_of(c.tuple(1), c.tuple(2)));
  return index_of(c.tuple(0), c.layout(1));
}

Value run_slice(const Call& c) {
  const auto at = c.coordinate_place(), from = 1 - at;
  if (c.is_tuple(from)) return slice(c.tuple(at), c.tuple(from));
  if (const auto* t = std::get_if<Tensor>(&c.argument(from))) return slice(*t, c.tuple(at));
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(from))) return as_value(slice_and_offset(c.tuple(at), *l).layout);
  return slice(c.tuple(at), c.layout(from));
}
Value run_dice(const Call& c) {
  const auto at = c.coordinate_place(), from = 1 - at;
  if (c.is_tuple(from)) return dice(c.tuple(at), c.tuple(from));
  return dice(c.tuple(at), c.layout(from));
}

/// What of a layout has an index: its natural coordinate, an integer a mode, or one integer.
Value run_hier_coord(const Call& c) {
  const auto l = c.layout(0);
  return idx2crd(c.integers(1), l.shape(), l.stride());
}
Value run_flat_coord(const Call& c) {
  const auto l = c.layout(0);
  if (!l.shape().is_tuple()) return run_hier_coord(c);
  return flat_coordinate(l, c.integers(1));
}
Value run_1d_coord(const Call& c) {
  const auto l = c.layout(0);
  return IntTuple(crd2idx(idx2crd(c.integers(1), l.shape(), l.stride()), l.shape(), compact_major(l.shape(), Major::left)));
}
Value run_crd2crd(const Call& c) { return crd2crd(c.integers(0), c.integers(1), c.integers(2)); }

}  // namespace

std::vector<Function> coordinate_functions() {
  constexpr std::string_view g = "Layout";
  return {
      {{"idx2crd", "idx2crd(i, shape)", "the coordinate of an index", g}, "idx shape stride", 2, 3, 0, run_idx2crd, nullptr, 0},
      {{"crd2idx", "crd2idx(c, shape, stride) · crd2idx(c, A)", "the index of a coordinate", g},
       "coord layout stride",
       2,
       3,
       0,
       run_crd2idx,
       nullptr,
       0},
      {{"slice", "slice(c, A) · A(2,_)", "the modes at _", g}, "coord src", 2, 2, 0, run_slice, nullptr, 0},
      {{"dice", "dice(c, A)", "the modes not at _", g}, "dicer src", 2, 2, 0, run_dice, nullptr, 0},
      {{"crd2crd", "crd2crd(c, from, to)", "the coordinate in another shape", g},
       "coord src_shape dst_shape",
       3,
       3,
       0,
       run_crd2crd,
       nullptr,
       0},
      {{"get_hier_coord", "A.get_hier_coord(i)", "the natural coordinate of an index", g},
       "layout idx",
       2,
       2,
       0,
       run_hier_coord,
       nullptr,
       1},
      {{"get_flat_coord", "A.get_flat_coord(i)", "the coordinate of an index, an integer a mode", g},
       "layout idx",
       2,
       2,
       0,
       run_flat_coord,
       nullptr,
       1},
      {{"get_1d_coord", "A.get_1d_coord(i)", "the 1-D coordinate of an index", g}, "layout idx", 2, 2, 0, run_1d_coord, nullptr, 1},
  };
}

}  // namespace algebra::expression
