#include "algebra/hardware/tma_basis.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "algebra/hardware/tma_limits.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

/// Returns the integers of a tuple, left to right.
std::vector<Int> leaves_of(const IntTuple& t) {
  std::vector<Int> all;
  t.for_each_integer([&](Int i) { all.push_back(i); });
  return all;
}

/// Wraps a single integer into a tuple of one mode (CuTe's wrap).
IntTuple wrapped(const IntTuple& t) { return t.is_tuple() ? t : IntTuple::tuple({t}); }

/// Returns the part of `from` at the path of a basis element.
IntTuple at_basis(Int e, IntTuple from) {
  for (auto path = e.basis; path != 0; path = basis_rest(path)) from = from.mode(basis_first(path));
  return from;
}

/// Merges modes that follow each other, up to the 256 elements of a box: CuTe's coalesce_256.
Layout coalesced_to_box(const Layout& l) {
  const auto shapes = leaves_of(l.shape()), strides = leaves_of(l.stride());
  std::vector<Int> shape, stride;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (i > 0 && shapes[i].is(1)) continue;
    if (shape.empty()) {
      shape.push_back(shapes[i]), stride.push_back(strides[i]);
      continue;
    }
    const auto next = shape.back() * stride.back(), both = shape.back() * shapes[i];
    if (shape.size() == 1 && shape[0].is(1)) shape[0] = shapes[i], stride[0] = strides[i];
    else if (next.is_static && strides[i].is_static && next == strides[i] && both.is_static && both.value <= TmaLimits::box)
      shape.back() = both;
    else shape.push_back(shapes[i]), stride.push_back(strides[i]);
  }
  if (shape.size() == 1 && shape[0].is(1)) return {};
  IntTuple in_shape, in_stride;
  if (shape.size() == 1) return {IntTuple(shape[0]), IntTuple(stride[0])};
  for (std::size_t i = 0; i < shape.size(); ++i) in_shape.append(shape[i]), in_stride.append(stride[i]);
  return {in_shape, in_stride};
}

}  // namespace

Layout box_basis(const Tensor& tensor, const Tensor& internal, const ElementType& to, const Layout& shared, const Layout& tile) {
  const auto in_shared = size_of(shared), in_tile = size_of(tile);
  if (!in_shared.is_static || !in_tile.is_static)
    throw tma_problem("'value' is not a member of 'bool'",
                      "The sizes of the tile and of its layout in shared memory are compared by the compiler: both are static, such as "
                      "(_128,_64), and so is each mode of the tensor that the tile covers whole.");
  if (in_shared.value != in_tile.value)
    throw tma_problem("TMA requires CTA_Tile and SLayout top-level size equivalence.",
                      message("The CTA's tile {} has {} elements, and the layout of shared memory {} has {}.",
                              to_string(tile.shape(), Marks::plain), in_tile.value, to_string(shared, Marks::plain), in_shared.value),
                      {to_string(product_each(shared.shape()), Marks::underscores)});

  const auto to_mode_full = coalesce(composition(tile, right_inverse(shared)));
  // A box cannot begin in the middle of a mode.
  const auto full_shape = leaves_of(to_mode_full.shape()), full_stride = leaves_of(to_mode_full.stride());
  IntTuple kept_shape, kept_stride;
  for (std::size_t i = 0; i < full_shape.size(); ++i) {
    if (full_stride[i].value != 1 || !full_stride[i].is_static) break;
    kept_shape.append(full_shape[i]), kept_stride.append(full_stride[i]);
  }
  if (kept_shape.rank() == 0)
    throw tma_problem("Could not find a common tile-gmem vectorization. Does the Tile select out major GMEM modes?",
                      message("The elements that are adjacent in shared memory, {}, are not the beginning of a mode of the tensor: {}.",
                              to_string(shared, Marks::plain), to_string(to_mode_full, Marks::plain)));
  const Layout to_mode = to_mode_full.shape().is_tuple() ? Layout(kept_shape, kept_stride) : to_mode_full;

  auto piece = tensor;
  piece.layout = composition(tensor.layout, to_mode);
  const auto in_memory = recast(piece, to, tensor.type->bits).layout;
  const auto boxes = coalesced_to_box(in_memory);
  const auto modes = composition(make_identity_layout(tensor.layout.shape()), to_mode);
  const auto box = composition(Layout(in_memory.shape(), modes.stride()), make_layout(wrapped(boxes.shape())));

  IntTuple shape = wrapped(box.shape()), stride = wrapped(box.stride());
  const auto used = leaves_of(box.stride());
  const auto tensor_shape = leaves_of(internal.layout.shape()), tensor_stride = leaves_of(internal.layout.stride()),
             basis = leaves_of(make_basis_like(tensor.layout.shape()));
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (tensor_shape[i].is(1) || tensor_stride[i].is(0) || std::find(used.begin(), used.end(), basis[i]) != used.end()) continue;
    shape.append(Int{1, true}), stride.append(basis[i]);
  }
  const Layout all(shape, stride);
  return rank(all) < TensorMap::max_rank ? all : group(all, TensorMap::max_rank - 1, rank(all));
}

