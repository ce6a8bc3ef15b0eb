#include "app/launch/gl/trace_session.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <numeric>

#include "render/gl/health.hpp"

namespace app {

namespace {

/// Traces up to this size are compared whole; of larger ones, a sample of this many touches.
constexpr std::int64_t compared_records = std::int64_t{1} << 18;
/// A larger buffer is released when a launch needs far less.
constexpr std::int64_t kept_records = std::int64_t{1} << 24;

}  // namespace

TraceSession::TraceSession(gpu::Want want, gpu::Faults faults)
    : runner_(gpu::Runner::create(want, faults)),
      path_(runner_->path_for_current_context()),
      worker_(std::make_unique<gpu::LaunchWorker>([this] { runner_->rest(); })) {}

TraceSession::~TraceSession() {
  worker_.reset();  // the worker uses the runner, so it is destroyed first
  tracing_.reset();
  release();
}

void TraceSession::wake_with(std::function<void()> wake) { worker_->wake_with(std::move(wake)); }

void TraceSession::release() {
  if (buffer_ == 0) return;
  runner_->forget(buffer_);
  glDeleteBuffers(1, &buffer_);
  buffer_ = 0;
  capacity_ = 0;
  share_ = {};
}

/// Grows the buffer by doubling, so that live edits do not register a new one each time; within the budget, whose records are a power
/// of two or all.
bool TraceSession::reserve(std::int64_t records) {
  const bool far_too_large = capacity_ > kept_records && records < capacity_ / 4;
  if (records <= capacity_ && buffer_ != 0 && !far_too_large) return true;
  release();
  std::int64_t capacity = 4096;
  while (capacity < records) capacity *= 2;
  constexpr auto size = static_cast<std::int64_t>(sizeof(algebra::TraceRecord));
  auto share = algebra::memory_budget().take(capacity * size);
  if (!share) share = algebra::memory_budget().take((capacity = records) * size);
  if (!share) return false;
  render::gl::take_errors();
  glGenBuffers(1, &buffer_);
  glBindBuffer(GL_TEXTURE_BUFFER, buffer_);
  glBufferData(GL_TEXTURE_BUFFER, capacity * size, nullptr, GL_DYNAMIC_DRAW);
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
  if (render::gl::take_errors() != GL_NO_ERROR) {
    glDeleteBuffers(1, &buffer_);
    buffer_ = 0;
    return false;
  }
  capacity_ = capacity;
  share_ = std::move(*share);
  return true;
}

void TraceSession::start(const gpu::LaunchPlan& plan) {
  clear();
  if (lost_ || runner_->worth_another_try()) {
    worker_->wait();
    recover();
  }
  launch_ = plan.launch;
  shape_ = plan.shape;
  mma_ = plan.mma;
  if (share_.bytes() > algebra::memory_budget().bytes() / 4) release();  // the memory budget was larger when the buffer was made
  GLint readable = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &readable);
  // A device that shares its buffers with OpenGL has no second copy of the trace.
  wanted_ = std::min<std::int64_t>(readable, gpu::traced_elements(launch_, path_ == gpu::Path::interop ? 1 : 2));
  // Registering the buffer of a large trace takes a while; waiting two frames keeps this out of the frame that shows the sheet. Small
  // traces are complete in that frame.
  frames_to_wait_ = wanted_ > compared_records ? 2 : 0;
  if (frames_to_wait_ == 0) begin();
}

void TraceSession::begin() {
  if (!reserve(wanted_)) {
    failure_ = algebra::message("OpenGL has no room for a trace of {} elements ({} MiB).", wanted_, wanted_ * 16 >> 20);
    return;
  }
  auto tracing = runner_->begin(launch_, wanted_, buffer_);
  if (!tracing) return fail(tracing.error());
  tracing_ = std::move(*tracing);
  report_ = gpu::started(shape_, path_, runner_->device_name());
  worker_->add(
      {"comparing", [shape = shape_](gpu::Progress& p) -> gpu::LaunchWorker::Finding { return gpu::predict(shape, &p.cancelled); }});
  if (wanted_ > compared_records)
    worker_->add({"comparing", [launch = launch_, shape = shape_, wanted = wanted_](gpu::Progress&) -> gpu::LaunchWorker::Finding {
                    return gpu::sample_touches(launch, shape, wanted, compared_records);
                  }});
}

bool TraceSession::advance(double budget_ms) {
  bool changed = false;
  if (frames_to_wait_ > 0) {
    if (--frames_to_wait_ == 0) begin();
    return true;
  }
  if (tracing()) {
    if (const auto whole = tracing_->advance(budget_ms); !whole) {
      fail(whole.error());
      changed = true;
    } else if (*whole) {
      trace_is_whole();
      changed = true;
    }
  }
  for (auto& finding : worker_->take()) {
    take(std::move(finding));
    changed = true;
  }
  if (tracing_ && whole_ && (sample_ || wanted_ <= compared_records)) compare_and_copy();
  // The runner must be idle during recovery; the message stays.
  if (lost_ && !tracing_ && worker_->idle()) recover();
  return changed;
}

void TraceSession::trace_is_whole() {
  whole_ = true;
  records_ = wanted_;
  report_->touches = tracing_->touches();
}

