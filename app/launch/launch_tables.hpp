#pragma once
// Lookup tables for the views of a launch, computed once per launch and isolation of block, warp and thread.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/launch/launch_plan.hpp"
#include "gpu/run/summary.hpp"
#include "render/diagram.hpp"

namespace app {

/// Whether that thread is isolated; true for every thread if nothing is.
bool is_chosen(const LaunchSettings&, std::int64_t block, std::int64_t thread);
bool isolates(const LaunchSettings&);

/// The cell with that index; nothing if there is none (a gap, another slice) or an axis is too long to search.
std::optional<render::Diagram::Cell> cell_of_index(const render::Diagram&, std::int64_t index);

class LaunchTables {
 public:
  /// Recomputes what depends on the plan, if its `version` has changed, and on the isolation, if that has.
  void update(std::uint64_t version, const gpu::LaunchPlan&, const LaunchSettings&);

  /// How often an element is touched; nothing for launches of more than 2^16 elements or touches.
  std::optional<std::uint32_t> count(std::int64_t element) const;
  /// Whether an isolated thread touches the element; nothing for large launches or without isolation.
  std::optional<bool> owned(std::int64_t element) const;
  /// The elements that the isolated threads touch, ascending; empty if `owned` returns nothing.
  const std::vector<std::int64_t>& owned_elements() const { return owned_elements_; }

  /// The tensor's memory as a grid: rows of at most 32 elements, 128 B lines and 32 B sectors framed.
  const render::Diagram& memory() const { return memory_; }
  std::int64_t memory_columns() const { return memory_columns_; }
  /// The source of the launch's kernel, and its lines, which are empty before the first call of source.
  const std::string& source(const gpu::LaunchPlan&);
  const std::vector<std::string_view>& source_lines() const { return source_lines_; }
  /// The touches of an element, at most `most_owners`. Caches the last answer.
  const gpu::Owners& owners(const gpu::LaunchPlan&, std::int64_t element);
  static constexpr std::size_t most_owners = 8;
  /// Whose access would touch a cell beyond the tensor's end, and is predicated off; nothing if it is not found in time. Caches the last
  /// answer.
  struct CellBeyond {
    std::int64_t row = -1, column = -1;
    friend bool operator==(const CellBeyond&, const CellBeyond&) = default;
  };
  const std::optional<algebra::Touch>& predicated(const gpu::LaunchPlan&, const render::Diagram&, CellBeyond);
  /// cell_of_index; caches the last answer.
  const std::optional<render::Diagram::Cell>& cell(const render::Diagram&, std::int64_t element);

 private:
  std::uint64_t version_ = 0;
  bool known_ = false;
  LaunchSettings settings_;
  std::vector<std::uint32_t> counts_;
  std::vector<bool> owned_;
  std::vector<std::int64_t> owned_elements_;
  render::Diagram memory_;
  std::int64_t memory_columns_ = 1;
  std::string source_;
  std::vector<std::string_view> source_lines_;
  gpu::Owners owners_;
  std::int64_t owners_of_ = -1, cell_of_ = -1;
  std::optional<render::Diagram::Cell> cell_;
  CellBeyond predicated_at_;
  std::optional<algebra::Touch> predicated_;
};

}  // namespace app
