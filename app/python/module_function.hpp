#pragma once
// Wraps pybind11's functions with names: as they are, they print as "<built-in method check of PyCapsule object at 0x...>", have no
// signature for inspect, and cannot be pickled.

#include <pybind11/pybind11.h>

namespace app::python {

namespace py = pybind11;

/// Replaces each function of the module, and each method of its types without underscores, by a named function. Behaviour and speed stay.
/// The attribute `signatures` has the lines written by pybind11.
void name_functions(py::module_&);

}  // namespace app::python
