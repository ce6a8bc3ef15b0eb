#include "app/figures/bank_figure.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/launch/bank_words.hpp"
#include "gpu/run/playback.hpp"
#include "render/labellings.hpp"
#include "render/owner_figures.hpp"

namespace app {
namespace {

using algebra::Message;

constexpr std::int64_t most_looked_at = 1024;

gpu::RequestAt worst_of(const gpu::LaunchPlan& plan, const gpu::Mapping& mapping, gpu::Direction direction) {
  auto worst = gpu::request_at(plan, 0);
  int most = -1;
  for (std::int64_t i = 0; i < std::min(plan.requests(), most_looked_at); ++i) {
    const auto at = gpu::request_at(plan, i);
    const auto wavefronts = gpu::request(plan.shape, mapping, at.block, at.warp, at.access, direction).wavefronts;
    if (wavefronts > most) most = wavefronts, worst = at;
  }
  return worst;
}

/// 128 bytes of shared memory from which a phase requests words.
struct WantedRow {
  const gpu::Phase* phase;
  std::int64_t number;
};

render::Diagram words_diagram(const gpu::LaunchPlan& plan, const gpu::Mapping& mapping, const gpu::RequestAt& at,
                              const std::vector<gpu::Phase>& phases) {
  std::vector<WantedRow> rows;
  std::vector<WantedWords> words;
  render::Diagram d;
  for (const auto& phase : phases) {
    words.push_back(wanted_words(plan, mapping, at, phase, {}));
    const auto first = static_cast<std::int64_t>(rows.size());
    for (const auto& [word, wanted] : words.back())
      if (static_cast<std::int64_t>(rows.size()) == first || rows.back().number != word / gpu::banks)
        rows.push_back({&phase, word / gpu::banks});
    const auto count = static_cast<std::int64_t>(rows.size()) - first;
    for (std::size_t bank = 0; count > 0 && bank < gpu::banks; ++bank)
      if (phase.words[bank].size() > 1)
        d.callouts.push_back({.row = first, .column = static_cast<std::int64_t>(bank), .rows = count, .of = render::Speaks::leading});
  }
  const auto count = std::max<std::int64_t>(1, static_cast<std::int64_t>(rows.size()));
  const auto a_phase = count / static_cast<std::int64_t>(phases.size());
  d.view.element_bits = 8 * gpu::bank_bytes;
  d.shape = algebra::IntTuple::tuple({algebra::IntTuple(count), algebra::IntTuple(std::int64_t{gpu::banks})});
  d.rows.extent = count;
  d.rows.layout = algebra::Layout(algebra::IntTuple(count), algebra::IntTuple(std::int64_t{gpu::banks}));
  for (const auto& row : rows) d.rows.names.push_back(fmt::format("{}", row.number));
  // Lines between the phases, if all have the same number of rows.
  bool even = phases.size() > 1 && a_phase * static_cast<std::int64_t>(phases.size()) == std::ssize(rows);
  for (std::int64_t r = 0; even && r < std::ssize(rows); ++r)
    even = rows[static_cast<std::size_t>(r)].phase == &phases[static_cast<std::size_t>(r / a_phase)];
  if (even) d.rows.border_periods = {a_phase};
  d.columns.extent = gpu::banks;
  d.columns.layout = algebra::Layout(algebra::IntTuple(std::int64_t{gpu::banks}), algebra::IntTuple(std::int64_t{1}));
  const auto first_thread = std::int64_t{at.warp} * 32;
  render::show_owners(d, [&](std::int64_t cell) -> render::Diagram::Owner {
    if (rows.empty()) return {};
    const auto& row = rows[static_cast<std::size_t>(cell / gpu::banks)];
    const auto& of_phase = words[static_cast<std::size_t>(row.phase - phases.data())];
    const auto found = of_phase.find(row.number * gpu::banks + cell % gpu::banks);
    if (found == of_phase.end()) return {};
    return {static_cast<std::int32_t>(first_thread + found->second.lanes.front()), static_cast<std::int32_t>(at.access)};
  });
  if (const auto by = render::labelling_named("thread")) d.view.label_by = *by;
  d.note = "columns: banks; rows: 128 B of shared memory; cells: the threads that want the word";
  return d;
}

}  // namespace

tl::expected<render::Figure, Message> bank_figure(const gpu::LaunchPlan& plan, std::int64_t position, Language language) {
  if (plan.shape.instruction.by_box()) return tl::unexpected(Message("TMA moves whole boxes by itself: no lanes of a warp meet in banks."));
  if (plan.requests() < 1) return tl::unexpected(Message("No request has been made yet."));
  const auto& mapping = plan.shape.addresses();
  const auto direction = plan.shape.instruction.kind == gpu::Instruction::Kind::store_matrix ? gpu::Direction::store : gpu::Direction::load;
  const auto at = position > 0 ? gpu::request_at(plan, std::min(position, plan.requests()) - 1) : worst_of(plan, mapping, direction);
  const auto phases = gpu::phases(plan.shape, mapping, at.block, at.warp, at.access, direction);
  if (phases.empty()) return tl::unexpected(Message("No request has been made yet."));
  auto diagram = words_diagram(plan, mapping, at, phases);
  diagram.subtitle = texts_in(language)(request_words(plan, mapping, at, direction));
  render::Figure figure;
  figure.panels.push_back({std::move(diagram), phases_words(phases, std::int64_t{at.warp} * 32), ""});
  return figure;
}

}  // namespace app
