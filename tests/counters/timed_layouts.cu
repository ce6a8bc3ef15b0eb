// How long the accesses of the finder's layouts take: reads what `counters layouts` wrote, runs each access many times over shared memory
// alone, and compares the winner of each question with its losers.
//
//   timed_layouts LAYOUTS.bin
//
// Exit status 1 where a loser is faster than its winner by more than the noise.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

namespace {

constexpr int at_once = 8, repeats = 400;
constexpr double noise = 1.02;

// As `counters layouts` writes them: this, and the byte of each request and thread.
struct Record {
  std::int32_t question, layout, weight, operation, bytes, matrices, threads, requests, wavefronts, shared_bytes;
};
enum Operation { load, store, load_matrix, store_matrix };

/// The value read is added to `sum`, so that no compiler drops the access.
template <int operation, int bytes, int matrices>
__device__ void access(unsigned at, unsigned& sum) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if constexpr (operation == load_matrix) {
    if constexpr (matrices == 1) asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at) : "memory");
    if constexpr (matrices == 2)
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at) : "memory");
    if constexpr (matrices == 4)
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "r"(at)
                   : "memory");
  } else if constexpr (operation == store_matrix) {
    if constexpr (matrices == 1) asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(at) : "memory");
    if constexpr (matrices == 2) asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %1};" ::"r"(at), "r"(at) : "memory");
    if constexpr (matrices == 4)
      asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(at) : "memory");
  } else if constexpr (operation == load) {
    if constexpr (bytes == 1) asm volatile("ld.volatile.shared.u8 %0, [%1];" : "=r"(a) : "r"(at) : "memory");
    if constexpr (bytes == 2) {
      unsigned short h = 0;
      asm volatile("ld.volatile.shared.u16 %0, [%1];" : "=h"(h) : "r"(at) : "memory");
      a = h;
    }
    if constexpr (bytes == 4) asm volatile("ld.volatile.shared.b32 %0, [%1];" : "=r"(a) : "r"(at) : "memory");
    if constexpr (bytes == 8) asm volatile("ld.volatile.shared.v2.b32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at) : "memory");
    if constexpr (bytes == 16)
      asm volatile("ld.volatile.shared.v4.b32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory");
  } else {
    if constexpr (bytes == 1) asm volatile("st.volatile.shared.u8 [%0], %0;" ::"r"(at) : "memory");
    if constexpr (bytes == 2) asm volatile("st.volatile.shared.u16 [%0], %1;" ::"r"(at), "h"(static_cast<unsigned short>(at)) : "memory");
    if constexpr (bytes == 4) asm volatile("st.volatile.shared.b32 [%0], %0;" ::"r"(at) : "memory");
    if constexpr (bytes == 8) asm volatile("st.volatile.shared.v2.b32 [%0], {%0, %0};" ::"r"(at) : "memory");
    if constexpr (bytes == 16) asm volatile("st.volatile.shared.v4.b32 [%0], {%0, %0, %0, %0};" ::"r"(at) : "memory");
  }
  sum ^= a ^ b ^ c ^ d;
}

/// Cycles of a block for all requests, `repeats` times; eight of them at once, so that no address is read meanwhile.
template <int operation, int bytes, int matrices>
__global__ void timed(const unsigned* addresses, int requests, unsigned long long* cycles) {
  extern __shared__ __align__(1024) unsigned char shared[];
  const auto base = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  unsigned long long all = 0;
  unsigned sum = 0;
  for (int first = 0; first < requests; first += at_once) {
    unsigned at[at_once];
#pragma unroll
    for (int k = 0; k < at_once; ++k)
      at[k] = base + addresses[static_cast<unsigned>(min(first + k, requests - 1)) * blockDim.x + threadIdx.x];
    const int now = min(at_once, requests - first);
    __syncthreads();
    const auto start = clock64();
    for (int n = 0; n < repeats; ++n) {
#pragma unroll
      for (int k = 0; k < at_once; ++k)
        if (k < now) access<operation, bytes, matrices>(at[k], sum);
    }
    __syncthreads();
    all += static_cast<unsigned long long>(clock64() - start);
  }
  if (threadIdx.x == 0) cycles[0] = all;
  cycles[1 + threadIdx.x] = sum;
}

