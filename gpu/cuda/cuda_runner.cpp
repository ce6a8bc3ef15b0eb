#include "gpu/cuda/cuda_runner.hpp"

#include <cctype>
#include <chrono>
#include <fstream>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gpu/cuda/copy_runner.hpp"
#include "gpu/cuda/device.hpp"
#include "gpu/cuda/tracer.hpp"
#include "gpu/run/cpu_runner.hpp"
#include "gpu/run/cpu_trace.hpp"
#include "gpu/run/host_tracing.hpp"
#include "gpu/tma/tma_launch.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

using algebra::TraceRecord;
using cuda::Status;

std::size_t bytes_of(std::int64_t elements) { return static_cast<std::size_t>(elements) * sizeof(TraceRecord); }

/// Keeps tracers for the next launch: their streams, events and pinned memory are slow to make.
class TracerPool {
 public:
  std::unique_ptr<cuda::Tracer> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<cuda::Tracer>();
    auto tracer = std::move(free_.back());
    free_.pop_back();
    return tracer;
  }
  void give_back(std::unique_ptr<cuda::Tracer> tracer) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(tracer));
  }
  void drop() {
    const std::lock_guard lock(mutex_);
    free_.clear();
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<cuda::Tracer>> free_;
};

class CudaRunner final : public Runner {
 public:
  explicit CudaRunner(Faults faults) : name_(cuda::device_name()), faults_(faults) {}
  /// Makes a runner that uses the CPU until the device comes back.
  CudaRunner(Faults faults, Message why) : CudaRunner(faults) { fall_back(std::move(why)); }

  std::string device_name() const override { return fallback_ ? fallback_->device_name() : name_; }
  Message why_not_cuda() const override { return fallback_ ? fallback_->why_not_cuda() : Message{}; }
  Message why_not_interop() const override { return fallback_ ? fallback_->why_not_interop() : why_not_interop_; }

  Path path_for_current_context() override {
    if (fallback_) return fallback_->path_for_current_context();
    int devices = 0;
    // An error counts as no such device: the copied path works anyway.
    if (!faults_.no_interop && cuda::count_gl_devices(devices).ok() && devices > 0) {
      path_ = Path::interop;
      why_not_interop_ = {};
    } else {
      path_ = Path::copied;
      why_not_interop_ = "OpenGL draws on another device than CUDA computes on: the trace is copied through the host.";
    }
    return path_;
  }

  void forget(unsigned gl_buffer) override { registered_.erase(gl_buffer); }
  tl::expected<std::unique_ptr<Tracing>, Failure> begin(const Launch&, std::int64_t records, unsigned gl_buffer) override;
  tl::expected<Touches, Failure> trace(const Launch&, std::span<TraceRecord>, Progress&) override;
  tl::expected<Touches, Failure> trace_by_tma(const Launch&, std::span<TraceRecord>, Progress&);
  tl::expected<Copied, Failure> copy(const Launch&, Progress&) override;
  void rest() override { copies_.rest(); }
  void recover() override;
  bool worth_another_try() const override { return fallback_ && Clock::now() - fell_back_ > between_tries; }

 private:
  using Clock = std::chrono::steady_clock;
  /// Starting a device takes a while, so it is not tried for each launch of a drag.
  static constexpr std::chrono::seconds between_tries{5};

  void fall_back(Message why) {
    fallback_ = make_cpu_runner(std::move(why));
    fell_back_ = Clock::now();
  }

  class InteropTracing;

  bool act_out(int Faults::*which) {
    const std::lock_guard lock(faults_mutex_);
    if (faults_.*which <= 0) return false;
    --(faults_.*which);
    return true;
  }
  /// Injects the faults of a kernel, where one would be launched.
  Status faulty_kernel(void* stream) {
    if (act_out(&Faults::device_lost)) return {46, "cudaErrorDevicesUnavailable", "cudaLaunchKernel"};
    if (act_out(&Faults::kernel)) return cuda::write_badly(stream);
    return {};
  }
  Status allocate(cuda::Memory& memory, std::size_t bytes) {
    if (act_out(&Faults::allocation)) return {2, "cudaErrorMemoryAllocation", "cudaMalloc"};
    return memory.allocate(bytes);
  }

  tl::unexpected<Failure> failed(const Status& s, std::size_t wanted = 0, const char* what = "launch") const {
    Failure failure{.message = {}, .call = fmt::format("{}: {}", s.call, s.name), .device_lost = s.lost()};
    std::size_t free_bytes = 0;
    if (s.no_room() && wanted > 0 && cuda::free_memory(free_bytes).ok())
      failure.message = message("The device has no room for this {}: {} MiB needed, {} MiB free.", what, (wanted + (1 << 20) - 1) >> 20,
                                free_bytes >> 20);
    else if (s.code == 46)
      failure.message = message("{} does not answer any more ({}); the next launch starts it anew.", name_, failure.call);
    else if (s.lost()) failure.message = message("The {} failed on {} ({}); the next launch starts it anew.", what, name_, failure.call);
    else failure.message = message("The {} failed on {} ({}).", what, name_, failure.call);
    return tl::unexpected(std::move(failure));
  }

