#pragma once
// What the dialog "Find a layout" asks, as it is typed. Not part of the document.

#include <string>
#include <vector>

namespace app {

struct LayoutQuestion {
  int entry = -1;    ///< below which a found layout is put; -1: beside the launch, whose tensor it may become
  std::string tile;  ///< a shape or a layout
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
