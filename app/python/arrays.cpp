#include "app/python/arrays.hpp"

namespace app::python {

py::module_ numpy() {
  try {
    return py::module_::import("numpy");
  } catch (py::error_already_set& e) {
    if (!e.matches(PyExc_ModuleNotFoundError)) throw;
    const py::str words("cutescope needs numpy for arrays, such as those of indices() and of a Trace, and numpy is not installed");
    PyErr_SetImportErrorSubclass(PyExc_ModuleNotFoundError, words.ptr(), py::str("numpy").ptr(), nullptr);
    throw py::error_already_set();
  }
}

IndexArray index_array(const std::vector<py::ssize_t>& axes, AxisOrder order) {
  py::tuple shape(axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) shape[i] = axes[i];
  const char letter[] = {static_cast<char>(order), '\0'};
  auto array = numpy().attr("empty")(shape, "int64", letter);
  const auto memory = py::reinterpret_borrow<py::buffer>(array).request(true);
  return {std::move(array), {static_cast<std::int64_t*>(memory.ptr), static_cast<std::size_t>(memory.size)}};
}

}  // namespace app::python
