#pragma once
// What assets/programs/cutescope.hpp prints: values of a running program, each with the place in the source that it comes from.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace algebra {

struct PrintedPlace {
  std::string file;  ///< as the compiler was given it
  std::size_t line = 0;
  std::string function;  ///< without its scopes: "gemm_device"
  std::string thread;    ///< "block 0,0,0 thread 37,0,0"; "host"
  /// "sgemm.cu:120, block 0,0,0 thread 37,0,0", the file without its folders.
  std::string text() const;
};

/// Of the words before a value in its line (Scanned::words); nothing if that header has not printed them.
std::optional<PrintedPlace> printed_place(std::string_view words);

struct PrintedValue {
  PrintedPlace place;
  std::string name, value;  ///< with underscores for what is static
  std::string memory{};     ///< of a tensor in global memory where it is: see PrintedMemory::place
};

/// All that it printed in a program's output, in order.
std::vector<PrintedValue> printed_values(std::string_view output);

}  // namespace algebra
