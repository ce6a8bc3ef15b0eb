#pragma once
// Python objects with the types that pybind11 writes in signatures, for type hints and inspect.signature.

#include <pybind11/pybind11.h>

#include <utility>

namespace app::python {

namespace py = pybind11;

/// A py::object returned by a function, of the type named `Type::name`.
template <class Type>
struct Typed : py::object {
  using py::object::object;
  Typed(py::object o) : py::object(std::move(o)) {}
};

// Types in Python's notation.
struct TypeOfArray {
  static constexpr auto name = py::detail::const_name("numpy.ndarray[Any, Any]");
};
struct TypeOfVerdict {
  static constexpr auto name = py::detail::const_name("Verdict");
};
struct TypeOfVerdicts {
  static constexpr auto name = py::detail::const_name("Dict[str, Verdict]");
};
struct TypeOfVerdictOrNone {
  static constexpr auto name = py::detail::const_name("Optional[Verdict]");
};
struct TypeOfExplanation {
  static constexpr auto name = py::detail::const_name("Explanation");
};
struct TypeOfDiagnostics {
  static constexpr auto name = py::detail::const_name("List[Diagnostic]");
};
struct TypeOfDiagnosticOrNone {
  static constexpr auto name = py::detail::const_name("Optional[Diagnostic]");
};
struct TypeOfEntries {
  static constexpr auto name = py::detail::const_name("List[Entry]");
};
struct TypeOfFound {
  static constexpr auto name = py::detail::const_name("List[Found]");
};
struct TypeOfFigure {
  static constexpr auto name = py::detail::const_name("Figure");
};
struct TypeOfTrace {
  static constexpr auto name = py::detail::const_name("Trace");
};
struct TypeOfTexts {
  static constexpr auto name = py::detail::const_name("List[str]");
};
struct TypeOfNamedTexts {
  static constexpr auto name = py::detail::const_name("Dict[str, str]");
};

}  // namespace app::python

template <class Type>
struct pybind11::detail::handle_type_name<app::python::Typed<Type>> {
  static constexpr auto name = Type::name;
};