  std::string name_;
  Message why_not_interop_;
  Faults faults_;
  std::mutex faults_mutex_;
  Path path_ = Path::copied;
  TracerPool tracers_;
  cuda::CopyRunner copies_;
  std::mutex tma_mutex_;
  std::unique_ptr<TmaDevice> tma_;  ///< null until it is first needed
  std::map<unsigned, std::unique_ptr<cuda::Registration>> registered_;
  std::unique_ptr<Runner> fallback_;  ///< the CPU, while the device has not come back
  Clock::time_point fell_back_;
};

/// Traces into the OpenGL buffer, mapped for each advance, as OpenGL uses it in between.
class CudaRunner::InteropTracing final : public Tracing {
 public:
  InteropTracing(CudaRunner& runner, std::unique_ptr<cuda::Tracer> tracer, unsigned buffer, std::int64_t elements)
      : runner_(runner), tracer_(std::move(tracer)), buffer_(buffer), elements_(elements) {}
  ~InteropTracing() override {
    if (!lost_) runner_.tracers_.give_back(std::move(tracer_));
  }

  tl::expected<bool, Failure> advance(double budget_ms) override {
    if (tracer_->whole()) return true;
    const auto done = mapped([&](void* records) {
      if (auto s = runner_.faulty_kernel(tracer_->stream()); !s.ok()) return s;
      return tracer_->advance(records, budget_ms);
    });
    if (!done) return tl::unexpected(done.error());
    return tracer_->whole();
  }
  double fraction() const override { return tracer_->fraction(); }
  const Touches& touches() const override { return tracer_->touches(); }

  tl::expected<std::vector<TraceRecord>, Failure> records(std::span<const std::int64_t> elements) override {
    std::vector<TraceRecord> result(elements.size());
    const auto done = mapped([&](void* records) { return tracer_->gather(records, elements, result.data()); });
    if (!done) return tl::unexpected(done.error());
    return result;
  }

 private:
  template <class F>
  tl::expected<void, Failure> mapped(F&& work) {
    const auto found = runner_.registered_.find(buffer_);
    if (found == runner_.registered_.end()) return tl::unexpected(Failure{"The buffer of this trace is gone.", ""});
    auto& registration = *found->second;
    void* records = nullptr;
    std::size_t bytes = 0;
    if (const auto s = registration.map(tracer_->stream(), records, bytes); !s.ok()) return fail(s);
    Status status;
    Message too_small;
    if (bytes < bytes_of(elements_)) too_small = message("The OpenGL buffer has {} bytes, the trace needs {}.", bytes, bytes_of(elements_));
    else status = work(records);
    const auto unmapped = registration.unmap(tracer_->stream());
    if (!status.ok()) return fail(status);
    if (!too_small.empty()) return tl::unexpected(Failure{std::move(too_small), ""});
    if (!unmapped.ok()) return fail(unmapped);
    return {};
  }
  tl::unexpected<Failure> fail(const Status& s) {
    lost_ = lost_ || s.lost();
    return runner_.failed(s);
  }

  CudaRunner& runner_;
  std::unique_ptr<cuda::Tracer> tracer_;
  unsigned buffer_;
  std::int64_t elements_;
  bool lost_ = false;
};

tl::expected<std::unique_ptr<Tracing>, Failure> CudaRunner::begin(const Launch& launch, std::int64_t records, unsigned gl_buffer) {
  if (fallback_) return fallback_->begin(launch, records, gl_buffer);
  // The host already knows what TMA moved.
  if (path_ != Path::interop || launch.tma) return trace_on_host(*this, launch, records, gl_buffer);
  const auto shape = launch_shape(launch);
  if (!shape) return tl::unexpected(shape.error());
  if (act_out(&Faults::allocation)) return failed({2, "cudaErrorMemoryAllocation", "cudaMalloc"}, bytes_of(records));
  auto& registration = registered_[gl_buffer];
  if (!registration) {
    registration = std::make_unique<cuda::Registration>();
    if (const auto s = registration->attach(gl_buffer); !s.ok()) {
      registered_.erase(gl_buffer);
      return failed(s);
    }
  }
  auto tracer = tracers_.take();
  if (const auto s = tracer->begin(*shape, records); !s.ok()) return failed(s, bytes_of(records));
  return std::make_unique<InteropTracing>(*this, std::move(tracer), gl_buffer, records);
}

