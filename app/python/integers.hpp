#pragma once
// Integers and what stands in their place as Python objects: Dynamic, ScaledBasis, X.

#include <pybind11/pybind11.h>

#include <cstdint>

#include "algebra/layout/integer.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds Dynamic, ScaledBasis and X to the module.
void add_integers(py::module_&);

/// The X of the module.
PyObject* skip_object();

/// The value of an int. Throws a Problem where it has more than 63 bits.
std::int64_t number(PyObject*);
/// An integer, or a stride such as 1@0; false for anything else. Throws as number does.
bool read_integer(PyObject*, algebra::Int& out);
/// A new reference; null with Python's error set.
PyObject* integer_object(algebra::Int);

}  // namespace app::python
