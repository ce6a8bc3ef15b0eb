#pragma once
// Runs TMA instructions on the device, many of them in one kernel.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/hardware/tma.hpp"
#include "algebra/text/message.hpp"
#include "gpu/launch/failure.hpp"

namespace gpu {

/// A box in shared memory.
struct TmaBox {
  std::vector<std::int64_t> coordinates;  ///< one per dimension of the tensor map
  std::int64_t begin = 0;                 ///< its first byte, a multiple of 128 (with a swizzle: of 16 times its span, or of a whole row)
};

/// Boxes that one kernel copies: one thread of each CTA issues its own.
struct TmaWork {
  algebra::TensorMap map;
  bool stores = false;
  bool multicast = false;      ///< for a load: into every CTA of the cluster
  std::int64_t ctas = 1;       ///< CTAs of a cluster
  std::int64_t cta_bytes = 0;  ///< bytes of a CTA's shared memory, which begins at a multiple of 1024
  std::int64_t boxes_each = 1;
  std::vector<TmaBox> boxes;  ///< CTA by CTA
  std::int64_t blocks() const { return static_cast<std::int64_t>(boxes.size()) / boxes_each; }
};

/// A device that executes TMA instructions: a GPU of compute capability 9.0 or higher.
class TmaDevice {
 public:
  /// Returns null if there is none; `why` then has the reason. Looks for the driver's encoding of tensor maps and the run-time compiler on
  /// first use.
  static std::unique_ptr<TmaDevice> create(algebra::Message& why);
  virtual ~TmaDevice() = default;
  virtual std::string name() const = 0;
  /// Copies between the tensor and the CTAs' shared memories, which are consecutive in `shared`. Both receive their contents afterwards.
  /// Error: the refusal of the driver or the device, in one sentence.
  virtual tl::expected<void, Failure> copy(const TmaWork&, std::span<std::uint8_t> tensor, std::span<std::uint8_t> shared) = 0;
  /// Frees everything. Call this before the device is reset.
  virtual void drop() {}
};

}  // namespace gpu
