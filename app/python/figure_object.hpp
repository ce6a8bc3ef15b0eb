#pragma once
// Pictures as Python objects, and pictures of values in notebooks.

#include <pybind11/pybind11.h>

#include <optional>
#include <string>

#include "app/document/evaluation.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds Figure to the module.
void add_figures(py::module_&);

/// Returns the picture of a value; nullopt if it has none, or more than 65,536 elements.
std::optional<std::string> svg_of(const algebra::Value&);
/// Returns the interactive figure, as a fragment of a page; nullopt as for svg_of.
std::optional<std::string> html_of(const algebra::Value&);
std::optional<std::string> html_of(const Sheet&, const SheetEvaluator&);

/// Python's options of an interactive page.
struct PageWords {
  bool fragment = false;
  std::string language = "en", theme = "auto", title{};
};
/// Returns the interactive page of all cards, or a fragment to paste into another page. Throws a Problem.
std::string page_of(const Sheet&, const SheetEvaluator&, const PageWords&);
/// Returns the page of a single value.
std::string page_of(const algebra::Value&, const PageWords&);
/// Returns the picture in TikZ. Throws a Problem.
std::string latex_of(const algebra::Value&);

/// Returns the Figure for Python's keywords: kind, entry, ... Throws a Problem.
py::object figure_object(const Sheet&, const SheetEvaluator&, const py::kwargs&);

}  // namespace app::python
