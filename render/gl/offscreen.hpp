#pragma once
// A GL 3.3 core context without a window (EGL), and reading its pixels.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace render::gl {

class Offscreen {
 public:
  /// Makes the context current with a framebuffer of that size bound. Error: one sentence ("no EGL display ...").
  static tl::expected<std::unique_ptr<Offscreen>, algebra::Message> create(int width, int height);
  virtual ~Offscreen() = default;
  virtual std::string renderer() const = 0;  ///< GL_RENDERER
  virtual unsigned framebuffer() const = 0;
  virtual std::vector<std::uint8_t> read_rgba() const = 0;  ///< top row first
};

}  // namespace render::gl
