#pragma once
// Owning handles of OpenGL objects, and shader programs from the embedded files.

#include <string>
#include <string_view>
#include <utility>

#include <epoxy/gl.h>
#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace render::gl {

/// Owns one GL name; `Delete` frees it. The context that made it must be current when the handle is destroyed.
template <void (*Delete)(GLuint)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(GLuint name) : name_(name) {}
  Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~Handle() {
    if (name_ != 0) Delete(name_);
  }
  GLuint get() const { return name_; }

 private:
  GLuint name_ = 0;
};

inline void delete_texture(GLuint name) { glDeleteTextures(1, &name); }
inline void delete_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
inline void delete_program(GLuint name) { glDeleteProgram(name); }
inline void delete_shader(GLuint name) { glDeleteShader(name); }

using Texture = Handle<delete_texture>;
using VertexArray = Handle<delete_vertex_array>;
using Program = Handle<delete_program>;
using Shader = Handle<delete_shader>;

Texture make_texture();
VertexArray make_vertex_array();

/// Links a program from two assets ("shaders/grid.vert", "shaders/grid.frag"). `defines`: lines inserted into both
/// after the #version line. Error: the file and the driver's log.
tl::expected<Program, algebra::Message> make_program(std::string_view vertex_asset, std::string_view fragment_asset,
                                                     std::string_view defines = {});

}  // namespace render::gl
