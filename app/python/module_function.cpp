#include "app/python/module_function.hpp"

#include <structmember.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/python/errors.hpp"

namespace app::python {
namespace {

PyTypeObject* named_type = nullptr;

struct NamedFunction {
  PyObject_HEAD  //
      vectorcallfunc call;
  PyObject* function;  ///< the function of pybind11
  PyObject* name;
  PyObject* qualified;  ///< Sheet.figure; the plain name if it is no method
  bool is_method;
};
NamedFunction& named_in(PyObject* o) { return *reinterpret_cast<NamedFunction*>(o); }

PyObject* call_named(PyObject* self, PyObject* const* arguments, std::size_t flags, PyObject* keywords) {
  return PyObject_Vectorcall(named_in(self).function, arguments, flags, keywords);
}

void deallocate_named(PyObject* o) {
  Py_XDECREF(named_in(o).function);
  Py_XDECREF(named_in(o).name);
  Py_XDECREF(named_in(o).qualified);
  PyObject_Free(o);
  Py_DECREF(named_type);
}

PyObject* bind_named(PyObject* o, PyObject* object, PyObject*) {
  if (object == nullptr || object == Py_None || !named_in(o).is_method) return Py_NewRef(o);
  return PyMethod_New(o, object);
}

/// Splits pybind11's documentation into its signatures and the other lines. It begins with one signature, or with "Overloaded function."
/// and numbered signatures, each with its words.
std::pair<std::vector<std::string>, std::string> parts_of(std::string_view words, std::string_view name) {
  std::vector<std::string> signatures;
  const auto first = words.substr(0, words.find('\n'));
  auto rest = words.substr(std::min(first.size() + 1, words.size()));
  const auto begin = fmt::format("{}(", name);
  if (!first.starts_with(begin)) return {{}, std::string(words)};
  constexpr std::string_view overloaded = "Overloaded function.\n";
  if (!rest.starts_with(overloaded)) {
    while (rest.starts_with('\n')) rest.remove_prefix(1);
    return {{std::string(first)}, std::string(rest)};
  }
  std::string others;
  rest.remove_prefix(overloaded.size());
  while (!rest.empty()) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const auto number = fmt::format("{}. {}", signatures.size() + 1, begin);
    if (line.starts_with(number)) signatures.emplace_back(line.substr(number.size() - begin.size()));
    else if (!line.empty()) others += fmt::format("{}{}", others.empty() ? "" : "\n", line);
  }
  return {signatures, others};
}

std::string words_in(PyObject* o) {
  const auto words = py::getattr(named_in(o).function, "__doc__", py::none());
  return words.is_none() ? "" : py::cast<std::string>(words);
}
auto parts_in(PyObject* o) { return parts_of(words_in(o), py::cast<std::string>(py::handle(named_in(o).name))); }

PyObject* words_of_named(PyObject* o, void*) {
  return guarded([&] { return py::cast(parts_in(o).second).release().ptr(); });
}
PyObject* signatures_of_named(PyObject* o, void*) {
  return guarded([&] {
    py::list all;
    for (const auto& one : parts_in(o).first) all.append(one);
    return py::tuple(all).release().ptr();
  });
}
PyObject* signature_of_named(PyObject* o, void*) {
  return guarded([&] { return py::module_::import("cutescope._signatures").attr("of_module_function")(py::handle(o)).release().ptr(); });
}
PyObject* module_of_named(PyObject*, void*) { return PyUnicode_FromString("cutescope"); }
/// Reduces it for pickle and copy to its name.
PyObject* reduced_named(PyObject* o, PyObject*) { return Py_NewRef(named_in(o).qualified); }
PyObject* represented_named(PyObject* o) { return PyUnicode_FromFormat("<cutescope function %U>", named_in(o).qualified); }

std::array<PyGetSetDef, 5> named_properties{{{"__doc__", words_of_named, nullptr, nullptr, nullptr},
                                             {"__module__", module_of_named, nullptr, nullptr, nullptr},
                                             {"__signature__", signature_of_named, nullptr, nullptr, nullptr},
                                             {"signatures", signatures_of_named, nullptr, "The ways to call it, with types.", nullptr},
                                             {nullptr, nullptr, nullptr, nullptr, nullptr}}};
std::array<PyMemberDef, 4> named_members{{{"__vectorcalloffset__", T_PYSSIZET, offsetof(NamedFunction, call), READONLY, nullptr},
                                          {"__name__", T_OBJECT, offsetof(NamedFunction, name), READONLY, nullptr},
                                          {"__qualname__", T_OBJECT, offsetof(NamedFunction, qualified), READONLY, nullptr},
                                          {nullptr, 0, 0, 0, nullptr}}};
std::array<PyMethodDef, 2> named_methods{{{"__reduce__", reduced_named, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}}};

void make_named_type() {
  std::array<PyType_Slot, 9> slots{{{Py_tp_dealloc, reinterpret_cast<void*>(deallocate_named)},
                                    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
                                    {Py_tp_descr_get, reinterpret_cast<void*>(bind_named)},
                                    {Py_tp_members, named_members.data()},
                                    {Py_tp_methods, named_methods.data()},
                                    {Py_tp_getset, named_properties.data()},
                                    {Py_tp_repr, reinterpret_cast<void*>(represented_named)},
                                    {0, nullptr}}};
  PyType_Spec spec{.name = "cutescope.ModuleFunction",
                   .basicsize = sizeof(NamedFunction),
                   .itemsize = 0,
                   .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                   .slots = slots.data()};
  named_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (named_type == nullptr) throw py::error_already_set();
}

py::object named(py::handle function, const std::string& name, const std::string& owner) {
  auto* o = PyObject_New(NamedFunction, named_type);
  if (o == nullptr) throw py::error_already_set();
  o->call = call_named;
  o->function = Py_NewRef(function.ptr());
  o->name = py::str(name).release().ptr();
  o->qualified = py::str(owner.empty() ? name : fmt::format("{}.{}", owner, name)).release().ptr();
  o->is_method = !owner.empty();
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(o));
}

/// Returns pybind11's function of a member, which in a class may be inside another object; null for other members.
py::handle function_of_pybind(py::handle thing) {
  if (PyInstanceMethod_Check(thing.ptr())) return PyInstanceMethod_GET_FUNCTION(thing.ptr());
  return PyCFunction_Check(thing.ptr()) && PyCFunction_GET_SELF(thing.ptr()) != nullptr ? thing : py::handle();
}

void name_in(py::handle owner, const std::string& owner_name) {
  const py::dict all(owner.attr("__dict__"));  // a copy: names are set while it is read
  for (const auto& [key, thing] : all) {
    const auto name = py::cast<std::string>(key);
    if (PyType_Check(thing.ptr()) && owner_name.empty()) name_in(thing, name);
    else if (const auto function = function_of_pybind(thing); function && !name.starts_with("__"))
      py::setattr(owner, name.c_str(), named(function, name, owner_name));
  }
}

}  // namespace

void name_functions(py::module_& m) {
  make_named_type();
  name_in(m, "");
}

}  // namespace app::python