void fill_dimensions(const Tensor& internal, const Layout& basis, TensorMap& map) {
  map.rank = rank(basis);
  for (int i = 0; i < map.rank; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto modes = leaves_of(basis.stride().mode(i));
    // A group of one mode is that mode; several modes form one dimension, whose step is the greatest that reaches all of them.
    auto &dim = map.global_dim[at], &step = map.global_stride[at];
    const auto sizes = [&](Int e) { return product(at_basis(e, internal.layout.shape())).value; };
    const auto steps = [&](Int e) {
      const auto d = at_basis(e, internal.layout.stride());
      return d.is_integer() ? d.integer().value : 0;
    };
    if (modes.size() == 1) {
      dim = sizes(modes[0]), step = steps(modes[0]);
    } else {
      for (const auto& e : modes) {
        const auto size = sizes(e), d = steps(e), before = step;
        step = std::gcd(step, d);
        dim = step == 0 ? size : (Int{dim - 1, true} * Int{before / step, true} + Int{size - 1, true} * Int{d / step, true}).value + 1;
      }
    }
    map.box_dim[at] = size_of(mode(basis, i)).value;
  }
  // From here on in bytes.
  for (auto& step : map.global_stride) step = (Int{step, true} * Int{map.element_bits, true}).value / 8;
}

void cut_for_cluster(std::int64_t ctas, TensorMap& map) {
  for (int i = map.rank - 1; ctas > 1; --i) {
    if (i < 0)
      throw tma_problem("smem_box_shape[i] % multicast == 0 || multicast % smem_box_shape[i] == 0",
                        "The cluster has more CTAs than the box has elements.");
    auto& box = map.box_dim[static_cast<std::size_t>(i)];
    if (box % ctas != 0 && ctas % box != 0)
      throw tma_problem(
          "smem_box_shape[i] % multicast == 0 || multicast % smem_box_shape[i] == 0",
          message("The {} CTAs of the cluster cannot share the {} elements of the box along dimension {} evenly.", ctas, box, i));
    const auto rest = (ctas + box - 1) / box;
    box = (box + ctas - 1) / ctas;
    ctas = rest;
  }
}

IntTuple coordinate_strides(const Tma& tma, const Tensor& internal, std::int64_t multiple) {
  const auto dimension_of = [&](Int e) {
    for (int j = 0; j < rank(tma.basis); ++j) {
      const auto in_it = leaves_of(tma.basis.stride().mode(j));
      if (std::find(in_it.begin(), in_it.end(), e) != in_it.end()) return j;
    }
    return -1;
  };
  return make_basis_like(tma.tensor.layout.shape()).transformed([&](Int e) {
    const auto size = at_basis(e, internal.layout.shape()).integer(), step = at_basis(e, internal.layout.stride()).integer();
    if (size.is(1) || step.is(0)) return Int{0, true};
    const int j = dimension_of(e);
    if (j < 0) return Int{0, true};
    const auto along = basis_within(0, j);
    if (j == 0) {
      auto scale = Int{multiple, true} * at_basis(e, tma.tensor.layout.stride()).integer();
      scale.basis = along;
      return scale;
    }
    if (leaves_of(tma.basis.stride().mode(j)).size() == 1) return Int{1, true, along};
    // For a mode that shares a dimension: its stride in steps of the dimension.
    const auto unit = std::max<std::int64_t>(tma.map.global_stride[static_cast<std::size_t>(j)], 16);
    const auto steps = (step.value * tma.map.element_bits / unit + 7) / 8;
    return Int{steps, false, along};
  });
}

}  // namespace algebra
