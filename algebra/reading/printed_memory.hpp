#pragma once
// Finds the places of printed tensors in global memory, relative to tensors printed before. A printed pointer does not tell what was
// allocated; a printed tensor does, as far as it reaches.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/reading/printed_places.hpp"
#include "algebra/reading/scan.hpp"

namespace algebra {

class PrintedMemory {
 public:
  /// Returns the place of a tensor in global memory that a device prints, in its elements: "mA + 4096"; "mA + 3 bytes" if that is no whole
  /// number of them; "in nothing that was printed before". "" for anything else. Call this in the order of printing: tensors in global
  /// memory, and those that the host prints, are candidates for later ones. The largest candidate that contains the address is used, since
  /// `gA` is a part of `mA`.
  std::string place(const Scanned&, const PrintedPlace&);

  static constexpr const char* in_nothing = "in nothing that was printed before";

 private:
  struct Extent {
    std::string name;
    std::uint64_t begin = 0, end = 0;  ///< in bytes
  };
  std::vector<Extent> all_;  ///< extents, none of which lies within another
};

}  // namespace algebra
