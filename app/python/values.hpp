#pragma once
// The kinds of values that are neither layouts nor Python's own, and the common methods of all kinds.

#include <pybind11/pybind11.h>

namespace app::python {

namespace py = pybind11;

/// Adds the kinds to the module, with CuTe's names of their types; and indices and pictures to all kinds, including Layout.
void add_values(py::module_&);

}  // namespace app::python