tl::expected<Touches, Failure> CudaRunner::trace(const Launch& launch, std::span<TraceRecord> trace, Progress& progress) {
  if (fallback_) return fallback_->trace(launch, trace, progress);
  if (launch.tma) return trace_by_tma(launch, trace, progress);
  const auto shape = launch_shape(launch);
  if (!shape) return tl::unexpected(shape.error());
  progress.total = shape->blocks;
  progress.done = 0;
  cuda::Memory records;
  if (const auto s = allocate(records, trace.size_bytes()); !s.ok()) return failed(s, trace.size_bytes());
  auto tracer = tracers_.take();
  if (const auto s = tracer->begin(*shape, static_cast<std::int64_t>(trace.size())); !s.ok()) return failed(s, trace.size_bytes());
  if (const auto s = faulty_kernel(tracer->stream()); !s.ok()) return failed(s);
  while (!tracer->whole() && !progress.cancelled) {
    if (const auto s = tracer->advance(records.get(), 20, &progress.cancelled); !s.ok()) return failed(s);
    progress.done = tracer->blocks_done();
  }
  if (const auto s = tracer->download(records.get(), trace, progress.cancelled); !s.ok()) return failed(s);
  const auto touches = tracer->touches();
  tracers_.give_back(std::move(tracer));
  if (progress.cancelled) return tl::unexpected(Failure{});
  return touches;
}

tl::expected<Touches, Failure> CudaRunner::trace_by_tma(const Launch& launch, std::span<TraceRecord> trace, Progress& progress) {
  const auto shape = launch_shape(launch);
  if (!shape) return tl::unexpected(shape.error());
  const std::lock_guard lock(tma_mutex_);
  Message why;
  if (!tma_) tma_ = TmaDevice::create(why);
  if (tma_) {
    if (const auto s = faulty_kernel(nullptr); !s.ok()) return failed(s);
    Touches touches;
    const auto start = Clock::now();
    auto landed = land(*tma_, launch, *shape, trace, touches, progress, why);
    if (landed && *landed) {
      touches.trace_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
      touches.tma = std::move(**landed);
      return touches;
    }
    if (!landed && (landed.error().device_lost || progress.cancelled)) return tl::unexpected(landed.error());
    if (!landed) why = landed.error().message;
  }
  return traced_on_cpu(launch, trace, progress, why);
}

tl::expected<Copied, Failure> CudaRunner::copy(const Launch& launch, Progress& progress) {
  if (fallback_) return fallback_->copy(launch, progress);
  if (launch.tma) return tl::unexpected(Failure{});  // TMA's moves are compared, not timed
  const auto shape = launch_shape(launch);
  if (!shape) return tl::unexpected(shape.error());
  if (const auto s = faulty_kernel(nullptr); !s.ok()) return failed(s, 0, "copy");
  auto copied = copies_.run(*shape, name_, progress, {.no_nvrtc = faults_.no_nvrtc, .no_memory = act_out(&Faults::allocation)});
  if (copied) return std::move(*copied);
  const auto& trouble = copied.error();
  if (trouble.status.ok()) return tl::unexpected(Failure{trouble.message, ""});
  return failed(trouble.status, trouble.wanted, "copy");
}

void CudaRunner::recover() {
  for (auto& [buffer, registration] : registered_) registration->abandon();
  registered_.clear();
  tracers_.drop();
  copies_.drop();
  if (tma_) tma_->drop();
  const auto s = act_out(&Faults::device_gone) ? Status{46, "cudaErrorDevicesUnavailable", "cudaSetDevice"} : cuda::reset();
  if (!s.ok()) return fall_back(message("{} did not recover from a failure ({}: {}): launches run on the CPU.", name_, s.call, s.name));
  // The name is unknown until the device starts.
  if (std::exchange(fallback_, nullptr)) name_ = cuda::device_name();
}

/// Returns the driver's version, "580.65.06"; "" if it does not tell.
std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string word;
  for (int i = 0; i < 16 && file >> word; ++i)
    if (std::isdigit(static_cast<unsigned char>(word[0])) != 0 && word.find('.') != std::string::npos) return word;
  return {};
}

Message why_old_driver() {
  int driver = 0, built_with = 0;
  cuda::versions(driver, built_with);
  if (driver == 0) return "There is no NVIDIA driver: launches run on the CPU.";
  const auto version = driver_version();
  const auto numbers = [](int n) { return fmt::format("{}.{}", n / 1000, n % 1000 / 10); };
  return version.empty() ? message("The NVIDIA driver offers CUDA {}, this program was built with {}: launches run on the CPU.",
                                   numbers(driver), numbers(built_with))
                         : message("The NVIDIA driver {} offers CUDA {}, this program was built with {}: launches run on the CPU.", version,
                                   numbers(driver), numbers(built_with));
}

}  // namespace

std::unique_ptr<Runner> make_cuda_runner(Message& why, const Faults& faults) {
  int devices = 0;
  auto status = cuda::count_devices(devices);
  if (status.ok() && devices > 0) status = cuda::use_device();
  if (status.ok() && devices > 0) return std::make_unique<CudaRunner>(faults);
  if (status.lost() && !status.no_gpu())  // such as a device that another process uses exclusively
    return std::make_unique<CudaRunner>(faults,
                                        message("CUDA does not start ({}: {}): launches run on the CPU.", status.call, status.name));
  why = status.code == 35                ? why_old_driver()
        : status.ok() || status.no_gpu() ? Message("There is no CUDA device: launches run on the CPU.")
                                         : message("CUDA does not start ({}: {}): launches run on the CPU.", status.call, status.name);
  return nullptr;
}

}  // namespace gpu
