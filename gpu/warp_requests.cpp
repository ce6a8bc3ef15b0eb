#include "gpu/warp_requests.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "algebra/language.hpp"
#include "algebra/links/link.hpp"
#include "algebra/operations.hpp"
#include "algebra/tiled.hpp"

namespace gpu {
namespace {

constexpr std::int64_t lanes = 32, most_threads = 1024, farthest = std::int64_t{1} << 57;

/// Threads that share a partition, and which operand says whose part it is.
struct Threads {
  std::int64_t count = 0;
  std::size_t operand = 0;
};
std::optional<Threads> threads_of(const algebra::Provenance& made) {
  const auto* function = algebra::function_of(made);
  // partition_S(get_slice(copy, 3), T) says whose part it is in its first operand.
  if (function == nullptr || function->threads < 0 || made.operands.size() < 3) return std::nullopt;
  const auto part = static_cast<std::size_t>(function->part);
  const auto& threads = made.operands[static_cast<std::size_t>(function->threads)];
  if (const auto* copy = std::get_if<algebra::TiledCopy>(&threads)) return Threads{algebra::size(algebra::mode(copy->layout_tv, 0)), part};
  if (const auto* mma = std::get_if<algebra::TiledMma>(&threads)) return Threads{algebra::size(algebra::thr_layout_vmnk(*mma)), part};
  const auto layout = layout_of(threads);
  return layout ? std::optional(Threads{algebra::size(*layout), part}) : std::nullopt;
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
  r.count_ = (r.size_ + lanes - 1) / lanes;
  const auto shared = threads_of(e.made_by);
  const auto* index = shared ? std::get_if<algebra::IntTuple>(&e.made_by.operands[shared->operand]) : nullptr;
  if (index != nullptr && index->is_integer() && shared->count > 1 && shared->count <= most_threads) {
    // What each thread has, worked out as the entry itself was.
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
    r.count_ = (r.threads_ + lanes - 1) / lanes * r.size_;
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
  if (!by_thread()) return {number * lanes, std::min(size_, (number + 1) * lanes) - 1, 0};
  const auto warps = (threads_ + lanes - 1) / lanes, warp = number % warps;
  return {warp * lanes, std::min(threads_, (warp + 1) * lanes) - 1, number / warps};
}

std::int64_t WarpRequests::of_coordinate(std::int64_t c) const {
  if (!by_thread()) return c / lanes;
  const auto warps = (threads_ + lanes - 1) / lanes;
  return c * warps + std::clamp<std::int64_t>(thread_, 0, threads_ - 1) / lanes;
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
    // Beyond 63 bits of bytes there is no memory.
    if (element > farthest || element < -farthest) continue;
    r.lanes[static_cast<std::size_t>(at - p.first)] = element;
  }
  r.request = request_of(r.lanes, element_bytes_, element_bytes_, Direction::load);
  return r;
}

}  // namespace gpu
