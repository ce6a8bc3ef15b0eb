#include "gpu/tma.hpp"

#include <dlfcn.h>

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "algebra/tma_bytes.hpp"
#include "gpu/cuda/device.hpp"
#include "gpu/cuda/nvrtc.hpp"

namespace gpu {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// What the kernel reads: the tensor map and these numbers.
struct Numbers {
  int rank = 0;
  std::array<int, algebra::TensorMap::max_rank> coordinates{};
  int bytes = 0;     ///< of shared memory
  int begin = 0;     ///< of the box in it
  int transfer = 0;  ///< bytes of the box, also those outside of the tensor
  int store = 0;
};
constexpr std::size_t map_bytes = 128, request_bytes = map_bytes + sizeof(Numbers);

/// One block: fills shared memory from `data`, copies the box, and for a load writes the memory back to `data`.
constexpr const char* kernel_source = R"(
extern "C" __global__ void copy_box(const unsigned char* request, unsigned char* data) {
  extern __shared__ unsigned char memory[];
  const int* n = reinterpret_cast<const int*>(request + 128);
  const int rank = n[0], c0 = n[1], c1 = n[2], c2 = n[3], c3 = n[4], c4 = n[5], bytes = n[6], transfer = n[8], store = n[9];
  const unsigned begin = static_cast<unsigned>(__cvta_generic_to_shared(memory)), tile = (begin + 1023u) & ~1023u;
  unsigned char* shared = memory + (tile - begin);
  const unsigned box = tile + n[7], barrier = tile + ((bytes + 15u) & ~15u);
  for (int i = threadIdx.x; i < bytes; i += blockDim.x) shared[i] = data[i];
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(request) : "memory");
    if (store == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(transfer) : "memory");
#define LOAD(d, coordinates, ...) \
  asm volatile("cp.async.bulk.tensor." d ".shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, " coordinates "], [%2];" \
               ::"r"(box), "l"(request), "r"(barrier), __VA_ARGS__ : "memory")
      if (rank == 1) LOAD("1d", "{%3}", "r"(c0));
      else if (rank == 2) LOAD("2d", "{%3, %4}", "r"(c0), "r"(c1));
      else if (rank == 3) LOAD("3d", "{%3, %4, %5}", "r"(c0), "r"(c1), "r"(c2));
      else if (rank == 4) LOAD("4d", "{%3, %4, %5, %6}", "r"(c0), "r"(c1), "r"(c2), "r"(c3));
      else LOAD("5d", "{%3, %4, %5, %6, %7}", "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4));
    } else {
#define STORE(d, coordinates, ...) \
  asm volatile("cp.async.bulk.tensor." d ".global.shared::cta.bulk_group [%0, " coordinates "], [%1];" ::"l"(request), "r"(box), \
               __VA_ARGS__ : "memory")
      if (rank == 1) STORE("1d", "{%2}", "r"(c0));
      else if (rank == 2) STORE("2d", "{%2, %3}", "r"(c0), "r"(c1));
      else if (rank == 3) STORE("3d", "{%2, %3, %4}", "r"(c0), "r"(c1), "r"(c2));
      else if (rank == 4) STORE("4d", "{%2, %3, %4, %5}", "r"(c0), "r"(c1), "r"(c2), "r"(c3));
      else STORE("5d", "{%2, %3, %4, %5, %6}", "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4));
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
  }
  __syncthreads();
  if (store != 0) return;
  unsigned done = 0;
  while (done == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(barrier) : "memory");
  for (int i = threadIdx.x; i < bytes; i += blockDim.x) data[i] = shared[i];
}
)";

/// What more is needed of the driver than to launch kernels.
struct TmaDriver {
  int (*encode)(void* map, int data_type, unsigned rank, void* address, const std::uint64_t* dim, const std::uint64_t* strides,
                const std::uint32_t* box, const std::uint32_t* element_strides, int interleave, int swizzle, int l2_promotion,
                int out_of_bounds) = nullptr;
  int (*to_device)(std::uint64_t to, const void* from, std::size_t bytes) = nullptr;
  int (*to_host)(void* to, std::uint64_t from, std::size_t bytes) = nullptr;
  int (*synchronize)() = nullptr;

  bool load() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    const auto find = [&](const char* symbol, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
      return function != nullptr;
    };
    return library != nullptr && find("cuTensorMapEncodeTiled", encode) && find("cuMemcpyHtoD_v2", to_device) &&
           find("cuMemcpyDtoH_v2", to_host) && find("cuCtxSynchronize", synchronize);
  }
};

/// CUtensorMapDataType; -1 for one that is not known here.
int number_of(std::string_view data_type) {
  constexpr std::array<std::string_view, 13> names{"UINT8",   "UINT16",  "UINT32",   "INT32",       "UINT64",   "INT64",       "FLOAT16",
                                                   "FLOAT32", "FLOAT64", "BFLOAT16", "FLOAT32_FTZ", "TFLOAT32", "TFLOAT32_FTZ"};
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == data_type) return static_cast<int>(i);
  return -1;
}

/// CUtensorMapSwizzle.
int number_of(algebra::TensorMap::Swizzle swizzle) {
  constexpr std::array numbers{0, 1, 2, 3, 4, 6};
  return numbers.at(static_cast<std::size_t>(swizzle));
}

class CudaTmaDevice final : public TmaDevice {
 public:
  CudaTmaDevice(const cuda::Abilities& abilities, const TmaDriver& driver) : abilities_(abilities), driver_(driver) {}

  std::string name() const override { return cuda::device_name(); }

