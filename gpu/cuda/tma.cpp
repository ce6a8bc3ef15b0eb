#include "gpu/tma/tma.hpp"

#include <dlfcn.h>

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "algebra/hardware/tma_bytes.hpp"
#include "gpu/cuda/device.hpp"
#include "gpu/cuda/nvrtc.hpp"
#include "gpu/cuda/tensor_map.hpp"
#include "gpu/launch/kernel_source.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

/// The start of the kernel's input: the tensor map and these numbers; each box follows as six numbers.
struct Numbers {
  int rank = 0, stores = 0, multicast = 0, bytes = 0, boxes = 0, arriving = 0, box_bytes = 0, padding = 0;
};
constexpr std::size_t map_bytes = cuda::tensor_map_bytes, box_numbers = algebra::TensorMap::max_rank + 1;

/// The driver functions needed besides those that launch kernels.
struct TmaDriver {
  int (*to_device)(std::uint64_t to, const void* from, std::size_t bytes) = nullptr;
  int (*to_host)(void* to, std::uint64_t from, std::size_t bytes) = nullptr;
  int (*synchronize)() = nullptr;

  bool load() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    const auto find = [&](const char* symbol, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
      return function != nullptr;
    };
    return library != nullptr && find("cuMemcpyHtoD_v2", to_device) && find("cuMemcpyDtoH_v2", to_host) &&
           find("cuCtxSynchronize", synchronize);
  }
};

class CudaTmaDevice final : public TmaDevice {
 public:
  CudaTmaDevice(const cuda::Abilities& abilities, const TmaDriver& driver) : abilities_(abilities), driver_(driver) {}

  std::string name() const override { return cuda::device_name(); }

  tl::expected<void, Failure> copy(const TmaWork& work, std::span<std::uint8_t> tensor, std::span<std::uint8_t> shared) override {
    for (const auto& box : work.boxes)
      if (auto why = algebra::why_illegal(work.map, box.coordinates, work.stores); !why.empty())
        return tl::unexpected(Failure{std::move(why), ""});
    constexpr std::int64_t most_ctas = 8;  // the most CTAs of a cluster that every device accepts
    if (work.ctas > most_ctas)
      return tl::unexpected(Failure{message("A cluster has at most {} CTAs on every device, not {}.", most_ctas, work.ctas), ""});
    if (const auto status = cuda::use_device(); !status.ok()) return failed(status);
    auto image = request(work);
    for (auto [memory, bytes] :
         {std::pair{&request_, image.size()}, std::pair{&data_, shared.size() + sizeof(int)}, std::pair{&global_, tensor.size()}})
      if (memory->bytes() < bytes)
        if (const auto status = memory->allocate(bytes); !status.ok()) return failed(status);
    alignas(64) std::array<std::uint8_t, map_bytes> map{};
    if (const int error = cuda::encode_tensor_map(work.map, global_.get(), map.data()); error != 0)
      return failed("cuTensorMapEncodeTiled", error);
    std::memcpy(image.data(), map.data(), map_bytes);

    const int none_stuck = 0;
    int error = driver_.to_device(address(request_), image.data(), image.size());
    if (error == 0) error = driver_.to_device(address(data_), shared.data(), shared.size());
    if (error == 0) error = driver_.to_device(address(data_) + shared.size(), &none_stuck, sizeof none_stuck);
    if (error == 0) error = driver_.to_device(address(global_), tensor.data(), tensor.size());
    if (error != 0) return failed("cuMemcpyHtoD", error);
    // Room to align to 1024 bytes, and for the barrier behind the data.
    const auto room = work.cta_bytes + 1024 + 16;
    if (room > abilities_.shared_bytes)
      return tl::unexpected(Failure{
          message("The tile takes {} bytes of shared memory, and a block has {} at most.", work.cta_bytes, abilities_.shared_bytes), ""});
    const auto kernel = compiler_.kernel(tma_source(work.ctas), "copy_boxes", abilities_, abilities_.shared_bytes);
    if (!kernel) return tl::unexpected(Failure{kernel.error(), ""});
    if (const auto status = compiler_.launch(*kernel, {work.blocks(), 1, 1}, {128, 1, 1}, room, request_.get(), data_.get(), nullptr);
        !status.ok())
      return failed(status);
    if (error = driver_.synchronize(); error != 0)
      return tl::unexpected(Failure{message("The copy by TMA failed on {} (error {}).", name(), error), "cuCtxSynchronize", true});
    int stuck = 0;
    error = driver_.to_host(&stuck, address(data_) + shared.size(), sizeof stuck);
    if (error == 0)
      error = work.stores ? driver_.to_host(tensor.data(), address(global_), tensor.size())
                          : driver_.to_host(shared.data(), address(data_), shared.size());
    if (error != 0) return failed("cuMemcpyDtoH", error);
    if (stuck != 0) return tl::unexpected(Failure{"Fewer bytes arrived at a barrier than the boxes have.", ""});
    return {};
  }

