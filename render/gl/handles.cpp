#include "render/gl/handles.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "assets/assets.hpp"

namespace render::gl {
namespace {

using algebra::Message;
using algebra::message;

tl::expected<Shader, Message> compile(GLenum kind, std::string_view asset, std::string_view defines) {
  const std::string_view source = assets::get(asset);
  if (source.empty()) return tl::unexpected(message("the shader {} is missing from this build", asset));
  Shader shader(glCreateShader(kind));
  // The #version line must come first.
  const auto version = std::min(source.size(), source.find('\n') + 1);
  const std::array parts{source.substr(0, version), defines, source.substr(version)};
  std::array<const char*, 3> texts{};
  std::array<GLint, 3> lengths{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    texts[i] = parts[i].empty() ? "" : parts[i].data();
    lengths[i] = static_cast<GLint>(parts[i].size());
  }
  glShaderSource(shader.get(), static_cast<GLsizei>(texts.size()), texts.data(), lengths.data());
  glCompileShader(shader.get());
  GLint compiled = GL_FALSE, size = 0;
  glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  glGetShaderiv(shader.get(), GL_INFO_LOG_LENGTH, &size);
  std::string log(static_cast<std::size_t>(size) + 1, '\0');
  GLsizei written = 0;
  glGetShaderInfoLog(shader.get(), size, &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  return tl::unexpected(message("the shader {} does not compile: {}", asset, log));
}

}  // namespace

Texture make_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  return Texture(name);
}

VertexArray make_vertex_array() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return VertexArray(name);
}

tl::expected<Program, Message> make_program(std::string_view vertex_asset, std::string_view fragment_asset, std::string_view defines) {
  const auto vertex = compile(GL_VERTEX_SHADER, vertex_asset, defines);
  if (!vertex) return tl::unexpected(vertex.error());
  const auto fragment = compile(GL_FRAGMENT_SHADER, fragment_asset, defines);
  if (!fragment) return tl::unexpected(fragment.error());
  Program program(glCreateProgram());
  glAttachShader(program.get(), vertex->get());
  glAttachShader(program.get(), fragment->get());
  glLinkProgram(program.get());
  glDetachShader(program.get(), vertex->get());
  glDetachShader(program.get(), fragment->get());
  GLint linked = GL_FALSE, size = 0;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return program;
  glGetProgramiv(program.get(), GL_INFO_LOG_LENGTH, &size);
  std::string log(static_cast<std::size_t>(size) + 1, '\0');
  GLsizei written = 0;
  glGetProgramInfoLog(program.get(), size, &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  return tl::unexpected(message("the shaders {} and {} do not link: {}", vertex_asset, fragment_asset, log));
}

}  // namespace render::gl
