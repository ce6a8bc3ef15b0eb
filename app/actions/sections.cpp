#include "app/actions/sections.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/language/lines.hpp"

namespace app {
namespace {

std::vector<Section> sections_now(const Workspace& workspace) { return sections_of(workspace.sheet(), workspace.evaluator().results()); }

/// Returns the integer value of an entry, or nullopt.
std::optional<std::int64_t> integer_of(const Workspace& workspace, const std::string& name) {
  const int entry = workspace.evaluator().find(name);
  const auto* value = entry < 0 ? nullptr : workspace.result(entry).value();
  const auto* tuple = value == nullptr ? nullptr : std::get_if<algebra::IntTuple>(value);
  return tuple != nullptr && tuple->is_integer() ? std::optional(tuple->integer().value) : std::nullopt;
}

/// Returns the number of threads that share a value; 0 if it is not shared.
std::int64_t threads_of(const algebra::Value& value) {
  if (const auto* layout = std::get_if<algebra::Layout>(&value)) return algebra::size(*layout);
  if (const auto* copy = std::get_if<algebra::TiledCopy>(&value)) return algebra::size(algebra::mode(copy->layout_tv, 0));
  if (const auto* mma = std::get_if<algebra::TiledMma>(&value)) return algebra::size(algebra::thr_layout_vmnk(*mma));
  return 0;
}

/// Returns the largest number of threads that share something by that index, as in local_partition(sA, tA, threadIdx_x); 0: none.
std::int64_t threads_by(const Workspace& workspace, std::string_view index) {
  std::int64_t threads = 0;
  for (const auto& result : workspace.evaluator().results()) {
    if (!result.evaluation) continue;
    const auto& made = result.evaluation->made_by;
    for (std::size_t i = 1; i < std::min(made.names.size(), made.operands.size()); ++i)
      if (made.names[i] == index) threads = std::max(threads, threads_of(made.operands[i - 1]));
  }
  return threads;
}

}  // namespace

const std::set<std::string>& changed_folds(const Workspace& workspace, const ViewState& view) {
  static const std::set<std::string> none;
  const auto here = view.sheet_view.folds.find(workspace.document().id);
  return here == view.sheet_view.folds.end() ? none : here->second;
}

bool is_folded(const Workspace& workspace, const ViewState& view, const Section& section) {
  return section.headed() && changed_folds(workspace, view).contains(section.key()) != section.parameters;
}

void fold_section(const Workspace& workspace, ViewState& view, const std::string& key, bool fold) {
  auto& folds = view.sheet_view.folds[workspace.document().id];
  const bool at_first = key.empty();  // the parameters
  if (fold != at_first) folds.insert(key);
  else folds.erase(key);
}

bool in_section(const Workspace& workspace, const ViewState& view) {
  const auto sections = sections_now(workspace);
  const auto* section = section_with(sections, view.selected);
  return section != nullptr && section->headed();
}

bool has_sections(const Workspace& workspace) { return !sections_now(workspace).empty(); }

bool has_parameters(const Workspace& workspace) {
  return !workspace.sheet().program.path.empty() ||
         std::ranges::any_of(workspace.sheet().entries, [](const Entry& e) { return e.source.parameter; });
}

void fold_or_unfold(const Workspace& workspace, ViewState& view) {
  const auto sections = sections_now(workspace);
  const auto* section = section_with(sections, view.selected);
  if (section != nullptr && section->headed()) fold_section(workspace, view, section->key(), !is_folded(workspace, view, *section));
}

void fold_or_unfold_all(const Workspace& workspace, ViewState& view) {
  const auto sections = sections_now(workspace);
  const bool any_open = std::ranges::any_of(sections, [&](const Section& s) { return s.headed() && !is_folded(workspace, view, s); });
  for (const auto& s : sections)
    if (s.headed()) fold_section(workspace, view, s.key(), any_open);
}

void unfold_entry(const Workspace& workspace, ViewState& view, int entry) {
  const auto sections = sections_now(workspace);
  const auto* section = section_with(sections, entry);
  if (section != nullptr && is_folded(workspace, view, *section)) fold_section(workspace, view, section->key(), false);
}

void show_section_cards(Workspace& workspace, int entry) {
  const auto& results = workspace.evaluator().results();
  const auto sections = sections_now(workspace);
  const auto* section = section_with(sections, entry);
  if (section == nullptr) return;
  workspace.edit("show a section's cards", [&](Sheet& s) { show_cards_of(s, results, section->first, section->end); });
}

bool has_problem(const Workspace& workspace) { return workspace.evaluator().problems() > 0; }

void next_problem(const Workspace& workspace, ViewState& view) {
  const auto& results = workspace.evaluator().results();
  const auto broken = [](const EntryResult& r) { return r.problem.has_value(); };
  const auto from = results.begin() + std::clamp<std::ptrdiff_t>(view.selected + 1, 0, std::ssize(results));
  auto next = std::find_if(from, results.end(), broken);
  if (next == results.end()) next = std::find_if(results.begin(), from, broken);
  if (next == from && next == results.end()) return;
  view.selected = static_cast<int>(next - results.begin());
  view.sheet_view.scroll_to_selected = true;
}

void fold_needs(ViewState& view, bool fold) { view.sheet_view.needs_folded = fold; }

void set_parameter(Workspace& workspace, int entry, const std::string& expression, const std::string& merge_key) {
  if (!workspace.has_entry(entry)) return;
  const auto line = algebra::split_line(workspace.sheet().entries[static_cast<std::size_t>(entry)].text);
  if (!line || line->name.empty()) return;
  workspace.edit(
      "change a parameter",
      [&](Sheet& s) {
        auto& e = s.entries[static_cast<std::size_t>(entry)];
        e.text = fmt::format("{} = {}", line->name, expression);
        e.source.edited();
      },
      merge_key);
}

ParameterRange parameter_range(const Workspace& workspace, std::string_view entry_name, std::int64_t value) {
  const auto known = [&](std::string_view index, std::string_view dimension) -> std::optional<std::int64_t> {
    if (!entry_name.starts_with(index)) return std::nullopt;
    return integer_of(workspace, std::string(dimension) + std::string(entry_name.substr(index.size())));
  };
  const auto up_to = [&](std::int64_t most, bool powers, std::int64_t least) {
    const auto size = std::max(value, -value);
    while (most < size && most < std::int64_t{1} << 62) most *= 2;
    ParameterRange r{{.least = std::min(least, value), .most = std::max(most, value)}, powers};
    r.range.logarithmic = powers;
    return r;
  };
  if (entry_name.starts_with("threadIdx_")) {
    auto threads = known("threadIdx_", "blockDim_").value_or(1);  // one thread if the number is unknown
    if (threads <= 1) threads = threads_by(workspace, entry_name);
    return up_to((threads > 1 ? threads : algebra::most_threads) - 1, false, 0);
  }
  if (entry_name.starts_with("blockIdx_")) {
    const auto blocks = known("blockIdx_", "gridDim_").value_or(1);
    return up_to(blocks > 1 ? blocks - 1 : 15, false, 0);
  }
  std::int64_t most = 4096;
  while (most < 4 * value && most < std::int64_t{1} << 60) most *= 2;
  return up_to(most, true, 1);
}

}  // namespace app
