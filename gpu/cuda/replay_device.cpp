#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "gpu/cuda/device.hpp"
#include "gpu/cuda/nvrtc.hpp"
#include "gpu/cuda/tensor_map.hpp"
#include "gpu/replay/replay.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;
using cuda::Status;

class CudaReplayDevice final : public ReplayDevice {
 public:
  explicit CudaReplayDevice(const cuda::Abilities& abilities) : abilities_(abilities), name_(cuda::device_name()) {}

  std::string name() const override { return name_; }

  tl::expected<Ran, Message> run(const ReplayPlan& plan) override {
    constexpr std::int64_t alignment = 1024;
    const auto shared = plan.shared_bytes + alignment;
    if (shared > abilities_.shared_bytes)
      return tl::unexpected(message("The kernel takes {} bytes of shared memory, and a block has {}.", shared, abilities_.shared_bytes));
    if (!plan.maps.empty() && !cuda::encodes_tensor_maps())
      return tl::unexpected(Message("The CUDA driver has no cuTensorMapEncodeTiled: TMA needs one of CUDA 12."));
    Ran ran;
    ran.trace.resize(plan.first_trace.back() * plan.threads);
    const auto trace_bytes = ran.trace.size() * sizeof(StepTrace);
    cuda::Memory request, data, global, trace, maps;
    cuda::Stream stream;
    auto status = cuda::use_device();
    const auto then = [&](auto&& next) {
      if (status.ok()) status = next();
    };
    then([&] { return global.allocate(std::max<std::size_t>(16, plan.global.size())); });
    then([&] { return global.fill(plan.global.data(), plan.global.size()); });
    then([&] { return maps.allocate(std::max<std::size_t>(1, plan.maps.size()) * cuda::tensor_map_bytes); });
    then([&] { return stream.create(); });
    if (!status.ok()) return failed(status);
    std::vector<std::uint8_t> encoded(plan.maps.size() * cuda::tensor_map_bytes);
    for (std::size_t i = 0; i < plan.maps.size(); ++i) {
      alignas(64) std::array<std::uint8_t, cuda::tensor_map_bytes> map{};
      if (const int error =
              cuda::encode_tensor_map(plan.maps[i].map, static_cast<std::uint8_t*>(global.get()) + plan.maps[i].begin, map.data());
          error != 0)
        return tl::unexpected(message("{} failed with error {}.", "cuTensorMapEncodeTiled", error));
      std::memcpy(&encoded[i * cuda::tensor_map_bytes], map.data(), map.size());
    }
    if (!encoded.empty()) status = maps.fill(encoded.data(), encoded.size());
    then([&] { return trace.allocate(trace_bytes); });
    then([&] { return trace.fill(ran.trace.data(), trace_bytes); });
    const auto address = [](const void* p) { return reinterpret_cast<std::uint64_t>(p); };
    const auto image = replay_request(plan, address(global.get()), address(trace.get()), address(maps.get()));
    const std::array<std::int32_t, 4> not_stuck{};
    then([&] { return request.allocate(image.size()); });
    then([&] { return request.fill(image.data(), image.size()); });
    then([&] { return data.allocate(sizeof not_stuck); });
    then([&] { return data.fill(not_stuck.data(), sizeof not_stuck); });
    if (!status.ok()) return failed(status);
    const auto kernel = compiler_.kernel(replay_source(plan), replay_kernel_name, abilities_, abilities_.shared_bytes);
    if (!kernel) return tl::unexpected(kernel.error());
    status = compiler_.launch(*kernel, {1, 1, 1}, {static_cast<std::int64_t>(plan.threads), 1, 1}, shared, request.get(), data.get(),
                              stream.get());
    then([&] { return stream.synchronize(); });
    ran.global.resize(plan.global.size());
    std::array<std::int32_t, 4> stuck{};
    then([&] { return global.read(ran.global.data(), ran.global.size()); });
    then([&] { return trace.read(ran.trace.data(), trace_bytes); });
    then([&] { return data.read(stuck.data(), sizeof stuck); });
    if (!status.ok()) return failed(status);
    ran.stuck = stuck[0] != 0;
    return ran;
  }

 private:
  static tl::unexpected<Message> failed(const Status& s) {
    return tl::unexpected(message("The kernel did not run: {} failed ({}).", s.call, s.name));
  }

  cuda::Abilities abilities_;
  std::string name_;
  cuda::Compiler compiler_;
};

}  // namespace

std::unique_ptr<ReplayDevice> ReplayDevice::create(Message& why) {
  const auto abilities = cuda::current_device();
  if (abilities) return std::make_unique<CudaReplayDevice>(*abilities);
  why = abilities.error();
  return nullptr;
}

}  // namespace gpu