void TraceSession::compare_and_copy() {
  std::vector<std::int64_t> all;
  if (!sample_) {
    all.resize(static_cast<std::size_t>(wanted_));
    std::iota(all.begin(), all.end(), std::int64_t{0});
  }
  auto records = tracing_->records(sample_ ? sample_->elements : all);
  if (!records) return fail(records.error());
  tracing_.reset();
  const auto held = std::make_shared<std::vector<algebra::TraceRecord>>(std::move(*records));
  worker_->add({"comparing", [launch = launch_, shape = shape_, sample = sample_, held](gpu::Progress& p) -> gpu::LaunchWorker::Finding {
                  return sample ? gpu::compare_sample(*sample, *held) : gpu::compare_with_algebra(launch, shape, *held, &p.cancelled);
                }});
  worker_->add({"timing", [launch = launch_, this](gpu::Progress& p) -> gpu::LaunchWorker::Finding {
                  auto copied = runner_->copy(launch, p);
                  // The loss is recorded even if the finding is no longer needed.
                  if (!copied && copied.error().device_lost) lost_ = true;
                  return copied;
                }});
  if (mma_)
    worker_->add(
        {"multiplying", [mma = *mma_, this](gpu::Progress&) -> gpu::LaunchWorker::Finding { return gpu::run_mma(*runner_, mma); }});
}

void TraceSession::take(gpu::LaunchWorker::Finding&& finding) {
  if (auto* sample = std::get_if<gpu::Sample>(&finding)) sample_ = std::make_shared<gpu::Sample>(std::move(*sample));
  if (!report_) return;
  if (auto* memory = std::get_if<gpu::Memory>(&finding)) report_->memory = *memory;
  if (auto* comparison = std::get_if<gpu::Comparison>(&finding)) report_->comparison = *comparison;
  if (auto* mma = std::get_if<gpu::MmaReport>(&finding)) report_->mma = std::move(*mma);
  if (auto* copied = std::get_if<tl::expected<gpu::Copied, gpu::Failure>>(&finding)) {
    if (*copied) {
      report_->copied = std::move(**copied);
    } else if (!copied->error().message.empty()) {
      report_->copy_failure = copied->error();
    }
  }
}

void TraceSession::fail(const gpu::Failure& failure) {
  failure_ = failure.message;
  if (failure.device_lost) lost_ = true;
  worker_->cancel();
  tracing_.reset();
  report_.reset();
  records_ = 0;
}

/// The failure's message stays until the next launch.
void TraceSession::recover() {
  runner_->recover();
  path_ = runner_->path_for_current_context();
  // A trace that failed may have left its buffer mapped.
  if (records_ == 0) release();
  lost_ = false;
}

void TraceSession::finish() {
  while (busy()) {
    advance(1000);
    if (!tracing()) worker_->wait_for_finding();
  }
}

void TraceSession::cancel() {
  frames_to_wait_ = 0;
  advance(0);  // collects the findings so far
  worker_->cancel();
  tracing_.reset();
}

void TraceSession::clear() {
  worker_->cancel();
  tracing_.reset();
  frames_to_wait_ = 0;
  sample_.reset();
  whole_ = false;
  records_ = 0;
  report_.reset();
  failure_ = {};
}

bool TraceSession::tracing() const { return frames_to_wait_ > 0 || (tracing_ != nullptr && !whole_); }

bool TraceSession::busy() const { return frames_to_wait_ > 0 || tracing_ != nullptr || !worker_->empty(); }

double TraceSession::fraction() const { return frames_to_wait_ > 0 ? 0 : tracing() ? tracing_->fraction() : worker_->fraction(); }

std::string_view TraceSession::stage() const { return tracing() ? "tracing" : worker_->stage(); }

algebra::Message TraceSession::status_label() const {
  switch (path_) {
    case gpu::Path::interop: return algebra::Message::verbatim(runner_->device_name() + " · CUDA–GL interop");
    case gpu::Path::copied: return algebra::Message::list({algebra::Message::verbatim(runner_->device_name()), "copied"});
    case gpu::Path::cpu: break;
  }
  return "CPU";
}

algebra::Message TraceSession::why() const {
  switch (path_) {
    case gpu::Path::interop: return {};
    case gpu::Path::copied: return runner_->why_not_interop();
    case gpu::Path::cpu: break;
  }
  return runner_->why_not_cuda();
}

std::optional<render::gl::TraceView> TraceSession::view(const gpu::LaunchPlan& plan, const LaunchSettings& settings) const {
  if (records_ == 0) return std::nullopt;
  const bool all = settings.position < 0 || settings.position >= plan.requests();
  return render::gl::TraceView{.buffer = buffer_,
                               .records = records_,
                               .blocks = plan.blocks(),
                               .warps = plan.warps(),
                               .width = plan.shape.request_values,
                               .by_box = plan.shape.instruction.by_box(),
                               .shared_by = plan.shape.shared_by,
                               .position = all ? INT64_MAX : settings.position,
                               .only_block = settings.block,
                               .only_thread = settings.thread,
                               .only_warp = settings.warp};
}

}  // namespace app
