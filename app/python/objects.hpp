#pragma once
// Converts between Python objects and values of the algebra.
//
// An int is a static integer, as in the CuTe DSL; cutescope.Dynamic, also an int, is an integer known only at run time. None is `_`, X is
// X, a tuple of these an IntTuple, and so is a list of integers; another list, or a tuple that contains layouts, is a tiler by mode. A str
// is an expression of the language, or a type printed by a compiler. Objects of other libraries are read by their shape and stride, or else
// by their printed text.

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/value.hpp"

namespace app::python {

namespace py = pybind11;

/// Writes the value of an object to `out`. Throws a Problem or Refused if its text or numbers are refused, a TypeError if it has no value.
void read(PyObject*, algebra::Value& out);
algebra::Value value_of(py::handle);
/// Returns the value of a shape, a stride or a coordinate. Throws also for values of other kinds.
algebra::IntTuple tuple_of(PyObject*, const char* what);
algebra::Layout layout_of(PyObject*);

/// Returns a new reference. Integers and tuples become Python's own, truths bool, LayoutAndOffset and a tuple of tensors tuples.
PyObject* object_of(algebra::Value&&);
py::object object_of(algebra::IntTuple::View);
inline py::object made(algebra::Value v) {
  auto* o = object_of(std::move(v));
  if (o == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(o);
}

/// Returns true if the value contains a dynamic integer, which CuTe's marks distinguish.
bool has_dynamic(const algebra::Value&);
/// Returns the value's text, with CuTe's marks if it contains a dynamic integer.
std::string text_of(const algebra::Value&);

/// Evaluates a text, or a type printed by a compiler, with these names. Throws Refused.
algebra::Evaluation evaluated(const std::string& text, const algebra::Environment&, algebra::IntegerRule, bool verdicts);
/// Returns the rule of a name: "auto", "math" or "cute". Throws a Problem.
algebra::IntegerRule rule_named(std::string_view);
algebra::Environment names_of(const py::kwargs&);

/// The Python type and the name of a kind of value.
struct Kind {
  PyTypeObject* type = nullptr;
  const char* name = "";
};
/// Returns the kind with this index of the alternative in Value; kinds of Python's own types have no type.
Kind& kind_at(std::size_t index);

}  // namespace app::python
