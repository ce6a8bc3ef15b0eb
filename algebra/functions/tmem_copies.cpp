#include "algebra/functions/tmem_copies.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/writer.hpp"
#include "algebra/functions/records.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/hardware/tmem.hpp"

namespace algebra::expression {
namespace {

constexpr std::string_view copied_accumulator = "acc = make_tensor<UMMA::tmem_frg_1sm<float>>(((64,128),1,1))";

const Tensor& copied_tensor(const Call& c, std::size_t i) {
  const auto* t = std::get_if<Tensor>(&c.argument(i));
  if (t != nullptr && tmem_use(*t)) return *t;
  throw ArgumentProblem{
      {"argument",
       message("Expected TMEM tensor: {} takes one in tensor memory, as make_tensor<UMMA::tmem_frg_1sm<float>>(shape) is.", c.name),
       {}},
      i};
}

Value run_warp_partitioner(const Call& c) { return make_tmem_warp_partitioner(copied_tensor(c, 0)); }
Value run_tv_tiler(const Call& c) { return TvTiler{.layout_tv = layout_of(part(c, 0), c.name), .tiler = tiler_of(part(c, 1), c.name)}; }
Value run_partition(const Call& c) {
  const auto& tiles = needed<TvTiler>(c, 0, "the tiles of warps, as make_tmem_warp_partitioner returns them");
  return partition(tiles, thread_of(c, tiles), c.tensor(c.count() - 1));
}

/// Returns template argument i; throws with the signature if it is of another kind.
template <class T>
const T& tmem_argument(const Call& c, std::size_t i) {
  if (const auto* v = i < c.indices.size() ? std::get_if<T>(&c.indices[i]) : nullptr) return *v;
  throw Problem{"template argument", message("{} takes this in <>: {}.", c.name, find_function(c.name, false)->signature), {}};
}
Value run_op_repeater(const Call& c) {
  const auto& bits = tmem_argument<IntTuple>(c, 1);
  return tmem_repeated(tmem_argument<CopyAtom>(c, 0), product(bits).value);
}
Value run_load_to_store(const Call& c) { return tmem_load_to_store(copy_atom(c, 0)); }
Value run_load_op(const Call& c) {
  if (c.indices.size() > 4) tmem_argument<Truth>(c, 4);  // has no effect, but must be a bool
  return tmem_load_of_epilogue(tmem_argument<IntTuple>(c, 0), tmem_argument<ElementType>(c, 1).bits, tmem_argument<ElementType>(c, 2).bits,
                               tmem_argument<IntTuple>(c, 3));
}
Value run_fits_tmem(const Call& c) {
  auto why = tmem_misfit(copy_atom(c, 0), copied_tensor(c, 1));
  return why ? Truth{false, std::move(*why)} : Truth{true};
}
std::string no_tmem_code(const code::Cpp&, const code::Written& w) {
  code::Writer::refuse(*w.node, message("CuTe has no {}: only Cutescope evaluates it.", w.name()));
}

}  // namespace

std::vector<Function> tmem_copy_functions() {
  return {
      {.name = "make_tmem_warp_partitioner",
       .signature = "make_tmem_warp_partitioner(T)",
       .group = Group::partition,
       .meaning = "the tiles that four warps have of a tensor in tensor memory, each in its quarter of the lanes",
       .parameters = "tensor",
       .arguments = {1, 1},
       .run = run_warp_partitioner,
       .condition = "partition",
       .blamed = 0,
       .search_words = "tensor memory tcgen05 quadrant",
       .example = {"make_tmem_warp_partitioner(tensor<0>(acc))", "TV_Tiler<4:1,<4:16,1:0>>", copied_accumulator}},
      {.name = "TV_Tiler",
       .signature = "TV_Tiler<layout_tv,tiler>",
       .group = Group::partition,
       .meaning = "tiles of threads or warps without an instruction: (thread, value) -> place in the tile, and the tile",
       .parameters = "",
       .arguments = {0, 0},
       .indices = 2,
       .run = run_tv_tiler,
       .code = {.cpp = code::cpp::value},
       .example = {"TV_Tiler<4:1,<4:32,1:0>>.get_slice(1).partition((128,64):(64,1))", "ptr+2048 o (32,64):(64,1)"}},
      {.name = "partition",
       .signature = "partition(tv_tiler, warp, T)",
       .group = Group::partition,
       .meaning = "what a warp has of a tensor by the tiles of make_tmem_warp_partitioner",
       .parameters = "tiler thread tensor",
       .arguments = {2, 3},
       .run = run_partition,
       .condition = "partition",
       .blamed = 0,
       .makes_layout = true,
       .code = {.cpp = code::cpp::partition},
       .example = {"make_tmem_warp_partitioner(tensor<0>(acc)).get_slice(1).partition((64,128):(128,1))", "ptr+2048 o (16,128):(128,1)",
                   copied_accumulator}},
      {.name = "op_repeater",
       .signature = "TMEM::op_repeater<instruction,bits>()",
       .group = Group::partition,
       .meaning = "the load or store of tensor memory with the most repeats of a 1x one that divides the bits of a row",
       .parameters = "",
       .arguments = {0, 0},
       .indices = 2,
       .run = run_op_repeater,
       .code = {.cpp = code::cpp::value},
       .search_words = "tensor memory tcgen05 ld st",
       .example = {"TMEM::op_repeater<SM100_TMEM_LOAD_32dp32b1x,2048>()", "SM100_TMEM_LOAD_32dp32b64x"}},
      {.name = "tmem_load_to_store",
       .signature = "TMEM::tmem_load_to_store(instruction)",
       .group = Group::partition,
       .meaning = "the store to tensor memory with the shape of a load",
       .parameters = "op",
       .arguments = {1, 1},
       .run = run_load_to_store,
       .code = {.cpp = code::cpp::value},
       .search_words = "tensor memory tcgen05 st",
       .example = {"TMEM::tmem_load_to_store(SM100_TMEM_LOAD_16dp256b4x)", "SM100_TMEM_STORE_16dp256b4x"}},
      {.name = "sm100_get_tmem_load_op",
       .signature = "sm100_get_tmem_load_op<stride_D,accumulator,D,warp_tile,block_scaled>()",
       .group = Group::partition,
       .meaning = "the load of the accumulator that CUTLASS takes for an epilogue",
       .parameters = "",
       .arguments = {0, 0},
       .indices = any_number,
       .run = run_load_op,
       .code = {.cpp = code::cpp::value},
       .search_words = "tensor memory tcgen05 ld epilogue collective builder",
       .example = {"sm100_get_tmem_load_op<Stride<int64_t,_1,int64_t>,float,half_t,Shape<_32,_64>,false>()", "SM100_TMEM_LOAD_32dp32b64x"}},
      {.name = "fits_tmem",
       .signature = "fits_tmem(instruction, T)",
       .group = Group::partition,
       .meaning = "can four warps take a tensor in tensor memory with this load or store?",
       .parameters = "op tensor",
       .arguments = {2, 2},
       .run = run_fits_tmem,
       .code = {.cpp = no_tmem_code},
       .search_words = "tensor memory tcgen05 ld st load store registers",
       .example = {"fits_tmem(SM100_TMEM_LOAD_32dp32b1x, acc)", "false", copied_accumulator}},
  };
}

}  // namespace algebra::expression

