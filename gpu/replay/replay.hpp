#pragma once
// Runs one block of a kernel's flow on small integers: compares C with plain arithmetic, and each thread's elements in each step with its
// layouts.

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

/// A thread's record of a step; 16 bytes in a GPU's trace, too.
struct StepTrace {
  std::uint32_t begin = 0, end = 0;  ///< clock cycles since the block began; on the CPU the step's place in the order
  std::uint32_t had = 0;             ///< a hash of the elements that it read, or received, in order; 0: none
  std::uint32_t done = 0;            ///< 1: it reached this step
};

/// A GPU that runs flows.
class ReplayDevice {
 public:
  /// Returns null if there is none; `why` then has the reason.
  static std::unique_ptr<ReplayDevice> create(algebra::Message& why);
  virtual ~ReplayDevice() = default;
  virtual std::string name() const = 0;
  struct Ran {
    std::vector<std::uint8_t> global;  ///< global memory afterwards
    std::vector<StepTrace> trace;      ///< by ReplayPlan::trace_of(role, step) * threads + thread
    bool stuck = false;                ///< a phase of an mbarrier did not end
  };
  /// Runs the plan. Error: the refusal, in one sentence.
  virtual tl::expected<Ran, algebra::Message> run(const ReplayPlan&) = 0;
};

/// The outcome.
struct ReplayReport {
  bool hardware = false;
  std::string device{};
  algebra::Message why{};  ///< why no GPU ran it
  bool stuck = false;
  std::int64_t elements = 0;  ///< elements of C compared; 0: it is no product
  std::int64_t wrong = 0;     ///< of them, those that differ from plain arithmetic
  struct Element {
    std::int64_t m = 0, n = 0;
    double wanted = 0, found = 0;
  };
  std::optional<Element> first_wrong{};
  std::int64_t taken = 0;      ///< (step, thread) pairs whose elements were compared with the layouts
  std::int64_t different = 0;  ///< of them, those with other elements
  struct Place {
    std::size_t line = 0, thread = 0, role = 0, step = 0;
  };
  std::optional<Place> first_different{};
  std::uint32_t cycles = 0;  ///< from the block's first step to its last
  std::vector<StepTrace> trace{};
};

/// Runs the plan on the CPU, step by step in its order. nullopt: `stop`, which is called before each step, ended it.
std::optional<ReplayDevice::Ran> play(const ReplayPlan&, const std::function<bool()>& stop = {});
/// Runs the plan on the device, or on the CPU if there is none (null, because of `why`), and compares. Error: the device's refusal, in one
/// sentence.
tl::expected<ReplayReport, algebra::Message> replay(const ReplayPlan&, ReplayDevice*, const algebra::Message& why,
                                                    const std::function<bool()>& stop = {});

/// Returns "NVIDIA H200: 32768 elements of C are what their products come to; 147456 times a thread had what its layouts say".
algebra::Message summary(const ReplayReport&);
std::string json_of(const ReplayReport&);

/// Returns the kernel `run_flow(const unsigned char* request, unsigned char* data)` of a plan; gpu/replay/replay_source.cpp describes its
/// input and output. Needs no header.
std::string replay_source(const ReplayPlan&);
inline constexpr const char* replay_kernel_name = "run_flow";
/// Returns the kernel's input. Addresses are those of the device's memory: of global memory, and of the trace. `maps`: its tensor maps, 128
/// bytes each.
std::vector<std::uint8_t> replay_request(const ReplayPlan&, std::uint64_t global, std::uint64_t trace, std::uint64_t maps);

}  // namespace gpu
