#pragma once
// The fields of the dialog "Find a layout", as typed. Not part of the document.

#include <cstdint>
#include <string>
#include <vector>

namespace app {

struct LayoutQuestion {
  enum class Of : std::uint8_t {
    shared_layout,   ///< the layout of a tile in shared memory
    global_threads,  ///< the threads that access a tile of global memory with the fewest sectors
  };
  Of of = Of::shared_layout;
  int entry = -1;     ///< the entry below which results are added; -1: next to the launch, which may use them
  std::string tile;   ///< a shape or a layout
  int threads = 128;  ///< for Of::global_threads: their number
  std::string element = "half_t";
  struct Access {
    std::string text;  ///< as read by gpu::tile_access, without its weight
    bool write = false;
    int weight = 1;
    friend bool operator==(const Access&, const Access&) = default;
  };
  std::vector<Access> accesses{Access{}};
  bool swizzles = true, order = true, canonical = true;  ///< which kinds of candidates are searched
  bool only_canonical = false;
  int padding_bytes = 16;  ///< maximum, after each mode except the slowest
  friend bool operator==(const LayoutQuestion&, const LayoutQuestion&) = default;
};

}  // namespace app
