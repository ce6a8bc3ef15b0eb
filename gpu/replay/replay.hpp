#pragma once
// Runs a kernel's flow, one block of it, on small integers: C is compared with plain arithmetic, and what each thread has in each step
// with what its layouts say.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "gpu/launch/report_row.hpp"
#include "gpu/replay/replay_plan.hpp"

namespace gpu {

/// What a thread did in a step; 16 bytes in the trace of a GPU, too.
struct StepTrace {
  std::uint32_t begin = 0, end = 0;  ///< clock cycles since the block began; on the CPU the step's place in the order
  std::uint32_t had = 0;             ///< a hash of the elements that it read, or was given, in their order; 0: of none
  std::uint32_t done = 0;            ///< 1: it came here
};

/// A GPU that runs flows.
class ReplayDevice {
 public:
  /// null where there is none; `why` then says why.
  static std::unique_ptr<ReplayDevice> create(algebra::Message& why);
  virtual ~ReplayDevice() = default;
  virtual std::string name() const = 0;
  struct Ran {
    std::vector<std::uint8_t> global;  ///< afterwards
    std::vector<StepTrace> trace;      ///< by ReplayPlan::trace_of(role, step) * threads + thread
    bool stuck = false;                ///< a phase of an mbarrier did not end
  };
  /// Error: what refused, in one sentence.
  virtual tl::expected<Ran, algebra::Message> run(const ReplayPlan&) = 0;
};

/// What came of it.
struct ReplayReport {
  bool hardware = false;
  std::string device{};
  algebra::Message why{};  ///< no GPU ran it
  bool stuck = false;
  std::int64_t elements = 0;  ///< of C, compared; 0: it is no product
  std::int64_t wrong = 0;     ///< of them differ from plain arithmetic
  struct Element {
    std::int64_t m = 0, n = 0;
    double wanted = 0, found = 0;
  };
  std::optional<Element> first_wrong{};
  std::int64_t taken = 0;      ///< (step, thread) pairs whose elements were compared with what the layouts say
  std::int64_t different = 0;  ///< of them are others
  struct Place {
    std::size_t line = 0, thread = 0, role = 0, step = 0;
  };
  std::optional<Place> first_different{};
  std::uint32_t cycles = 0;  ///< from the block's first step to its last
  std::vector<StepTrace> trace{};
};

/// The plan on the CPU, step by step in its order.
/// Nothing: `stop`, which is asked before each step, ended it.
std::optional<ReplayDevice::Ran> play(const ReplayPlan&, const std::function<bool()>& stop = {});
/// Runs the plan on the device, or on the CPU where there is none (null, because of `why`), and compares.
/// Error: what the device refused, in one sentence.
tl::expected<ReplayReport, algebra::Message> replay(const ReplayPlan&, ReplayDevice*, const algebra::Message& why,
                                                    const std::function<bool()>& stop = {});

/// "NVIDIA H200: 32768 elements of C are what their products come to; 147456 times a thread had what its layouts say".
algebra::Message summary(const ReplayReport&);
std::string json_of(const ReplayReport&);

/// The kernel `run_flow(const unsigned char* request, unsigned char* data)` of a plan; gpu/replay/replay_source.cpp says what it reads and
/// writes. Needs no header.
std::string replay_source(const ReplayPlan&);
inline constexpr const char* replay_kernel_name = "run_flow";
/// What it reads. Addresses are those of the device's memory: of global memory, and of the trace. `maps`: its tensor maps, 128 bytes each.
std::vector<std::uint8_t> replay_request(const ReplayPlan&, std::uint64_t global, std::uint64_t trace, std::uint64_t maps);

}  // namespace gpu
