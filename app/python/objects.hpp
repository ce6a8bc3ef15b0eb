#pragma once
// Python objects and values of the algebra.
//
// An int is a static integer, as in the CuTe DSL; cutescope.Dynamic, an int too, is one that only a running program knows. None is `_`,
// X is X, a tuple of these an IntTuple, and so is a list of integers; another list, or a tuple that holds layouts, is a tiler by mode. A
// str is an expression of the language, or a type that a compiler prints. Objects of other libraries count by their shape and stride, or
// else by the text that they print.

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/value.hpp"

namespace app::python {

namespace py = pybind11;

/// The value that an object stands for, written to `out`. Throws a Problem or Refused where its text or numbers are refused, a
/// TypeError where it stands for none.
void read(PyObject*, algebra::Value& out);
algebra::Value value_of(py::handle);
/// The same of a shape, a stride or a coordinate. Throws also where the value is another one.
algebra::IntTuple tuple_of(PyObject*, const char* what);
algebra::Layout layout_of(PyObject*);

/// A new reference. Integers and tuples become Python's own, truths bool, LayoutAndOffset and a tuple of tensors tuples.
PyObject* object_of(algebra::Value&&);
py::object object_of(algebra::IntTuple::View);
inline py::object made(algebra::Value v) {
  auto* o = object_of(std::move(v));
  if (o == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(o);
}

/// Whether CuTe's marks say something: a dynamic integer is in it.
bool has_dynamic(const algebra::Value&);
/// The value's text: with marks where they say something.
std::string text_of(const algebra::Value&);

/// Evaluates a text, or what a compiler printed, with these names. Throws Refused.
algebra::Evaluation evaluated(const std::string& text, const algebra::Environment&, algebra::IntegerRule, bool verdicts);
/// "auto", "math" or "cute". Throws a Problem.
algebra::IntegerRule rule_named(std::string_view);
algebra::Environment names_of(const py::kwargs&);

/// What names a kind of value in Python.
struct Kind {
  PyTypeObject* type = nullptr;
  const char* name = "";
};
/// The kinds by the index of the alternative of Value; those that Python has itself have no type.
Kind& kind_at(std::size_t index);

}  // namespace app::python
