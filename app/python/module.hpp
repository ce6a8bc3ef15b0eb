#pragma once
// The Python module.

#include <pybind11/pybind11.h>

namespace app::python {

/// Adds all that is in the module. Throws where Python does.
void fill(pybind11::module_&);

}  // namespace app::python
