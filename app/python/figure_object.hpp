#pragma once
// Pictures as Python objects, and of values in notebooks.

#include <pybind11/pybind11.h>

#include <optional>
#include <string>

#include "app/document/evaluation.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds Figure to the module.
void add_figures(py::module_&);

/// The picture of a value; nothing where it has none, or more than 65,536 elements.
std::optional<std::string> svg_of(const algebra::Value&);
/// The interactive figure, as a fragment of a page; nothing as for svg_of.
std::optional<std::string> html_of(const algebra::Value&);
std::optional<std::string> html_of(const Sheet&, const SheetEvaluator&);

/// What Python says of an interactive page.
struct PageWords {
  bool fragment = false;
  std::string language = "en", theme = "auto", title{};
};
/// The interactive page of all cards, or what is pasted into another page. Throws a Problem.
std::string page_of(const Sheet&, const SheetEvaluator&, const PageWords&);
/// The same of a value alone.
std::string page_of(const algebra::Value&, const PageWords&);
/// The picture in TikZ. Throws a Problem.
std::string latex_of(const algebra::Value&);

/// What Python says of a figure: kind, entry, ... Throws a Problem.
py::object figure_object(const Sheet&, const SheetEvaluator&, const py::kwargs&);

}  // namespace app::python
