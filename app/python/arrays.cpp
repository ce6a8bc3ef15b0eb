#include "app/python/arrays.hpp"

namespace app::python {

IndexArray index_array(const std::vector<py::ssize_t>& axes, AxisOrder order) {
  py::tuple shape(axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) shape[i] = axes[i];
  const char letter[] = {static_cast<char>(order), '\0'};
  auto array = py::module_::import("numpy").attr("empty")(shape, "int64", letter);
  const auto memory = py::reinterpret_borrow<py::buffer>(array).request(true);
  return {std::move(array), {static_cast<std::int64_t*>(memory.ptr), static_cast<std::size_t>(memory.size)}};
}

}  // namespace app::python
