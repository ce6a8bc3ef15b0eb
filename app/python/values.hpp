#pragma once
// The kinds of values that are neither layouts nor Python's own, and what all kinds have in common.

#include <pybind11/pybind11.h>

namespace app::python {

namespace py = pybind11;

/// Adds the kinds to the module, as CuTe names their types, and to all, Layout among them, indices and pictures.
void add_values(py::module_&);

}  // namespace app::python
