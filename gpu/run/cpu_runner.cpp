#include "gpu/run/cpu_runner.hpp"

#include "gpu/run/cpu_copy.hpp"
#include "gpu/run/cpu_trace.hpp"
#include "gpu/run/host_tracing.hpp"

namespace gpu {
namespace {

using algebra::Message;

using algebra::TraceRecord;

class CpuRunner final : public Runner {
 public:
  CpuRunner(Message why, Faults faults) : why_(std::move(why)), faults_(faults) {}
  std::string device_name() const override { return "CPU"; }
  Message why_not_cuda() const override { return why_; }
  Path path_for_current_context() override { return Path::cpu; }
  Message why_not_interop() const override { return why_; }
  void forget(unsigned) override {}
  void recover() override {}

  tl::expected<std::unique_ptr<Tracing>, Failure> begin(const Launch& launch, std::int64_t records, unsigned gl_buffer) override {
    return trace_on_host(*this, launch, records, gl_buffer);
  }

  tl::expected<Touches, Failure> trace(const Launch& launch, std::span<TraceRecord> trace, Progress& progress) override {
    return traced_on_cpu(launch, trace, progress, why_);
  }

  tl::expected<Copied, Failure> copy(const Launch& launch, Progress& progress) override {
    const auto shape = launch_shape(launch);
    if (!shape) return tl::unexpected(shape.error());
    if (launch.tma) return tl::unexpected(Failure{});  // a CPU's time would be meaningless
    if (faults_.allocation > 0) {
      --faults_.allocation;
      return tl::unexpected(Failure{"There is no room in memory for this copy.", ""});
    }
    return copy_on_cpu(*shape, progress);
  }

 private:
  Message why_;
  Faults faults_;
};

}  // namespace

std::unique_ptr<Runner> make_cpu_runner(Message why_not_cuda, Faults faults) {
  return std::make_unique<CpuRunner>(std::move(why_not_cuda), faults);
}

}  // namespace gpu