namespace algebra {

std::optional<TmemChoices> tmem_choices(const Value& value, const std::string& name) {
  if (const auto* t = std::get_if<Tensor>(&value)) return tmem_use(*t) ? std::optional(TmemChoices{name, tmem_fits(*t)}) : std::nullopt;
  const auto* mma = std::get_if<TiledMma>(&value);
  if (mma == nullptr || mma->atom.traits->operands[2].place != MmaTraits::Place::tensor) return std::nullopt;
  const auto tile = tile_shape(*mma);
  const auto shape = IntTuple::tuple({product(tile.mode(0)), product(tile.mode(1))});
  const auto accumulator = fmt::format("partition_fragment_C({}, {})", name, to_string(shape, Marks::underscores));
  const auto made = evaluate(fmt::format("partition_fragment_C(it, {})", to_string(shape, Marks::underscores)), {{"it", value}},
                             IntegerRule::cute, {.verdicts = false});
  const auto* t = made ? std::get_if<Tensor>(&made->value) : nullptr;
  return t != nullptr && tmem_use(*t) ? std::optional(TmemChoices{accumulator, tmem_fits(*t)}) : std::nullopt;
}

std::string fitting_tmem_copy(const Provenance& p, const Value& answer) {
  const auto* truth = std::get_if<Truth>(&answer);
  if (p.operation != "fits_tmem" || p.operands.size() != 2 || truth == nullptr || truth->holds || p.names[1].empty()) return {};
  const auto* asked = std::get_if<CopyAtom>(&p.operands[0]);
  const auto* tensor = std::get_if<Tensor>(&p.operands[1]);
  const auto fit = asked != nullptr && tensor != nullptr ? tmem_fit_instead_of(*asked, *tensor) : std::nullopt;
  return fit ? call_of(*fit, p.names[1]) : std::string();
}

std::optional<TmemCopying> tmem_copying(const Provenance& p, const Value& value) {
  const auto* copy = std::get_if<TiledCopy>(&value);
  const auto* tensor = p.operation == "make_tmem_copy" && p.operands.size() == 2 ? std::get_if<Tensor>(&p.operands[1]) : nullptr;
  if (copy == nullptr || tensor == nullptr || !tmem_use(*tensor)) return std::nullopt;
  return TmemCopying{*copy, *tensor};
}

std::optional<Message> tmem_trespass(const Provenance& p) {
  if ((p.operation != "partition_S" && p.operation != "partition_D") || p.operands.size() < 2) return std::nullopt;
  const auto* copy = std::get_if<TiledCopy>(&p.operands.front());
  const auto* tensor = std::get_if<Tensor>(&p.operands.back());
  if (copy == nullptr || tensor == nullptr) return std::nullopt;
  const auto found = attempt([&] { return tmem_trespass(*copy, *tensor); });
  return found ? *found : std::nullopt;
}

}  // namespace algebra
