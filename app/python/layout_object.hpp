#pragma once
// cutescope.Layout: a type of its own, and not one of pybind11's, because a call of it, and making one, takes as long as the algebra.

#include <pybind11/pybind11.h>

#include "algebra/layout/layout.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds the type to the module.
void add_layout(py::module_&);

extern PyTypeObject* layout_type;  ///< set by add_layout

struct LayoutObject {
  PyObject_HEAD  //
      vectorcallfunc call;
  std::int64_t size;  ///< of a layout of plain static integers; unknown or other_integers
  algebra::Layout value;

  static constexpr std::int64_t unknown = -2, other_integers = -1;
};

/// The layout that an object is; null for any other object.
inline const algebra::Layout* as_layout(PyObject* o) {
  return Py_TYPE(o) == layout_type ? &reinterpret_cast<LayoutObject*>(o)->value : nullptr;
}
/// A new reference; null with Python's error set.
PyObject* layout_object(algebra::Layout&&) noexcept;

}  // namespace app::python
