#pragma once
// What goes wrong, as Python's exceptions with the diagnostic's words.

#include <pybind11/pybind11.h>

#include <exception>
#include <new>
#include <string>

#include "algebra/language/diagnostic.hpp"

namespace app::python {

namespace py = pybind11;

/// A diagnostic with the text that its place is in.
struct Refused {
  algebra::Diagnostic diagnostic;
  std::string source;
};

/// Adds cutescope.Error, a ValueError with message, condition, expression, place, suggestions and hint, to the module. Problems and
/// Refused that functions of the module throw become it.
void add_errors(py::module_&);

/// Sets Python's error for what was thrown. Call it where an exception is being handled.
void set_error_from_current() noexcept;
/// Sets cutescope.Error.
void set_error(const algebra::Problem&);
void set_error(const Refused&);
/// Throws what pybind11 turns into cutescope.Error: one sentence, without a place.
[[noreturn]] void fail(std::string condition, std::string message);

/// Runs the body of a slot of a C type, which must not throw: null with Python's error set.
template <class F>
PyObject* guarded(F&& f) noexcept {
  try {
    return f();
  } catch (...) {
    set_error_from_current();
    return nullptr;
  }
}

}  // namespace app::python
