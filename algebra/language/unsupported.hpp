#pragma once
// The functions of CuTe that the language does not have: the one place that tells "not supported yet" from a name that nobody
// knows.

#include <span>
#include <string_view>

#include "algebra/layout/problem.hpp"

namespace algebra::expression {

/// A function of CuTe 4.7 that is not in the table of functions.
struct Unsupported {
  std::string_view name;
  std::string_view instead;  ///< the nearest thing that works, as it is written; "": there is none
  bool acts = false;         ///< it does something in a kernel and gives no layout, as copy and gemm do
};
/// All of them, by name.
std::span<const Unsupported> unsupported_functions();
/// The problem to report for a call of such a function; null for any other name.
const Unsupported* find_unsupported(std::string_view name);
Problem problem_of(const Unsupported&);

}  // namespace algebra::expression
