#include "app/trace_session.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

namespace app {

TraceSession::TraceSession(gpu::Want want)
    : runner_(gpu::Runner::create(want)), path_(runner_->path_for_current_context()) {}

TraceSession::~TraceSession() { release(); }

void TraceSession::release() {
  if (buffer_ == 0) return;
  runner_->forget(buffer_);
  glDeleteBuffers(1, &buffer_);
  buffer_ = 0;
  capacity_ = 0;
}

/// Grows the buffer by doubling, so that live edits do not register a new one each time.
bool TraceSession::reserve(std::int64_t records) {
  if (records <= capacity_ && buffer_ != 0) return true;
  release();
  std::int64_t capacity = 4096;
  while (capacity < records) capacity *= 2;
  while (glGetError() != GL_NO_ERROR) {
  }
  glGenBuffers(1, &buffer_);
  glBindBuffer(GL_TEXTURE_BUFFER, buffer_);
  glBufferData(GL_TEXTURE_BUFFER, capacity * static_cast<std::int64_t>(sizeof(algebra::TraceRecord)), nullptr,
               GL_DYNAMIC_DRAW);
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
  if (glGetError() != GL_NO_ERROR) {
    glDeleteBuffers(1, &buffer_);
    buffer_ = 0;
    return false;
  }
  capacity_ = capacity;
  return true;
}

void TraceSession::run(const LaunchPlan& plan) {
  clear();
  if (!reserve(plan.launch.elements)) {
    failure_ = fmt::format("OpenGL has no room for a trace of {} elements ({} MiB).", plan.launch.elements,
                           plan.launch.elements * 16 >> 20);
    return;
  }
  auto report = runner_->run(plan.launch, buffer_);
  if (!report) {
    failure_ = report.error().message;
    return;
  }
  records_ = plan.launch.elements;
  path_ = report->path;
  report_ = std::move(*report);
}

void TraceSession::clear() {
  records_ = 0;
  report_.reset();
  failure_.clear();
}

std::string TraceSession::chip() const {
  switch (path_) {
    case gpu::Path::interop: return runner_->device_name() + " · CUDA–GL interop";
    case gpu::Path::copied: return runner_->device_name() + " · copied";
    case gpu::Path::cpu: break;
  }
  return "CPU";
}

std::string TraceSession::why() const {
  switch (path_) {
    case gpu::Path::interop: return {};
    case gpu::Path::copied: return runner_->why_not_interop();
    case gpu::Path::cpu: break;
  }
  return runner_->why_not_cuda();
}

std::optional<render::gl::TraceView> TraceSession::view(const LaunchPlan& plan, const LaunchSettings& settings) const {
  if (records_ == 0) return std::nullopt;
  return render::gl::TraceView{.buffer = buffer_,
                               .records = records_,
                               .blocks = plan.blocks(),
                               .warps = plan.warps(),
                               .position = settings.position < 0 ? plan.accesses() : settings.position,
                               .only_block = settings.block,
                               .only_thread = settings.thread};
}

}  // namespace app
