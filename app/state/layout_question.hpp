#pragma once
// What the dialog "Find a layout" asks, as it is typed. Not part of the document.

#include <cstdint>
#include <string>
#include <vector>

namespace app {

struct LayoutQuestion {
  enum class Of : std::uint8_t {
    shared_layout,   ///< which layout a tile of shared memory needs
    global_threads,  ///< which threads take a tile of global memory with the fewest sectors
  };
  Of of = Of::shared_layout;
  int entry = -1;     ///< below which what is found is put; -1: beside the launch, which may take it
  std::string tile;   ///< a shape or a layout
  int threads = 128;  ///< of Of::global_threads: how many
  std::string element = "half_t";
  struct Access {
    std::string text;  ///< as gpu::tile_access reads it, without its weight
    bool write = false;
    int weight = 1;
    friend bool operator==(const Access&, const Access&) = default;
  };
  std::vector<Access> accesses{Access{}};
  bool swizzles = true, order = true, canonical = true;  ///< what may vary
  bool only_canonical = false;
  int padding_bytes = 16;  ///< at most, behind each mode but the slowest
  friend bool operator==(const LayoutQuestion&, const LayoutQuestion&) = default;
};

}  // namespace app
