#pragma once
// The functions of the language as Python objects, one for each record, with no other data.
//
//   composition(A, B)   a call, with Python's keywords if the record has parameters
//   get[0, 1](A)        with C++'s arguments in <>: get<0,1>(A)
//   A.get[0, 1](),  A.composition(B)

#include <pybind11/pybind11.h>

#include "algebra/language/vocabulary.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds a function for each record, with its name and other names, to the module; as methods to the kinds of values, which must exist
/// already; and to `functions`, a dict of all by their first names. Does not replace names of the module.
void add_functions(py::module_&);

/// Returns the value of a call as an object, a new reference. Refuses with the language's diagnostics, and warns if a contract is broken.
PyObject* answer_of(const algebra::Function&, const algebra::expression::Call&);

/// Calls the function with these arguments; a function without any takes them as its arguments in <>. Throws as a call does.
algebra::Value called(const algebra::Function&, const py::args&, const py::kwargs&);
/// Calls the function with these arguments in <>.
algebra::Value called_with_indices(const algebra::Function&, py::handle indices);

}  // namespace app::python
