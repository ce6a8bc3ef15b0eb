// Functions of TMA: copies by a tensor map, their coordinates, and a CTA's part of them.

#include "algebra/functions/records.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/layout/int_width.hpp"
#include "algebra/links/link_rules.hpp"
#include "algebra/links/link_tma.hpp"

namespace algebra::expression {
namespace {

/// A cluster has at most 16 CTAs.
constexpr std::int64_t most_ctas = 16;

/// The arguments of make_tma_copy and make_tma_atom. The request refers to this object.
struct TmaArguments {
  Tensor tensor;
  std::variant<Layout, ComposedLayout> shared;
  TmaRequest request;

  explicit TmaArguments(const Call& c)
      : tensor(c.tensor(1)), request{.instruction = instruction(c), .tensor = tensor, .shared = shared, .tile = {}, .internal = {}} {
    if (const auto* composed = std::get_if<ComposedLayout>(&c.argument(2))) shared = *composed;
    else shared = c.layout(2);
    if (!c.indices.empty()) {
      const auto* type = std::get_if<ElementType>(&c.indices[0]);
      if (type == nullptr || c.indices.size() > 1)
        throw Problem{
            "template argument", message("{} takes the type of the tensor map's elements in <>: {}<uint16_t>.", c.name, c.name), {}};
      request.internal = *type;
    }
  }
  TmaArguments(const TmaArguments&) = delete;
  TmaArguments& operator=(const TmaArguments&) = delete;

