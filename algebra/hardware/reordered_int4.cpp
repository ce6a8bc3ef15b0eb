#include "algebra/hardware/reordered_int4.hpp"

#include <array>
#include <string>

#include "algebra/hardware/atoms.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

/// Returns the GMMA with A in registers that rs_op_selector chooses; null if there is none for the type.
const MmaTraits* from_registers(const ElementType& type) {
  const std::array<std::string, 2> majors{"K", "K"};
  const auto name = cpp_type(type);
  const auto ends = [&](std::string_view tail) { return std::string_view(name).ends_with(tail); };
  if (ends("half_t") && !ends("uhalf_t")) return find_mma("SM90_64x16x16_F32F16F16_RS", majors).traits;
  if (ends("bfloat16_t")) return find_mma("SM90_64x16x16_F32BF16BF16_RS", majors).traits;
  if (ends("tfloat32_t")) return find_mma("SM90_64x16x8_F32TF32TF32_RS_TN", {}).traits;
  if (ends("float_e4m3_t")) return find_mma("SM90_64x16x32_F32E4M3E4M3_RS_TN", {}).traits;
  if (ends("float_e5m2_t")) return find_mma("SM90_64x16x32_F32E5M2E5M2_RS_TN", {}).traits;
  return nullptr;
}

Layout row(Int n) { return make_layout(IntTuple(n)); }

}  // namespace

Layout memory_reordering_atom(const ElementType& type, const Layout& atoms, const Layout& values) {
  if (!atoms.shape().all_static() || !atoms.stride().all_static())
    throw Problem{"static_assert", message("AtomLayout must be static, not {}.", to_string(atoms, Marks::underscores)), {}};
  if (!values.shape().all_static() || !values.stride().all_static())
    throw Problem{"static_assert", message("ValLayout must be static, not {}.", to_string(values, Marks::underscores)), {}};
  const auto* mma = from_registers(type);
  if (mma == nullptr)
    throw Problem{
        "argument", message("No GMMA takes {} from registers and accumulates in float.", to_string(type)), {"half_t", "float_e4m3_t"}};
  const auto& tv = mma->operands[0].tv;
  const auto of_thread = size_of(mode(tv, 1)), in_order = size_of(values);
  if (in_order.value == 0 || of_thread.value % in_order.value != 0)
    throw Problem{"static_assert",
                  message("Value layout must evenly divide the MMA value layout: a thread has {} values, {} has {}.", of_thread.value,
                          to_string(values, Marks::underscores), in_order.value),
                  {}};

  // The inverse of one warp's (thread, value) layout: (m, k) -> (thread, value).
  const Int warp{32, true};
  const auto warp_tv = make_layout_like(composition(tv, tiler_of(IntTuple::tuple({warp, of_thread}))));
  const auto mk = IntTuple::tuple({mma->shape_mnk.mode(0), mma->shape_mnk.mode(2)});
  const auto mk_of_warp = shape_div(mk, IntTuple(size_of(mma->thr_id) / warp));
  const auto places = composition(right_inverse(warp_tv), make_layout(mk_of_warp));
  // Several instructions along K, with each thread's values one behind the other.
  const auto repeated = blocked_product(places, atoms);
  const auto value_to_place = logical_product(values, tiler_of(row(of_thread / in_order * size_of(atoms))));
  const auto thread_to_place = row(size_of(mode(warp_tv, 0)));
  constexpr std::array<std::int64_t, 2> swapped{1, 0};
  return composition(select(logical_product(value_to_place, tiler_of(thread_to_place)), swapped), repeated);
}

Layout reordered_smem_layout(const Layout& atom, const IntTuple& tile, const std::variant<IntTuple, Layout>& global, std::int64_t stages) {
  const Int count{stages, true};
  if (const auto* layout = std::get_if<Layout>(&global))
    return make_layout_like(append(composition(*layout, tiler_of(tile)), Layout(IntTuple(count), IntTuple(Int{0, false}))));
  const auto& strides = std::get<IntTuple>(global);
  const bool mn_major = strides.is_tuple() && strides.rank() > 0 && strides.mode(0).is_integer() && strides.mode(0).integer().is(1);
  auto shape = tile;
  shape.append(count);
  const auto order = [](std::int64_t a, std::int64_t b) { return IntTuple::tuple({IntTuple(a), IntTuple(b), IntTuple(3)}); };
  return tile_to_shape(atom, shape, mn_major ? order(2, 1) : order(1, 2));
}

}  // namespace algebra
