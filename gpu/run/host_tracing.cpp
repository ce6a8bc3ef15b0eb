#include "gpu/run/host_tracing.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "gpu/launch/launch_shape.hpp"

namespace gpu {
namespace {

using algebra::message;

using algebra::TraceRecord;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t records_at_once = (std::int64_t{8} << 20) / static_cast<std::int64_t>(sizeof(TraceRecord));

double milliseconds_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

class HostTracing final : public Tracing {
 public:
  HostTracing(FillTrace fill, std::int64_t elements, unsigned buffer) : fill_(std::move(fill)), elements_(elements), buffer_(buffer) {
    thread_ = std::jthread([this] { work(); });
  }
  ~HostTracing() override { progress_.cancelled = true; }  // the thread is joined as it is destroyed

  tl::expected<bool, Failure> advance(double budget_ms) override {
    const auto start = Clock::now();
    {
      std::unique_lock lock(mutex_);
      if (!done_.wait_for(lock, std::chrono::duration<double, std::milli>(std::max(0.0, budget_ms)), [&] { return filled_; })) return false;
      if (failure_) return tl::unexpected(*failure_);
    }
    while (uploaded_ < elements_) {
      if (auto sent = upload(std::min(records_at_once, elements_ - uploaded_)); !sent) return tl::unexpected(sent.error());
      if (uploaded_ < elements_ && milliseconds_since(start) > budget_ms) return false;
    }
    return true;
  }

  double fraction() const override {
    // Tracing takes by far the most time.
    const auto total = static_cast<double>(std::max<std::int64_t>(1, progress_.total)),
               all = static_cast<double>(std::max<std::int64_t>(1, elements_));
    return std::min(1.0, 0.9 * static_cast<double>(progress_.done) / total + 0.1 * static_cast<double>(uploaded_) / all);
  }
  const Touches& touches() const override { return touches_; }

  tl::expected<std::vector<TraceRecord>, Failure> records(std::span<const std::int64_t> elements) override {
    std::vector<TraceRecord> result;
    result.reserve(elements.size());
    for (const auto e : elements) result.push_back(records_.get()[e]);
    return result;
  }

 private:
  struct Free {
    void operator()(TraceRecord* p) const { std::free(p); }
  };

  void work() {
    const auto bytes = std::max<std::int64_t>(1, elements_) * static_cast<std::int64_t>(sizeof(TraceRecord));
    share_ = algebra::memory_budget().take(bytes);
    // Not a vector, which would write all records once more.
    if (share_) records_.reset(static_cast<TraceRecord*>(std::malloc(static_cast<std::size_t>(bytes))));
    std::optional<Failure> failure;
    if (!records_) {
      failure = Failure{message("There is no memory for a trace of {} elements ({} MiB).", elements_, elements_ * 16 >> 20), ""};
    } else if (auto touches = fill_(std::span(records_.get(), static_cast<std::size_t>(elements_)), progress_)) {
      touches_ = *touches;
    } else {
      failure = std::move(touches.error());
    }
    const std::lock_guard lock(mutex_);
    failure_ = std::move(failure);
    filled_ = true;
    done_.notify_all();
  }

  tl::expected<void, Failure> upload(std::int64_t count) {
    // Clears earlier errors, which are not this upload's. A lost context reports its loss for ever.
    for (int i = 0; i < 64 && glGetError() != GL_NO_ERROR; ++i) {
    }
    constexpr auto size = static_cast<std::int64_t>(sizeof(TraceRecord));
    glBindBuffer(GL_TEXTURE_BUFFER, buffer_);
    glBufferSubData(GL_TEXTURE_BUFFER, uploaded_ * size, count * size, records_.get() + uploaded_);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
    if (const auto error = glGetError(); error != GL_NO_ERROR)
      return tl::unexpected(
          Failure{message("OpenGL did not take a trace of {} elements.", elements_), fmt::format("glBufferSubData: error {:#x}", error)});
    uploaded_ += count;
    return {};
  }

  FillTrace fill_;
  std::int64_t elements_, uploaded_ = 0;
  unsigned buffer_;
  Progress progress_;
  Touches touches_;
  std::optional<algebra::MemoryBudget::Share> share_;
  std::unique_ptr<TraceRecord, Free> records_;
  std::mutex mutex_;
  std::condition_variable done_;
  bool filled_ = false;
  std::optional<Failure> failure_;
  std::jthread thread_;  ///< last: it uses all members above
};

}  // namespace

std::unique_ptr<Tracing> trace_on_host(FillTrace fill, std::int64_t records, unsigned gl_buffer) {
  return std::make_unique<HostTracing>(std::move(fill), records, gl_buffer);
}

tl::expected<std::unique_ptr<Tracing>, Failure> trace_on_host(Runner& runner, const Launch& launch, std::int64_t records,
                                                              unsigned gl_buffer) {
  // Refuses launches that no device can run before a thread is started.
  if (const auto shape = launch_shape(launch); !shape) return tl::unexpected(shape.error());
  return trace_on_host(
      [&runner, launch](std::span<TraceRecord> trace, Progress& progress) { return runner.trace(launch, trace, progress); },
      std::max<std::int64_t>(0, records), gl_buffer);
}

}  // namespace gpu
