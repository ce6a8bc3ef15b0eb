#pragma once
// What the inspector says of an entry, in rows.

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

/// What one request of a warp takes.
std::vector<ToldRow> warp_request_rows(const gpu::WarpRequests&, std::int64_t number, const gpu::Request&, const Texts&);
/// What all of them take, or the first ones.
std::vector<ToldRow> warp_sum_rows(const gpu::WarpRequests&, const Texts&);
/// The memory that a request touches: elements with the first lane that asks for each; lines and sectors by their numbers.
struct TouchedMemory {
  std::map<std::int64_t, int> lane_of;
  std::set<std::int64_t> lines, sectors;
};
TouchedMemory touched_by(const gpu::WarpRequests&, const gpu::WarpRequest&);

/// Of a tensor in tensor memory, or a tiled MMA that has C there: what it takes, the loads and stores that fit, of which a click adds the
/// make_tmem_copy to the sheet, and why the others do not. None for any other entry.
std::vector<ToldRow> tensor_memory(const Workspace&, int entry, const Texts&);

/// The 1-D, R-D and natural coordinates of a value's elements, and their indices; of arrows their places and sizes.
struct CoordinateTable {
  std::int64_t size = 0;                                        ///< of elements; 0: the value has none
  std::function<std::array<std::string, 4>(std::int64_t)> row;  ///< of an element; it refers to the evaluation
  static constexpr std::array<const char*, 4> titles{"1-D", "R-D", "natural", "index"};
};
CoordinateTable coordinate_table(const algebra::Evaluation&);

/// An entry as a program, made again when the entry or the dialect is another.
struct EntryCode {
  std::string line, program, problem;  ///< problem: why there is no program
  void update(const Workspace&, int entry, algebra::code::Dialect);

 private:
  std::uint64_t version_ = 0;
  int entry_ = -1;
  algebra::code::Dialect dialect_{};
};

}  // namespace app
