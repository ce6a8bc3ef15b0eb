#pragma once
// Converts problems to Python's exceptions, with the diagnostic's message.

#include <pybind11/pybind11.h>

#include <exception>
#include <new>
#include <string>

#include "algebra/language/diagnostic.hpp"

namespace app::python {

namespace py = pybind11;

/// A diagnostic with the text to which its place refers.
struct Refused {
  algebra::Diagnostic diagnostic;
  std::string source;
};

/// Adds cutescope.Error, a ValueError with message, condition, expression, place, suggestions and hint, to the module. Problems and Refused
/// thrown by functions of the module become it, or ArgumentError, a TypeError too, if the condition is an argument's. Adds FileError and
/// MissingFileError, and the warning ContractWarning.
void add_errors(py::module_&);

/// Sets Python's error for the current exception. Call it while an exception is being handled.
void set_error_from_current() noexcept;
/// Sets cutescope.Error.
void set_error(const algebra::Problem&);
void set_error(const Refused&);
/// Throws a Problem, which pybind11 turns into cutescope.Error: one sentence, without a place.
[[noreturn]] void fail(std::string condition, std::string message);
/// Throws cutescope.FileError, an OSError with this error number, or MissingFileError, a FileNotFoundError.
[[noreturn]] void fail_file(int error, const std::string& path);
/// Throws the error of reading the file at `path`, as fail_file, if it cannot be opened.
void require_readable(const std::string& path);
/// Throws as fail_file if a file could not be written, and cutescope.Error for any other problem with its content.
[[noreturn]] void fail_to_write(const std::string& path, const algebra::Message& why, std::string condition);
/// Issue Python's warning at the line that called the module. Throw if warnings are errors.
void warn(const std::string& words);              ///< a UserWarning
void warn_of_contract(const std::string& words);  ///< a cutescope.ContractWarning

/// Runs the body of a slot of a C type, which must not throw: returns null with Python's error set.
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