 private:
  static std::string_view instruction(const Call& c) {
    const auto& atom = needed<CopyAtom>(c, 0, "a TMA instruction such as SM90_TMA_LOAD");
    const std::string_view name = atom.traits->name;
    if (find_tma(name) != nullptr && atom.tma == nullptr) return name;
    if (name.ends_with("GATHER4") || name.ends_with("SCATTER4"))
      throw ArgumentProblem{
          {"not supported",
           message("{} copies four rows chosen at run time, which is not supported yet. Use SM90_TMA_LOAD or SM90_TMA_STORE for tiles.",
                   name),
           {name.ends_with("GATHER4") ? "SM90_TMA_LOAD" : "SM90_TMA_STORE"}},
          0};
    throw ArgumentProblem{{"argument",
                           message("{} uses no tensor map; SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST and SM90_TMA_STORE do.", plain(atom)),
                           {"SM90_TMA_LOAD"}},
                          0};
  }
};

/// Returns the CTAs that share each box.
IntTuple cluster_of(const Call& c, std::size_t i) {
  const auto cluster = c.shape(i);
  const auto ctas = product(cluster).value;
  if (ctas >= 1 && ctas <= most_ctas) return cluster;
  throw ArgumentProblem{{"tma",
                         message("A cluster has 1 to 16 CTAs, and {} is {}. Write the tile before it: {}(instruction, T, S, tile, _1).",
                                 to_string(cluster, Marks::plain), ctas, c.name),
                         {"_1"}},
                        i};
}

Value run_make_tma_copy(const Call& c) {
  TmaArguments a(c);
  if (c.count() == 5) a.request.tile = c.tiler(3);
  if (c.count() > 3) a.request.cluster = cluster_of(c, c.count() - 1);
  const CppWidths exact(false);  // CuTe computes the driver's parameters in uint64_t
  return make_tma_copy(a.request, c.steps);
}
Value run_make_tma_atom(const Call& c) {
  TmaArguments a(c);
  a.request.tile = c.tiler(3);
  if (c.count() > 4) a.request.cluster = cluster_of(c, 4);
  const CppWidths exact(false);
  return make_tma_atom(a.request, c.steps);
}

const CopyAtom& tma_atom(const Call& c) {
  const auto* tiled = std::get_if<TiledCopy>(&c.argument(0));
  const auto* atom = tiled != nullptr ? &tiled->atom : std::get_if<CopyAtom>(&c.argument(0));
  if (atom != nullptr && atom->tma != nullptr) return *atom;
  throw ArgumentProblem{
      {"argument", message("{} needs a TMA copy, as make_tma_copy and make_tma_atom return it, not {}.", c.name, plain(c.argument(0))), {}},
      0};
}

Value run_get_tma_tensor(const Call& c) {
  return tma_tensor(*tma_atom(c).tma, c.count() > 1 ? c.shape(1) : tma_atom(c).tma->tensor.layout.shape());
}

/// Runs f(atom, cta, ctas, S, G...), or f(atom, S, G) for a single CTA.
Value run_tma_partition(const Call& c) {
  const auto& atom = tma_atom(c);
  const bool alone = c.count() == 3;
  const std::size_t first = alone ? 1 : 3;
  if (!alone && c.count() < 5)
    throw Problem{"argument", "tma_partition takes the CTA, the layout of the CTAs, the tensor in shared memory and the others.", {}};
  std::vector<Tensor> others;
  for (auto i = first + 1; i < c.count(); ++i) others.push_back(c.tensor(i));
  auto parts = tma_partition(atom, alone ? IntTuple(0) : c.tuple(1), alone ? Layout() : c.layout(2), c.tensor(first), others);
  Zip all{.of = Zip::Of::tuple, .parts = {}};
  for (auto& p : parts) all.parts.emplace_back(std::move(p));
  return all;
}

/// Checks that the tile in mode 0 is a whole number of instructions: an instruction that copies more goes on beyond the tensor.
Verdict tma_partition_check(const Call& c, const Value&, const Checking&) {
  const auto& atom = tma_atom(c);
  const auto& shared = c.tensor(c.count() == 3 ? 1 : 3);
  const auto tile = size(mode(shared.layout, 0)), box = size(mode(value_layout(atom, Side::source), 1));
  Verdict verdict{.kind = Verdict::Kind::kept,
                  .contract = "mode 0 is copied by whole instructions",
                  .checked = tile,
                  .total = tile,
                  .counterexample = {}};
  if (box > 0 && tile % box == 0) return verdict;
  verdict.kind = Verdict::Kind::broken;
  verdict.counterexample = message("mode 0 of {} has {} elements, but an instruction copies {}: make the tile one mode with group_modes",
                                   plain(shared), tile, box);
  return verdict;
}

/// Sets a bit for each CTA that receives its part of the same box. The numbers in <> are modes whose coordinate counts as `_`.
Value run_multicast_mask(const Call& c) {
  auto coordinate = c.tuple(1);
  for (const auto mode : c.path()) {
    if (mode < 0 || mode >= coordinate.rank())
      throw Problem{"template argument", message("The coordinate {} has no mode {}.", to_string(coordinate, Marks::plain), mode), {}};
    coordinate = replace(coordinate, static_cast<int>(mode), IntTuple::underscore());
  }
  return IntTuple(Int{tma_multicast_mask(c.layout(0), coordinate), false});
}
std::optional<Problem> hint_multicast_mask(const Call& c) {
  if (std::get<IntTuple>(run_multicast_mask(c)).integer().value != 0) return std::nullopt;
  return Problem{"multicast",
                 "The mask is empty: CuTe computes it as size * stride, which is 0 for a dynamic mode of stride 0. Use a static layout to "
                 "get the CTA's own bit.",
                 {}};
}

/// Warns of what the driver refuses; else suggests an order of tiles that needs fewer instructions.
std::optional<Problem> hint(const CopyAtom& atom) {
  const auto warnings = tma_warnings(*atom.tma);
  if (!warnings.empty()) return Problem{"tensor map", warnings[0], {}};
  const auto better = better_order(*atom.tma);
  if (!better) return std::nullopt;
  return Problem{"instructions",
                 message("A tile takes {} instructions; with its atoms in the order {} it would take {}: tile_to_shape(atom, shape, {}).",
                         instructions_per_tile(*atom.tma), to_string(better->order, Marks::underscores), better->instructions,
                         to_string(better->order, Marks::underscores)),
                 {plain(better->shared)}};
}
std::optional<Problem> hint_tma_copy(const Call& c) { return hint(std::get<TiledCopy>(run_make_tma_copy(c)).atom); }
std::optional<Problem> hint_tma_atom(const Call& c) { return hint(std::get<CopyAtom>(run_make_tma_atom(c))); }

constexpr std::string_view tma_entry =
    "tma = make_tma_copy(SM90_TMA_LOAD, make_tensor(make_gmem_ptr<half_t>(ptr), (1024,512):(512,1)), "
    "Sw<3,4,3> o smem_ptr[16b](unset) o (128,64):(64,1))";

}  // namespace

std::vector<Function> tma_functions() {
  return {
      {.name = "make_tma_copy",
       .signature = "make_tma_copy(instruction, T, S, tile, cluster)",
       .group = Group::partition,
       .meaning = "the copy of a CTA's tile between global memory T and shared memory S by TMA",
       .parameters = "op gmem_tensor smem_layout cta_tiler num_multicast",
       .arguments = {3, 5},
       .indices = any_number,
       .run = run_make_tma_copy,
       .condition = "tma",
       .blamed = 2,
       .hint = hint_tma_copy,
       .makes_layout = true,
       .links = links::tma_copy,
       .code = {.cpp = code::cpp::make_tma_copy},
       .search_words = "tensor map descriptor box bulk async multicast cluster",
       .everyday = true,
       .example = {"make_tma_copy(SM90_TMA_LOAD, ptr o (1024,512):(512,1), Sw<3,4,3> o smem_ptr[16b](unset) o (128,64):(64,1))",
                   "make_tma_copy(SM90_TMA_LOAD,make_tensor(make_gmem_ptr<u16>(ptr),(1024,512):(512,1)),"
                   "Sw<3,4,3> o smem_ptr[16b](unset) o (128,64):(64,1),<128,64>,1)"}},
      {.name = "make_tma_atom",
       .signature = "make_tma_atom(instruction, T, S, tile, cluster)",
       .group = Group::partition,
       .meaning = "the TMA instruction that copies a CTA's tile, for tma_partition",
       .parameters = "op gmem_tensor smem_layout cta_tiler num_multicast",
       .arguments = {4, 5},
       .indices = any_number,
       .run = run_make_tma_atom,
       .condition = "tma",
       .blamed = 2,
       .hint = hint_tma_atom,
       .code = {.cpp = code::cpp::make_tma_copy},
       .example = {"make_tma_atom(SM90_TMA_LOAD, ptr o (1024,512):(512,1), (64,32):(32,1), (64,32))",
                   "make_tma_atom(SM90_TMA_LOAD,make_tensor(make_gmem_ptr<f32>(ptr),(1024,512):(512,1)),(64,32):(32,1),<64,32>,1)"}},
      {.name = "get_tma_tensor",
       .signature = "get_tma_tensor(tma, shape)",
       .group = Group::partition,
       .meaning = "the tensor of the coordinates that TMA instructions take",
       .parameters = "tma shape",
       .arguments = {1, 2},
       .run = run_get_tma_tensor,
       .makes_layout = true,
       .links = links::tma_coordinates,
       .code = {.cpp = code::cpp::method},
       .example = {"get_tma_tensor(tma, (1024,512))", "ArithTuple(0,0) o (1024,512):(1@1,1@0)", tma_entry}},
      {.name = "tma_partition",
       .signature = "tma_partition(tma, cta, ctas, S, T)",
       .group = Group::partition,
       .meaning = "the part of the tiles in mode 0 that a CTA of the cluster copies: ((TMA,TMA_Iter),Rest...) of T and of S",
       .parameters = "atom cta_coord cta_layout smem_tensor gmem_tensor",
       .arguments = {3, 8},
       .run = run_tma_partition,
       .contract = tma_partition_check,
       .links = links::tma_partition,
       .example = {"tma_partition(tma, 0, 1:0, ptr o ((128,64),3):((64,1),8192), ArithTuple(0,0) o ((128,64),8):((1@1,1@0),64@0))",
                   "(ArithTuple(0,0) o (((64,128),1),8):(((1@0,1@1),0),64@0),ptr+0 o ((8192,1),3):((1,0),8192))", tma_entry}},
      {.name = "create_tma_multicast_mask",
       .signature = "create_tma_multicast_mask<i>(ctas, coord)",
       .group = Group::partition,
       .meaning = "the CTAs of the cluster that share a box, a bit for each: those that coord says with _, or in the modes i",
       .parameters = "cta_layout_vmnk cta_coord_vmnk",
       .arguments = {2, 2},
       .indices = any_number,
       .run = run_multicast_mask,
       .condition = "multicast",
       .blamed = 1,
       .hint = hint_multicast_mask,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::multicast_mask},
       .search_words = "tma cluster",
       .example = {"create_tma_multicast_mask<2>((1,2,2,1):(0,1,2,0), (0,1,0,0))", "10"}},
  };
}

}  // namespace algebra::expression
