#pragma once
// The records of the language's functions, with look-up by name, alias or notation.

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/evaluate.hpp"
#include "algebra/expression/function.hpp"

namespace algebra::expression {

/// The records by topic, in the order of help and palette.
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

/// All of them.
const std::deque<Function>& table();
/// Finds a function by name or alias; null if there is none. `templated`: the name is followed by `<`.
const Function* find_function(std::string_view name, bool templated);
/// The function that made a value; null for a literal or a name.
const Function* function_of(const Provenance&);
/// The function that a notation calls. Requires a notation other than `none`.
const Function& function_of(Notation);
/// The known name with the smallest edit distance; empty if none is near.
std::string nearest_name(std::string_view name, const Environment&);

/// Adds a function for the lifetime of this object, for tests. Must not be used while another thread evaluates.
class AddedFunction {
 public:
  explicit AddedFunction(Function);
  ~AddedFunction();
  AddedFunction(const AddedFunction&) = delete;
  AddedFunction& operator=(const AddedFunction&) = delete;
};

}  // namespace algebra::expression
