#include "algebra/hardware/tma.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma_basis.hpp"
#include "algebra/hardware/tma_limits.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

/// Returns the layout of shared memory without its swizzle.
const Layout& without_swizzle(const std::variant<Layout, ComposedLayout>& shared) {
  if (const auto* composed = std::get_if<ComposedLayout>(&shared)) {
    if (composed->outer.only_swizzle() == nullptr)
      throw tma_problem("Unsupported layout swizzle.",
                        message("TMA writes a composed layout only with one swizzle, not {}.", plain(*composed)));
    return composed->layout;
  }
  return std::get<Layout>(shared);
}

Layout tile_of(const TmaRequest& r, const Tiler& tile) { return composition(make_identity_layout(r.tensor.layout.shape()), tile); }

Tiler tiler_for(const TmaRequest& r) { return r.tile ? *r.tile : tiler_of(product_each(without_swizzle(r.shared).shape())); }

/// Returns the type of the tensor's elements; if it has none, the width that the layout of shared memory waits for, or f32.
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
  // The derived members follow from these.
  return a.traits.name == b.traits.name && a.tensor == b.tensor && a.shared == b.shared && a.tile == b.tile && a.cluster == b.cluster &&
         a.internal == b.internal;
}

const CopyTraits* find_tma(std::string_view name) {
  static const auto all = [] {
    std::vector<CopyTraits> traits;
    // Placeholder layouts: without a tensor map an instruction copies nothing yet.
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

/// Makes the parts of the atom that the compiler computes, including every static_assert; CuTe computes the rest at run time.
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
                        message("An instruction copies {} elements, which {} CTAs cannot share evenly.", elements.value, count.value));
    return make_layout(slices, values);
  } catch (Problem& p) {
    if (p.condition != "stride divisibility" || count.value == 1) throw;
    throw tma_problem("Stride Divisibility Condition",
                      message("An instruction copies {} elements; CuTe cannot cut them into slices for {} CTAs. Powers of two that divide "
                              "the box work.",
                              elements.value, count.value));
  }
}

/// At most this many instructions are listed one by one.
constexpr std::int64_t most_told = 64;

void tell(const Tma& tma, const Layout& tile, Steps& steps) {
  const auto& shared = without_swizzle(tma.shared);
  const auto inverse = right_inverse(shared);
  steps.show(shared, "S is {} in shared memory, before its swizzle.", shared).of = StageOf::other;
  steps.show(inverse, "Its right inverse {} lists the tile's elements in the order of shared memory.", inverse).of = StageOf::other;
  steps.say("Composed with the tile's modes of T, {}: {}. Its longest prefix with unit steps is one TMA box.", tile,
            coalesce(composition(tile, inverse)));
  steps.say("The box {} has one dimension for each mode, at most 256 elements along each and at most 5 dimensions.", tma.basis);
  const auto fields = tma_fields(tma, Marks::plain);
  const auto field = [&](std::string_view key) {
    return std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.key == key; })->text;
  };
  steps.say("The tensor map: {} of {}, strides {} in bytes, box {}, swizzle {}.", field("global_dim"), field("data_type"),
            field("global_strides"), field("box_dim"), field("swizzle"));
  // Each box is contiguous in shared memory; in that order they fill it.
  const auto elements = elements_per_instruction(tma), count = instructions_per_tile(tma);
  const auto values = tile_to_shape(make_layout(std::vector{composition(inverse, Layout(IntTuple(elements), IntTuple(1)))}),
                                    IntTuple(size_of(tile)), IntTuple());
  std::vector<std::pair<std::int64_t, std::int64_t>> boxes;  // start in shared memory, place in the tile
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

const Layout& without_swizzle(const Tma& tma) { return without_swizzle(tma.shared); }
std::int64_t bits_per_instruction(const Tma& tma) { return size(tma.basis) * tma.internal.bits; }
std::int64_t elements_per_instruction(const Tma& tma) { return bits_per_instruction(tma) / tma.tensor.type->bits; }
std::int64_t instructions_per_tile(const Tma& tma) { return size(without_swizzle(tma.shared)) / elements_per_instruction(tma); }

}  // namespace algebra
