#pragma once
// A trace that is made in host memory on a thread of its own, and then put into an OpenGL buffer.

#include <functional>
#include <memory>
#include <span>

#include "gpu/runner.hpp"

namespace gpu {

using FillTrace = std::function<tl::expected<Touches, Failure>(std::span<algebra::TraceRecord>, Progress&)>;

/// `fill` runs on another thread until it is done or cancelled; then advance() uploads up to 32 MiB at a time.
/// Needs the buffer's context current for advance().
std::unique_ptr<Tracing> trace_on_host(FillTrace fill, std::int64_t elements, unsigned gl_buffer);

/// The same by Runner::trace. The runner must outlive the tracing.
tl::expected<std::unique_ptr<Tracing>, Failure> trace_on_host(Runner&, const Launch&, unsigned gl_buffer);

}  // namespace gpu
