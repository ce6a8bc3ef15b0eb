#pragma once
// A picture in a texture, for display in a window.

#include <string_view>

#include "render/gl/handles.hpp"

namespace render::gl {

/// A picture. Needs a current GL 3.3 context from `show` on until it is destroyed.
class Picture {
 public:
  /// Uploads width * height pixels: rows of blue, green, red and alpha bytes from the top. Restores the GL state.
  void show(int width, int height, std::string_view pixels);
  unsigned texture() const { return texture_.get(); }  ///< 0 before `show`

 private:
  Texture texture_;
};

}  // namespace render::gl
