#include "app/python/integers.hpp"

#include <fmt/format.h>

#include "algebra/layout/int_tuple.hpp"
#include "app/python/errors.hpp"

namespace app::python {
namespace {

using algebra::Int;
using algebra::IntTuple;

// References that live as long as the process.
PyTypeObject* dynamic_type = nullptr;
PyTypeObject* basis_type = nullptr;
PyObject* skip = nullptr;

/// Reads a stride such as 1@0, of this module or of the CuTe DSL: value and mode, or modes from the innermost. Returns false for other
/// objects.
bool read_basis(PyObject* o, Int& out) {
  if (Py_TYPE(o) == basis_type) {
    out = py::cast<const Int&>(py::handle(o));
    return true;
  }
  if (!PyObject_HasAttrString(o, "value") || !PyObject_HasAttrString(o, "mode")) return false;
  const py::handle h(o);
  const py::object mode = h.attr("mode"), value = h.attr("value");
  if (!PyLong_Check(value.ptr())) return false;
  out = {number(value.ptr()), true, 0};
  if (PyLong_Check(mode.ptr())) {
    out.basis = algebra::basis_within(0, number(mode.ptr()));
    return true;
  }
  if (!PyTuple_Check(mode.ptr()) && !PyList_Check(mode.ptr())) return false;
  for (const auto one : py::reinterpret_borrow<py::sequence>(mode)) {
    if (!PyLong_Check(one.ptr())) return false;
    out.basis = algebra::basis_within(out.basis, number(one.ptr()));
  }
  return true;
}

}  // namespace

PyObject* skip_object() { return skip; }

std::int64_t number(PyObject* o) {
  int overflow = 0;
  const auto value = PyLong_AsLongLongAndOverflow(o, &overflow);
  if (overflow != 0) fail("overflow", "An integer has at most 63 bits.");
  if (value == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return value;
}

bool read_integer(PyObject* o, Int& out) {
  if (PyLong_CheckExact(o)) {
    out = {number(o), true, 0};
    return true;
  }
  if (PyBool_Check(o)) return false;
  if (PyLong_Check(o)) {
    out = {number(o), Py_TYPE(o) != dynamic_type, 0};
    return true;
  }
  if (PyTuple_Check(o) || PyUnicode_Check(o) || o == Py_None) return false;
  if (PyIndex_Check(o) != 0) {
    if (const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(o))) {
      out = {number(index.ptr()), true, 0};
      return true;
    }
    // An array of numpy has __index__, but only one with one element converts.
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
  }
  return read_basis(o, out);
}

PyObject* integer_object(Int i) {
  if (i.basis != 0) return py::cast(i).release().ptr();
  if (i.is_static) return PyLong_FromLongLong(i.value);
  return PyObject_CallFunction(reinterpret_cast<PyObject*>(dynamic_type), "L", static_cast<long long>(i.value));
}

void add_integers(py::module_& m) {
  py::dict attributes;
  attributes["__slots__"] = py::tuple();
  attributes["__module__"] = "cutescope";
  attributes["__doc__"] =
      "An integer that only the running program knows, CuTe's int beside Int<4>: it is an int, and a value prints it without an "
      "underscore.";
  const auto type = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(&PyType_Type));
  const auto integer = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(&PyLong_Type));
  py::object dynamic = type("Dynamic", py::make_tuple(integer), attributes);
  py::setattr(
      dynamic, "__repr__",
      py::cpp_function([](const py::object& o) { return fmt::format("Dynamic({})", py::cast<std::int64_t>(o)); }, py::is_method(dynamic)));
  dynamic_type = reinterpret_cast<PyTypeObject*>(dynamic.inc_ref().ptr());
  m.add_object("Dynamic", dynamic);

  py::class_<Int> basis(m, "ScaledBasis",
                        "A stride along a mode of a coordinate: ScaledBasis(2, 1) is 2@1, and ScaledBasis(1, (0, 1)) is 1@1@0.");
  basis
      .def(py::init([](std::int64_t value, const py::object& mode) {
             Int i{value, true, 0};
             const auto path =
                 py::isinstance<py::sequence>(mode) ? py::reinterpret_borrow<py::sequence>(mode) : py::sequence(py::make_tuple(mode));
             for (const auto one : path) i.basis = algebra::basis_within(i.basis, py::cast<std::int64_t>(one));
             if (i.basis == 0) fail("basis", "A basis element has a mode.");
             return i;
           }),
           py::arg("value"), py::arg("mode"))
      .def_property_readonly(
          "value", [](Int i) { return i.value; }, "How many steps.")
      .def_property_readonly(
          "mode",
          [](Int i) {
            py::list path;
            if (algebra::is_sum(i.basis)) return py::tuple(path);
            for (auto rest = i.basis; rest != 0 && rest != Int::bits_mark; rest = algebra::basis_rest(rest))
              path.append(algebra::basis_first(rest));
            return py::tuple(path);
          },
          "The modes that lead to it, from the outermost.")
      .def(
          "__eq__", [](Int a, Int b) { return a.value == b.value && a.basis == b.basis; }, py::is_operator())
      .def("__hash__", [](Int i) { return std::hash<std::int64_t>{}(i.value * 1000003 + i.basis); })
      .def("__repr__",
           [](Int i) { return algebra::to_string(IntTuple(i), i.is_static ? algebra::Marks::plain : algebra::Marks::underscores); })
      .def("__reduce__",
           [](const py::object& o) { return py::make_tuple(py::type::of(o), py::make_tuple(o.attr("value"), o.attr("mode"))); });
  basis_type = reinterpret_cast<PyTypeObject*>(basis.ptr());

  struct Skip {};
  py::class_<Skip>(m, "Skip", "The type of X, which skips a mode of a step.")
      .def("__repr__", [](const Skip&) { return "X"; })
      .def("__reduce__", [](const Skip&) {
        return "X";  // for pickle and copy: the module's own
      });
  skip = py::cast(Skip{}).release().ptr();
  m.attr("X") = py::handle(skip);
}

}  // namespace app::python
