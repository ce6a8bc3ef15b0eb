#pragma once
// Reads the output of assets/programs/cutescope.hpp: values of a running program, each with its place in the source.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace algebra {

struct PrintedPlace {
  std::string file;  ///< as given to the compiler
  std::size_t line = 0;
  std::string function;  ///< without its scopes: "gemm_device"
  std::string thread;    ///< "block 0,0,0 thread 37,0,0"; "host"
  /// Returns "sgemm.cu:120, block 0,0,0 thread 37,0,0", the file without its folders.
  std::string text() const;
};

/// Reads the place from the words before a value in its line (Scanned::words); nullopt if that header has not printed them.
std::optional<PrintedPlace> printed_place(std::string_view words);

struct PrintedValue {
  PrintedPlace place;
  std::string name, value;  ///< `value` has underscores for static integers
  std::string memory{};     ///< the place of a tensor in global memory: see PrintedMemory::place
};

/// Returns all values that it printed in a program's output, in order.
std::vector<PrintedValue> printed_values(std::string_view output);

}  // namespace algebra
