#pragma once
// Traces into host memory on a separate thread, then uploads the trace into an OpenGL buffer.

#include <functional>
#include <memory>
#include <span>

#include "gpu/run/runner.hpp"

namespace gpu {

using FillTrace = std::function<tl::expected<Touches, Failure>(std::span<algebra::TraceRecord>, Progress&)>;

/// Starts a trace. `fill` runs on another thread until it is done or cancelled; then advance() uploads up to 8 MiB at a time. advance()
/// needs the buffer's context to be current.
std::unique_ptr<Tracing> trace_on_host(FillTrace fill, std::int64_t records, unsigned gl_buffer);

/// Traces with Runner::trace. The runner must outlive the tracing. Error: a launch that no device can run.
tl::expected<std::unique_ptr<Tracing>, Failure> trace_on_host(Runner&, const Launch&, std::int64_t records, unsigned gl_buffer);

}  // namespace gpu
