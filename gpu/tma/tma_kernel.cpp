#include <fmt/format.h>

#include "gpu/launch/kernel_source.hpp"

namespace gpu {

std::string_view tma_functions() {
  return R"(#define LOAD(d, how, coordinates, ...) \
  asm volatile("cp.async.bulk.tensor." d ".shared::cluster.global.mbarrier::complete_tx::bytes" how ";" \
               ::"r"(to), "l"(map), "r"(barrier), "h"(mask), __VA_ARGS__ : "memory")
#define BOTH(d, coordinates, ...) \
  if (multicast) LOAD(d, ".multicast::cluster [%0], [%1, " coordinates "], [%2], %3", coordinates, __VA_ARGS__); \
  else LOAD(d, " [%0], [%1, " coordinates "], [%2]", coordinates, __VA_ARGS__)
#define STORE(d, coordinates, ...) \
  asm volatile("cp.async.bulk.tensor." d ".global.shared::cta.bulk_group [%0, " coordinates "], [%1];" \
               ::"l"(map), "r"(to), __VA_ARGS__ : "memory")

__device__ void load(const void* map, unsigned to, unsigned barrier, bool multicast, unsigned short mask, int rank, const int* c) {
  if (rank == 1) { BOTH("1d", "{%4}", "r"(c[0])); }
  else if (rank == 2) { BOTH("2d", "{%4, %5}", "r"(c[0]), "r"(c[1])); }
  else if (rank == 3) { BOTH("3d", "{%4, %5, %6}", "r"(c[0]), "r"(c[1]), "r"(c[2])); }
  else if (rank == 4) { BOTH("4d", "{%4, %5, %6, %7}", "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3])); }
  else { BOTH("5d", "{%4, %5, %6, %7, %8}", "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4])); }
}
__device__ void store(const void* map, unsigned to, int rank, const int* c) {
  if (rank == 1) STORE("1d", "{%2}", "r"(c[0]));
  else if (rank == 2) STORE("2d", "{%2, %3}", "r"(c[0]), "r"(c[1]));
  else if (rank == 3) STORE("3d", "{%2, %3, %4}", "r"(c[0]), "r"(c[1]), "r"(c[2]));
  else if (rank == 4) STORE("4d", "{%2, %3, %4, %5}", "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
  else STORE("5d", "{%2, %3, %4, %5, %6}", "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]));
}
)";
}

std::string tma_source(std::int64_t ctas) {
  constexpr const char* text =
      R"(// Each CTA copies its boxes by TMA between the tensor and its shared memory, which `data` holds before and afterwards.
struct Request {
  unsigned char map[128];  // the tensor map
  int rank, stores, multicast, bytes, boxes, arriving, box_bytes, padding;
  int box[1][6];           // of each CTA, its boxes: coordinates, and the first byte in shared memory
};

@FUNCTIONS@__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
}

constexpr int ctas = @CTAS@;
extern "C" __global__ void __cluster_dims__(ctas, 1, 1) copy_boxes(const Request* request, unsigned char* data) {
  extern __shared__ unsigned char memory[];
  const unsigned begin = static_cast<unsigned>(__cvta_generic_to_shared(memory)), tile = (begin + 1023u) & ~1023u;
  unsigned char* shared = memory + (tile - begin);
  const int bytes = request->bytes;
  const unsigned barrier = tile + bytes;
  uint4* const own = reinterpret_cast<uint4*>(data + static_cast<long long>(blockIdx.x) * bytes);
  int* const stuck = reinterpret_cast<int*>(data + static_cast<long long>(gridDim.x) * bytes);
  for (int i = threadIdx.x; i < bytes / 16; i += blockDim.x) reinterpret_cast<uint4*>(shared)[i] = own[i];
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  cluster_sync();
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(request->map) : "memory");
    if (!request->stores)
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(request->arriving) : "memory");
    for (int i = 0; i < request->boxes; ++i) {
      const int* box = request->box[static_cast<long long>(blockIdx.x) * request->boxes + i];
      if (request->stores) store(request->map, tile + box[5], request->rank, box);
      else load(request->map, tile + box[5], barrier, request->multicast != 0, (1 << ctas) - 1, request->rank, box);
    }
    if (request->stores) {
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
  }
  __syncthreads();
  if (!request->stores) {
    unsigned done = 0;
    for (int tries = 0; done == 0 && tries < 1 << 20; ++tries)
      asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                   : "=r"(done) : "r"(barrier) : "memory");
    if (done == 0) *stuck = 1;
    for (int i = threadIdx.x; i < bytes / 16; i += blockDim.x) own[i] = reinterpret_cast<uint4*>(shared)[i];
  }
  cluster_sync();
}
)";
  std::string source = text;
  const auto put = [&](std::string_view mark, std::string_view by) { source.replace(source.find(mark), mark.size(), by); };
  put("@FUNCTIONS@", tma_functions());
  put("@CTAS@", fmt::format("{}", ctas));
  return source;
}

}  // namespace gpu
