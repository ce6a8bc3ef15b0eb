#include "gpu/upload.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <new>
#include <vector>

#include <fmt/format.h>

namespace gpu {

tl::expected<Report, Failure> run_and_upload(Runner& runner, const Launch& launch, unsigned gl_buffer) {
  try {
    std::vector<algebra::TraceRecord> trace(static_cast<std::size_t>(std::max<std::int64_t>(0, launch.elements)));
    auto report = runner.run(launch, std::span(trace));
    if (!report) return report;
    glBindBuffer(GL_TEXTURE_BUFFER, gl_buffer);
    glBufferSubData(GL_TEXTURE_BUFFER, 0, static_cast<GLsizeiptr>(trace.size() * sizeof(algebra::TraceRecord)), trace.data());
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
    return report;
  } catch (const std::bad_alloc&) {
    return tl::unexpected(Failure{fmt::format("There is no memory for a trace of {} elements.", launch.elements), "new"});
  }
}

}  // namespace gpu
