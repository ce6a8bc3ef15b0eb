#pragma once
// What TMA instructions did to memory, as a launch's report says it.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"
#include "gpu/launch/report_row.hpp"

namespace gpu {

/// What the TMA instructions of a launch did, or would do.
struct TmaLanded {
  std::int64_t tiles = 0, tiles_run = 0;  ///< fewer where the memory budget cuts them short: an even sample
  std::int64_t instructions = 0;          ///< of the tiles that were run
  std::int64_t box_bytes = 0;             ///< that an instruction moves, to each CTA that it reaches
  std::int64_t ctas = 1;                  ///< of a cluster
  bool multicast = false, stores = false;
  std::string box, swizzle, data_type;  ///< "(64,128)", "128B", "FLOAT16"
  std::int64_t landed = 0;              ///< bytes that are predicted to land, and were compared where `on_device`
  std::int64_t filled = 0;              ///< those of them, of a load, that are zeros because they are beyond the end
  std::int64_t padding = 0;             ///< of a store: bytes behind the ends of rows that it overwrites, up to 15 a row
  std::int64_t contested = 0;           ///< bytes that several instructions write, in no order: not compared
  std::int64_t differ = 0;              ///< bytes of memory that are not as predicted
  struct At {
    std::int64_t tile = 0, cta = 0, instruction = -1, byte = 0;  ///< instruction -1: no instruction writes there
    int expected = 0, found = 0;
    friend bool operator==(const At&, const At&) = default;
  };
  std::optional<At> first_difference;
  /// Elements that TMA moves to or from another place than the layout of shared memory and the tile say, and the first of them.
  std::int64_t misplaced = 0;
  std::optional<At> first_misplaced;
  bool on_device = false;
  algebra::Message why_not;                ///< says nothing on the device
  std::vector<algebra::Message> warnings;  ///< algebra::tma_warnings
};

/// Lines of the report.
std::vector<ReportRow> landed_rows(const TmaLanded&);
/// An object.
std::string landed_json(const TmaLanded&);

}  // namespace gpu
