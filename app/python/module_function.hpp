#pragma once
// What pybind11 makes a function of, with a name: as it is, it prints as "<built-in method check of PyCapsule object at 0x...>", has no
// signature that inspect reads, and cannot be pickled.

#include <pybind11/pybind11.h>

namespace app::python {

namespace py = pybind11;

/// Puts a named function in the place of each function of the module, and of each method of its types that has no underscores. What it
/// calls, and how fast, stays. Its `signatures` are the lines that pybind11 has written.
void name_functions(py::module_&);

}  // namespace app::python
