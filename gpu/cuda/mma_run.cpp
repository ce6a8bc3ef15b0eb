#include "gpu/mma/mma_run.hpp"

#include <fmt/format.h>

#include "gpu/cuda/device.hpp"
#include "gpu/cuda/nvrtc.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

using cuda::Status;

class CudaMmaDevice final : public MmaDevice {
 public:
  explicit CudaMmaDevice(const cuda::Abilities& abilities) : abilities_(abilities), name_(cuda::device_name()) {}

  std::string name() const override { return name_; }

  Message why_not(bool warpgroup) const override {
    if (!warpgroup || abilities_.major == 9) return {};
    return message("WGMMA is an instruction of compute capability 9.0; {} has {}.{}.", name_, abilities_.major, abilities_.minor);
  }

  tl::expected<std::vector<std::uint32_t>, Message> run(const std::string& source, const char* kernel, int blocks, int threads,
                                                        std::int64_t shared_bytes, std::span<const std::uint32_t> request,
                                                        std::size_t result_words) override {
    std::vector<std::uint32_t> words(result_words);
    if (shared_bytes > abilities_.shared_bytes)
      return tl::unexpected(
          message("The tile takes {} bytes of shared memory, and a block has {}.", shared_bytes, abilities_.shared_bytes));
    cuda::Memory from, to;
    auto status = cuda::use_device();
    if (status.ok()) status = from.allocate(request.size_bytes());
    if (status.ok()) status = to.allocate(words.size() * sizeof(std::uint32_t));
    if (status.ok()) status = from.fill(request.data(), request.size_bytes());
    if (!status.ok()) return failed(status);
    const auto function = compiler_.kernel(source, kernel, abilities_, abilities_.shared_bytes);
    if (!function) return tl::unexpected(function.error());
    status = compiler_.launch(*function, {blocks, 1, 1}, {threads, 1, 1}, shared_bytes, from.get(), to.get(), nullptr);
    if (status.ok()) status = to.read(words.data(), words.size() * sizeof(std::uint32_t));
    if (!status.ok()) return failed(status);
    return words;
  }

 private:
  static tl::unexpected<Message> failed(const Status& s) {
    return tl::unexpected(message("The MMA did not run: {} failed ({}).", s.call, s.name));
  }

  cuda::Abilities abilities_;
  std::string name_;
  cuda::Compiler compiler_;
};

}  // namespace

std::unique_ptr<MmaDevice> MmaDevice::create(Message& why) {
  const auto abilities = cuda::current_device();
  if (abilities) return std::make_unique<CudaMmaDevice>(*abilities);
  why = abilities.error();
  return nullptr;
}

}  // namespace gpu
