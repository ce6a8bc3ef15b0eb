#include "gpu/cuda/copy_runner.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "gpu/cuda/copy.hpp"
#include "gpu/launch/kernel_source.hpp"

namespace gpu::cuda {
namespace {

constexpr std::size_t kept_bytes = std::size_t{512} << 20;
constexpr std::int64_t free_shared_bytes = 48 << 10;  // for more, a block must opt in

/// Return the elements in global memory: the tensor and its destination, or the staged values of a launch in shared memory.
std::int64_t source_elements(const LaunchShape& w) { return w.shared_memory ? w.touches() : w.elements; }
std::int64_t destination_elements(const LaunchShape& w) {
  return w.shared_memory ? w.touches() : w.same_place ? w.elements : w.target_elements;
}
std::size_t bytes_of(std::int64_t elements, const LaunchShape& w) {
  return static_cast<std::size_t>(elements) * static_cast<std::size_t>(w.element_bytes);
}
/// Returns the address of element 0.
void* behind(void* memory, std::int32_t bytes) { return static_cast<char*>(memory) + bytes; }
std::size_t moved_bytes(const LaunchShape& w) { return bytes_of(w.touches(), w); }

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

int repeats_for(double ms) { return ms > 1000 ? 1 : ms > 100 ? 3 : 9; }

}  // namespace

void CopyRunner::drop() {
  const std::lock_guard lock(one_at_a_time_);
  compiler_.drop();
  source_.free();
  destination_.free();
  scratch_.free();
  stream_.reset();
  abilities_.reset();
  kernel_ = nullptr;
}

void CopyRunner::rest() {
  const std::lock_guard lock(one_at_a_time_);
  compiler_.rest();
}

Status CopyRunner::reserve(const LaunchShape& w, std::size_t& wanted) {
  const std::size_t sizes[] = {bytes_of(source_elements(w), w) + static_cast<std::size_t>(w.source_begins()),
                               bytes_of(destination_elements(w), w) + static_cast<std::size_t>(w.destination_begins()), check_bytes(w)};
  Memory* memories[] = {&source_, &destination_, &scratch_};
  wanted = sizes[0] + sizes[1] + sizes[2];
  // Frees buffers that are too small first, so that a large launch can use their memory.
  for (int i = 0; i < 3; ++i)
    if (memories[i]->bytes() < sizes[i]) memories[i]->free();
  for (int i = 0; i < 3; ++i) {
    // In whole MiB, so that live edits do not allocate each time; with room for a last, partial 16 bytes.
    constexpr std::size_t mib = std::size_t{1} << 20;
    if (memories[i]->get() != nullptr && memories[i]->bytes() >= sizes[i]) continue;
    if (auto s = memories[i]->allocate((sizes[i] + mib) / mib * mib); !s.ok()) {
      for (auto* memory : memories) memory->free();
      return s;
    }
  }
  return {};
}

void CopyRunner::choose_kernel(const LaunchShape& w, bool no_nvrtc, Copied& copied) {
  kernel_ = nullptr;
  const auto shared = shared_bytes(w);
  dynamic_bytes_ = shared > free_shared_bytes ? shared : 0;
  if (no_nvrtc) {
    copied.why_generic = "The CUDA Toolkit's run-time compiler is not installed.";
    return;
  }
  if (auto kernel = compiler_.kernel(kernel_source(w), kernel_name, *abilities_, dynamic_bytes_)) kernel_ = *kernel;
  else copied.why_generic = std::move(kernel.error());
  copied.compiled = kernel_ != nullptr;
}

Status CopyRunner::launch(const LaunchShape& w, Copied& copied) {
  if (w.touches() == 0) return {};
  auto *const source = behind(source_.get(), w.source_begins()), *const destination = behind(destination_.get(), w.destination_begins());
  if (kernel_ != nullptr) {
    const auto s = compiler_.launch(kernel_, w.grid, w.block, dynamic_bytes_, source, destination, stream_->get());
    if (s.ok() || s.lost()) return s;
    // The compiled kernel was refused, for lack of registers for instance: the generic kernel needs less.
    kernel_ = nullptr;
    copied.compiled = false;
    copied.why_generic = algebra::message("The compiled kernel could not be launched ({}: {}).", s.call, s.name);
  }
  return copy_generic(w, source, destination, shared_bytes(w), stream_->get());
}

Status CopyRunner::measure(const LaunchShape& w, Progress& progress, double first_ms, Copied& copied) {
  if (auto s = launch(w, copied); !s.ok()) return s;  // the second warm-up
  std::vector<double> times;
  for (int i = 0; i < repeats_for(first_ms) && !progress.cancelled; ++i) {
    if (auto s = stream_->start_clock(); !s.ok()) return s;
    if (auto s = launch(w, copied); !s.ok()) return s;
    if (auto s = stream_->stop_clock(); !s.ok()) return s;
    double ms = 0;
    if (auto s = stream_->read_clock(ms); !s.ok()) return s;
    times.push_back(ms);
    ++progress.done;
  }
  copied.repeats = static_cast<int>(times.size());
  if (!times.empty()) copied.kernel_ms = median(times);
  return {};
}

Status CopyRunner::measure_plain(const LaunchShape& w, Progress& progress, int repeats, Copied& copied) {
  // A launch that touches elements again moves more than its buffers hold.
  const auto bytes = std::min({bytes_of(source_elements(w), w), bytes_of(destination_elements(w), w), moved_bytes(w)});
  if (bytes == 0) return {};
  std::vector<double> times;
  for (int i = -2; i < repeats && !progress.cancelled; ++i) {
    double ms = 0;
    if (auto s = stream_->start_clock(); !s.ok()) return s;
    if (auto s = device_copy(destination_.get(), source_.get(), bytes, stream_->get()); !s.ok()) return s;
    if (auto s = stream_->stop_clock(); !s.ok()) return s;
    if (auto s = stream_->read_clock(ms); !s.ok()) return s;
    if (i >= 0) times.push_back(ms);
  }
  if (!times.empty()) copied.copy_ms = median(times) * static_cast<double>(moved_bytes(w)) / static_cast<double>(bytes);
  return {};
}

tl::expected<Copied, CopyTrouble> CopyRunner::run(const LaunchShape& w, const std::string& device, Progress& progress, Acting acting) {
  const std::lock_guard lock(one_at_a_time_);
  const auto failed = [](Status s, std::size_t wanted = 0) {
    return tl::unexpected(CopyTrouble{.status = std::move(s), .wanted = wanted, .message = {}});
  };
  if (auto s = use_device(); !s.ok()) return failed(s);
  if (!abilities_) {
    Abilities a;
    if (auto s = abilities(a); !s.ok()) return failed(s);
    abilities_ = a;
  }
  if (const auto shared = shared_bytes(w); shared > abilities_->shared_bytes)
    return tl::unexpected(
        CopyTrouble{.status = {},
                    .wanted = 0,
                    .message = algebra::message("The tensor takes {} bytes of shared memory; a block on {} has {} at most.", shared, device,
                                                abilities_->shared_bytes)});
  constexpr std::int64_t most = std::int64_t{1} << 44;
  if (std::max({w.elements, w.target_elements, w.touches()}) > most)
    return tl::unexpected(CopyTrouble{.status = {},
                                      .wanted = 0,
                                      .message = algebra::message("The device has no room for this copy: {} elements.",
                                                                  std::max({w.elements, w.target_elements, w.touches()}))});
  if (!stream_) stream_.emplace();
  if (auto s = stream_->create(); !s.ok()) return failed(s);
  std::size_t wanted = 0;
  auto reserved = reserve(w, wanted);
  if (acting.no_memory) reserved = {2, "cudaErrorMemoryAllocation", "cudaMalloc"};
  if (!reserved.ok()) return failed(reserved, wanted);

  Copied copied;
  copied.access_bytes = w.width * w.element_bytes;
  copied.bytes = 2.0 * static_cast<double>(moved_bytes(w));
  progress.done = 0;
  progress.total = 12;
  void* stream = stream_->get();
  if (!progress.cancelled) choose_kernel(w, acting.no_nvrtc, copied);
  if (progress.cancelled) return tl::unexpected(CopyTrouble{});
  if (auto s = fill_source(behind(source_.get(), w.source_begins()), source_elements(w), w.element_bytes, stream); !s.ok())
    return failed(s);
  auto* const destination = behind(destination_.get(), w.destination_begins());
  if (auto s = poison(destination, bytes_of(destination_elements(w), w), stream); !s.ok()) return failed(s);

  // Checks the first run: only this run can have put the values there.
  double first_ms = 0;
  if (auto s = stream_->start_clock(); !s.ok()) return failed(s);
  if (auto s = launch(w, copied); !s.ok()) return failed(s);
  if (auto s = stream_->stop_clock(); !s.ok()) return failed(s);
  if (auto s = stream_->read_clock(first_ms); !s.ok()) return failed(s);
  ++progress.done;
  if (!progress.cancelled) {
    Checked checked;
    if (auto s = check_copy(w, destination, scratch_.get(), checked, stream); !s.ok()) return failed(s);
    copied.checked = checked.checked;
    copied.wrong = checked.wrong;
    if (checked.wrong > 0) copied.first_wrong = checked.first_wrong;
    ++progress.done;
  }
  if (!progress.cancelled)
    if (auto s = measure(w, progress, first_ms, copied); !s.ok()) return failed(s);
  if (!progress.cancelled)
    if (auto s = measure_plain(w, progress, copied.repeats, copied); !s.ok()) return failed(s);
  if (source_.bytes() + destination_.bytes() > kept_bytes) {
    source_.free();
    destination_.free();
    scratch_.free();
  }
  if (progress.cancelled) return tl::unexpected(CopyTrouble{});
  progress.done = progress.total.load();
  return copied;
}

}  // namespace gpu::cuda
