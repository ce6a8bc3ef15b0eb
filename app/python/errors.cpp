#include "app/python/errors.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace app::python {
namespace {

PyObject* error_class = nullptr;  ///< lives as long as the process

py::object text(std::string_view s) {
  // Sources may hold bytes that are not UTF-8.
  return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(s.data(), static_cast<Py_ssize_t>(s.size()), "replace"));
}

std::string listed(const std::vector<std::string>& all) {
  std::string words;
  for (const auto& one : all) words += (words.empty() ? "" : ", ") + one;
  return words;
}

/// The message as the command line prints it, with the place marked below.
std::string shown(const algebra::Problem& p, const std::string& source, algebra::SourceSpan place, bool has_place) {
  auto words = p.message.text();
  if (!p.suggestions.empty()) words += " Nearest that work: " + listed(p.suggestions);
  if (!has_place || source.size() > 400 || source.find('\n') != std::string::npos || place.begin > source.size()) return words;
  const auto end = std::max(std::min(place.end, source.size()), place.begin + 1);
  return words + fmt::format("\n  {}\n  {}{}", source, std::string(place.begin, ' '), std::string(end - place.begin, '^'));
}

void set(const algebra::Problem& p, const std::string* source, algebra::SourceSpan place) {
  try {
    auto error = py::reinterpret_borrow<py::object>(error_class)(text(shown(p, source ? *source : "", place, source != nullptr)));
    error.attr("message") = text(p.message.text());
    error.attr("condition") = text(p.condition);
    error.attr("expression") = source ? text(*source) : py::none();
    error.attr("place") = source ? py::object(py::make_tuple(place.begin, place.end)) : py::none();
    py::list suggestions;
    for (const auto& one : p.suggestions) suggestions.append(text(one));
    error.attr("suggestions") = py::tuple(suggestions);
    error.attr("hint") = p.suggestions.empty() ? py::object(py::none()) : text("Nearest that work: " + listed(p.suggestions));
    PyErr_SetObject(error_class, error.ptr());
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
  error_class = PyErr_NewExceptionWithDoc("cutescope.Error", words, PyExc_ValueError, nullptr);
  if (error_class == nullptr) throw py::error_already_set();
  m.add_object("Error", py::reinterpret_borrow<py::object>(error_class));
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
