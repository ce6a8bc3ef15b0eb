#pragma once
// The records of the functions by topic, each beside the code that it runs.

#include <string_view>
#include <vector>

#include "algebra/language/functions.hpp"

namespace algebra::expression {

/// Returns a member of a family of functions whose records differ in a letter or a word: {0} and {1} in the record's names, signature,
/// meaning and example are replaced. With "A", `partition_{0}` becomes partition_A. In translations a family is one line, too: `{A|B|C}`.
Function member_of(Function family, std::string_view first, std::string_view second = {});

std::vector<Function> algebra_functions();
std::vector<Function> divide_functions();
std::vector<Function> partition_functions();
std::vector<Function> tiled_functions();
std::vector<Function> tma_functions();
std::vector<Function> tmem_functions();
std::vector<Function> tmem_copy_functions();
std::vector<Function> fragment_functions();
std::vector<Function> register_functions();
std::vector<Function> fit_functions();
std::vector<Function> making_functions();
std::vector<Function> layout_functions();
std::vector<Function> tuple_functions();
std::vector<Function> coordinate_functions();
std::vector<Function> compare_functions();
std::vector<Function> arithmetic_functions();
std::vector<Function> member_functions();
std::vector<Function> swizzle_functions();
std::vector<Function> zip_functions();
std::vector<Function> descriptor_functions();
std::vector<Function> smem_atom_functions();
std::vector<Function> bit_functions();
std::vector<Function> scale_factor_functions();
std::vector<Function> scale_place_functions();
std::vector<Function> scale_register_functions();
std::vector<Function> sparse_config_functions();
std::vector<Function> mathematics_functions();

}  // namespace algebra::expression
