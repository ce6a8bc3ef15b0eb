#include "algebra/hardware/scale_factors.hpp"

#include <algorithm>

#include "algebra/hardware/literals.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra::scales {
namespace {

using namespace literals;

constexpr std::int64_t block_rows = 128, block_groups = 4, block_bytes = block_rows * block_groups;

std::int64_t quotient(std::int64_t n, std::int64_t by) {
  if (by == 0) throw Problem{"division by zero", "A scale is of 1 element or more, not of 0.", {}};
  return n > 0 ? (n - 1) / by + 1 : (n + (by - 1)) / by;
}
Int quotient(Int n, Int by) { return {quotient(n.value, by.value), n.is_static && by.is_static}; }

/// Returns the extents of (M,N,K) or (M,N,K,L); throws if they do not have these modes.
IntTuple checked(const IntTuple& problem, int least, int most, const char* modes) {
  if (!problem.is_tuple() || problem.rank() < least || problem.rank() > most)
    throw Problem{"argument", message("The problem is {}, not {}.", modes, to_string(problem, Marks::plain)), {}};
  return problem;
}
constexpr const char* mnkl = "(M,N,K) or (M,N,K,L)";

/// Returns size<i> of a static tile.
std::int64_t extent(const IntTuple& tile, int i) {
  if (!tile.is_tuple() || tile.rank() != 3)
    throw Problem{"argument", message("The tile is (M,N,K), such as (_128,_128,_256), not {}.", to_string(tile, Marks::plain)), {}};
  return product(tile.mode(i)).value;
}

Layout batched(const Layout& rows_and_k, const IntTuple& batches) {
  auto shape = rows_and_k.shape(), stride = rows_and_k.stride();
  shape.append(batches);
  stride.append(IntTuple(size_of(filter_zeros(rows_and_k))));
  return {std::move(shape), std::move(stride)};
}

/// Makes ((rows,m),(k,n)) with the strides of a major.
Layout blockwise(Int rows, Int m, Int k, Int n, Major major) {
  const auto zero = fixed(0), one = fixed(1);
  const auto strides = major == Major::mn ? tuple({tuple({zero, one}), tuple({zero, m})}) : tuple({tuple({zero, n}), tuple({zero, one})});
  return {tuple({tuple({rows, m}), tuple({k, n})}), strides};
}

}  // namespace

Layout atom(Rows rows, Int vector, Major major) {
  const bool one = rows == Rows::sm1xx;
  const auto row_shape = one ? tuple({fixed(32), fixed(4)}) : tuple({fixed(8), fixed(4), fixed(4)});
  const auto row_stride = one ? tuple({fixed(16), fixed(4)}) : tuple({fixed(16), fixed(128), fixed(4)});
  const auto group_shape = tuple({vector, fixed(block_groups)}), group_stride = tuple({fixed(0), fixed(1)});
  if (major == Major::mn) return {tuple({group_shape, row_shape}), tuple({group_stride, row_stride})};
  return {tuple({row_shape, group_shape}), tuple({row_stride, group_stride})};
}

Layout unset(const Layout& atom, Major major, Rows rows) {
  const auto none = running(0);
  const auto extents = tuple({none, none, none});
  if (rows == Rows::sm103) return tile_to_shape(atom, extents, tuple({fixed(2), fixed(1), fixed(3)}));
  const auto strides = major == Major::mn ? tuple({fixed(1), none, none}) : tuple({none, fixed(1), none});
  return blocked_product(atom, Layout(extents, strides));
}

Layout fill(const Layout& atom, const IntTuple& problem, Operand operand) {
  checked(problem, 3, 4, mnkl);
  const auto rows = problem.mode(operand == Operand::a ? 0 : 1), k = problem.mode(2);
  if (problem.rank() == 3) return tile_to_shape(atom, tuple({rows, k}), tuple({fixed(2), fixed(1)}));
  return tile_to_shape(atom, tuple({rows, k, problem.mode(3)}), tuple({fixed(2), fixed(1), fixed(3)}));
}

Layout fill_output(const Layout& atom, const IntTuple& problem, Major major) {
  checked(problem, 3, 4, mnkl);
  const auto batches = problem.rank() == 4 ? problem.mode(3) : IntTuple(running(1));
  const auto order = major == Major::k ? tuple({fixed(2), fixed(1), fixed(3)}) : tuple({fixed(1), fixed(2), fixed(3)});
  return tile_to_shape(atom, tuple({problem.mode(0), problem.mode(1), batches}), order);
}

