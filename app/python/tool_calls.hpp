#pragma once
// The tools that every host has, called from Python: _tools.py makes functions of them.

#include "app/python/objects.hpp"

namespace app::python {

void add_tools(py::module_&);

}  // namespace app::python
