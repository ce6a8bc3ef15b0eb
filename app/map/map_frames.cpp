#include "app/map/map_frames.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace app {

using algebra::Message;
using algebra::message;
using Kind = gpu::FlowStep::Kind;
namespace {

using Lines = std::vector<std::size_t>;
constexpr std::size_t fewest_rounds = 4;  // fewer rounds are not cut

/// Returns the lines of the loops around most of the products, outermost first.
Lines loops_of_products(const KernelMap& map) {
  std::map<Lines, std::size_t> counts;
  for (std::size_t m = 0; m < map.moments(); ++m) {
    const auto& s = map.step(m);
    if (s.kind != Kind::gemm) continue;
    Lines lines;
    for (const auto& loop : s.loops) lines.push_back(loop.line);
    ++counts[lines];
  }
  const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? Lines{} : most->first;
}

/// Returns the first moment of each round of the nested loops `lines`.
std::vector<std::size_t> round_starts(const KernelMap& map, const Lines& lines) {
  std::vector<std::size_t> starts;
  std::vector<std::int64_t> latest;
  for (std::size_t m = 0; m < map.moments(); ++m) {
    const auto& loops = map.step(m).loops;
    if (loops.size() < lines.size()) continue;
    std::vector<std::int64_t> round;
    for (std::size_t i = 0; i < lines.size() && loops[i].line == lines[i]; ++i) round.push_back(loops[i].round);
    if (round.size() < lines.size() || (!latest.empty() && round <= latest)) continue;
    latest = std::move(round);
    starts.push_back(m);
  }
  return starts;
}

/// Returns the round starts of the outermost loops around the products that have enough rounds, or nothing.
std::vector<std::size_t> rounds_of(const KernelMap& map) {
  const auto lines = loops_of_products(map);
  for (std::size_t depth = 1; depth <= lines.size(); ++depth) {
    auto starts = round_starts(map, Lines(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(depth)));
    if (starts.size() >= fewest_rounds) return starts;
  }
  return {};
}

/// Appends moments [from, to) that are not there yet, and the gap before them.
void add(MapFrames& frames, std::size_t from, std::size_t to) {
  const auto last = frames.moments.empty() ? 0 : frames.moments.back() + 1;
  from = std::max(from, last);
  if (from >= to) return;
  if (from > last) frames.gaps.push_back({.from = last, .to = from});
  for (auto m = from; m < to; ++m) frames.moments.push_back(m);
}

}  // namespace

MapFrames frames_of(const MapStory& story, std::size_t start, std::size_t most) {
  const auto& map = *story.map;
  const auto all = map.moments();
  MapFrames frames;
  if (all <= most) {
    add(frames, 0, all);
    return frames;
  }
  const auto starts = rounds_of(map);
  const auto rounds = starts.size();
  const auto begin = [&](std::size_t round) { return round < rounds ? starts[round] : all; };
  // The round of `start` is kept between the first and the last rounds.
  const auto here = std::upper_bound(starts.begin(), starts.end(), start) - starts.begin() - 1;
  const auto of_start = here < 0 ? std::size_t{0} : static_cast<std::size_t>(here);
  struct Kept {
    std::size_t first = 0, last = 0;  ///< the number of rounds at the beginning and at the end
  };
  std::optional<Kept> kept;
  for (std::size_t n = 2; n + 1 < rounds; ++n) {
    const Kept k{n - n / 3, std::max<std::size_t>(1, n / 3)};
    const bool between = of_start >= k.first && of_start < rounds - k.last;
    const auto size = begin(k.first) + (all - begin(rounds - k.last)) + (between ? begin(of_start + 1) - begin(of_start) : 0);
    if (size > most) break;
    kept = k;
  }
  if (!kept) {
    const auto third = std::max<std::size_t>(1, most / 3);
    add(frames, 0, third);
    add(frames, start - std::min(start, third / 2), std::min(all, start + third / 2));
    add(frames, all - third, all);
    return frames;
  }
  add(frames, 0, begin(kept->first));
  if (of_start >= kept->first && of_start < rounds - kept->last) add(frames, begin(of_start), begin(of_start + 1));
  add(frames, begin(rounds - kept->last), all);
  for (auto& gap : frames.gaps) {
    const auto round = [&](std::size_t moment) {
      return static_cast<std::int64_t>(std::lower_bound(starts.begin(), starts.end(), moment) - starts.begin());
    };
    gap.first_round = round(gap.from);
    gap.last_round = round(gap.to) - 1;
  }
  return frames;
}

std::vector<std::size_t> stops_of(const MapStory& story) {
  const auto& map = *story.map;
  std::map<std::pair<std::size_t, std::pair<std::size_t, std::string>>, std::size_t> first;
  for (std::size_t m = 0; m < map.moments(); ++m) {
    const auto tick = map.order()[m].tick;
    const auto phase = std::ranges::find_if(story.time.phases, [&](const TimePhase& p) { return tick >= p.from && tick < p.to; });
    const auto& s = map.step(m);
    first.try_emplace({static_cast<std::size_t>(phase - story.time.phases.begin()), {s.line, s.text}}, m);
  }
  std::vector<std::size_t> stops;
  for (const auto& [where, moment] : first) stops.push_back(moment);
  std::ranges::sort(stops);
  return stops;
}

Message gap_words(const MapGap& gap) {
  if (gap.first_round < 0) return message("Steps {} to {} are left out.", gap.from + 1, gap.to);
  if (gap.first_round == gap.last_round) return message("Round {} of the main loop goes the same way and is left out.", gap.first_round);
  return message("Rounds {} to {} of the main loop go the same way and are left out.", gap.first_round, gap.last_round);
}

}  // namespace app
