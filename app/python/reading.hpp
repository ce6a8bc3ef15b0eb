#pragma once
// Python's versions of the command line's find, infer and suggest.

#include <pybind11/pybind11.h>

namespace app::python {

namespace py = pybind11;

/// Adds find, infer, suggest, print_layout and print_latex to the module.
void add_reading(py::module_&);

}  // namespace app::python
