#pragma once
// Where in global memory the tensors are that a program prints: at which offset from the beginning of which other one that was printed
// before. What was allocated a printed pointer does not say; a tensor that was printed does, as far as it reaches.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/reading/printed_places.hpp"
#include "algebra/reading/scan.hpp"

namespace algebra {

class PrintedMemory {
 public:
  /// Of a tensor in global memory that a device prints: "mA + 4096", in its elements; "mA + 3 bytes", where that is no whole number of
  /// them; "in nothing that was printed before". Of all else "". Call this in the order of printing: tensors in global memory, and
  /// those that the host prints, are what later ones may lie in. The largest that has the address is taken: `gA` is a part of `mA`, too.
  std::string place(const Scanned&, const PrintedPlace&);

  static constexpr const char* in_nothing = "in nothing that was printed before";

 private:
  struct Extent {
    std::string name;
    std::uint64_t begin = 0, end = 0;  ///< in bytes
  };
  std::vector<Extent> all_;  ///< those of which none lies within another
};

}  // namespace algebra
