#pragma once
// Verdicts and steps as Python objects.

#include <pybind11/pybind11.h>

#include <string>

#include "algebra/language/evaluate.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds Verdict, Explanation and Diagnostic to the module.
void add_verdicts(py::module_&);

/// Returns the verdict of a text, of every element if there is time for it. Throws Refused. Releases the GIL.
py::object checked(const std::string& text, const algebra::Environment&, algebra::IntegerRule);
/// Returns the steps of a text's outermost operation. Throws Refused. Releases the GIL.
py::object explained(const std::string& text, const algebra::Environment&, algebra::IntegerRule);

/// Returns a problem in one line, with its suggestions.
std::string sentence(const algebra::Problem&);
/// Returns a decided verdict, with the warning and hints about the value.
py::object verdict_object(const algebra::Evaluation&);
/// Returns a problem with its place in `source`, as an object that is not thrown.
py::object diagnostic_object(const algebra::Diagnostic&, const std::string& source, int line);

}  // namespace app::python
