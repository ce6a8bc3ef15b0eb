#pragma once
// The effect of TMA instructions on memory, for a launch's report.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"
#include "gpu/launch/report_row.hpp"

namespace gpu {

/// The actual or predicted effect of a launch's TMA instructions.
struct TmaLanded {
  std::int64_t tiles = 0, tiles_run = 0;  ///< tiles_run is smaller if the memory budget requires it: an even sample
  std::int64_t instructions = 0;          ///< instructions of the tiles that were run
  std::int64_t box_bytes = 0;             ///< bytes that an instruction moves, to each CTA that it reaches
  std::int64_t ctas = 1;                  ///< CTAs of a cluster
  bool multicast = false, stores = false;
  std::string box, swizzle, data_type;  ///< "(64,128)", "128B", "FLOAT16"
  std::int64_t landed = 0;              ///< bytes predicted to land, and compared if `on_device`
  std::int64_t filled = 0;              ///< of those, for a load, the zeros from beyond the end
  std::int64_t padding = 0;             ///< for a store: bytes behind the ends of rows that it overwrites, up to 15 per row
  std::int64_t contested = 0;           ///< bytes that several instructions write, in no order: not compared
  std::int64_t differ = 0;              ///< bytes of memory that differ from the prediction
  struct At {
    std::int64_t tile = 0, cta = 0, instruction = -1, byte = 0;  ///< instruction -1: no instruction writes there
    int expected = 0, found = 0;
    friend bool operator==(const At&, const At&) = default;
  };
  std::optional<At> first_difference;
  /// Elements that TMA moves to or from another place than the layout of shared memory and the tile give, and the first of them.
  std::int64_t misplaced = 0;
  std::optional<At> first_misplaced;
  bool on_device = false;
  algebra::Message why_not;                ///< empty on the device
  std::vector<algebra::Message> warnings;  ///< algebra::tma_warnings
};

/// Returns the lines of the report.
std::vector<ReportRow> landed_rows(const TmaLanded&);
/// Returns a JSON object.
std::string landed_json(const TmaLanded&);

}  // namespace gpu
