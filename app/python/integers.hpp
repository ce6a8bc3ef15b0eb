#pragma once
// Integers and their substitutes as Python objects: Dynamic, ScaledBasis, X.

#include <pybind11/pybind11.h>

#include <cstdint>

#include "algebra/layout/integer.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds Dynamic, ScaledBasis and X to the module.
void add_integers(py::module_&);

/// Returns the X of the module.
PyObject* skip_object();

/// Returns the value of an int. Throws a Problem if it has more than 63 bits.
std::int64_t number(PyObject*);
/// Reads an integer, or a stride such as 1@0; returns false for other objects. Throws as number does.
bool read_integer(PyObject*, algebra::Int& out);
/// Returns a new reference; null with Python's error set.
PyObject* integer_object(algebra::Int);

}  // namespace app::python