  tl::expected<Bytes, std::string> load(const algebra::TensorMap& map, std::span<const std::uint8_t> tensor,
                                        std::span<const std::uint8_t> shared, const Box& box) override {
    return copy(map, tensor, shared, box, false);
  }
  tl::expected<Bytes, std::string> store(const algebra::TensorMap& map, std::span<const std::uint8_t> tensor,
                                         std::span<const std::uint8_t> shared, const Box& box) override {
    return copy(map, tensor, shared, box, true);
  }

 private:
  static tl::unexpected<std::string> failed(const char* call, int error) {
    return tl::unexpected(fmt::format("{} failed with error {}.", call, error));
  }

  tl::expected<Bytes, std::string> copy(const algebra::TensorMap& map, std::span<const std::uint8_t> tensor,
                                        std::span<const std::uint8_t> shared, const Box& box, bool store) {
    if (auto why = algebra::why_illegal(map, box.coordinates, store); !why.empty()) return tl::unexpected(std::move(why));
    if (const auto status = cuda::use_device(); !status.ok()) return failed(status.call.c_str(), status.code);
    cuda::Memory request, data, global;
    for (auto [memory, bytes] : {std::pair{&request, request_bytes}, std::pair{&data, shared.size()}, std::pair{&global, tensor.size()}})
      if (const auto status = memory->allocate(bytes); !status.ok()) return failed(status.call.c_str(), status.code);
    const auto address = [](const cuda::Memory& m) { return reinterpret_cast<std::uint64_t>(m.get()); };

    alignas(64) std::array<std::uint8_t, request_bytes> image{};
    if (const int error = encode(map, global.get(), image.data()); error != 0) return failed("cuTensorMapEncodeTiled", error);
    Numbers numbers{.rank = map.rank,
                    .coordinates = {},
                    .bytes = static_cast<int>(shared.size()),
                    .begin = static_cast<int>(box.begin),
                    .transfer = static_cast<int>(algebra::bytes_of(map)),
                    .store = store ? 1 : 0};
    for (std::size_t d = 0; d < box.coordinates.size() && d < numbers.coordinates.size(); ++d)
      numbers.coordinates[d] = static_cast<int>(box.coordinates[d]);
    std::memcpy(image.data() + map_bytes, &numbers, sizeof numbers);

    int error = driver_.to_device(address(request), image.data(), image.size());
    if (error == 0) error = driver_.to_device(address(data), shared.data(), shared.size());
    if (error == 0) error = driver_.to_device(address(global), tensor.data(), tensor.size());
    if (error != 0) return failed("cuMemcpyHtoD", error);
    // Aligned to 1024 bytes, and the barrier behind it.
    const auto room = static_cast<std::int64_t>(shared.size()) + 1024 + 32;
    if (room > abilities_.shared_bytes) return tl::unexpected(fmt::format("The box does not fit in {} bytes.", abilities_.shared_bytes));
    const auto kernel = compiler_.kernel(kernel_source, "copy_box", abilities_, abilities_.shared_bytes);
    if (!kernel) return tl::unexpected(kernel.error());
    if (const auto status = compiler_.launch(*kernel, {1, 1, 1}, {128, 1, 1}, room, request.get(), data.get(), nullptr); !status.ok())
      return failed(status.call.c_str(), status.code);
    if (error = driver_.synchronize(); error != 0) return failed("The copy by TMA", error);
    Bytes result(store ? tensor.size() : shared.size());
    if (error = driver_.to_host(result.data(), address(store ? global : data), result.size()); error != 0)
      return failed("cuMemcpyDtoH", error);
    return result;
  }

  int encode(const algebra::TensorMap& map, void* address, void* image) const {
    std::array<std::uint64_t, algebra::TensorMap::max_rank> dim{}, stride{};
    std::array<std::uint32_t, algebra::TensorMap::max_rank> box{}, step{};
    for (std::size_t d = 0; d < static_cast<std::size_t>(map.rank); ++d) {
      dim[d] = static_cast<std::uint64_t>(map.global_dim[d]);
      box[d] = static_cast<std::uint32_t>(map.box_dim[d]);
      step[d] = static_cast<std::uint32_t>(map.element_stride[d]);
      if (d > 0) stride[d - 1] = static_cast<std::uint64_t>(map.global_stride[d]);
    }
    constexpr int no_interleave = 0, l2_128b = 2, zeros = 0;
    return driver_.encode(image, number_of(map.data_type), static_cast<unsigned>(map.rank), address, dim.data(), stride.data(), box.data(),
                          step.data(), no_interleave, number_of(map.swizzle), l2_128b, zeros);
  }

  cuda::Abilities abilities_;
  TmaDriver driver_;
  cuda::Compiler compiler_;
};

}  // namespace

std::unique_ptr<TmaDevice> TmaDevice::create(std::string& why) {
  int devices = 0;
  const auto counted = cuda::count_devices(devices);
  if (!counted.ok() || devices == 0) {
    why = "There is no CUDA device.";
    return nullptr;
  }
  cuda::Abilities abilities;
  auto status = cuda::use_device();
  if (status.ok()) status = cuda::abilities(abilities);
  if (!status.ok()) {
    why = fmt::format("The CUDA device cannot be used: {} ({}).", status.name, status.call);
    return nullptr;
  }
  if (abilities.major < 9) {
    why = fmt::format("TMA needs a device of compute capability 9.0; {} has {}.{}.", cuda::device_name(), abilities.major, abilities.minor);
    return nullptr;
  }
  TmaDriver driver;
  if (!driver.load()) {
    why = "The CUDA driver has no cuTensorMapEncodeTiled: TMA needs one of CUDA 12.";
    return nullptr;
  }
  return std::make_unique<CudaTmaDevice>(abilities, driver);
}

}  // namespace gpu
