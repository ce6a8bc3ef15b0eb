#pragma once
// The launch as it is shown: its playback, its isolation, and descriptions of its elements and requests.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "app/actions/told_rows.hpp"
#include "app/launch/launch_tables.hpp"
#include "app/state/state.hpp"
#include "gpu/memory/memory_model.hpp"
#include "gpu/run/playback.hpp"

namespace app {

/// A valid launch as panels draw it during one frame of the interface. Texts are in the interface's language.
struct LaunchScene {
  const Workspace& workspace;
  const ViewState& view;
  const gpu::LaunchPlan& plan;
  LaunchTables& tables;                   ///< of this launch
  std::int64_t total = 0, position = 0;   ///< number of requests; number of those played
  std::optional<gpu::RequestAt> current;  ///< the last played request
  bool two_sided = false;                 ///< loads and stores are separate requests
  bool loads = true;                      ///< shows loads; false: stores

  LaunchScene(const Workspace&, const ViewState&, const gpu::LaunchPlan&, LaunchTables&);
  const LaunchSettings& settings() const { return workspace.sheet().launch; }
  const gpu::Mapping& mapping() const { return loads || !two_sided ? plan.shape.addresses() : plan.shape.to; }
  gpu::Direction direction() const { return loads ? gpu::Direction::load : gpu::Direction::store; }
  gpu::Request request(const gpu::RequestAt& r) const {
    return gpu::request(plan.shape, mapping(), r.block, r.warp, r.access, direction());
  }
  bool isolated() const { return isolates(settings()); }
  /// Returns whether any thread of the request's warp is isolated.
  bool chosen(const gpu::RequestAt&) const;
  enum class Whom : std::uint8_t { thread, warp, block };
  /// Returns the request to isolate a clicked thread, its warp or its block, or to end the isolation if it is already isolated.
  Request pick(std::int64_t block, std::int64_t thread, Whom) const;
  /// Returns the first touch of the element; searched if the launch is too large for a table.
  std::optional<algebra::Touch> first(std::int64_t element) const;
  /// Returns whether an element that the isolated threads touch gets a frame: all elements of a thread; for a warp or block only those that
  /// a thread outside of it touched first, as they have that thread's colour.
  bool framed(std::int64_t element) const;

  /// Returns the label of an element's cell: "T3" for the first thread that touched it, "×2" for more than one, "×0" for none at the end of
  /// the run, "·" for not yet.
  std::string label(std::int64_t element) const;
  /// Returns the place of the element, and the threads that touch it.
  std::string element_words(std::int64_t element) const;
  /// Returns a description of a cell beyond the tensor's end: the predicated access there.
  std::string beyond_words(const render::Diagram&, render::Diagram::Cell) const;
  /// The thread or warp of a request, and its cost. `short_cost`: for less room.
  struct RequestWords {
    std::string who, cost, short_cost;
    bool poor = false;  ///< it costs more than necessary
  };
  RequestWords words_of(const gpu::RequestAt&) const;
  /// Returns what was timed: the launch's own kernel, or a generic one that reads the numbers at run time. Null: no report.
  std::string timed_words(const gpu::Report*) const;

 private:
  std::string box_name(std::uint32_t block, std::uint32_t access) const;
};

/// A column of the table of requests.
struct RequestColumn {
  const char* title;  ///< in English
  int rank;           ///< the higher, the sooner it is left out without room
  std::string (*text)(const LaunchScene&, const gpu::RequestAt&, const gpu::Request&);
  bool (*poor)(const gpu::Request&);
  bool of_lanes = false;  ///< not applicable to a box, which TMA copies for one thread
  /// Returns the widest text of the column in the launch.
  std::string widest(const gpu::LaunchPlan&) const;
};
const std::array<RequestColumn, 11>& request_columns();

/// Returns the 1-D coordinate of a cell in the launch's tensor. The grid may extend beyond the tensor.
std::int64_t tensor_coordinate(const render::Diagram&, std::int64_t row, std::int64_t column);
/// Returns the name of a block of the launch: "(1,0)".
std::string block_name(const gpu::LaunchPlan&, std::int64_t block);

}  // namespace app
