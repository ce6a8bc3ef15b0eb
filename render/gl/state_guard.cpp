#include "render/gl/state_guard.hpp"

namespace render::gl {

StateGuard::StateGuard() {
  glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active_unit_);
  glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &unpack_buffer_);
  // In OpenGL 3.3 the buffer bound to the target GL_TEXTURE_BUFFER is queried by the target's own name.
  glGetIntegerv(GL_TEXTURE_BUFFER, &texture_buffer_);
  glGetIntegerv(GL_VIEWPORT, viewport_.data());
  glGetIntegerv(GL_SCISSOR_BOX, scissor_.data());
  glGetBooleanv(GL_COLOR_WRITEMASK, colour_mask_.data());
  for (std::size_t i = 0; i < unpack.size(); ++i) glGetIntegerv(unpack[i], &unpack_[i]);
  for (std::size_t i = 0; i < switches.size(); ++i) switches_[i] = glIsEnabled(switches[i]);
  for (std::size_t i = 0; i < units_.size(); ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &units_[i].texture_2d);
    glGetIntegerv(GL_TEXTURE_BINDING_BUFFER, &units_[i].texture_buffer);
    glGetIntegerv(GL_SAMPLER_BINDING, &units_[i].sampler);
    glBindSampler(static_cast<GLuint>(i), 0);
  }
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  for (const GLenum parameter : unpack) glPixelStorei(parameter, parameter == GL_UNPACK_ALIGNMENT ? 4 : 0);
  for (const GLenum name : switches) glDisable(name);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

StateGuard::~StateGuard() {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(units_[i].texture_2d));
    glBindTexture(GL_TEXTURE_BUFFER, static_cast<GLuint>(units_[i].texture_buffer));
    glBindSampler(static_cast<GLuint>(i), static_cast<GLuint>(units_[i].sampler));
  }
  glActiveTexture(static_cast<GLenum>(active_unit_));
  for (std::size_t i = 0; i < unpack.size(); ++i) glPixelStorei(unpack[i], unpack_[i]);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(unpack_buffer_));
  glBindBuffer(GL_TEXTURE_BUFFER, static_cast<GLuint>(texture_buffer_));
  for (std::size_t i = 0; i < switches.size(); ++i) (switches_[i] == GL_TRUE ? glEnable : glDisable)(switches[i]);
  glColorMask(colour_mask_[0], colour_mask_[1], colour_mask_[2], colour_mask_[3]);
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
  glBindVertexArray(static_cast<GLuint>(vertex_array_));
  glUseProgram(static_cast<GLuint>(program_));
}

}  // namespace render::gl
