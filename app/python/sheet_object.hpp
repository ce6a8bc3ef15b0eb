#pragma once
// A sheet as a Python object.

#include <pybind11/pybind11.h>

#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds Sheet, Entry, sheet and load to the module.
void add_sheets(py::module_&);

struct SheetObject {
  Sheet sheet;
  SheetEvaluator evaluator;
};

}  // namespace app::python
