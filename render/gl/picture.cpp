#include "render/gl/picture.hpp"

#include "render/gl/state_guard.hpp"

namespace render::gl {

void Picture::show(int width, int height, std::string_view pixels) {
  const StateGuard guard;
  glActiveTexture(GL_TEXTURE0);
  if (texture_.get() == 0) texture_ = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture_.get());
  for (const GLenum name : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTexParameteri(GL_TEXTURE_2D, name, GL_NEAREST);
  for (const GLenum name : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTexParameteri(GL_TEXTURE_2D, name, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_BGRA, GL_UNSIGNED_BYTE, pixels.data());
}

}  // namespace render::gl
