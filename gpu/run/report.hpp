#pragma once
// The results of a launch, each filled in when it is known.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/hardware/trace.hpp"
#include "algebra/text/message.hpp"
#include "gpu/launch/failure.hpp"
#include "gpu/launch/report_row.hpp"
#include "gpu/memory/memory_model.hpp"
#include "gpu/mma/mma_run.hpp"
#include "gpu/tma/tma_landed.hpp"

namespace gpu {

enum class Path : std::uint8_t { interop, copied, cpu };

/// Counts from the trace. If the memory budget shortens the trace, they are of its elements; out_of_bounds and predicated count all
/// accesses.
struct Touches {
  std::int64_t once = 0, never = 0, more = 0;           ///< elements touched the expected number of times (LaunchShape::shared_by), never,
                                                        ///< otherwise
  std::int64_t out_of_bounds = 0;                       ///< accesses outside [0, elements)
  std::int64_t predicated = 0;                          ///< accesses that a guard has beyond the end, so that they are not made
  std::optional<std::int64_t> first_never, first_more;  ///< smallest element
  std::optional<algebra::Touch> first_outside;          ///< the touch with the smallest key
  double trace_ms = 0;                                  ///< time of the tracing kernel, or of the trace on the CPU
  std::optional<TmaLanded> tma;                         ///< for TMA: the effect of its instructions
  std::int64_t traced() const { return once + never + more; }  ///< elements with a record: the first of the tensor
};

/// The trace compared with the partition, which the algebra evaluates coordinate by coordinate.
struct Comparison {
  std::int64_t same = 0, compared = 0;  ///< elements; or touches of an even sample
  bool whole = true;
  std::optional<std::int64_t> first_difference;  ///< element
};

/// Data copied through the partition.
struct Copied {
  double kernel_ms = 0;  ///< median of repeats, warmed up (CUDA events; steady clock on the CPU)
  double bytes = 0;      ///< read and written by the kernel in global memory
  double copy_ms = 0;    ///< a plain copy of as many bytes; 0: not measured
  int repeats = 0;
  int access_bytes = 0;  ///< bytes per access of a thread
  /// Values in bounds that no other value can have overwritten, and values that differ from the permutation; the latter include those out
  /// of bounds for which shared memory must give zero.
  std::int64_t checked = 0, wrong = 0;
  std::optional<std::int64_t> first_wrong;  ///< element of the destination
  bool compiled = false;                    ///< NVRTC compiled this partition; false: the generic kernel ran
  algebra::Message why_generic;
  double bandwidth() const { return kernel_ms > 0 ? bytes / kernel_ms / 1e6 : 0; }  ///< GB/s
  double copy_bandwidth() const { return copy_ms > 0 ? bytes / copy_ms / 1e6 : 0; }
};

/// Predicted requests: global loads and stores, and for a launch in shared memory or by cp.async also shared ones.
struct Memory {
  std::optional<Totals> global_load, global_store, shared_load, shared_store;
  bool stores = false;  ///< the launch's instruction stores to the tensor
  /// Returns the requests of the tensor itself: shared loads of a launch in shared memory, or stores, else global loads.
  const Totals* tensor() const {
    const auto& shared = stores ? shared_store : shared_load;
    return shared ? &*shared : global_load ? &*global_load : nullptr;
  }
};
Memory predict(const LaunchShape&, const std::atomic<bool>* cancelled = nullptr);

struct Report {
  Path path = Path::cpu;
  std::string device;  ///< "NVIDIA H200", "CPU"
  Dim3 grid, block;
  std::int64_t values = 0;     ///< per thread
  int width = 1;               ///< values per access
  std::string instruction;     ///< in PTX; "" for plain accesses
  std::int64_t shared_by = 1;  ///< expected touches per element: threads and values with a stride of 0
  std::optional<Touches> touches;
  std::optional<Comparison> comparison;
  std::optional<Memory> memory;
  std::optional<Copied> copied;
  std::optional<Failure> copy_failure;  ///< set if the trace succeeded and the copy failed
  std::optional<MmaReport> mma;         ///< of a tiled MMA
};
Report started(const LaunchShape&, Path, std::string device);

/// Counts the (block, thread, value) that one guard has beyond the end; another guard may have some of them, too.
std::int64_t count_beyond(const algebra::Guard&, std::int64_t blocks, std::int64_t threads, std::int64_t values);
/// Returns the counts by guard: "mode 0 of the tensor: 35840, mode 1 of the tensor: 12800"; empty without guards.
algebra::Message beyond_text(const Launch&, const Report&);

/// Returns why the copy of this launch had no value to check; empty if it had.
algebra::Message why_none_checked(const Launch&);
/// Returns whether every access moves data; false if some are known to be out of bounds in global memory and move nothing.
bool moves_all(const Launch&, const Report&);
/// Returns the copy without the bytes of the accesses that the trace found predicated off. Requires r.copied.
Copied moved(const Launch&, const Report& r);

/// Returns everything known, a line each.
std::vector<ReportRow> report_rows(const Launch&, const Report&);
/// Returns the lines as text, in English or in the language of `say`.
std::string report_text(const Launch&, const Report&, const algebra::Say& say = &algebra::in_english);
std::string report_json(const Launch&, const Report&);
/// Returns "CUDA-GL interop", "CUDA, copied" or "CPU".
std::string_view name_of(Path);

}  // namespace gpu
