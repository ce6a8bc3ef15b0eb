#include "app/python/errors.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "app/system/files.hpp"

namespace app::python {
namespace {

// References that live as long as the process.
PyObject* error_class = nullptr;
PyObject* argument_class = nullptr;
PyObject* file_class = nullptr;
PyObject* missing_class = nullptr;
PyObject* contract_class = nullptr;

py::object text(std::string_view s) {
  // Sources may contain bytes that are not UTF-8.
  return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(s.data(), static_cast<Py_ssize_t>(s.size()), "replace"));
}

std::string listed(const std::vector<std::string>& all) {
  std::string words;
  for (const auto& one : all) words += (words.empty() ? "" : ", ") + one;
  return words;
}

/// Returns the message as the command line prints it, with the place marked below.
std::string shown(const algebra::Problem& p, const std::string& source, algebra::SourceSpan place, bool has_place) {
  auto words = p.message.text();
  if (!p.suggestions.empty()) words += " Nearest that work: " + listed(p.suggestions);
  if (!has_place || source.size() > 400 || source.find('\n') != std::string::npos || place.begin > source.size()) return words;
  const auto end = std::max(std::min(place.end, source.size()), place.begin + 1);
  return words + fmt::format("\n  {}\n  {}{}", source, std::string(place.begin, ' '), std::string(end - place.begin, '^'));
}

/// Returns true if an argument has the wrong kind, or the number of arguments is wrong: Python's TypeError.
bool is_of_arguments(const algebra::Problem& p) { return p.condition == "argument" || p.condition == "template argument"; }

void set(const algebra::Problem& p, const std::string* source, algebra::SourceSpan place) {
  auto* kind = is_of_arguments(p) ? argument_class : error_class;
  try {
    auto error = py::reinterpret_borrow<py::object>(kind)(text(shown(p, source ? *source : "", place, source != nullptr)));
    error.attr("message") = text(p.message.text());
    error.attr("condition") = text(p.condition);
    error.attr("expression") = source ? text(*source) : py::none();
    error.attr("place") = source ? py::object(py::make_tuple(place.begin, place.end)) : py::none();
    py::list suggestions;
    for (const auto& one : p.suggestions) suggestions.append(text(one));
    error.attr("suggestions") = py::tuple(suggestions);
    error.attr("hint") = p.suggestions.empty() ? py::object(py::none()) : text("Nearest that work: " + listed(p.suggestions));
    PyErr_SetObject(kind, error.ptr());
  } catch (py::error_already_set& e) {
    e.restore();
  }
}

}  // namespace

void set_error(const algebra::Problem& p) { set(p, nullptr, {}); }
void set_error(const Refused& r) { set(r.diagnostic.problem, &r.source, r.diagnostic.span); }

void fail(std::string condition, std::string message) {
  throw algebra::Problem{std::move(condition), algebra::Message::verbatim(std::move(message)), {}};
}

void fail_file(int error, const std::string& path) {
  auto* kind = error == ENOENT ? missing_class : file_class;
  const auto reason = text(std::strerror(error));
  auto thrown = py::reinterpret_borrow<py::object>(kind)(error, reason, text(path));
  thrown.attr("message") = text(fmt::format("{}: {}", path, std::strerror(error)));
  thrown.attr("condition") = "file";
  for (const auto* none : {"expression", "place", "hint"}) thrown.attr(none) = py::none();
  thrown.attr("suggestions") = py::tuple();
  PyErr_SetObject(kind, thrown.ptr());
  throw py::error_already_set();
}

void require_readable(const std::string& path) {
  struct stat there {};
  if (::stat(path.c_str(), &there) != 0 || ::access(path.c_str(), R_OK) != 0) fail_file(errno, path);
  if (S_ISDIR(there.st_mode)) fail_file(EISDIR, path);
}

void fail_to_write(const std::string& path, const algebra::Message& why, std::string condition) {
  if (why.key() != unwritable_key) fail(std::move(condition), why.text());
  struct stat there {};
  if (::stat(path.c_str(), &there) == 0 && S_ISDIR(there.st_mode)) fail_file(EISDIR, path);
  const auto folder = std::filesystem::path(path).parent_path().string();
  fail_file(::access(folder.empty() ? "." : folder.c_str(), W_OK) != 0 ? errno : EIO, path);
}

void warn(const std::string& words) {
  if (PyErr_WarnEx(PyExc_UserWarning, words.c_str(), 1) != 0) throw py::error_already_set();
}
void warn_of_contract(const std::string& words) {
  if (PyErr_WarnEx(contract_class, words.c_str(), 1) != 0) throw py::error_already_set();
}

void set_error_from_current() noexcept {
  try {
    throw;
  } catch (py::error_already_set& e) {
    e.restore();
  } catch (const Refused& r) {
    set_error(r);
  } catch (const algebra::Diagnostic& d) {
    set_error(d.problem);
  } catch (const algebra::Problem& p) {
    set_error(p);
  } catch (const py::builtin_exception& e) {
    e.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "an unknown error");
  }
}

void add_errors(py::module_& m) {
  const char* words =
      "What CuTe would refuse, or what cannot be read.\n\n"
      "message: what is wrong, with the operands' numbers\n"
      "condition: the condition that fails, as CuTe names it\n"
      "expression: the text that was evaluated, or None\n"
      "place: (begin, end), the bytes of the expression that are to blame, or None\n"
      "suggestions: operands near the blamed one that were tried and work\n"
      "hint: the suggestions as a sentence, or None";
  const auto add = [&](const char* name, const char* meaning, const py::object& bases) {
    auto* kind = PyErr_NewExceptionWithDoc(fmt::format("cutescope.{}", name).c_str(), meaning, bases.ptr(), nullptr);
    if (kind == nullptr) throw py::error_already_set();
    m.add_object(name, py::reinterpret_borrow<py::object>(kind));
    return kind;
  };
  const auto bases = [](auto... kinds) { return py::make_tuple(py::reinterpret_borrow<py::object>(kinds)...); };
  error_class = add("Error", words, bases(PyExc_ValueError));
  argument_class = add("ArgumentError", "Arguments that are too many, too few, or of the wrong kind: an Error that is a TypeError, too.",
                       bases(error_class, PyExc_TypeError));
  file_class = add("FileError", "A file that cannot be read or written: an Error that is an OSError, with errno and filename.",
                   bases(PyExc_OSError, error_class));
  missing_class = add("MissingFileError", "A file, or its folder, that is not there: a FileError that is a FileNotFoundError, too.",
                      bases(PyExc_FileNotFoundError, file_class));
  contract_class = add("ContractWarning",
                       "A result that CuTe gives although it breaks the contract of its operation, as composition(A, B) does where\n"
                       "R(c) = A(B(c)) does not hold. FUNCTION.check(...) is the verdict, set_contract_limit(0) turns the warning off.",
                       bases(PyExc_UserWarning));
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Refused& r) {
      set_error(r);
    } catch (const algebra::Diagnostic& d) {
      set_error(d.problem);
    } catch (const algebra::Problem& p) {
      set_error(p);
    }
  });
}

}  // namespace app::python
