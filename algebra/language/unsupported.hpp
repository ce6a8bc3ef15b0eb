#pragma once
// CuTe's functions that the language does not support, to tell "not supported yet" from an unknown name.

#include <span>
#include <string_view>

#include "algebra/layout/problem.hpp"

namespace algebra::expression {

/// A function of CuTe 4.7 that is not in the table of functions.
struct Unsupported {
  std::string_view name;
  std::string_view instead;  ///< the nearest working alternative, as written; "": there is none
  bool acts = false;         ///< it acts in a kernel and returns no layout, as copy and gemm do
};
/// Returns all of them, sorted by name.
std::span<const Unsupported> unsupported_functions();
/// Returns the record of an unsupported function; null for any other name.
const Unsupported* find_unsupported(std::string_view name);
Problem problem_of(const Unsupported&);

}  // namespace algebra::expression
