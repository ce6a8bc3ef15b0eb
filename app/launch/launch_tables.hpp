#pragma once
// What the views of a launch look up cell by cell, worked out once per launch and choice of block, warp and thread.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/launch/launch_plan.hpp"
#include "gpu/summary.hpp"
#include "render/diagram.hpp"

namespace app {

/// True for touches of what is isolated; of everybody where nothing is.
bool is_chosen(const LaunchSettings&, std::int64_t block, std::int64_t thread);
bool isolates(const LaunchSettings&);

/// Where the diagram has that index; nothing where it has no cell (a gap, another slice).
std::optional<render::Diagram::Cell> cell_of_index(const render::Diagram&, std::int64_t index);

class LaunchTables {
 public:
  /// `version` is the plan's: another one works everything out anew.
  void update(std::uint64_t version, const gpu::LaunchPlan&, const LaunchSettings&);

  /// Touches of an element; nothing for launches of more than 2^16 elements or touches.
  std::optional<std::uint32_t> count(std::int64_t element) const;
  /// Whether what is isolated touches the element at all; nothing for large launches or where nothing is isolated.
  std::optional<bool> owned(std::int64_t element) const;
  /// The elements that what is isolated touches, ascending; empty where `owned` knows nothing.
  const std::vector<std::int64_t>& owned_elements() const { return owned_elements_; }

  /// The tensor's memory as a grid: rows of at most 32 elements, 128 B lines and 32 B sectors framed.
  const render::Diagram& memory() const { return memory_; }
  std::int64_t memory_columns() const { return memory_columns_; }
  /// The launch as a kernel, line by line.
  const std::string& source(const gpu::LaunchPlan&);
  const std::vector<std::string_view>& source_lines() const { return source_lines_; }
  /// Who touches this element, `most_owners` at most. The last one asked for is remembered.
  const gpu::Owners& owners(const gpu::LaunchPlan&, std::int64_t element);
  static constexpr std::size_t most_owners = 8;
  /// cell_of_index; the last one asked for is remembered.
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
};

}  // namespace app
