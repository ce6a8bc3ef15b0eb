#pragma once
// `cutescope eval`, `explain`, `print` and `functions`. Each returns the exit status.

#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "app/document/decide.hpp"

namespace app {

struct EvalOptions {
  algebra::IntegerRule integers = algebra::IntegerRule::automatic;
  bool json = false;
  double seconds = usual_check_seconds;  ///< of explain: for a verdict of every element; 0: as long as it takes
};

/// Prints one line per expression; an expression may use the names of earlier ones.
int eval_expressions(const std::vector<std::string>& expressions, const EvalOptions&);
/// The same for the statements of standard input: see algebra::StatementLines. Each is answered once it is whole.
int eval_lines(const EvalOptions&);

/// Prints the steps of the last expression's outermost operation, which may use the names of the expressions before it.
int explain_expression(const std::vector<std::string>& expressions, const EvalOptions&);

int print_table(const std::string& expression, algebra::IntegerRule);

/// Prints the signature of every function of the language and what it does.
int list_functions(bool json);

}  // namespace app
