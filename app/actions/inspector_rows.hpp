#pragma once
// The contents of the inspector for an entry, in rows.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "app/actions/told_rows.hpp"
#include "gpu/memory/warp_requests.hpp"

namespace app {

/// Returns the costs of one request of a warp.
std::vector<ToldRow> warp_request_rows(const gpu::WarpRequests&, std::int64_t number, const gpu::Request&, const Texts&);
/// Returns the costs of all requests, or of the first ones.
std::vector<ToldRow> warp_sum_rows(const gpu::WarpRequests&, const Texts&);
/// The memory that a request touches: each element with the first lane that accesses it; lines and sectors by number.
struct TouchedMemory {
  std::map<std::int64_t, int> lane_of;
  std::set<std::int64_t> lines, sectors;
};
TouchedMemory touched_by(const gpu::WarpRequests&, const gpu::WarpRequest&);

/// For a tensor in tensor memory, or a tiled MMA with its C there, returns its size, the fitting loads and stores, each with a link that
/// adds its make_tmem_copy to the sheet, and why the others do not fit. Empty for any other entry.
std::vector<ToldRow> tensor_memory(const Workspace&, int entry, const Texts&);

/// The 1-D, R-D and natural coordinates of a value's elements with their indices; places and sizes of arrows.
struct CoordinateTable {
  std::int64_t size = 0;                                        ///< number of elements; 0: the value has none
  std::function<std::array<std::string, 4>(std::int64_t)> row;  ///< of an element; refers to the evaluation
  static constexpr std::array<const char*, 4> titles{"1-D", "R-D", "natural", "index"};
};
CoordinateTable coordinate_table(const algebra::Evaluation&);

/// An entry as a program, updated when the entry or the dialect changes.
struct EntryCode {
  std::string line, program, problem;  ///< problem: why there is no program
  void update(const Workspace&, int entry, algebra::code::Dialect);

 private:
  std::uint64_t version_ = 0;
  int entry_ = -1;
  algebra::code::Dialect dialect_{};
};

}  // namespace app
