#include "app/map/map_calls.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/flow/file_lines.hpp"
#include "gpu/flow/step_kinds.hpp"

namespace app {

using algebra::Message;
using algebra::message;
using gpu::FlowStep;
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
                        : message("{} brings {} to {}, issued by {}.", instruction_words(arrow), from, to, who(s, map.threads(moment)));
  if (map.order()[moment].done == moment) return said;
  return Message::sequence(said, "The threads continue; the data arrives later.");
}

Message product_words(const KernelMap& map, std::size_t moment) {
  const auto& s = map.step(moment);
  const auto arrow = map.arrow_of(moment);
  const auto words = arrow < 0 ? std::string("gemm") : instruction_words(map.arrows()[static_cast<std::size_t>(arrow)]);
  const auto a = tensor_name(map, s, 0), b = tensor_name(map, s, 1), c = tensor_name(map, s, 2);
  const auto threads = who(s, map.threads(moment));
  const auto said = s.overwrites ? message("{} multiplies {} by {}; {} becomes the product: {}.", words, a, b, c, threads)
                                 : message("{} multiplies {} by {} and adds to {}: {}.", words, a, b, c, threads);
  return map.order()[moment].done == moment ? said : Message::sequence(said, "The threads continue; it completes later.");
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
  all.push_back(message("highlighted: thread {}", thread));
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
  if (s.kind == FlowStep::Kind::copy) return move_words(map, moment);
  if (s.kind == FlowStep::Kind::gemm) return product_words(map, moment);
  using Place = gpu::StepSentence::Place;
  const auto& kind = gpu::kind_of(s);
  const bool lacks = kind.first == Place::barrier ? s.barrier.empty() : kind.first == Place::number ? s.n == 0 : s.parts.empty();
  if (lacks && !kind.plain.empty()) return {kind.plain, {}};
  std::vector<algebra::Operand> operands;
  for (const auto place : kind.places()) switch (place) {
      case Place::source: operands.push_back(algebra::operand(tensor_name(map, s, 0))); break;
      case Place::result: operands.push_back(algebra::operand(tensor_name(map, s, kind.written(s)))); break;
      case Place::number: operands.push_back(algebra::operand(s.n)); break;
      case Place::barrier: operands.push_back(algebra::operand(s.barrier)); break;
      case Place::threads: operands.push_back(algebra::operand(who(s, map.threads(moment)))); break;
      case Place::none: break;
    }
  return {kind.sentence, std::move(operands)};
}

}  // namespace app
