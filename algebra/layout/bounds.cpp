#include "algebra/layout/bounds.hpp"

#include <algorithm>

#include "algebra/layout/arithmetic_tuple.hpp"
#include "algebra/layout/element.hpp"
#include "algebra/layout/index_walk.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

/// Returns the integer at a path of a coordinate that may omit trailing zeros.
std::int64_t at_path(const IntTuple& coordinate, std::uint32_t path) {
  if (coordinate.is_integer() && coordinate.integer().basis != 0) return at_path(as_arithmetic_tuple(coordinate.integer()), path);
  if (path == 0) return coordinate.is_integer() ? coordinate.integer().value : 0;
  const int first = basis_first(path);
  if (!coordinate.is_tuple() || first >= coordinate.rank()) return 0;
  return at_path(coordinate.mode(first), basis_rest(path));
}

}  // namespace

std::vector<Bound> bounds_of(const Tensor& coordinates, const IntTuple& shape) {
  std::vector<Bound> all;
  bool any = false;
  const auto& l = coordinates.layout;
  const IntTuple start = coordinates.coordinate ? *coordinates.coordinate : IntTuple(coordinates.offset);
  IntTuple::for_each_pair(shape, make_basis_like(shape), [&](Int extent, Int basis) {
    const auto path = basis.basis;
    auto stride = l.stride().transformed([&](Int d) { return Int{Element(d).at(path), true}; });
    Bound bound{.layout = Layout(l.shape(), std::move(stride)), .offset = at_path(start, path), .extent = extent.value};
    any = any || bound.offset + index_range(bound.layout).greatest >= bound.extent;
    all.push_back(std::move(bound));
  });
  if (!any) all.clear();
  return all;
}

}  // namespace algebra
