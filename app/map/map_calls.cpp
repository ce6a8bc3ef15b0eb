#include "app/map/map_calls.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/flow/file_lines.hpp"

namespace app {

using algebra::Message;
using algebra::message;
using gpu::FlowStep;
using Kind = FlowStep::Kind;
namespace {

std::string tensor_name(const KernelMap& map, const FlowStep& s, std::size_t part) {
  const auto tensor = s.parts[part]->tensor;
  if (const auto* node = map.node(tensor)) return node->name;
  const auto& t = map.flow().tensors[static_cast<std::size_t>(tensor)];
  return t.called.empty() ? t.name : t.called;
}

Message who(const FlowStep& s, const std::vector<std::size_t>& threads) {
  switch (s.by) {
    case FlowStep::By::warps: return message("a thread of each of {} warps", (threads.size() + 31) / 32);
    case FlowStep::By::block: return message("thread {}", threads.front());
    case FlowStep::By::threads: break;
  }
  return threads.size() == 1 ? message("thread {}", threads.front()) : message("{} threads", threads.size());
}

Message move_words(const KernelMap& map, std::size_t moment) {
  const auto& s = map.step(moment);
  const auto from = tensor_name(map, s, 0), to = tensor_name(map, s, 1);
  if (map.arrow_of(moment) < 0) return message("{} goes to {}.", from, to);
  const auto& arrow = map.arrows()[static_cast<std::size_t>(map.arrow_of(moment))];
  const auto said = s.by == FlowStep::By::threads
                        ? message("{} brings {} to {}: {}, {} elements each.", instruction_words(arrow), from, to,
                                  who(s, map.threads(moment)), arrow.elements)
                        : message("{} brings {} to {}, asked for by {}.", instruction_words(arrow), from, to, who(s, map.threads(moment)));
  if (map.order()[moment].done == moment) return said;
  return Message::sequence(said, "The threads go on; it comes later.");
}

Message barrier_words(const FlowStep& s, const std::vector<std::size_t>& threads) {
  if (s.barrier.empty()) return "All threads of the block wait for each other: what each wrote before is there for all.";
  return message("A wait for each other at {}: {}.", s.barrier, who(s, threads));
}

}  // namespace

std::vector<MapCall> calls_of(const KernelMap& map) {
  std::vector<MapCall> calls;
  for (std::size_t m = 0; m < map.moments(); ++m) {
    const auto& s = map.step(m);
    auto it = std::ranges::find_if(calls, [&](const MapCall& c) { return c.line == s.line && c.text == s.text; });
    if (it == calls.end()) it = calls.insert(calls.end(), {.line = s.line, .depth = s.loops.size(), .text = s.text});
    it->moments.push_back(m);
  }
  return calls;
}

std::size_t call_of(const KernelMap& map, const std::vector<MapCall>& calls, std::size_t moment) {
  const auto& s = map.step(moment);
  const auto it = std::ranges::find_if(calls, [&](const MapCall& c) { return c.line == s.line && c.text == s.text; });
  return static_cast<std::size_t>(it - calls.begin());
}

std::vector<Message> kernel_words(const KernelMap& map, const std::string& source, std::size_t thread) {
  const auto& flow = map.flow();
  const auto listed = [](const std::vector<std::int64_t>& all) { return fmt::format("({})", fmt::join(all, ",")); };
  std::vector<Message> all;
  if (!source.empty()) all.push_back(message("{}, line {}", source, line_text(flow, flow.line)));
  if (!flow.grid.empty()) all.push_back(message("grid {}", listed(flow.grid)));
  all.push_back(message("{} threads a block", flow.threads));
  if (!flow.block.empty()) all.push_back(message("block {}", listed(flow.block)));
  all.push_back(message("what is lit is of thread {}", thread));
  return all;
}

Message moment_place(const MapStory& story, const MapChoice& choice) {
  const auto& map = *story.map;
  std::vector<Message> all;
  const auto tick = map.order()[choice.moment].tick;
  for (const auto& p : story.time.phases)
    if (tick >= p.from && tick < p.to) all.push_back(p.name);
  if (choice.k_tile >= 0) all.push_back(message("k tile {} of {}", choice.k_tile, map.k_tile_count()));
  all.push_back(message("step {} of {}", choice.moment + 1, map.moments()));
  if (const auto open = in_flight(map, choice.moment); !open.empty()) all.push_back(message("{} in flight", open.size()));
  return Message::list(all);
}

Message moment_words(const KernelMap& map, std::size_t moment) {
  const auto& s = map.step(moment);
  const auto& threads = map.threads(moment);
  switch (s.kind) {
    case Kind::copy: return move_words(map, moment);
    case Kind::gemm: {
      const auto arrow = map.arrow_of(moment);
      const auto words = arrow < 0 ? std::string("gemm") : instruction_words(map.arrows()[static_cast<std::size_t>(arrow)]);
      const auto a = tensor_name(map, s, 0), b = tensor_name(map, s, 1), c = tensor_name(map, s, 2);
      const auto said = s.overwrites ? message("{} multiplies {} by {}; {} becomes the product: {}.", words, a, b, c, who(s, threads))
                                     : message("{} multiplies {} by {} and adds to {}: {}.", words, a, b, c, who(s, threads));
      return map.order()[moment].done == moment ? said : Message::sequence(said, "The threads go on; it is done later.");
    }
    case Kind::fill: return message("{} is set to one number: {}.", tensor_name(map, s, 0), who(s, threads));
    case Kind::combine:
      return message("{} is computed from {} and itself, element by element: {}.", tensor_name(map, s, 1), tensor_name(map, s, 0),
                     who(s, threads));
    case Kind::compute:
      return s.parts.empty() ? message("Something is computed.")
                             : message("{} is computed: {}.", tensor_name(map, s, s.parts.size() - 1), who(s, threads));
    case Kind::commit: return "The copies since the last commit are now a group that can be waited for.";
    case Kind::wait:
      return s.n == 0 ? message("Each thread waits until all its copies have come.")
                      : message("Each thread waits until all but its last {} groups of copies have come.", s.n);
    case Kind::barrier: return barrier_words(s, threads);
    case Kind::mma_fence: return "The registers are made ready for the MMAs that follow.";
    case Kind::mma_commit: return "The MMAs since the last commit are now a group that can be waited for.";
    case Kind::mma_wait:
      return s.n == 0 ? message("The warps wait until all their MMAs are done.")
                      : message("The warps wait until all but their last {} groups of MMAs are done.", s.n);
    case Kind::proxy_fence: return "What was written to shared memory can now be read by TMA and by the MMA.";
    case Kind::init: return message("{} is set up: it expects {} arrivals.", s.barrier, s.n);
    case Kind::expect: return message("An arrival at {}, which also waits for {} bytes: {}.", s.barrier, s.n, who(s, threads));
    case Kind::arrive: return message("An arrival at {}, without waiting: {}.", s.barrier, who(s, threads));
    case Kind::phase: return message("A wait until phase {} of {} is over: {}.", s.n, s.barrier, who(s, threads));
    case Kind::mma_arrive: return message("{} is told once the MMAs so far are done.", s.barrier);
    case Kind::bulk_commit: return "The stores of TMA since the last commit are now a group that can be waited for.";
    case Kind::bulk_wait:
      return s.n == 0 ? message("Waits until TMA has read all that it stores.")
                      : message("Waits until TMA has read all but the last {} groups that it stores.", s.n);
    case Kind::expect_bytes: return message("{} waits for {} bytes more.", s.barrier, s.n);
    case Kind::copy_arrive: return message("{} is told once the copies of the thread so far have come.", s.barrier);
    case Kind::barrier_arrive: return message("An arrival at {}, without waiting: {}.", s.barrier, who(s, threads));
    case Kind::warp_barrier: return "The threads of each warp wait for each other.";
    case Kind::unknown: break;
  }
  return "What this does is not followed.";
}

}  // namespace app
