#pragma once
// The functions of the language as Python's: one object for each record, which knows nothing but its record.
//
//   composition(A, B)   a call, with Python's keywords where the record has parameters
//   get[0, 1](A)        what C++ has in <>: get<0,1>(A)
//   A.get[0, 1](),  A.composition(B)

#include <pybind11/pybind11.h>

#include "algebra/language/vocabulary.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds a function for each record, with its name and other names, to the module, as methods to the kinds of values, which must be
/// there, and to `functions`, a dict of all by their first names. A name that the module has already stays what it is.
void add_functions(py::module_&);

/// The value of a call as an object, a new reference. Refuses in the words of the language, and warns where a contract is broken.
PyObject* answer_of(const algebra::Function&, const algebra::expression::Call&);

/// The function with these arguments; a function without any takes them as what stands in <>. Throws what a call does.
algebra::Value called(const algebra::Function&, const py::args&, const py::kwargs&);
/// The same with what stands in <>.
algebra::Value called_with_indices(const algebra::Function&, py::handle indices);

}  // namespace app::python
