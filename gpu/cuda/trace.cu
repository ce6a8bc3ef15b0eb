// Records which thread touches each element, at which access, and how often: one CUDA thread for each thread of the launch.

#include "gpu/cuda/check.cuh"
#include "gpu/cuda/tracer.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

namespace gpu::cuda {
namespace {

using algebra::TraceRecord;
using Word = unsigned long long;

/// The kernels' results. Smallest numbers are kept as the largest complement, so that everything starts at zero.
struct Found {
  Word outside, first_outside, predicated, once, never, more, first_never, first_more;
};

/// The part of a launch that one slice traces: these accesses of the blocks from first_block on. A CUDA block takes every gridDim.x-th of
/// the blocks.
struct Part {
  std::uint32_t first_block, blocks;
  std::int32_t threads, first_access, last_access, width_bits;
};

/// The number of the tensor's elements, and the number of leading ones that have a record.
struct Extent {
  std::int64_t elements, records;
};

__global__ void clear_kernel(uint4* records, std::int64_t elements) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t e = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; e < elements; e += step)
    records[e] = make_uint4(0xFFFFFFFFu, 0xFFFFFFFFu, 0u, 0u);
}

/// Traces a part. Once: no element is touched twice, so a record can be stored instead of added up. Within: every touch has its record, and
/// none is guarded. Lanes of a warp exchange their first elements and write adjacent records together, in whole sectors.
template <bool Once, bool Within>
__global__ void trace_kernel(const __grid_constant__ Mapping at, const __grid_constant__ Guards guards, const Extent extent,
                             const Part part, uint4* records, Found* found) {
  const std::uint32_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const std::uint32_t lane = thread & 31u, warp = thread & ~31u;
  const std::uint32_t lanes = min(32u, static_cast<std::uint32_t>(part.threads) - warp);
  const unsigned everyone = lanes == 32 ? 0xFFFFFFFFu : (1u << lanes) - 1;
  const std::int64_t of_thread = at.offset + at.thread(thread);
  const std::uint32_t width = 1u << part.width_bits;
  Word outside = 0, first_outside = 0, predicated = 0;
  for (std::uint32_t i = blockIdx.x; i < part.blocks; i += gridDim.x) {
    const std::uint32_t block = part.first_block + i;
    const std::int64_t base = of_thread + at.block(block);
    const Word who = static_cast<Word>(block) << algebra::trace_thread_bits;
    for (std::int32_t access = part.first_access; access < part.last_access; ++access) {
      const std::uint32_t value = static_cast<std::uint32_t>(access) << part.width_bits;
      // An access is beyond the end as a whole, or not at all.
      const bool off = !Within && guards.beyond(block, thread, value);
      const std::int64_t first = off ? predicated_off : at.swizzled(base + at.value(value));
      for (std::uint32_t turn = 0; turn < width; ++turn) {
        const std::uint32_t place = turn * lanes + lane, from = place >> part.width_bits, k = place & (width - 1);
        const std::int64_t begin = width == 1 ? first : __shfl_sync(everyone, static_cast<long long>(first), static_cast<int>(from));
        const std::int64_t element = begin + k;
        const Word key = (static_cast<Word>(value + k) << (algebra::trace_block_bits + algebra::trace_thread_bits)) | who | (warp + from);
        // Lanes at one element add up together. The first lane has the smallest key: accesses begin at multiples of their width, so all of
        // these lanes are at the same value.
        const unsigned together = Once ? 0 : __match_any_sync(everyone, static_cast<Word>(element));
        if (!Within && begin == predicated_off) {
          ++predicated;
        } else if (!Within && (element < 0 || element >= extent.elements)) {
          ++outside;
          first_outside = max(first_outside, ~key);
        } else if (!Within && element >= extent.records) {
          // Elements beyond the memory budget have no record.
        } else if (Once) {
          records[element] = make_uint4(static_cast<unsigned>(key), static_cast<unsigned>(key >> 32), 1u, 0u);
        } else if ((together & ((1u << lane) - 1)) == 0) {
          atomicMin(reinterpret_cast<Word*>(records + element), key);
          atomicAdd(&records[element].z, static_cast<unsigned>(__popc(together)));
        }
      }
    }
  }
  if constexpr (!Within) {
    for (unsigned step = 16; step > 0; step /= 2) {
      const Word more = __shfl_down_sync(everyone, outside, step), first = __shfl_down_sync(everyone, first_outside, step),
                 off = __shfl_down_sync(everyone, predicated, step);
      if (lane + step < lanes) {
        outside += more;
        predicated += off;
        first_outside = max(first_outside, first);
      }
    }
    if (lane == 0 && outside != 0) {
      atomicAdd(&found->outside, outside);
      atomicMax(&found->first_outside, first_outside);
    }
    if (lane == 0 && predicated != 0) atomicAdd(&found->predicated, predicated);
  }
}

