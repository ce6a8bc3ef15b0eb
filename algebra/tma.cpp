#include "algebra/tma.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "algebra/operations.hpp"
#include "algebra/tiled.hpp"
#include "algebra/tma_limits.hpp"

namespace algebra {
namespace {

/// The integers of a tuple, left to right.
std::vector<Int> leaves_of(const IntTuple& t) {
  std::vector<Int> all;
  t.for_each_integer([&](Int i) { all.push_back(i); });
  return all;
}

/// A layout's modes as a tuple of modes, one more pair of brackets around a single integer (CuTe's wrap).
IntTuple wrapped(const IntTuple& t) { return t.is_tuple() ? t : IntTuple::tuple({t}); }

/// What is at the path of a basis element.
IntTuple at_basis(Int e, IntTuple from) {
  for (auto path = e.basis; path != 0; path = basis_rest(path)) from = from.mode(basis_first(path));
  return from;
}

/// Modes combined where they follow each other, up to the 256 elements of a box: CuTe's coalesce_256.
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

/// Element of the box -> coordinate in the tensor: the longest part of the tile that is contiguous in shared memory and box-shaped
/// in the tensor, and the tensor's other modes with a size of 1.
Layout box_basis(const Tensor& tensor, const Tensor& internal, const ElementType& to, const Layout& shared, const Layout& tile) {
  const auto in_shared = size_of(shared), in_tile = size_of(tile);
  if (!in_shared.is_static || !in_tile.is_static)
    throw tma_problem("'value' is not a member of 'bool'",
                      "The sizes of the tile and of its layout in shared memory are compared by the compiler: modes of the tensor that the "
                      "tile covers whole are static.");
  if (in_shared.value != in_tile.value)
    throw tma_problem("TMA requires CTA_Tile and SLayout top-level size equivalence.",
                      fmt::format("The CTA's tile {} has {} elements, and the layout of shared memory {} has {}.",
                                  to_string(tile.shape(), Marks::plain), in_tile.value, to_string(shared, Marks::plain), in_shared.value),
                      {to_string(product_each(shared.shape()), Marks::underscores)});

  const auto to_mode_full = coalesce(composition(tile, right_inverse(shared)));
  // No box begins in the middle of a mode.
  const auto full_shape = leaves_of(to_mode_full.shape()), full_stride = leaves_of(to_mode_full.stride());
  IntTuple kept_shape, kept_stride;
  for (std::size_t i = 0; i < full_shape.size(); ++i) {
    if (full_stride[i].value != 1 || !full_stride[i].is_static) break;
    kept_shape.append(full_shape[i]), kept_stride.append(full_stride[i]);
  }
  if (kept_shape.rank() == 0)
    throw tma_problem("Could not find a common tile-gmem vectorization. Does the Tile select out major GMEM modes?",
                      fmt::format("What is adjacent in shared memory, {}, begins with no mode of the tensor from its first element on: {}.",
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

/// The dimensions that the box's modes are, from the tensor's.
void fill_dimensions(const Tensor& internal, const Layout& basis, TensorMap& map) {
  map.rank = rank(basis);
  for (int i = 0; i < map.rank; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto modes = leaves_of(basis.stride().mode(i));
    // A grouped mode of one is itself; several are one dimension, whose step is the greatest that reaches all.
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
  // In bytes from here on.
  for (auto& step : map.global_stride) step = (Int{step, true} * Int{map.element_bits, true}).value / 8;
}

/// The box of one CTA: the cluster's CTAs share it, beginning with the outermost dimension.
void cut_for_cluster(std::int64_t ctas, TensorMap& map) {
  for (int i = map.rank - 1; ctas > 1; --i) {
    if (i < 0)
      throw tma_problem("smem_box_shape[i] % multicast == 0 || multicast % smem_box_shape[i] == 0",
                        "The cluster has more CTAs than the box has elements.");
    auto& box = map.box_dim[static_cast<std::size_t>(i)];
    if (box % ctas != 0 && ctas % box != 0)
      throw tma_problem(
          "smem_box_shape[i] % multicast == 0 || multicast % smem_box_shape[i] == 0",
          fmt::format("The {} CTAs of the cluster cannot share the {} elements of the box along dimension {} evenly.", ctas, box, i));
    const auto rest = (ctas + box - 1) / box;
    box = (box + ctas - 1) / ctas;
    ctas = rest;
  }
}

/// From each mode of the tensor to the dimension whose coordinate it counts.
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
    // One of several modes that share a dimension: how many of its steps one of the mode's is.
    const auto unit = std::max<std::int64_t>(tma.map.global_stride[static_cast<std::size_t>(j)], 16);
    const auto steps = (step.value * tma.map.element_bits / unit + 7) / 8;
    return Int{steps, false, along};
  });
}

/// The layout of shared memory without its swizzle.
const Layout& without_swizzle(const std::variant<Layout, ComposedLayout>& shared) {
  if (const auto* composed = std::get_if<ComposedLayout>(&shared)) {
    if (composed->outer.only_swizzle() == nullptr)
      throw tma_problem("Unsupported layout swizzle.",
                        fmt::format("Of composed layouts TMA writes those of one swizzle, not {}.", plain(*composed)));
    return composed->layout;
  }
  return std::get<Layout>(shared);
}

Layout tile_of(const TmaRequest& r, const Tiler& tile) { return composition(make_identity_layout(r.tensor.layout.shape()), tile); }

Tiler tiler_for(const TmaRequest& r) { return r.tile ? *r.tile : tiler_of(product_each(without_swizzle(r.shared).shape())); }

/// The type of the tensor's elements; of one that does not say, the width that the layout of shared memory waits for, or f32.
ElementType type_of_elements(const TmaRequest& r) {
  if (r.tensor.type && !r.tensor.type->name.empty()) return *r.tensor.type;
  const auto* composed = std::get_if<ComposedLayout>(&r.shared);
  const int bits = r.tensor.type ? r.tensor.type->bits : composed != nullptr ? composed->outer.offset.pointer_bits : 0;
  return bits == 0 ? ElementType{"f32", 32} : ElementType{fmt::format("u{}", bits), bits};
}

void require_tensor(const TmaRequest& r) {
  if (r.tensor.coordinate)
    throw tma_problem("gmem", "TMA copies a tensor in global memory; get_tma_tensor makes the one of its coordinates.");
  if (r.tensor.outer)
    throw tma_problem("gmem", "The tensor in global memory has a plain layout: the swizzle belongs to the layout of shared memory.");
  if (has_basis(r.tensor.layout)) throw tma_problem("gmem", "The tensor's strides are numbers of elements.");
}

}  // namespace

bool operator==(const Tma& a, const Tma& b) {
  // What it is made of follows from what it is made for.
  return a.traits.name == b.traits.name && a.tensor == b.tensor && a.shared == b.shared && a.tile == b.tile && a.cluster == b.cluster &&
         a.internal == b.internal;
}

bool operator==(const CopyAtom& a, const CopyAtom& b) {
  if (a.tma == nullptr || b.tma == nullptr) return a.traits == b.traits && a.type == b.type && a.tma == b.tma;
  return a.type == b.type && *a.tma == *b.tma;
}

const CopyTraits* find_tma(std::string_view name) {
  static const auto all = [] {
    std::vector<CopyTraits> traits;
    // Without a tensor map an instruction copies nothing yet.
    const Layout none(IntTuple::tuple({IntTuple(1), IntTuple(1)}), IntTuple::tuple({IntTuple(0), IntTuple(0)}));
    for (const std::string_view one : {"SM90_TMA_LOAD", "SM90_TMA_LOAD_MULTICAST", "SM90_TMA_STORE", "SM90_TMA_REDUCE_ADD"})
      traits.push_back({std::string(one), {}, Layout(), none, none, none});
    for (const std::string_view pair : {"SM100_TMA_2SM_LOAD", "SM100_TMA_2SM_LOAD_MULTICAST"})
      traits.push_back({std::string(pair), {}, Layout(IntTuple(2), IntTuple(1)), none, none, none});
    return traits;
  }();
  const auto it = std::find_if(all.begin(), all.end(), [&](const auto& t) { return t.name == name; });
  return it == all.end() ? nullptr : &*it;
}

std::string_view to_string(TensorMap::Swizzle swizzle) {
  constexpr std::array<std::string_view, 6> names{"NONE", "32B", "64B", "128B", "128B_ATOM_32B", "128B_ATOM_64B"};
  return names.at(static_cast<std::size_t>(swizzle));
}

namespace {

/// The atom with all that the compiler computes; the rest is CuTe's at run time, after every static_assert.
std::shared_ptr<Tma> static_part(const TmaRequest& r) {
  require_tensor(r);
  auto tma = std::make_shared<Tma>(Tma{.traits = {},
                                       .tensor = r.tensor,
                                       .shared = r.shared,
                                       .tile = tiler_for(r),
                                       .cluster = r.cluster,
                                       .internal = {},
                                       .map = {},
                                       .basis = {},
                                       .coordinate_strides = {}});
  tma->tensor.type = type_of_elements(r);
  tma->internal = r.internal.value_or(*tma->tensor.type);
  const auto internal = recast(tma->tensor, tma->internal, tma->tensor.type->bits);
  tma->map.data_type = tma_data_type(tma->internal);
  tma->map.element_bits = tma->internal.bits;
  tma->basis = box_basis(tma->tensor, internal, tma->internal, without_swizzle(r.shared), tile_of(r, tma->tile));
  const auto* composed = std::get_if<ComposedLayout>(&r.shared);
  tma->map.swizzle = composed != nullptr ? tma_swizzle(*composed) : TensorMap::Swizzle::none;
  // The pair of CTAs of an SM100 instruction counts as two threads, each with a box.
  const Int bits{bits_per_instruction(*tma), true}, threads = size_of(find_tma(r.instruction)->thr_id);
  const Layout boxes(IntTuple::tuple({IntTuple(threads), IntTuple(bits)}),
                     IntTuple::tuple({threads.value == 1 ? IntTuple(0) : IntTuple(bits), IntTuple(1)}));
  tma->traits = *find_tma(r.instruction);
  tma->traits.src = tma->traits.dst = tma->traits.ref = boxes;
  return tma;
}

CopyAtom dynamic_part(std::shared_ptr<Tma> tma) {
  const auto old_bits = tma->tensor.type->bits, common = std::gcd(old_bits, tma->internal.bits);
  const auto internal = recast(tma->tensor, tma->internal, old_bits);
  fill_dimensions(internal, tma->basis, tma->map);
  require_global(*tma);
  cut_for_cluster(cosize(make_layout(tma->cluster)), tma->map);
  require_box(*tma);
  tma->coordinate_divisor = tma->internal.bits / common;
  tma->coordinate_strides = coordinate_strides(*tma, internal, old_bits / common);
  const auto* traits = &tma->traits;
  auto type = tma->tensor.type;
  return {.traits = traits, .type = std::move(type), .tma = std::move(tma)};
}

/// (CTA, value) -> place in the tile
Layout layout_tv(const Tma& tma, const Layout& tile) {
  const Int elements{elements_per_instruction(tma), true};
  const auto inverse = right_inverse(without_swizzle(tma.shared));
  const auto ctas = make_layout(tma.cluster);
  const auto count = cosize_of(ctas);
  try {
    const auto values = tile_to_shape(make_layout(std::vector{composition(inverse, Layout(IntTuple(elements), IntTuple(1)))}),
                                      IntTuple(size_of(tile)), IntTuple());
    const auto slices = composition(inverse, composition(Layout(IntTuple(count), IntTuple(elements / count)), ctas));
    if (elements.value % count.value != 0)
      throw tma_problem("Static safe_div requires t % u == 0",
                        fmt::format("An instruction copies {} elements, which {} CTAs cannot share evenly.", elements.value, count.value));
    return make_layout(slices, values);
  } catch (Problem& p) {
    if (p.condition != "stride divisibility" || count.value == 1) throw;
    throw tma_problem(
        "Stride Divisibility Condition",
        fmt::format("An instruction copies {} elements; CuTe cannot cut them into slices for {} CTAs. Powers of two that divide "
                    "the box work.",
                    elements.value, count.value));
  }
}

}  // namespace

namespace {

/// More instructions than this are not told one by one.
constexpr std::int64_t most_told = 64;

void tell(const Tma& tma, const Layout& tile, Steps& steps) {
  const auto& shared = without_swizzle(tma.shared);
  const auto inverse = right_inverse(shared);
  steps.show(shared, "S is {} in shared memory, before its swizzle.", shared).of = StageOf::other;
  steps.show(inverse, "Its right inverse {} lists the tile's elements in the order of shared memory.", inverse).of = StageOf::other;
  steps.say("Composed with the tile's modes of T, {}, that is {}: the longest beginning whose steps are 1 is a box.", tile,
            coalesce(composition(tile, inverse)));
  steps.say("The box {} has one dimension for each mode, at most 256 elements along each and at most 5 dimensions.", tma.basis);
  const auto fields = tma_fields(tma, Marks::plain);
  const auto field = [&](std::string_view key) {
    return std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.key == key; })->text;
  };
  steps.say("The tensor map: {} of {}, strides {} in bytes, box {}, swizzle {}.", field("global_dim"), field("data_type"),
            field("global_strides"), field("box_dim"), field("swizzle"));
  // Each box is contiguous in shared memory: told in that order, they fill it.
  const auto elements = elements_per_instruction(tma), count = instructions_per_tile(tma);
  const auto values = tile_to_shape(make_layout(std::vector{composition(inverse, Layout(IntTuple(elements), IntTuple(1)))}),
                                    IntTuple(size_of(tile)), IntTuple());
  std::vector<std::pair<std::int64_t, std::int64_t>> boxes;  // begin in shared memory, place in the tile
  for (std::int64_t i = 0; i < std::min(count, most_told); ++i) {
    const auto place = values(i * elements);
    boxes.emplace_back(shared(place), place);
  }
  std::sort(boxes.begin(), boxes.end());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto [begin, place] = boxes[i];
    auto& step = steps.show(Layout(IntTuple(elements), IntTuple(1)),
                            "Instruction {} of {}: {} elements from {} of the tile on, to shared memory from element {} on.", i + 1, count,
                            elements, flat_coordinate(make_layout(product_each(tile.shape())), IntTuple(place)), begin);
    step.of = StageOf::copies;
    step.covered = begin + elements;
  }
}

}  // namespace

