#pragma once
// Arrays of numpy, through numpy's own functions and the buffer protocol.
//
// pybind11/numpy.h would deadlock: it imports numpy while a static variable is initialised, and the import releases the GIL. Another thread
// that needs its first array then takes the GIL and waits for the variable, whose initialisation needs the GIL.

#include <pybind11/pybind11.h>

#include <cstdint>
#include <span>
#include <vector>

namespace app::python {

namespace py = pybind11;

/// Returns the module numpy. Throws an ImportError if it is not installed; the message names the uses of arrays.
py::module_ numpy();

/// A new array and its memory, which lives as long as the array.
struct IndexArray {
  py::object array;
  std::span<std::int64_t> indices;
};

enum class AxisOrder : char { first_fastest = 'F', last_fastest = 'C' };

/// Returns an array of int64 with these axes, not initialised. Throws as numpy().
IndexArray index_array(const std::vector<py::ssize_t>& axes, AxisOrder);

}  // namespace app::python
