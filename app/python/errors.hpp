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
/// Refused that functions of the module throw become it; where the condition is an argument's, ArgumentError, a TypeError too. Adds
/// FileError and MissingFileError, and the warning ContractWarning.
void add_errors(py::module_&);

/// Sets Python's error for what was thrown. Call it where an exception is being handled.
void set_error_from_current() noexcept;
/// Sets cutescope.Error.
void set_error(const algebra::Problem&);
void set_error(const Refused&);
/// Throws what pybind11 turns into cutescope.Error: one sentence, without a place.
[[noreturn]] void fail(std::string condition, std::string message);
/// Throws cutescope.FileError, an OSError with this error number, or MissingFileError, a FileNotFoundError.
[[noreturn]] void fail_file(int error, const std::string& path);
/// Throws what reading the file at `path` met, as above, where it cannot be opened; else nothing.
void require_readable(const std::string& path);
/// Throws the same where a file could not be written, and cutescope.Error where something else went wrong with what was to be written.
[[noreturn]] void fail_to_write(const std::string& path, const algebra::Message& why, std::string condition);
/// Issues Python's warning at the line that called the module. Throws where warnings are errors.
void warn(const std::string& words);              ///< a UserWarning
void warn_of_contract(const std::string& words);  ///< a cutescope.ContractWarning

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
