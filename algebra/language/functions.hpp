#pragma once
// Looks up the records of the language's functions by name, alias or notation.

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/function.hpp"

namespace algebra::expression {

/// Returns the records of the language's functions, in the order of help and palette. Defined in algebra/functions, on which the language
/// does not depend otherwise.
std::vector<Function> records();

/// Returns all records, including those added by tests.
const std::deque<Function>& table();
/// Finds a function by name or alias; null if there is none. `templated`: the name is followed by `<`.
const Function* find_function(std::string_view name, bool templated);
/// Returns the function that made a value; null for a literal or a name.
const Function* function_of(const Provenance&);
/// Returns the function that a notation calls. Requires a notation other than `none`.
const Function& function_of(Notation);
/// Returns whether a type's name may be called as in Python, if no entry has that name.
bool is_called(std::string_view name);
/// Returns the known name with the smallest edit distance; empty if none is near.
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