__global__ void count_kernel(const uint4* records, std::int64_t elements, unsigned shared_by, Found* found) {
  Word once = 0, never = 0, more = 0, first_never = 0, first_more = 0;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t e = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; e < elements; e += step) {
    const unsigned touches = records[e].z;
    const Word from_the_end = ~static_cast<Word>(e);
    const bool meant = touches == shared_by, untouched = touches == 0;
    once += meant;
    never += untouched;
    more += !meant && !untouched;
    // A thread visits its elements in ascending order, so its first is the largest complement.
    if (untouched && first_never == 0) first_never = from_the_end;
    if (!meant && !untouched && first_more == 0) first_more = from_the_end;
  }
  for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
    once += __shfl_down_sync(0xFFFFFFFFu, once, lanes);
    never += __shfl_down_sync(0xFFFFFFFFu, never, lanes);
    more += __shfl_down_sync(0xFFFFFFFFu, more, lanes);
    first_never = max(first_never, __shfl_down_sync(0xFFFFFFFFu, first_never, lanes));
    first_more = max(first_more, __shfl_down_sync(0xFFFFFFFFu, first_more, lanes));
  }
  if ((threadIdx.x & 31u) != 0) return;
  if (once != 0) atomicAdd(&found->once, once);
  if (never != 0) atomicAdd(&found->never, never), atomicMax(&found->first_never, first_never);
  if (more != 0) atomicAdd(&found->more, more), atomicMax(&found->first_more, first_more);
}

__global__ void gather_kernel(const uint4* records, const std::int64_t* elements, std::int64_t count, uint4* to) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    to[i] = records[elements[i]];
}

__global__ void fill_kernel(uint4* to, std::int64_t count) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    to[i] = make_uint4(static_cast<unsigned>(i), 0u, 1u, 0u);
}

__global__ void copy_kernel(const uint4* from, uint4* to, std::int64_t count) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) to[i] = from[i];
}

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Touches of one address queue up at some billions per second: this many take at most about 5 ms. Stores do not queue.
constexpr std::int64_t first_adding = std::int64_t{1} << 22, first_storing = std::int64_t{1} << 25;
/// Accesses of the warps of one block, which run on a single multiprocessor.
constexpr std::int32_t accesses_of_a_block = 1 << 16;
constexpr double slice_ms = 5, small_ms = 100;
/// If threads touch few values, a CUDA block takes several blocks of the launch, until each thread makes this many touches: starting a CUDA
/// block and finding a thread's place costs as much as several touches. Enough CUDA blocks remain for any GPU.
constexpr std::int64_t touches_of_a_thread = 8, least_cuda_blocks = 1 << 14;

/// Returns the number of CUDA blocks for that many blocks of the launch, with that many touches per thread.
unsigned cuda_blocks(std::int64_t blocks, std::int64_t touches) {
  const auto each = std::max<std::int64_t>(1, touches_of_a_thread / touches);
  return static_cast<unsigned>(std::max((blocks + each - 1) / each, std::min(blocks, least_cuda_blocks)));
}
constexpr std::size_t download_bytes = std::size_t{32} << 20;

}  // namespace

Tracer::~Tracer() {
  if (found_on_host_ != nullptr) cudaFreeHost(found_on_host_);
}

Status Tracer::begin(const LaunchShape& shape, std::int64_t records) {
  CUTESCOPE_TRY(stream_.create());
  if (found_.get() == nullptr) CUTESCOPE_TRY(found_.allocate(sizeof(Found)));
  if (found_on_host_ == nullptr) CUTESCOPE_CUDA_TRY(cudaMallocHost(&found_on_host_, sizeof(Found)));
  // Runs after the work that a cancelled launch left in the stream.
  CUTESCOPE_CUDA_TRY(cudaMemsetAsync(found_.get(), 0, sizeof(Found), stream_of(stream_.get())));
  shape_ = shape;
  records_ = records;
  exact_ = shape.once && shape.in_bounds && records == shape.elements && shape.touches() == shape.elements;
  cleared_ = whole_ = false;
  block_ = access_ = 0;
  slices_ = 0;
  touches_ = {};
  const auto per_block = std::max<std::int64_t>(1, static_cast<std::int64_t>(shape.threads) * shape.values);
  accesses_at_once_ = accesses_now_ =
      std::clamp(accesses_of_a_block / std::max(1, shape.warps() * shape.width), 1, std::max(1, shape.accesses()));
  const auto part = std::max<std::int64_t>(1, per_block / std::max(1, shape.accesses()) * accesses_now_);
  blocks_at_once_ =
      std::clamp<std::int64_t>((shape.once ? first_storing : first_adding) / part, 1, std::max<std::int64_t>(1, shape.blocks));
  return {};
}

