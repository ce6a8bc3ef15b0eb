#pragma once
// Layouts at many coordinates at once: A(numpy.arange(4)), A(rows, columns).

#include <pybind11/pybind11.h>

#include <cstddef>

#include "algebra/language/value.hpp"

namespace app::python {

namespace py = pybind11;

/// Whether a coordinate of a call is an array of numpy or torch: one of its arguments, or of the parts of a tuple that is the only one.
bool has_array(PyObject* const* arguments, std::size_t count);

/// The indices at arrays of coordinates, a new array of int64: one array of 1-D coordinates, or for each mode an array or an integer, which
/// are broadcast against each other. Each is what a call with these integers gives. Throws a Problem where that is not an integer.
py::object called_with_arrays(const algebra::Value&, PyObject* const* arguments, std::size_t count);

}  // namespace app::python
