#include "app/launch/bank_words.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace app {
namespace {

algebra::Message wavefronts(int count) { return count == 1 ? algebra::Message("1 wavefront") : algebra::message("{} wavefronts", count); }

}  // namespace

WantedWords wanted_words(const gpu::LaunchPlan& plan, const gpu::Mapping& mapping, const gpu::RequestAt& r, const gpu::Phase& phase,
                         const std::vector<std::int64_t>& linked) {
  const auto starts = gpu::lane_elements(plan.shape, mapping, r.block, r.warp, r.access);
  // If the words belong to a copy's target, the traced elements are those of its source.
  const auto sources = gpu::lane_elements(plan.shape, plan.shape.addresses(), r.block, r.warp, r.access);
  const std::int64_t bytes = plan.launch.element_bytes, moved = gpu::asking(plan.shape, mapping).bytes / bytes;
  const auto begin = gpu::begin_of(plan.shape, mapping);
  WantedWords words;
  for (int lane = phase.first_lane; lane < phase.first_lane + phase.lanes && lane < 32; ++lane) {
    if ((phase.taking_part >> lane & 1) == 0) continue;
    const auto start = starts[static_cast<std::size_t>(lane)], source = sources[static_cast<std::size_t>(lane)];
    if (start == gpu::absent) continue;
    for (std::int64_t i = 0; i < moved; ++i) {
      const bool is_linked = source != gpu::absent && std::binary_search(linked.begin(), linked.end(), source + i);
      const auto at = (begin + start + i) * bytes;
      for (auto word = at / gpu::bank_bytes; word <= (at + bytes - 1) / gpu::bank_bytes; ++word) {
        auto& wanted = words[word];
        if (wanted.lanes.empty() || wanted.lanes.back() != lane) wanted.lanes.push_back(lane);
        if (wanted.element < 0 && source != gpu::absent) wanted.element = source + i;
        wanted.linked |= is_linked;
      }
    }
  }
  return words;
}

std::string lane_list(std::int64_t first_thread, const std::vector<int>& lanes) {
  const auto name = [&](int lane) { return fmt::format("T{}", first_thread + lane); };
  const auto count = static_cast<int>(lanes.size());
  if (count > 2 && lanes.back() - lanes.front() + 1 == count) return fmt::format("{}–{}", name(lanes.front()), name(lanes.back()));
  std::string text;
  for (int k = 0; k < count; ++k) {
    if (count > 8 && k == 4) text += " …", k = count - 1;
    text += fmt::format("{}{}", text.empty() ? "" : " ", name(lanes[static_cast<std::size_t>(k)]));
  }
  return text;
}

std::vector<BankConflict> conflicts_of(const gpu::Phase& phase, std::int64_t first_thread) {
  std::vector<BankConflict> hit;
  for (std::size_t b = 0; b < phase.words.size(); ++b)
    if (phase.words[b].size() > 1) hit.push_back({static_cast<int>(b), lane_list(first_thread, phase.wanted_by[b]), phase.words[b].size()});
  std::ranges::stable_sort(hit, std::greater<>(), &BankConflict::ways);
  return hit;
}

algebra::Message request_words(const gpu::LaunchPlan& plan, const gpu::Mapping& mapping, const gpu::RequestAt& r,
                               gpu::Direction direction) {
  const auto request = gpu::request(plan.shape, mapping, r.block, r.warp, r.access, direction);
  return algebra::message("block {}, warp {}, access {}: {} B × {} lanes, {}", r.block, r.warp, r.access,
                          gpu::asking(plan.shape, mapping).bytes, request.lanes, wavefronts(request.wavefronts));
}

namespace {

/// phase_words without the wavefronts.
algebra::Message conflict_words(const gpu::Phase& phase, int number, std::int64_t first_thread) {
  const auto lanes = fmt::format("T{}–T{}", first_thread + phase.first_lane, first_thread + phase.first_lane + phase.lanes - 1);
  const auto hit = conflicts_of(phase, first_thread);
  if (hit.empty()) return algebra::message("phase {}, {}: no bank conflicts", number, lanes);
  const auto& worst = hit[0];
  auto words = worst.lanes == lanes
                   ? algebra::message("phase {}, {}: {} words of bank {}", number, lanes, worst.ways, worst.bank)
                   : algebra::message("phase {}, {}: {} words of bank {} for {}", number, lanes, worst.ways, worst.bank, worst.lanes);
  return hit.size() > 1 ? algebra::message("{}, conflicts in {} more banks", words, hit.size() - 1) : words;
}

}  // namespace

algebra::Message phase_words(const gpu::Phase& phase, int number, std::int64_t first_thread) {
  return algebra::message("{}, {}", conflict_words(phase, number, first_thread), wavefronts(phase.ways));
}

algebra::Message phases_words(const std::vector<gpu::Phase>& phases, std::int64_t first_thread) {
  if (phases.empty()) return {};
  if (phases.size() == 1) return phase_words(phases[0], 0, first_thread);
  const auto worst = std::ranges::max_element(phases, {}, &gpu::Phase::ways);
  int total = 0;
  for (const auto& phase : phases) total += phase.ways;
  if (worst->ways < 2) return algebra::message("{} phases: no bank conflicts, {}", phases.size(), wavefronts(total));
  return algebra::message("{} phases, {}; {}", phases.size(), wavefronts(total),
                          conflict_words(*worst, static_cast<int>(worst - phases.begin()), first_thread));
}

std::set<std::int64_t> sectors_of(const gpu::LaunchPlan& plan, const gpu::RequestAt& r) {
  std::set<std::int64_t> sectors;
  const std::int64_t bytes = plan.launch.element_bytes, begins = plan.shape.begins;
  if (plan.shape.instruction.by_box()) {
    const auto values = static_cast<std::uint32_t>(plan.shape.request_values);
    for (std::uint32_t i = 0; i < values; ++i)
      if (const auto element = plan.shape.element(r.block, 0, r.access * values + i); element >= 0)
        sectors.insert((element * bytes + begins) / 32);
    return sectors;
  }
  const auto& at = plan.shape.addresses();
  const auto moved = gpu::asking(plan.shape, at).bytes;
  for (const auto element : gpu::lane_elements(plan.shape, at, r.block, r.warp, r.access)) {
    if (element == gpu::absent) continue;
    const auto first = element * bytes + begins;
    for (auto sector = first / 32; sector <= (first + moved - 1) / 32; ++sector) sectors.insert(sector);
  }
  return sectors;
}

}  // namespace app
