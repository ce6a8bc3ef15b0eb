#pragma once
// eval, explain, print, functions, export: what the command line answers without OpenGL and without CUDA.

#include <string>
#include <vector>

#include "algebra/evaluate.hpp"
#include "app/figures/export_settings.hpp"

namespace app {

struct EvalOptions {
  algebra::IntegerRule integers = algebra::IntegerRule::automatic;
  bool json = false;
};

/// One line an expression on standard output; later ones may use the names of earlier ones. Exit status.
int eval_expressions(const std::vector<std::string>& expressions, const EvalOptions&);
/// One expression a line from standard input, one line each; lines do not know each other.
int eval_lines(const EvalOptions&);

/// The steps of the last expression's outermost operation; those before give it names.
int explain_expression(const std::vector<std::string>& expressions, const EvalOptions&);

int print_table(const std::string& expression, algebra::IntegerRule);

/// Every function of the language: its signature, and what it does in a line.
int list_functions(bool json);

/// Names of options as they were typed; what needs no name is in the settings.
struct ExportRequest {
  std::string source, out, entry, colour, label, palette, theme, figure;
  ExportSettings settings;
};
int export_picture(const ExportRequest&);

}  // namespace app