CopyAtom make_tma_atom(const TmaRequest& r, Steps* steps) {
  auto atom = dynamic_part(static_part(r));
  if (steps != nullptr) tell(*atom.tma, tile_of(r, atom.tma->tile), *steps);
  return atom;
}

TiledCopy make_tma_copy(const TmaRequest& r, Steps* steps) {
  auto tma = static_part(r);
  const auto tile = tile_of(r, tma->tile);
  auto in_tile = layout_tv(*tma, tile);
  auto atom = dynamic_part(std::move(tma));
  if (steps != nullptr) tell(*atom.tma, tile, *steps);
  return {.atom = std::move(atom), .layout_tv = std::move(in_tile), .tiler = tiler_of(product_each(tile.shape()))};
}

Layout tma_slices(const TiledCopy& t) {
  const auto& values = mode(t.layout_tv, 1);
  const auto each = elements_per_instruction(*t.atom.tma) / size(mode(t.layout_tv, 0)), all = size(values);
  return composition(values,
                     Layout(IntTuple::tuple({IntTuple(all / each), IntTuple(each)}), IntTuple::tuple({IntTuple(each), IntTuple(1)})));
}

Tensor tma_tensor(const Tma& tma, const IntTuple& shape) {
  if (!congruent(shape, tma.coordinate_strides))
    throw tma_problem("is_congruent<decltype(g_shape), decltype(aux_params_.g_stride_)>",
                      fmt::format("The shape {} does not have the profile of the tensor's, {}.", to_string(shape, Marks::plain),
                                  to_string(tma.tensor.layout.shape(), Marks::plain)),
                      {to_string(tma.tensor.layout.shape(), Marks::plain)});
  if (tma.coordinate_divisor != 1)
    throw tma_problem(
        "ratio", fmt::format("The tensor map counts elements of {} bits and the tensor has some of {}: the strides {} are fractions of "
                             "a coordinate, which have no place here.",
                             tma.internal.bits, tma.tensor.type->bits, coordinate_strides_text(tma, Marks::plain)));
  return make_coord_tensor(Layout(shape, tma.coordinate_strides));
}

