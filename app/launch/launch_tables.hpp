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

/// Return true if that thread is isolated, or nothing is; and if anything is isolated.
bool is_chosen(const LaunchSettings&, std::int64_t block, std::int64_t thread);
bool isolates(const LaunchSettings&);

/// Returns the cell with that index; nullopt if there is none (a gap, another slice) or an axis is too long to search.
std::optional<render::Diagram::Cell> cell_of_index(const render::Diagram&, std::int64_t index);

class LaunchTables {
 public:
  /// Recomputes the tables of the plan if its `version` has changed, and those of the isolation if it has changed.
  void update(std::uint64_t version, const gpu::LaunchPlan&, const LaunchSettings&);

  /// Returns how often an element is touched; nullopt for launches of more than 2^16 elements or touches.
  std::optional<std::uint32_t> count(std::int64_t element) const;
  /// Returns true if an isolated thread touches the element; nullopt for large launches or without isolation.
  std::optional<bool> owned(std::int64_t element) const;
  /// Returns the elements that the isolated threads touch, ascending; empty if `owned` returns nullopt.
  const std::vector<std::int64_t>& owned_elements() const { return owned_elements_; }

  /// Returns the tensor's memory as a grid: rows of at most 32 elements, with 128 B lines and 32 B sectors framed.
  const render::Diagram& memory() const { return memory_; }
  std::int64_t memory_columns() const { return memory_columns_; }
  /// Returns the source of the launch's kernel, and its lines, which are empty before the first call of source.
  const std::string& source(const gpu::LaunchPlan&);
  const std::vector<std::string_view>& source_lines() const { return source_lines_; }
  /// Returns the touches of an element, at most `most_owners`. Caches the last result.
  const gpu::Owners& owners(const gpu::LaunchPlan&, std::int64_t element);
  static constexpr std::size_t most_owners = 8;
  /// Returns the access that would touch a cell beyond the tensor's end, and is predicated off; nullopt if it is not found in time. Caches
  /// the last result.
  struct CellBeyond {
    std::int64_t row = -1, column = -1;
    friend bool operator==(const CellBeyond&, const CellBeyond&) = default;
  };
  const std::optional<algebra::Touch>& predicated(const gpu::LaunchPlan&, const render::Diagram&, CellBeyond);
  /// Returns cell_of_index; caches the last result.
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
