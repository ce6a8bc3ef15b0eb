#pragma once
// The Python module.

#include <pybind11/pybind11.h>

namespace app::python {

/// Adds all functions and types to the module. Throws Python's errors.
void fill(pybind11::module_&);

}  // namespace app::python