  void drop() override {
    compiler_.drop();
    for (auto* memory : {&request_, &data_, &global_}) memory->free();
  }

 private:
  static tl::unexpected<Failure> failed(const char* call, int error) {
    return tl::unexpected(Failure{message("{} failed with error {}.", call, error), call});
  }
  static tl::unexpected<Failure> failed(const cuda::Status& s) {
    return tl::unexpected(Failure{message("{} failed with error {}.", s.call, s.code), fmt::format("{}: {}", s.call, s.name), s.lost()});
  }
  static std::uint64_t address(const cuda::Memory& m) { return reinterpret_cast<std::uint64_t>(m.get()); }

  /// Returns the kernel's input but for the tensor map.
  static std::vector<std::uint8_t> request(const TmaWork& work) {
    const auto box_bytes = algebra::bytes_of(work.map);
    const Numbers numbers{.rank = work.map.rank,
                          .stores = work.stores ? 1 : 0,
                          .multicast = work.multicast ? 1 : 0,
                          .bytes = static_cast<int>(work.cta_bytes),
                          .boxes = static_cast<int>(work.boxes_each),
                          .arriving = static_cast<int>(box_bytes * work.boxes_each * (work.multicast ? work.ctas : 1)),
                          .box_bytes = static_cast<int>(box_bytes),
                          .padding = 0};
    std::vector<int> boxes(work.boxes.size() * box_numbers);
    for (std::size_t b = 0; b < work.boxes.size(); ++b) {
      const auto& box = work.boxes[b];
      for (std::size_t d = 0; d < box.coordinates.size() && d + 1 < box_numbers; ++d)
        boxes[b * box_numbers + d] = static_cast<int>(box.coordinates[d]);
      boxes[(b + 1) * box_numbers - 1] = static_cast<int>(box.begin);
    }
    std::vector<std::uint8_t> image(map_bytes);
    const auto append = [&](const void* from, std::size_t bytes) {
      const auto* begin = static_cast<const std::uint8_t*>(from);
      image.insert(image.end(), begin, begin + bytes);
    };
    append(&numbers, sizeof numbers);
    append(boxes.data(), boxes.size() * sizeof(int));
    return image;
  }

  cuda::Abilities abilities_;
  TmaDriver driver_;
  cuda::Compiler compiler_;
  cuda::Memory request_, data_, global_;  ///< kept for the next launch
};

}  // namespace

std::unique_ptr<TmaDevice> TmaDevice::create(Message& why) {
  const auto abilities = cuda::current_device();
  if (!abilities) {
    why = abilities.error();
    return nullptr;
  }
  if (abilities->major < 9) {
    why = message("TMA needs a device of compute capability 9.0; {} has {}.{}.", cuda::device_name(), abilities->major, abilities->minor);
    return nullptr;
  }
  TmaDriver driver;
  if (!driver.load() || !cuda::encodes_tensor_maps()) {
    why = "The CUDA driver has no cuTensorMapEncodeTiled: TMA needs one of CUDA 12.";
    return nullptr;
  }
  return std::make_unique<CudaTmaDevice>(*abilities, driver);
}

}  // namespace gpu
