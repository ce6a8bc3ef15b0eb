#include "algebra/language/unsupported.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace algebra::expression {
namespace {

// Sorted by name. TMA of convolutions is to come; generic C++ such as fold has no place in an expression.
constexpr auto not_here = std::to_array<Unsupported>({
    {"all_of", ""},
    {"any_of", ""},
    {"apply", ""},
    {"arrive_barrier", "", true},
    {"as_arithmetic_tuple", "make_coord"},
    {"axpby", "", true},
    {"basis_get", "get"},
    {"basis_value", ""},
    {"batch_reduce", "", true},
    {"bit_ceil", ""},
    {"bit_floor", ""},
    {"bit_width", ""},
    {"call", ""},
    {"clear", "", true},
    {"cluster_arrive", "", true},
    {"cluster_arrive_relaxed", "", true},
    {"cluster_sync", "", true},
    {"cluster_wait", "", true},
    {"conditional_return", ""},
    {"cooperative_copy", "", true},
    {"cooperative_gemm", "", true},
    {"cooperative_prefetch", "", true},
    {"copy", "", true},
    {"copy_aligned", "", true},
    {"copy_if", "", true},
    {"countl_one", ""},
    {"countl_zero", ""},
    {"countr_one", ""},
    {"countr_zero", ""},
    {"cp_async_fence", "", true},
    {"cp_async_wait", "", true},
    {"data", "ptr"},
    {"divmod", ""},
    {"escan", ""},
    {"fill", "", true},
    {"fill_int_tuple_from", "make_int_tuple_from"},
    {"filter_tuple", ""},
    {"find_if", ""},
    {"flatten_to_tuple", "flatten"},
    {"fold_first", ""},
    {"for_each", "", true},
    {"for_each_leaf", "", true},
    {"gemm", "", true},
    {"has_single_bit", ""},
    {"initialize_barrier", "", true},
    {"insert", "tuple_cat"},
    {"is_congruent", "congruent"},
    {"is_integral", ""},
    {"is_layout", ""},
    {"is_same_v", ""},
    {"is_static", ""},
    {"is_tuple", ""},
    {"iscan", ""},
    {"lift_dice", "dice"},
    {"lift_slice", "slice"},
    {"log_2", ""},
    {"logical_reduce", ""},
    {"make_arithmetic_tuple", "make_coord"},
    {"make_coord_iterator", ""},
    {"make_im2col_tma_copy", "make_tma_copy"},
    {"make_int_tuple", "make_tuple"},
    {"make_inttuple_iter", "make_coord_tensor"},
    {"make_mixed_bits", "composition"},
    {"make_range", ""},
    {"make_seq", ""},
    {"make_swizzle_strides", ""},
    {"make_tma_atom_A_sm100", "make_tma_atom"},
    {"make_tma_atom_B_sm100", "make_tma_atom"},
    {"make_tma_copy_A_sm90", "make_tma_copy"},
    {"make_tma_copy_B_sm90", "make_tma_copy"},
    {"make_tma_copy_C_sm90", "make_tma_copy"},
    {"make_transform_iter", ""},
    {"none_of", ""},
    {"nratio", ""},
    {"popcount", ""},
    {"prefetch", "", true},
    {"prefetch_tma_descriptor", "", true},
    {"print", "", true},
    {"print_latex", "", true},
    {"print_layout", "", true},
    {"print_svg", "", true},
    {"print_tensor", "", true},
    {"print_type", "", true},
    {"ratio", ""},
    {"raw_pointer_cast", "ptr"},
    {"reduce", ""},
    {"remove", "select"},
    {"replace_back", "replace"},
    {"replace_front", "replace<0>"},
    {"rotl", ""},
    {"rotr", ""},
    {"safe_div", "a / b"},
    {"set_barrier_transaction_bytes", "", true},
    {"shiftl", ""},
    {"shiftr", ""},
    {"signum", ""},
    {"static_value", "Int"},
    {"tapply", ""},
    {"tma_desc_commit_group", "", true},
    {"tma_desc_wait_group", "", true},
    {"tma_store_arrive", "", true},
    {"tma_store_fence", "", true},
    {"tma_store_wait", "", true},
    {"to_array", ""},
    {"to_mixed_bits", "composition"},
    {"transfer_swizzle", "composition"},
    {"transform", "transform_layout"},
    {"transform_apply", ""},
    {"tuple_repeat", "repeat"},
    {"wait_barrier", "", true},
    {"warpgroup_arrive", "", true},
    {"warpgroup_commit_batch", "", true},
    {"warpgroup_fence_operand", "", true},
    {"warpgroup_wait", "", true},
    {"with", ""},
    {"zip2_by", "zip"},
});

}  // namespace

std::span<const Unsupported> unsupported_functions() { return not_here; }

const Unsupported* find_unsupported(std::string_view name) {
  const auto* const it =
      std::lower_bound(not_here.begin(), not_here.end(), name, [](const Unsupported& u, std::string_view n) { return u.name < n; });
  return it != not_here.end() && it->name == name ? &*it : nullptr;
}

Problem problem_of(const Unsupported& u) {
  if (u.acts) return {"not supported", message("{} works only in a kernel and returns no layout or tensor.", u.name), {}};
  return {"not supported", message("{} is a function of CuTe, but not supported yet.", u.name),
          u.instead.empty() ? std::vector<std::string>{} : std::vector{std::string(u.instead)}};
}

}  // namespace algebra::expression
