#include "gpu/memory/warp_requests.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/links/link.hpp"
#include "gpu/launch/instruction.hpp"

namespace gpu {
namespace {

constexpr std::int64_t warp_lanes = 32, farthest = std::int64_t{1} << 57;

/// Threads that share a partition, the operand that selects one thread's part, and the operand with the threads.
struct Threads {
  std::int64_t count = 0;
  std::size_t operand = 0, threads_operand = 0;
};
std::optional<Threads> threads_of(const algebra::Provenance& made) {
  const auto* function = algebra::function_of(made);
  // In partition_S(get_slice(copy, 3), T) the first operand selects the thread.
  if (function == nullptr || function->threads < 0 || made.operands.size() < 3) return std::nullopt;
  const auto part = static_cast<std::size_t>(function->part), whose = static_cast<std::size_t>(function->threads);
  const auto& threads = made.operands[whose];
  if (const auto* copy = std::get_if<algebra::TiledCopy>(&threads))
    return Threads{algebra::size(algebra::mode(copy->layout_tv, 0)), part, whose};
  if (const auto* mma = std::get_if<algebra::TiledMma>(&threads))
    return Threads{algebra::size(algebra::thr_layout_vmnk(*mma)), part, whose};
  const auto layout = layout_of(threads);
  return layout ? std::optional(Threads{algebra::size(*layout), part, whose}) : std::nullopt;
}

/// Returns whether every thread's values come in groups of `step` adjacent ones, aligned to a multiple of it.
bool in_groups(const std::vector<algebra::links::IndexMap>& parts, std::int64_t step) {
  constexpr std::int64_t most = std::int64_t{1} << 20;
  const auto size = parts[0].size();
  if (size % step != 0 || size > most / static_cast<std::int64_t>(parts.size())) return false;
  for (const auto& part : parts)
    for (std::int64_t v = 0; v < size; v += step) {
      const auto first = part(v);
      if (first % step != 0) return false;
      for (std::int64_t k = 1; k < step; ++k)
        if (part(v + k) != first + k) return false;
    }
  return true;
}

}  // namespace

std::optional<WarpRequests> WarpRequests::of(const algebra::Evaluation& e, int element_bits) {
  const auto leg = algebra::links::index_map(e.value);
  const bool in_memory = layout_of(e.value).has_value();
  if (!leg || !in_memory || leg->size() <= 0) return std::nullopt;
  WarpRequests r;
  r.size_ = leg->size();
  r.element_bits_ = element_bits;
  r.element_bytes_ = std::max(1, element_bits / 8);
  r.element_ = [leg = *leg](std::int64_t c) { return leg(c); };
  r.count_ = (r.size_ + warp_lanes - 1) / warp_lanes;
  const auto shared = threads_of(e.made_by);
  const auto* index = shared ? std::get_if<algebra::IntTuple>(&e.made_by.operands[shared->operand]) : nullptr;
  if (index != nullptr && index->is_integer() && shared->count > 1 && shared->count <= algebra::most_threads) {
    // Each thread's part, computed like the entry itself.
    auto parts = std::make_shared<std::vector<algebra::links::IndexMap>>();
    auto operands = e.made_by.operands;
    for (std::int64_t t = 0; t < shared->count; ++t) {
      operands[shared->operand] = algebra::IntTuple(t);
      const auto part = algebra::reapply(e.made_by, operands);
      auto of_part = part ? algebra::links::index_map(*part) : std::nullopt;
      if (!of_part || of_part->size() != r.size_) return r;
      parts->push_back(std::move(*of_part));
    }
    r.threads_ = shared->count;
    r.thread_ = index->integer().value;
    r.of_thread_ = [parts](std::int64_t t, std::int64_t v) { return (*parts)[static_cast<std::size_t>(t)](v); };
    // Values that a tiled copy's instruction moves at once. In registers, where values do not form such groups, there are no such requests.
    const auto* copy = std::get_if<algebra::TiledCopy>(&e.made_by.operands[shared->threads_operand]);
    const auto instruction = copy != nullptr ? instruction_of(*copy->atom.traits) : std::nullopt;
    const auto bytes = !instruction ? 0 : instruction->by_matrix() ? matrix_row_bytes : instruction->bytes;
    if (const auto step = element_bits >= 8 ? bytes * 8 / element_bits : 0; step > 1 && in_groups(*parts, step)) {
      r.step_ = step;
      r.phased_as_ = direction_of(*instruction);
      if (instruction->by_matrix()) r.asking_ = 8 * instruction->matrices;
    }
    r.count_ = (r.threads_ + warp_lanes - 1) / warp_lanes * (r.size_ / r.step_);
  }
  auto& sum = r.sum_;
  sum.requests = std::min(r.count_, most_summed);
  sum.all = sum.requests == r.count_;
  for (std::int64_t i = 0; i < sum.requests; ++i) {
    const auto request = r.request(i).request;
    sum.lines += request.lines;
    sum.sectors += request.sectors;
    sum.ideal += request.ideal_sectors;
    sum.worst_ways = std::max(sum.worst_ways, request.bank_ways);
    if (request.sectors > sum.worst_sectors) {
      sum.worst_sectors = request.sectors;
      sum.worst = i;
    }
  }
  return r;
}

WarpRequests::Place WarpRequests::place(std::int64_t number) const {
  if (!by_thread()) return {number * warp_lanes, std::min(size_, (number + 1) * warp_lanes) - 1, 0};
  const auto warps = (threads_ + warp_lanes - 1) / warp_lanes, warp = number % warps;
  return {warp * warp_lanes, std::min(threads_, (warp + 1) * warp_lanes) - 1, number / warps * step_};
}

std::int64_t WarpRequests::of_coordinate(std::int64_t c) const {
  if (!by_thread()) return c / warp_lanes;
  const auto warps = (threads_ + warp_lanes - 1) / warp_lanes;
  return c / step_ * warps + std::clamp<std::int64_t>(thread_, 0, threads_ - 1) / warp_lanes;
}

std::int64_t WarpRequests::coordinate(std::int64_t number, int lane) const {
  const auto p = place(number);
  if (!by_thread()) return p.first + lane <= p.last ? p.first + lane : -1;
  return p.first + lane == thread_ ? p.value : -1;
}

WarpRequest WarpRequests::request(std::int64_t number) const {
  WarpRequest r;
  r.lanes.fill(absent);
  const auto p = place(number);
  for (auto at = p.first; at <= p.last; ++at) {
    auto element = by_thread() ? of_thread_(at, p.value) : element_(at);
    if (element_bits_ < 8) element = element * element_bits_ / 8;
    // Addresses beyond 63 bits do not exist.
    if (element > farthest || element < -farthest) continue;
    if (at - p.first < asking_) r.lanes[static_cast<std::size_t>(at - p.first)] = element;
  }
  r.request = request_of(r.lanes, element_bytes_, static_cast<int>(step_) * element_bytes_, phased_as_);
  return r;
}

}  // namespace gpu