using Kernel = void (*)(const unsigned*, int, unsigned long long*);
Kernel kernel_of(const Record& r) {
  if (r.operation == load_matrix)
    return r.matrices == 1 ? timed<load_matrix, 16, 1> : r.matrices == 2 ? timed<load_matrix, 16, 2> : timed<load_matrix, 16, 4>;
  if (r.operation == store_matrix)
    return r.matrices == 1 ? timed<store_matrix, 16, 1> : r.matrices == 2 ? timed<store_matrix, 16, 2> : timed<store_matrix, 16, 4>;
  if (r.operation == load)
    return r.bytes == 1   ? timed<load, 1, 0>
           : r.bytes == 2 ? timed<load, 2, 0>
           : r.bytes == 4 ? timed<load, 4, 0>
           : r.bytes == 8 ? timed<load, 8, 0>
                          : timed<load, 16, 0>;
  return r.bytes == 1   ? timed<store, 1, 0>
         : r.bytes == 2 ? timed<store, 2, 0>
         : r.bytes == 4 ? timed<store, 4, 0>
         : r.bytes == 8 ? timed<store, 8, 0>
                        : timed<store, 16, 0>;
}

struct Layout {
  double cycles = 0, wavefronts = 0;
};

}  // namespace

int main(int count, char** words) {
  std::FILE* in = count > 1 ? std::fopen(words[1], "rb") : nullptr;
  if (in == nullptr) return std::fprintf(stderr, "timed_layouts LAYOUTS.bin\n"), 2;
  std::map<int, std::map<int, Layout>> questions;
  unsigned* addresses = nullptr;
  unsigned long long* cycles = nullptr;
  constexpr std::size_t room = 1 << 24;
  if (cudaMalloc(&addresses, room) != cudaSuccess || cudaMalloc(&cycles, 1025 * sizeof *cycles) != cudaSuccess)
    return std::fprintf(stderr, "there is no CUDA device\n"), 3;
  std::vector<unsigned> table;
  int runs = 0;
  for (Record r; std::fread(&r, sizeof r, 1, in) == 1;) {
    table.resize(static_cast<std::size_t>(r.threads) * static_cast<std::size_t>(r.requests));
    if (std::fread(table.data(), sizeof(unsigned), table.size(), in) != table.size())
      return std::fprintf(stderr, "the file is cut off\n"), 2;
    cudaMemcpy(addresses, table.data(), table.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    const auto kernel = kernel_of(r);
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, r.shared_bytes);
    unsigned long long best = ~0ull;
    for (int again = 0; again < 3; ++again) {
      kernel<<<1, static_cast<unsigned>(r.threads), static_cast<std::size_t>(r.shared_bytes)>>>(addresses, r.requests, cycles);
      unsigned long long n = 0;
      if (const auto error = cudaMemcpy(&n, cycles, sizeof n, cudaMemcpyDeviceToHost); error != cudaSuccess)
        return std::fprintf(stderr, "question %d, layout %d: %s\n", r.question, r.layout, cudaGetErrorString(error)), 3;
      best = std::min(best, n);
    }
    auto& layout = questions[r.question][r.layout];
    layout.cycles += r.weight * static_cast<double>(best) / repeats;
    layout.wavefronts += r.weight * r.wavefronts;
    ++runs;
  }
  std::fclose(in);
  int losers = 0, faster = 0;
  double most = 0;
  for (const auto& [number, layouts] : questions) {
    const auto& winner = layouts.begin()->second;
    for (const auto& [k, l] : layouts) {
      std::printf("%d\t%d\t%.0f\t%.1f\n", number, k, l.wavefronts, l.cycles);
      if (k == 0) continue;
      ++losers;
      most = std::max(most, winner.cycles / l.cycles);
      faster += winner.cycles > noise * l.cycles;
    }
  }
  std::printf(
      "%zu questions, %d runs, %d losers, %d of them faster than their winner by more than %.0f %%; the winner takes at most %.3f of a "
      "loser's time\n",
      questions.size(), runs, losers, faster, 100 * (noise - 1), most);
  return faster == 0 && losers > 0 ? 0 : 1;
}
