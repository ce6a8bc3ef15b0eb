#include "render/gl/health.hpp"

#include <array>
#include <cstdint>

namespace render::gl {

GLenum take_errors() {
  constexpr int most = 64;  // more than the error flags of any context
  GLenum gravest = GL_NO_ERROR;
  for (int i = 0; i < most; ++i) {
    const auto error = glGetError();
    if (error == GL_NO_ERROR) break;
    if (gravest != context_lost && (gravest != GL_OUT_OF_MEMORY || error == context_lost)) gravest = error;
  }
  return gravest;
}

bool draws() {
  GLint drawn = 0, read = 0, buffer = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
  glGetIntegerv(GL_RENDERBUFFER_BINDING, &buffer);
  const auto cut = glIsEnabled(GL_SCISSOR_TEST);
  std::array<GLboolean, 4> mask{};
  glGetBooleanv(GL_COLOR_WRITEMASK, mask.data());

  GLuint own_buffer = 0, own = 0;
  glGenRenderbuffers(1, &own_buffer);
  glBindRenderbuffer(GL_RENDERBUFFER, own_buffer);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
  glGenFramebuffers(1, &own);
  glBindFramebuffer(GL_FRAMEBUFFER, own);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, own_buffer);
  glDisable(GL_SCISSOR_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  // glClear would change the clear colour.
  constexpr std::array<GLfloat, 4> magenta{1, 0, 1, 1};
  glClearBufferfv(GL_COLOR, 0, magenta.data());
  std::array<std::uint8_t, 4> pixel{};
  glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());

  glColorMask(mask[0], mask[1], mask[2], mask[3]);
  if (cut == GL_TRUE) glEnable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(drawn));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read));
  glBindRenderbuffer(GL_RENDERBUFFER, static_cast<GLuint>(buffer));
  glDeleteFramebuffers(1, &own);
  glDeleteRenderbuffers(1, &own_buffer);
  return take_errors() == GL_NO_ERROR && pixel == std::array<std::uint8_t, 4>{255, 0, 255, 255};
}

}  // namespace render::gl
