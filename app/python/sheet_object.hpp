#pragma once
// A sheet as a Python object.

#include <pybind11/pybind11.h>

#include "app/document/sheet.hpp"
#include "app/session/sheet_session.hpp"

namespace app::python {

namespace py = pybind11;

/// Adds Sheet, Entry, sheet and load to the module.
void add_sheets(py::module_&);

struct SheetObject {
  Sheet sheet;
  SheetSession session;
};

}  // namespace app::python
