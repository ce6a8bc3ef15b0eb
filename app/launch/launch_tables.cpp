#include "app/launch/launch_tables.hpp"

#include <algorithm>
#include <unordered_map>

#include "algebra/text/characters.hpp"
#include "gpu/run/launch_source.hpp"

namespace app {
namespace {

constexpr std::int64_t most_elements = 1 << 16;

render::Diagram memory_diagram(const gpu::LaunchPlan& plan, std::int64_t columns) {
  const auto rows = std::max<std::int64_t>(1, (plan.launch.elements + columns - 1) / columns);
  const auto mode = [](std::int64_t n) { return algebra::IntTuple(n); };
  render::View view;
  view.colour_by = render::ColourBy::none;
  view.label_by = render::LabelBy::none;
  auto d = render::describe(algebra::Value(algebra::Layout(algebra::IntTuple::tuple({mode(rows), mode(columns)}),
                                                           algebra::IntTuple::tuple({mode(columns), mode(1)}))),
                            "", view);
  const auto elements_in = [&](std::int64_t bytes) { return std::max<std::int64_t>(1, bytes / plan.launch.element_bytes); };
  d->columns.border_periods = {elements_in(32)};
  d->rows.border_periods = {std::max<std::int64_t>(1, elements_in(128) / columns)};
  return *d;
}

/// Returns f(position) on one axis for every position; nothing for axes too long to search.
std::vector<std::int64_t> positions(const render::Axis& axis) {
  constexpr std::int64_t longest = 1 << 22;
  if (axis.extent > longest) return {};
  std::vector<std::int64_t> all(static_cast<std::size_t>(axis.extent));
  for (std::int64_t p = 0; p < axis.extent; ++p) all[static_cast<std::size_t>(p)] = axis.layout(p);
  return all;
}

}  // namespace

bool isolates(const LaunchSettings& s) { return s.block >= 0 || s.warp >= 0 || s.thread >= 0; }

bool is_chosen(const LaunchSettings& s, std::int64_t block, std::int64_t thread) {
  return (s.block < 0 || s.block == block) && (s.warp < 0 || s.warp == thread / 32) && (s.thread < 0 || s.thread == thread);
}

void LaunchTables::update(std::uint64_t version, const gpu::LaunchPlan& plan, const LaunchSettings& settings) {
  const bool same_plan = known_ && version == version_;
  const bool same_choice = settings_.block == settings.block && settings_.warp == settings.warp && settings_.thread == settings.thread;
  if (same_plan && same_choice) return;
  const auto& shape = plan.shape;
  const bool small = plan.launch.elements <= most_elements && shape.blocks <= most_elements && shape.touches() <= most_elements;
  const auto elements = static_cast<std::size_t>(small ? plan.launch.elements : 0);
  counts_.assign(elements, 0);
  owned_.assign(isolates(settings) ? elements : 0, false);
  owned_elements_.clear();
  if (small)
    for (std::int64_t b = 0; b < shape.blocks; ++b)
      for (std::int32_t t = 0; t < shape.threads; ++t)
        for (std::int32_t v = 0; v < shape.values; ++v) {
          const auto element = shape.element(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(v));
          if (element < 0 || element >= plan.launch.elements) continue;
          ++counts_[static_cast<std::size_t>(element)];
          if (!owned_.empty() && is_chosen(settings, b, t)) owned_[static_cast<std::size_t>(element)] = true;
        }
  for (std::size_t e = 0; e < owned_.size(); ++e)
    if (owned_[e]) owned_elements_.push_back(static_cast<std::int64_t>(e));
  if (!same_plan) {
    memory_columns_ = std::min<std::int64_t>(32, std::max(1, 128 / plan.launch.element_bytes));
    memory_ = memory_diagram(plan, memory_columns_);
    source_.clear();
    source_lines_.clear();
    owners_of_ = cell_of_ = -1;
    predicated_at_ = {};
  }
  settings_ = settings;
  version_ = version;
  known_ = true;
}

std::optional<std::uint32_t> LaunchTables::count(std::int64_t element) const {
  if (element < 0 || element >= static_cast<std::int64_t>(counts_.size())) return std::nullopt;
  return counts_[static_cast<std::size_t>(element)];
}

std::optional<bool> LaunchTables::owned(std::int64_t element) const {
  if (owned_.empty()) return std::nullopt;
  return element >= 0 && element < static_cast<std::int64_t>(owned_.size()) && owned_[static_cast<std::size_t>(element)];
}

const std::string& LaunchTables::source(const gpu::LaunchPlan& plan) {
  if (!source_lines_.empty()) return source_;
  source_ = gpu::launch_source(plan);
  std::string_view rest = source_;
  do source_lines_.push_back(algebra::take_until(rest, '\n'));
  while (!rest.empty());
  return source_;
}

const gpu::Owners& LaunchTables::owners(const gpu::LaunchPlan& plan, std::int64_t element) {
  if (owners_of_ == element) return owners_;
  owners_ = gpu::owners(plan.shape, element, most_owners);
  owners_of_ = element;
  return owners_;
}

const std::optional<algebra::Touch>& LaunchTables::predicated(const gpu::LaunchPlan& plan, const render::Diagram& d, CellBeyond at) {
  constexpr std::int64_t most_searched = 1 << 20;
  if (predicated_at_ == at) return predicated_;
  predicated_at_ = at;
  predicated_.reset();
  const auto& p = plan.partition;
  const auto index = d.index(at.row, at.column), all = algebra::size(p.layout);
  // A guard counts top-level modes, d.bounds their leaves.
  const auto bound_of = [&](const algebra::Guard& g) {
    int leaf = 0;
    for (int i = 0; i < g.mode; ++i) leaf += plan.tensor.shape().mode(i).leaves();
    return static_cast<std::size_t>(leaf);
  };
  std::vector<std::pair<const algebra::Layout*, std::int64_t>> wanted;
  for (const auto& g : p.guards)
    if (const auto b = bound_of(g); !g.of_tile && b < d.bounds.size()) wanted.emplace_back(&g.coordinate, d.bounds[b](at.row, at.column));
  for (std::int64_t i = 0; i < std::min(all, most_searched); ++i) {
    if (p.layout(i) != index || std::ranges::any_of(wanted, [&](const auto& w) { return (*w.first)(i) != w.second; })) continue;
    const auto blocks = algebra::size(algebra::mode(p.layout, 0)), threads = algebra::size(algebra::mode(p.layout, 1));
    predicated_ = algebra::Touch{};
    predicated_->block = static_cast<decltype(predicated_->block)>(i % blocks);
    predicated_->thread = static_cast<decltype(predicated_->thread)>(i / blocks % threads);
    predicated_->access = static_cast<decltype(predicated_->access)>(i / blocks / threads);
    break;
  }
  return predicated_;
}

const std::optional<render::Diagram::Cell>& LaunchTables::cell(const render::Diagram& d, std::int64_t element) {
  if (cell_of_ != element) cell_ = cell_of_index(d, element);
  cell_of_ = element;
  return cell_;
}

std::optional<render::Diagram::Cell> cell_of_index(const render::Diagram& d, std::int64_t index) {
  const auto rows = positions(d.rows), columns = positions(d.columns);
  if (rows.empty() || columns.empty()) return std::nullopt;
  // Finds the sum that the swizzle maps to the element. A swizzle is its own inverse, as it changes none of the bits that it reads.
  auto sum = index;
  if (const auto* swizzle = d.outer.only_swizzle(); swizzle != nullptr && index >= 0) sum = algebra::apply(*swizzle, index);
  std::unordered_map<std::int64_t, std::int64_t> column_at;
  for (std::size_t c = 0; c < columns.size(); ++c) column_at.emplace(columns[c], static_cast<std::int64_t>(c));
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (const auto it = column_at.find(sum - d.offset - rows[r]); it != column_at.end()) {
      const render::Diagram::Cell cell{static_cast<std::int64_t>(r), it->second};
      if (!d.beyond(cell.row, cell.column) && d.index(cell.row, cell.column) == index) return cell;
    }
  return std::nullopt;
}

}  // namespace app
