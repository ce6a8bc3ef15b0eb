#pragma once
// TMA instructions on the device: many of them in one kernel.

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
  std::vector<std::int64_t> coordinates;  ///< one for each dimension of the tensor map
  std::int64_t begin = 0;                 ///< its first byte, a multiple of 128 (with a swizzle: of 16 times its span, or of a whole row)
};

/// Boxes that one kernel copies: one thread of each CTA issues its own.
struct TmaWork {
  algebra::TensorMap map;
  bool stores = false;
  bool multicast = false;      ///< of a load: into every CTA of the cluster
  std::int64_t ctas = 1;       ///< of a cluster
  std::int64_t cta_bytes = 0;  ///< of a CTA's shared memory, which begins at a multiple of 1024
  std::int64_t boxes_each = 1;
  std::vector<TmaBox> boxes;  ///< CTA by CTA
  std::int64_t blocks() const { return static_cast<std::int64_t>(boxes.size()) / boxes_each; }
};

/// Whoever carries out TMA instructions: a GPU of compute capability 9.0 or higher.
class TmaDevice {
 public:
  /// null where there is none; `why` then says why. The driver's encoding of tensor maps and the run-time compiler are looked
  /// for when they are first needed.
  static std::unique_ptr<TmaDevice> create(algebra::Message& why);
  virtual ~TmaDevice() = default;
  virtual std::string name() const = 0;
  /// Copies between the tensor and the CTAs' shared memories, which stand one after the other in `shared`. Both have what they hold
  /// afterwards. Error: what the driver or the device refused, in one sentence.
  virtual tl::expected<void, Failure> copy(const TmaWork&, std::span<std::uint8_t> tensor, std::span<std::uint8_t> shared) = 0;
  /// Call before the device is reset.
  virtual void drop() {}
};

}  // namespace gpu
