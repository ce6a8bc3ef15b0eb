#pragma once
// Launches by TMA: the instructions of each CTA's tile, where their bytes land, and the trace of what landed.

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

/// The instruction of a TMA copy. Error: why no launch runs it, and what would work.
tl::expected<Instruction, algebra::Message> tma_instruction(const algebra::TiledCopy&);
class TmaTiles;
/// Why the hardware does not take these boxes: they begin at multiples of 128 bytes in shared memory, and as why_illegal says in the
/// tensor. "" if it does.
algebra::Message why_misaligned(const TmaTiles&);
/// Why the launch's tensor and tile are not what the copy was made for, and what would work; "" if they are.
algebra::Message why_not_made_for(const algebra::TiledCopy&, const algebra::Layout& tensor, const algebra::Tiler& tile);

/// The instructions of a launch by TMA. Block cta + ctas() * tile issues instruction `index` of its CTA for that tile.
class TmaTiles {
 public:
  explicit TmaTiles(const algebra::TiledCopy&);
  const algebra::TensorMap& map() const { return map_; }  ///< as a store sees it, of a store
  std::int64_t tiles() const { return tiles_; }
  std::int64_t ctas() const { return ctas_; }
  std::int64_t instructions() const { return static_cast<std::int64_t>(in_tile_.size()) / ctas_; }  ///< of a CTA, for a tile
  bool stores() const { return stores_; }
  bool multicast() const { return multicast_; }  ///< each box lands in every CTA of the cluster
  std::int64_t box_bytes() const { return algebra::bytes_of(copy_.atom.tma->map); }
  const algebra::Tma& tma() const { return *copy_.atom.tma; }
  std::int64_t cta_bytes() const { return cta_bytes_; }        ///< of shared memory, from where its tile begins
  std::int64_t tensor_bytes() const { return tensor_bytes_; }  ///< from the tensor's beginning to the end of its last row's last 16 bytes
  algebra::TmaInstruction at(std::int64_t tile, std::int64_t index, std::int64_t cta) const;
  /// Where the layout of shared memory has the elements of a tile, in bytes: element e of what instruction i of CTA c moves is number
  /// (i * ctas + c) * elements + e.
  std::vector<std::int64_t> by_layout() const;

 private:
  algebra::TiledCopy copy_;
  algebra::TensorMap map_;
  bool stores_ = false, multicast_ = false;
  std::int64_t tiles_ = 1, ctas_ = 1, cta_bytes_ = 0, tensor_bytes_ = 0;
  algebra::Layout begins_;                        ///< tile -> its first coordinates
  algebra::IntTuple origin_;                      ///< coordinates of all zeros
  std::vector<algebra::TmaInstruction> in_tile_;  ///< of the first tile: instruction i of CTA c is number i * ctas + c
};

/// What the instructions would do, without a device. Cancelled: what is known by then.
TmaLanded predicted_landing(const Launch&, const LaunchShape&, const Progress&);
/// Runs the instructions on the device, compares where bytes landed, and makes the trace of it; tiles that were not run are traced by the
/// plan. Nothing where this launch is not run on a device, with the reason in `why_not`. Cancelled: a Failure with an empty message.
tl::expected<std::optional<TmaLanded>, Failure> land(TmaDevice&, const Launch&, const LaunchShape&, std::span<algebra::TraceRecord>,
                                                     Touches&, Progress&, algebra::Message& why_not);

}  // namespace gpu
