#pragma once
// Evaluates layouts at many coordinates at once: A(numpy.arange(4)), A(rows, columns).

#include <pybind11/pybind11.h>

#include <cstddef>

#include "algebra/language/value.hpp"

namespace app::python {

namespace py = pybind11;

/// Returns true if a coordinate of a call is an array of numpy or torch: an argument, or a part of a tuple that is the only argument.
bool has_array(PyObject* const* arguments, std::size_t count);

/// Returns the indices at arrays of coordinates, a new array of int64: for one array of 1-D coordinates, or for each mode an array or an
/// integer, which are broadcast against each other. Each index equals the result of a call with these integers. Throws a Problem where a
/// result is no integer.
py::object called_with_arrays(const algebra::Value&, PyObject* const* arguments, std::size_t count);

}  // namespace app::python
