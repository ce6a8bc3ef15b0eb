#pragma once
// Arrays of numpy, by way of numpy's own functions and the buffer protocol.
//
// Not by pybind11/numpy.h: it looks numpy up within the initialisation of a static variable, and importing gives the GIL away there.
// Another thread that asks for its first array then waits for the variable with the GIL that the first one needs to go on.

#include <pybind11/pybind11.h>

#include <cstdint>
#include <span>
#include <vector>

namespace app::python {

namespace py = pybind11;

/// The module numpy. Throws an ImportError that says what needs it where it is not installed.
py::module_ numpy();

/// A new array, and its memory, which lives as long as it does.
struct IndexArray {
  py::object array;
  std::span<std::int64_t> indices;
};

enum class AxisOrder : char { first_fastest = 'F', last_fastest = 'C' };

/// An array of int64 with these axes, not yet filled. Throws as numpy().
IndexArray index_array(const std::vector<py::ssize_t>& axes, AxisOrder);

}  // namespace app::python
