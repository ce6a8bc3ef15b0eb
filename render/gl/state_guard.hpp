#pragma once
// Saves the OpenGL state that drawing changes, and restores it.

#include <array>

#include <epoxy/gl.h>

namespace render::gl {

/// Saves and restores state, because the painter draws within a frame of Dear ImGui, whose state must not change. Covers: program, vertex
/// array, textures, samplers of the first three units, unpack state, texture buffer, viewport, scissor, and the switches of blending,
/// depth, stencil and culling.
class StateGuard {
 public:
  StateGuard();
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

  static constexpr int units = 3;

 private:
  struct Unit {
    GLint texture_2d = 0, texture_buffer = 0, sampler = 0;
  };
  static constexpr std::array<GLenum, 6> switches{GL_BLEND,     GL_DEPTH_TEST,   GL_STENCIL_TEST,
                                                  GL_CULL_FACE, GL_SCISSOR_TEST, GL_FRAMEBUFFER_SRGB};
  static constexpr std::array<GLenum, 4> unpack{GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS};

  GLint program_ = 0, vertex_array_ = 0, active_unit_ = 0, unpack_buffer_ = 0, texture_buffer_ = 0;
  std::array<Unit, units> units_{};
  std::array<GLint, 4> viewport_{}, scissor_{}, unpack_{};
  std::array<GLboolean, switches.size()> switches_{};
  std::array<GLboolean, 4> colour_mask_{};
};

}  // namespace render::gl