namespace {

void write_strides(const Tma& tma, const IntTuple& t, Marks marks, std::string& out) {
  if (t.is_tuple()) {
    out += '(';
    for (int i = 0; i < t.rank(); ++i) {
      if (i > 0) out += ',';
      write_strides(tma, t.mode(i), marks, out);
    }
    out += ')';
    return;
  }
  const auto e = t.integer();
  auto text = to_string(t, marks);
  if (e.basis == basis_within(0, 0) && tma.coordinate_divisor != 1)
    text.insert(text.find('@'), fmt::format("/{}{}", marks == Marks::underscores ? "_" : "", tma.coordinate_divisor));
  out += text;
}

}  // namespace

std::string coordinate_strides_text(const Tma& tma, Marks marks) {
  std::string text;
  write_strides(tma, tma.coordinate_strides, marks, text);
  return text;
}

std::vector<Tensor> tma_partition(const CopyAtom& atom, const IntTuple& cta, const Layout& ctas, const Tensor& shared,
                                  const std::vector<Tensor>& others) {
  const auto plain_layout = [](const Tensor& t) { return mode(t.layout, 0); };
  const auto tile = plain_layout(shared);
  const auto count = size_of(tile);
  const auto elements = size(mode(value_layout(atom, Side::source), 1));
  const auto values = tile_to_shape(make_layout(std::vector{right_inverse(tile)}), IntTuple(count), IntTuple());
  const Tiler cut{logical_divide(values, tiler_of(Layout(IntTuple(elements), IntTuple(1))))};
  const auto slice_begin = crd2idx(cta, ctas.shape(), ctas.stride()) * (Int{elements, true} / cosize_of(ctas));
  std::vector<Tensor> parts;
  const auto part_of = [&](const Tensor& t) {
    if (size_of(mode(t.layout, 0)).value != count.value)
      throw tma_problem(
          "size<0>(stensor) == size<0>(tensor)",
          fmt::format("Mode 0 of each tensor is the tile: {} has {} elements there, and {} has {}. group_modes makes one mode "
                      "of several.",
                      plain(t), size(mode(t.layout, 0)), plain(shared), count.value));
    std::vector<Tiler> tilers{cut};
    while (static_cast<int>(tilers.size()) < rank(t.layout)) tilers.push_back(Tiler{IntTuple::underscore()});
    auto result = t;
    result.layout =
        coalesce(composition(t.layout, Tiler{std::move(tilers)}), IntTuple::tuple({IntTuple::tuple({IntTuple(1), IntTuple(1)})}));
    auto begin = IntTuple::tuple({IntTuple::tuple({IntTuple(slice_begin), IntTuple(0)})});
    return domain_offset(append(begin, IntTuple(0), rank(t.layout)), result);
  };
  for (const auto& t : others) parts.push_back(part_of(t));
  parts.push_back(part_of(shared));
  return parts;
}

const Layout& without_swizzle(const Tma& tma) { return without_swizzle(tma.shared); }
std::int64_t bits_per_instruction(const Tma& tma) { return size(tma.basis) * tma.internal.bits; }
std::int64_t elements_per_instruction(const Tma& tma) { return bits_per_instruction(tma) / tma.tensor.type->bits; }
std::int64_t instructions_per_tile(const Tma& tma) { return size(without_swizzle(tma.shared)) / elements_per_instruction(tma); }

}  // namespace algebra
