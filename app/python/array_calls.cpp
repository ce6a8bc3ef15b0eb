#include "app/python/array_calls.hpp"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "algebra/language/elements.hpp"
#include "algebra/language/value_indexing.hpp"
#include "algebra/layout/memory_budget.hpp"
#include "app/python/arrays.hpp"
#include "app/python/errors.hpp"
#include "app/python/objects.hpp"

namespace app::python {
namespace {

using algebra::Int;
using algebra::IntTuple;
using algebra::Value;

bool is_array(PyObject* o) {
  if (PyLong_CheckExact(o) || PyTuple_Check(o) || PyUnicode_Check(o) || PyObject_HasAttrString(o, "__array__") == 0) return false;
  const auto dimensions = py::getattr(o, "ndim", py::none());
  return PyLong_Check(dimensions.ptr()) && py::cast<std::int64_t>(dimensions) > 0;
}

std::span<PyObject* const> coordinates(PyObject* const* arguments, std::size_t count) {
  if (count == 1 && PyTuple_Check(arguments[0]))
    return {&PyTuple_GET_ITEM(arguments[0], 0), static_cast<std::size_t>(PyTuple_GET_SIZE(arguments[0]))};
  return {arguments, count};
}

/// Returns the arrays broadcast to one shape, as int64 in C order.
py::list broadcast(std::span<PyObject* const> arguments) {
  const auto of_numpy = numpy();
  py::list arrays;
  for (auto* one : arguments) {
    if (one == Py_None || PyUnicode_Check(one)) fail("argument", "A coordinate of arrays has an array or an integer for each mode.");
    const auto array = of_numpy.attr("asarray")(py::handle(one));
    const auto kind = py::cast<std::string>(array.attr("dtype").attr("kind"));
    if (kind != "i" && kind != "u") fail("argument", "The arrays of a coordinate are of integers.");
    arrays.append(array);
  }
  py::list all;
  for (const auto array : of_numpy.attr("broadcast_arrays")(*py::tuple(arrays)))
    all.append(of_numpy.attr("array")(array, py::arg("dtype") = "int64", py::arg("order") = "C"));
  return all;
}

std::int64_t offset_in(const Value& v, const std::vector<std::int64_t>& coordinate) {
  IntTuple c;
  for (const auto i : coordinate) c.append(Int{i, true});
  const auto index = algebra::expression::element_at(v, coordinate.size() == 1 ? IntTuple(Int{coordinate[0], true}) : c);
  const auto* number = std::get_if<IntTuple>(&index);
  if (number == nullptr || !number->is_integer() || number->integer().basis != 0)
    fail("argument", fmt::format("An array holds indices; {} gives {}.", text_of(v), text_of(index)));
  return number->integer().value;
}

}  // namespace

bool has_array(PyObject* const* arguments, std::size_t count) {
  for (auto* one : coordinates(arguments, count))
    if (is_array(one)) return true;
  return false;
}

py::object called_with_arrays(const Value& v, PyObject* const* arguments, std::size_t count) {
  const auto arrays = broadcast(coordinates(arguments, count));
  std::vector<py::ssize_t> axes;
  for (const auto axis : arrays[0].attr("shape")) axes.push_back(py::cast<py::ssize_t>(axis));
  std::vector<std::span<const std::int64_t>> modes;
  std::vector<py::buffer_info> memory;
  for (const auto array : arrays) {
    memory.push_back(py::reinterpret_borrow<py::buffer>(array).request());
    modes.emplace_back(static_cast<const std::int64_t*>(memory.back().ptr), static_cast<std::size_t>(memory.back().size));
  }
  const auto bytes = static_cast<std::int64_t>(modes[0].size_bytes());
  const auto share = algebra::memory_budget().take(bytes);
  if (!share)
    fail("limit", fmt::format("The indices at {} coordinates do not fit the memory budget of {} MiB: take a part, or set_memory_budget.",
                              modes[0].size(), algebra::memory_budget().bytes() >> 20));
  auto [array, out] = index_array(axes, AxisOrder::last_fastest);
  // Within its shape, a layout is the sum of its modes; the algebra handles coordinates beyond it.
  const auto* layout = std::get_if<algebra::Layout>(&v);
  const bool plain = layout != nullptr && !algebra::has_basis(*layout) && !algebra::has_negative_size(*layout) &&
                     (modes.size() == 1 || static_cast<std::size_t>(algebra::rank(*layout)) == modes.size());
  std::vector<algebra::Layout> parts;
  if (plain && modes.size() == 1) parts.push_back(*layout);
  for (std::size_t m = 0; plain && modes.size() > 1 && m < modes.size(); ++m) parts.push_back(algebra::mode(*layout, static_cast<int>(m)));
  std::vector<std::int64_t> sizes;
  for (const auto& part : parts) sizes.push_back(algebra::size(part));
  const py::gil_scoped_release released;
  std::vector<std::int64_t> coordinate(modes.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::int64_t sum = 0;
    bool within = plain;
    for (std::size_t m = 0; m < modes.size(); ++m) {
      const auto c = coordinate[m] = modes[m][i];
      within = within && c >= 0 && c < sizes[m];
      if (within) sum += parts[m](c);
    }
    out[i] = within ? sum : offset_in(v, coordinate);
  }
  return array;
}

}  // namespace app::python
