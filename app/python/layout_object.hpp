#pragma once
// cutescope.Layout, a C type instead of one of pybind11's, whose overhead would be as long as the algebra's time for a call or a
// construction.

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
  std::int64_t size;  ///< size of a layout of plain static integers; unknown or other_integers
  algebra::Layout value;

  static constexpr std::int64_t unknown = -2, other_integers = -1;
};

/// Returns the layout of an object; null for objects of other types.
inline const algebra::Layout* as_layout(PyObject* o) {
  return Py_TYPE(o) == layout_type ? &reinterpret_cast<LayoutObject*>(o)->value : nullptr;
}
/// Returns a new reference; null with Python's error set.
PyObject* layout_object(algebra::Layout&&) noexcept;

}  // namespace app::python