double Tracer::fraction() const {
  if (whole_) return 1;
  const auto all = static_cast<double>(shape_.accesses()) * static_cast<double>(shape_.blocks);
  return all > 0 ? (static_cast<double>(access_) * static_cast<double>(shape_.blocks) + static_cast<double>(block_) * accesses_now_) / all
                 : 0;
}

void Tracer::launch_slice(void* records, std::int64_t blocks, std::int32_t accesses) {
  const Part part{.first_block = static_cast<std::uint32_t>(block_),
                  .blocks = static_cast<std::uint32_t>(blocks),
                  .threads = shape_.threads,
                  .first_access = access_,
                  .last_access = access_ + accesses,
                  .width_bits = std::countr_zero(static_cast<unsigned>(shape_.width))};
  const dim3 grid(cuda_blocks(blocks, std::int64_t{accesses} * shape_.width));
  const dim3 block(static_cast<unsigned>(shape_.block.x), static_cast<unsigned>(shape_.block.y), static_cast<unsigned>(shape_.block.z));
  auto* to = static_cast<uint4*>(records);
  auto* found = static_cast<Found*>(found_.get());
  const auto stream = stream_of(stream_.get());
  const Extent extent{.elements = shape_.elements, .records = records_};
  const bool within = shape_.in_bounds && records_ == shape_.elements;
  if (shape_.once && within) trace_kernel<true, true><<<grid, block, 0, stream>>>(shape_.from, shape_.guards, extent, part, to, found);
  else if (shape_.once) trace_kernel<true, false><<<grid, block, 0, stream>>>(shape_.from, shape_.guards, extent, part, to, found);
  else if (within) trace_kernel<false, true><<<grid, block, 0, stream>>>(shape_.from, shape_.guards, extent, part, to, found);
  else trace_kernel<false, false><<<grid, block, 0, stream>>>(shape_.from, shape_.guards, extent, part, to, found);
}

/// Sizes the next slice to take about slice_ms: by its blocks, or by its accesses if it had all of the blocks.
void Tracer::adapt(std::int64_t blocks, std::int32_t accesses, double ms) {
  if (blocks < blocks_at_once_) return;  // the rest of a round is no measure
  const double factor = std::clamp(slice_ms / std::max(ms, 0.01), 0.125, 4.0);
  if (factor < 1 ? blocks > 1 : blocks < shape_.blocks)
    blocks_at_once_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(static_cast<double>(blocks_at_once_) * factor), 1, shape_.blocks);
  else accesses_at_once_ = static_cast<std::int32_t>(std::clamp<double>(accesses * factor, 1, shape_.accesses()));
}

Status Tracer::advance(void* records, double budget_ms, const std::atomic<bool>* cancelled) {
  if (whole_) return {};
  const auto start = std::chrono::steady_clock::now();
  const bool small = records_ <= (std::int64_t{1} << 24) && shape_.touches() <= (std::int64_t{1} << 26);
  const double budget = small ? std::max(budget_ms, small_ms) : budget_ms;
  const bool nothing = shape_.touches() == 0;
  while (access_ < shape_.accesses() && !nothing) {
    const auto blocks = std::min(blocks_at_once_, shape_.blocks - block_);
    // All blocks of a round take the same accesses.
    if (block_ == 0) accesses_now_ = std::min(accesses_at_once_, shape_.accesses() - access_);
    const auto accesses = accesses_now_;
    CUTESCOPE_TRY(stream_.start_clock());
    if (!cleared_ && !exact_)
      clear_kernel<<<grid_for(records_), 256, 0, stream_of(stream_.get())>>>(static_cast<uint4*>(records), records_);
    cleared_ = true;
    launch_slice(records, blocks, accesses);
    CUTESCOPE_CUDA_TRY(cudaGetLastError());
    CUTESCOPE_TRY(stream_.stop_clock());
    ++slices_;
    block_ += blocks;
    if (block_ == shape_.blocks) {
      block_ = 0;
      access_ += accesses;
    }
    if (access_ >= shape_.accesses()) break;
    double ms = 0;
    CUTESCOPE_TRY(stream_.read_clock(ms));
    touches_.trace_ms += ms;
    adapt(blocks, accesses, ms);
    if (ms_since(start) > budget || (cancelled != nullptr && cancelled->load(std::memory_order_relaxed))) return {};
  }
  if (nothing) clear_kernel<<<grid_for(records_), 256, 0, stream_of(stream_.get())>>>(static_cast<uint4*>(records), records_);
  CUTESCOPE_TRY(count(records));
  if (double ms = 0; !nothing) {
    CUTESCOPE_TRY(stream_.read_clock(ms));
    touches_.trace_ms += ms;
  }
  whole_ = true;
  return {};
}

