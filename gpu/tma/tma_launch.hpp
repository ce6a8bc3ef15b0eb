#pragma once
// Launches by TMA: the instructions of each CTA's tile, the places where their bytes land, and the trace of these.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/hardware/tma_bytes.hpp"
#include "algebra/hardware/trace.hpp"
#include "algebra/language/value.hpp"
#include "algebra/text/message.hpp"
#include "gpu/launch/failure.hpp"
#include "gpu/launch/launch_shape.hpp"
#include "gpu/tma/tma.hpp"
#include "gpu/tma/tma_landed.hpp"

namespace gpu {

struct Progress;
struct Touches;

/// Returns the instruction of a TMA copy. Error: why no launch runs it, and what would work.
tl::expected<Instruction, algebra::Message> tma_instruction(const algebra::TiledCopy&);
class TmaTiles;
/// Returns why the hardware refuses these boxes: they must begin at multiples of 128 bytes in shared memory, and satisfy why_illegal in the
/// tensor. "" if it accepts them.
algebra::Message why_misaligned(const TmaTiles&);
/// Returns why the launch's tensor and tile are not those of the copy, and what would work; "" if they are.
algebra::Message why_not_made_for(const algebra::TiledCopy&, const algebra::Layout& tensor, const algebra::Tiler& tile);

/// The instructions of a launch by TMA. Block cta + ctas() * tile issues instruction `index` of its CTA for that tile.
class TmaTiles {
 public:
  explicit TmaTiles(const algebra::TiledCopy&);
  const algebra::TensorMap& map() const { return map_; }  ///< for a store, as a store sees it
  std::int64_t tiles() const { return tiles_; }
  std::int64_t ctas() const { return ctas_; }
  std::int64_t instructions() const { return static_cast<std::int64_t>(in_tile_.size()) / ctas_; }  ///< of a CTA, for a tile
  bool stores() const { return stores_; }
  bool multicast() const { return multicast_; }  ///< each box lands in every CTA of the cluster
  std::int64_t box_bytes() const { return algebra::bytes_of(copy_.atom.tma->map); }
  const algebra::Tma& tma() const { return *copy_.atom.tma; }
  std::int64_t cta_bytes() const { return cta_bytes_; }        ///< of shared memory, from the start of its tile
  std::int64_t tensor_bytes() const { return tensor_bytes_; }  ///< from the tensor's beginning to the end of its last row's last 16 bytes
  algebra::TmaInstruction at(std::int64_t tile, std::int64_t index, std::int64_t cta) const;
  /// Returns the places of a tile's elements by the layout of shared memory, in bytes: element e of instruction i of CTA c is number (i *
  /// ctas + c) * elements + e.
  std::vector<std::int64_t> by_layout() const;

 private:
  algebra::TiledCopy copy_;
  algebra::TensorMap map_;
  bool stores_ = false, multicast_ = false;
  std::int64_t tiles_ = 1, ctas_ = 1, cta_bytes_ = 0, tensor_bytes_ = 0;
  algebra::Layout begins_;                        ///< tile -> its first coordinates
  algebra::IntTuple origin_;                      ///< coordinates of all zeros
  std::vector<algebra::TmaInstruction> in_tile_;  ///< for the first tile: instruction i of CTA c is number i * ctas + c
};

/// Predicts the effect of the instructions, without a device. Cancelled: returns what is known by then.
TmaLanded predicted_landing(const Launch&, const LaunchShape&, const Progress&);
/// Runs the instructions on the device, compares where bytes landed, and makes the trace from it; the plan traces tiles that were not run.
/// nullopt if this launch is not run on a device, with the reason in `why_not`. Cancelled: a Failure with an empty message.
tl::expected<std::optional<TmaLanded>, Failure> land(TmaDevice&, const Launch&, const LaunchShape&, std::span<algebra::TraceRecord>,
                                                     Touches&, Progress&, algebra::Message& why_not);

}  // namespace gpu
