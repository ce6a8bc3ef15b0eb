#pragma once
// Single TMA instructions on the device: where the bytes of a box really land.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/tma.hpp"

namespace gpu {

/// A GPU with TMA, that is, of compute capability 9.0 or higher.
class TmaDevice {
 public:
  /// null where there is none; `why` then says why. The driver's encoding of tensor maps and the run-time compiler are looked
  /// for when they are first needed.
  static std::unique_ptr<TmaDevice> create(std::string& why);
  virtual ~TmaDevice() = default;
  virtual std::string name() const = 0;

  /// A box in shared memory.
  struct Box {
    std::span<const std::int64_t> coordinates;  ///< one for each dimension of the tensor map
    std::int64_t begin = 0;                     ///< its first byte, a multiple of 128
  };
  /// Loads a box of `tensor` into shared memory that holds `shared` from a multiple of 1024 on. Returns that memory afterwards.
  /// Error: what the driver or the device refused, in one sentence.
  virtual tl::expected<std::vector<std::uint8_t>, std::string> load(const algebra::TensorMap&, std::span<const std::uint8_t> tensor,
                                                                    std::span<const std::uint8_t> shared, const Box&) = 0;
  /// Stores the box from such memory. Returns the tensor afterwards.
  virtual tl::expected<std::vector<std::uint8_t>, std::string> store(const algebra::TensorMap&, std::span<const std::uint8_t> tensor,
                                                                     std::span<const std::uint8_t> shared, const Box&) = 0;
};

}  // namespace gpu
