#pragma once
// A trace that was made in host memory, put into an OpenGL buffer.

#include "gpu/runner.hpp"

namespace gpu {

/// Runs the launch into host memory and copies the trace to `gl_buffer`. Needs the buffer's context current.
tl::expected<Report, Failure> run_and_upload(Runner&, const Launch&, unsigned gl_buffer);

}  // namespace gpu