Status Tracer::count(const void* records) {
  const auto stream = stream_of(stream_.get());
  count_kernel<<<grid_for(records_), 256, 0, stream>>>(static_cast<const uint4*>(records), records_,
                                                       static_cast<unsigned>(shape_.shared_by), static_cast<Found*>(found_.get()));
  CUTESCOPE_CUDA_TRY(cudaGetLastError());
  CUTESCOPE_CUDA_TRY(cudaMemcpyAsync(found_on_host_, found_.get(), sizeof(Found), cudaMemcpyDeviceToHost, stream));
  CUTESCOPE_CUDA_TRY(cudaStreamSynchronize(stream));
  const Found f = *static_cast<const Found*>(found_on_host_);
  touches_.once = static_cast<std::int64_t>(f.once);
  touches_.never = static_cast<std::int64_t>(f.never);
  touches_.more = static_cast<std::int64_t>(f.more);
  touches_.out_of_bounds = static_cast<std::int64_t>(f.outside);
  touches_.predicated = static_cast<std::int64_t>(f.predicated);
  if (f.never != 0) touches_.first_never = static_cast<std::int64_t>(~f.first_never);
  if (f.more != 0) touches_.first_more = static_cast<std::int64_t>(~f.first_more);
  if (f.outside != 0) {
    const Word key = ~f.first_outside;
    touches_.first_outside = algebra::first_touch({static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32), 1, 0});
  }
  return {};
}

Status Tracer::gather(const void* records, std::span<const std::int64_t> elements, TraceRecord* to) {
  const auto stream = stream_of(stream_.get());
  constexpr std::size_t at_once = std::size_t{1} << 20;
  for (std::size_t done = 0; done < elements.size(); done += at_once) {
    const auto part = elements.subspan(done, std::min(at_once, elements.size() - done));
    if (indices_.bytes() < part.size_bytes()) CUTESCOPE_TRY(indices_.allocate(part.size_bytes()));
    if (gathered_.bytes() < part.size() * sizeof(TraceRecord)) CUTESCOPE_TRY(gathered_.allocate(part.size() * sizeof(TraceRecord)));
    CUTESCOPE_CUDA_TRY(cudaMemcpyAsync(indices_.get(), part.data(), part.size_bytes(), cudaMemcpyHostToDevice, stream));
    gather_kernel<<<grid_for(static_cast<std::int64_t>(part.size())), 256, 0, stream>>>(
        static_cast<const uint4*>(records), static_cast<const std::int64_t*>(indices_.get()), static_cast<std::int64_t>(part.size()),
        static_cast<uint4*>(gathered_.get()));
    CUTESCOPE_CUDA_TRY(cudaGetLastError());
    CUTESCOPE_CUDA_TRY(cudaMemcpyAsync(to + done, gathered_.get(), part.size() * sizeof(TraceRecord), cudaMemcpyDeviceToHost, stream));
    CUTESCOPE_CUDA_TRY(cudaStreamSynchronize(stream));
  }
  return {};
}

Status Tracer::download(const void* records, std::span<TraceRecord> to, const std::atomic<bool>& cancelled) {
  const auto stream = stream_of(stream_.get());
  for (std::size_t done = 0; done < to.size_bytes() && !cancelled; done += download_bytes) {
    const auto bytes = std::min(download_bytes, to.size_bytes() - done);
    CUTESCOPE_CUDA_TRY(cudaMemcpyAsync(reinterpret_cast<char*>(to.data()) + done, static_cast<const char*>(records) + done, bytes,
                                       cudaMemcpyDeviceToHost, stream));
    CUTESCOPE_CUDA_TRY(cudaStreamSynchronize(stream));
  }
  return {};
}

Status plain_fill(void* to, std::size_t bytes, void* stream) {
  fill_kernel<<<grid_for(static_cast<std::int64_t>(bytes / 16)), 256, 0, stream_of(stream)>>>(static_cast<uint4*>(to),
                                                                                              static_cast<std::int64_t>(bytes / 16));
  CUTESCOPE_CUDA_TRY(cudaGetLastError());
  return {};
}

Status plain_copy(const void* from, void* to, std::size_t bytes, void* stream) {
  copy_kernel<<<grid_for(static_cast<std::int64_t>(bytes / 16)), 256, 0, stream_of(stream)>>>(
      static_cast<const uint4*>(from), static_cast<uint4*>(to), static_cast<std::int64_t>(bytes / 16));
  CUTESCOPE_CUDA_TRY(cudaGetLastError());
  return {};
}

}  // namespace gpu::cuda
