#pragma once
// Looks up the records of the language's functions by name, alias or notation.

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/function.hpp"

namespace algebra::expression {

/// The records, in the order of help and palette: what the language's functions are. Made in algebra/functions, which the language
/// does not know otherwise.
std::vector<Function> records();

/// All of them, with those that tests add.
const std::deque<Function>& table();
/// Finds a function by name or alias; null if there is none. `templated`: the name is followed by `<`.
const Function* find_function(std::string_view name, bool templated);
/// The function that made a value; null for a literal or a name.
const Function* function_of(const Provenance&);
/// The function that a notation calls. Requires a notation other than `none`.
const Function& function_of(Notation);
/// Whether a type's name is called as Python calls it, where it is no entry's.
bool is_called(std::string_view name);
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
