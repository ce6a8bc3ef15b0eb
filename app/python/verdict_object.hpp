#pragma once
// Verdicts and steps as Python objects.

#include <pybind11/pybind11.h>

#include <string>

#include "algebra/language/evaluate.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds Verdict, Explanation and Diagnostic to the module.
void add_verdicts(py::module_&);

/// The verdict of a text, of every element where there is time for it. Throws Refused. Releases the GIL.
py::object checked(const std::string& text, const algebra::Environment&, algebra::IntegerRule);
/// The steps of a text's outermost operation. Throws Refused. Releases the GIL.
py::object explained(const std::string& text, const algebra::Environment&, algebra::IntegerRule);

/// A problem in one line, with what would work.
std::string sentence(const algebra::Problem&);
/// A verdict that was decided, with what else is to be said of the value.
py::object verdict_object(const algebra::Evaluation&);
/// A problem with its place in `source`, as an object that nobody has to catch.
py::object diagnostic_object(const algebra::Diagnostic&, const std::string& source, int line);

}  // namespace app::python
