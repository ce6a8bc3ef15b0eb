#pragma once
// Checks that OpenGL still works. A context may be lost, run out of memory, or silently draw nothing.

#include <epoxy/gl.h>

namespace render::gl {

/// GL_CONTEXT_LOST of OpenGL 4.5 and the extensions for robustness.
inline constexpr GLenum context_lost = 0x0507;

/// Takes the errors that OpenGL has recorded; returns the gravest, GL_NO_ERROR if there is none. Terminates even if a lost context reports
/// its loss for ever.
GLenum take_errors();

/// Clears a pixel of its own and reads it back: a driver whose device has failed reports no error and draws nothing. Waits for
/// OpenGL. Keeps the state of the context.
bool draws();

}  // namespace render::gl
