#pragma once
// The trace of a launch on the CPU, as numpy arrays.

#include <pybind11/pybind11.h>

#include "app/python/sheet_object.hpp"

namespace app::python {

/// Adds Trace and trace to the module.
void add_traces(py::module_&);

/// Returns the trace of a sheet's launch. Throws a Problem if there is none, or it cannot run.
py::object trace_of(const SheetObject&);

}  // namespace app::python
