#pragma once
// A picture in a texture, for a window to show.

#include <string_view>

#include "render/gl/handles.hpp"

namespace render::gl {

/// Needs a current GL 3.3 context from `show` on until it is destroyed.
class Picture {
 public:
  /// Rows of blue, green, red and alpha bytes from the top; as many as width * height. Restores the GL state.
  void show(int width, int height, std::string_view pixels);
  unsigned texture() const { return texture_.get(); }  ///< 0 before `show`

 private:
  Texture texture_;
};

}  // namespace render::gl
