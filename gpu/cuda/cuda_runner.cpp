#include "gpu/cuda/cuda_runner.hpp"

#include <map>
#include <vector>

#include <fmt/format.h>

#include "gpu/cuda/device.hpp"
#include "gpu/summary.hpp"
#include "gpu/upload.hpp"

namespace gpu {
namespace {

using algebra::TraceRecord;
using cuda::Status;

std::size_t bytes_of(std::int64_t elements) { return static_cast<std::size_t>(elements) * sizeof(TraceRecord); }

class CudaRunner final : public Runner {
 public:
  explicit CudaRunner(bool refuse_interop) : name_(cuda::device_name()), refuse_interop_(refuse_interop) {}

  std::string device_name() const override { return name_; }
  std::string why_not_cuda() const override { return {}; }
  std::string why_not_interop() const override { return why_not_interop_; }

  Path path_for_current_context() override {
    int devices = 0;
    // An error counts as none: the copied path works all the same.
    if (!refuse_interop_ && cuda::count_gl_devices(devices).ok() && devices > 0) {
      path_ = Path::interop;
      why_not_interop_.clear();
    } else {
      path_ = Path::copied;
      why_not_interop_ = "OpenGL draws on another device than CUDA computes on: the trace is copied through the host.";
    }
    return path_;
  }

  void forget(unsigned gl_buffer) override { registered_.erase(gl_buffer); }

  tl::expected<Report, Failure> run(const Launch& launch, unsigned gl_buffer) override {
    return path_ == Path::interop ? run_interop(launch, gl_buffer) : run_and_upload(*this, launch, gl_buffer);
  }

  tl::expected<Report, Failure> run(const Launch& launch, std::span<TraceRecord> trace) override {
    const auto walk = walk_of(launch);
    if (!walk) return tl::unexpected(walk.error());
    if (static_cast<std::int64_t>(trace.size()) != launch.elements)
      return tl::unexpected(Failure{fmt::format("The trace has room for {} elements, the launch has {}.", trace.size(), launch.elements), ""});
    auto report = started(launch, *walk, Path::copied);
    cuda::Memory records;
    if (const auto s = records.allocate(std::max<std::size_t>(bytes_of(launch.elements), 16)); !s.ok()) return failed(s, bytes_of(launch.elements));
    if (const auto s = walk_and_measure(launch, *walk, records.get(), report); !s.ok()) return failed(s);
    if (const auto s = cuda::download(records.get(), launch.elements, trace.data()); !s.ok()) return failed(s);
    count_touches(trace, report);
    compare_with_algebra(launch, trace, report);
    return report;
  }

 private:
  Report started(const Launch& launch, const Walk& walk, Path path) const {
    auto report = predicted(launch, walk);
    report.path = path;
    report.device = name_;
    return report;
  }

  /// The timing first: it walks many times, and the trace that counts is of one walk.
  static Status walk_and_measure(const Launch& launch, const Walk& walk, void* records, Report& report) {
    const auto touches = static_cast<double>(report.blocks) * static_cast<double>(report.threads) * static_cast<double>(report.values);
    Timing timing{.kernel_ms = 0, .bytes = touches * launch.element_bytes, .copy_ms = 0};
    if (const auto s = cuda::measure(walk, records, static_cast<std::size_t>(timing.bytes), timing.kernel_ms, timing.copy_ms); !s.ok()) return s;
    report.timing = timing;
    return cuda::trace(walk, records, report.out_of_bounds);
  }

  tl::expected<Report, Failure> run_interop(const Launch& launch, unsigned gl_buffer) {
    const auto walk = walk_of(launch);
    if (!walk) return tl::unexpected(walk.error());
    auto report = started(launch, *walk, Path::interop);
    auto& registration = registered_[gl_buffer];
    if (!registration) {
      registration = std::make_unique<cuda::Registration>();
      if (const auto s = registration->attach(gl_buffer); !s.ok()) {
        registered_.erase(gl_buffer);
        return failed(s);
      }
    }
    void* records = nullptr;
    std::size_t bytes = 0;
    if (const auto s = registration->map(records, bytes); !s.ok()) return failed(s);
    if (bytes < bytes_of(launch.elements)) {
      registration->unmap();
      return tl::unexpected(Failure{fmt::format("The OpenGL buffer has {} bytes, the trace needs {}.", bytes, bytes_of(launch.elements)), ""});
    }
    auto status = walk_and_measure(launch, *walk, records, report);
    if (status.ok()) status = summarise(launch, records, report);
    const auto unmapped = registration->unmap();
    if (!status.ok()) return failed(status);
    if (!unmapped.ok()) return failed(unmapped);
    return report;
  }

  /// The picture never passes through the host; the comparison with the algebra does, where the trace is small.
  static Status summarise(const Launch& launch, const void* records, Report& report) {
    cuda::Counts counts;
    if (const auto s = cuda::count(records, launch.elements, counts); !s.ok()) return s;
    report.once = static_cast<std::int64_t>(counts.once);
    report.never = static_cast<std::int64_t>(counts.never);
    report.more = static_cast<std::int64_t>(counts.more);
    if (launch.elements > compared_whole) return {};
    std::vector<TraceRecord> trace(static_cast<std::size_t>(launch.elements));
    if (const auto s = cuda::download(records, launch.elements, trace.data()); !s.ok()) return s;
    compare_with_algebra(launch, trace, report);
    return {};
  }

  tl::expected<Report, Failure> failed(const Status& s, std::size_t wanted = 0) {
    Failure failure;
    failure.call = fmt::format("{}: {}", s.call, s.name);
    std::size_t free_bytes = 0;
    if (s.name == "cudaErrorMemoryAllocation" && cuda::free_memory(free_bytes).ok()) {
      failure.message = fmt::format("The device has no room for this launch: {} MiB wanted, {} MiB free.", wanted >> 20, free_bytes >> 20);
      return tl::unexpected(std::move(failure));
    }
    failure.message = fmt::format("The launch failed on {}: {}.", name_, failure.call);
    // Most other errors stay until the device is reset.
    for (auto& [buffer, registration] : registered_) registration->abandon();
    registered_.clear();
    cuda::reset();
    return tl::unexpected(std::move(failure));
  }

  std::string name_, why_not_interop_;
  bool refuse_interop_;
  Path path_ = Path::copied;
  std::map<unsigned, std::unique_ptr<cuda::Registration>> registered_;
};

}  // namespace

std::unique_ptr<Runner> make_cuda_runner(std::string& why, bool refuse_interop) {
  int devices = 0;
  const auto status = cuda::count_devices(devices);
  if (status.ok() && devices > 0) return std::make_unique<CudaRunner>(refuse_interop);
  why = status.code == 35 ? "There is no NVIDIA driver, or it is older than this program's CUDA: launches run on the CPU."
        : status.ok() || status.no_gpu() ? "There is no CUDA device: launches run on the CPU."
                                         : fmt::format("CUDA does not start ({}: {}): launches run on the CPU.", status.call, status.name);
  return nullptr;
}

}  // namespace gpu