Layout stage(const TiledMma& mma, Int vector, const IntTuple& tile, Operand operand) {
  const auto groups = vector.value == 0 ? 0 : mma.atom.traits->shape_mnk.mode(2).integer().value / vector.value;
  if (groups == 0)
    throw Problem{"argument",
                  message("An instruction over {} elements of K has no scale of {} elements.",
                          mma.atom.traits->shape_mnk.mode(2).integer().value, vector.value),
                  {}};
  // A's rows are those of one SM; B's are rounded up, as 192 columns are copied as 256.
  const auto rows =
      operand == Operand::a ? extent(tile, 0) / size(mode(thr_layout_vmnk(mma), 0)) : quotient(extent(tile, 1), block_rows) * block_rows;
  const auto blocks = rows / block_rows, blocks_k = extent(tile, 2) / vector.value / block_groups;
  return {tuple({tuple({tuple({tuple({fixed(32), fixed(4)}), fixed(blocks)}), tuple({vector, fixed(groups)})}), fixed(1),
                 tuple({fixed(block_groups / groups), fixed(blocks_k)})}),
          tuple({tuple({tuple({tuple({fixed(16), fixed(4)}), fixed(block_bytes)}), tuple({fixed(0), fixed(1)})}), fixed(0),
                 tuple({fixed(groups), fixed(blocks * block_bytes)})})};
}

namespace {

/// Returns 4 for vectors of 16, a quarter of the tile's K each; 2 for those of 32.
constexpr Int buffers(std::int64_t vector) { return fixed(vector == 16 ? 4 : 2); }
/// Repeats the atom over (rows, K).
Layout over(const Layout& atom, Int rows, Int k) {
  return tiled_product(atom, tiler_of(make_layout(shape_div(tuple({rows, k}), product_each(atom.shape())))));
}
std::int64_t vector_of(const Layout& atom) { return atom.shape().mode(1).mode(0).integer().value; }

}  // namespace

Layout stage_sm103_a(const Layout& atom, const IntTuple& shape) {
  if (!shape.is_tuple() || shape.rank() < 3 || !shape.mode(0).is_tuple() || shape.mode(0).rank() != 2)
    throw Problem{"argument",
                  message("The shape is ((MMA_M,MMA_K),M,K), as partition_shape_A gives it, not {}.", to_string(shape, Marks::plain)),
                  {}};
  return over(atom, product(shape.mode(0).mode(0)) * product(shape.mode(1)),
              product(shape.mode(0).mode(1)) * product(shape.mode(2)) / buffers(vector_of(atom)));
}

Layout stage_sm103_b(const Layout& atom, const IntTuple& shape, Int vector) {
  if (!shape.is_tuple() || shape.rank() != 2)
    throw Problem{"argument", message("The shape is (N,K) of a tile, not {}.", to_string(shape, Marks::plain)), {}};
  const auto n = product(shape.mode(0)).value;
  const auto k = product(shape.mode(1)) / buffers(vector_of(atom));
  if (n == block_rows) return over(atom, fixed(n), k);
  // 192 columns are copied as 256, whose upper half lies behind the whole K of the lower one.
  const auto upper = k.value / std::max<std::int64_t>(vector.value, 1) / block_groups * block_bytes;
  const Layout two_blocks(tuple({tuple({fixed(32), fixed(4), fixed(2)}), tuple({vector, fixed(block_groups)})}),
                          tuple({tuple({fixed(16), fixed(4), fixed(upper)}), tuple({fixed(0), fixed(1)})}));
  return over(two_blocks, fixed(n == 192 ? 256 : n), k);
}

Layout fill(const Blockwise& config, Int rows, Int k, const IntTuple& batches) {
  return batched(blockwise(config.rows, quotient(rows, config.rows), config.k, quotient(k, config.k), config.major), batches);
}

Layout unset(const Blockwise& config) {
  auto l = blockwise(config.rows, running(0), config.k, running(0), config.major);
  auto shape = l.shape(), stride = l.stride();
  shape.append(IntTuple(running(0)));
  stride.append(IntTuple(running(0)));
  return {std::move(shape), std::move(stride)};
}

Layout stage(const Blockwise& config, Int rows, Int k, Major major) {
  return blockwise(config.rows, fixed(quotient(rows.value, config.rows.value)), config.k, fixed(quotient(k.value, config.k.value)), major);
}

}  // namespace algebra::scales
