#pragma once
// The launch as it is shown now: how far it is played, who is isolated, and what is said of its elements and requests.

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

/// The valid launch of one frame. Texts are in the interface's language.
struct LaunchScene {
  const Workspace& workspace;
  const ViewState& view;
  const gpu::LaunchPlan& plan;
  LaunchTables& tables;                   ///< of this launch
  std::int64_t total = 0, position = 0;   ///< number of requests; number of those played
  std::optional<gpu::RequestAt> current;  ///< the request played last
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
  /// Whether any thread of the request's warp is isolated.
  bool chosen(const gpu::RequestAt&) const;
  /// Whom a click on something of this thread isolates: the thread, its warp, or its block; nobody where those are isolated already.
  enum class Whom : std::uint8_t { thread, warp, block };
  Request pick(std::int64_t block, std::int64_t thread, Whom) const;
  /// The first touch of the element; searched for if the launch is too large for a table.
  std::optional<algebra::Touch> first(std::int64_t element) const;
  /// Whether a frame tells it apart. Of what is isolated: all of a thread's elements; of a warp or a block those that look like somebody
  /// else's, who came first.
  bool framed(std::int64_t element) const;

  /// What the element's cell is labelled with: "T3" for who touched first, "×2" for more than once, "×0" for never once all have run, "·"
  /// for not yet.
  std::string label(std::int64_t element) const;
  /// Where the element is, and the threads that touch it.
  std::string element_words(std::int64_t element) const;
  /// What is said of a cell beyond the tensor's end: whose access is predicated off there.
  std::string beyond_words(const render::Diagram&, render::Diagram::Cell) const;
  /// Who makes the request, and what it takes. `short_cost`: where there is no room for its threads.
  struct RequestWords {
    std::string who, cost, short_cost;
    bool poor = false;  ///< it takes more than it has to
  };
  RequestWords words_of(const gpu::RequestAt&) const;
  /// What was timed: the launch's own kernel, or a generic one that reads the numbers as it runs. Null: there is no report.
  std::string timed_words(const gpu::Report*) const;

 private:
  std::string box_name(std::uint32_t block, std::uint32_t access) const;
};

/// A column of the table of requests.
struct RequestColumn {
  const char* title;  ///< in English
  int rank;           ///< the higher, the sooner it is left out where there is no room
  std::string (*text)(const LaunchScene&, const gpu::RequestAt&, const gpu::Request&);
  bool (*poor)(const gpu::Request&);
  bool of_lanes = false;  ///< says nothing of a box, which TMA copies for one thread
  /// The widest text that it has in the launch.
  std::string widest(const gpu::LaunchPlan&) const;
};
const std::array<RequestColumn, 11>& request_columns();

/// The 1-D coordinate of a cell in the launch's tensor: the grid goes on beyond its end.
std::int64_t tensor_coordinate(const render::Diagram&, std::int64_t row, std::int64_t column);
/// "(1,0)", a block of the launch.
std::string block_name(const gpu::LaunchPlan&, std::int64_t block);

}  // namespace app
