#include "gpu/suggest/suggest_threads.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/text/columns.hpp"
#include "gpu/launch/all_cores.hpp"
#include "gpu/launch/message_json.hpp"
#include "gpu/memory/memory_model.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;
using algebra::most_threads;

using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t most_elements = std::int64_t{1} << 20;

/// Threads by mode, their numbering, and a vector along one mode.
struct ThreadCandidate {
  Numbers threads, strides;
  std::size_t along = 0;
  int values = 1;
};

std::string tuple(const Numbers& n, algebra::Marks marks) {
  algebra::IntTuple t = algebra::IntTuple::tuple({});
  for (const auto i : n) t.append(algebra::Int{i, true});
  return algebra::to_string(n.size() == 1 ? t.mode(0) : t, marks);
}

class ThreadSearch {
 public:
  explicit ThreadSearch(const ThreadQuestion& q) : q_(q), element_bytes_(q.element.bits / 8) {
    for (int i = 0; i < algebra::rank(q.tile); ++i) sizes_.push_back(algebra::size(algebra::mode(q.tile, i)));
    indices_.resize(static_cast<std::size_t>(algebra::size(q.tile)));
    algebra::indices(q.tile, 0, indices_);
  }

  void list(int threads) {
    Numbers by_mode(sizes_.size(), 1);
    divide(threads, 0, by_mode);
  }
  const std::vector<ThreadCandidate>& all() const { return all_; }

  /// Returns the cost of a candidate; nullopt if its vectors are not adjacent and aligned.
  std::optional<RankedThreads> cost(const ThreadCandidate& c) const {
    const auto rank = sizes_.size();
    Numbers tile_strides(rank, 1);
    for (std::size_t i = 1; i < rank; ++i) tile_strides[i] = tile_strides[i - 1] * sizes_[i - 1];
    // The start of each thread, and of each repetition of the copy's tile.
    Numbers begins(static_cast<std::size_t>(q_.threads), 0), again{0};
    for (std::int64_t n = 0; n < q_.threads; ++n) {
      auto rest = n;
      std::int64_t thread = 0, at = 0;
      for (std::size_t i = 0; i < rank; ++i) {
        const auto k = rest % c.threads[i];
        rest /= c.threads[i];
        thread += k * c.strides[i];
        at += k * (i == c.along ? c.values : 1) * tile_strides[i];
      }
      begins[static_cast<std::size_t>(thread)] = at;
    }
    for (std::size_t i = 0; i < rank; ++i) {
      const auto step = c.threads[i] * (i == c.along ? c.values : 1), times = sizes_[i] / step;
      const auto before = again.size();
      for (std::int64_t k = 1; k < times; ++k)
        for (std::size_t b = 0; b < before; ++b) again.push_back(again[b] + k * step * tile_strides[i]);
    }
    RankedThreads r{.text = {}, .bytes = c.values * element_bytes_, .worst = {}};
    for (std::size_t a = 0; a < again.size(); ++a)
      for (std::size_t warp = 0; warp < begins.size(); warp += 32) {
        std::array<std::int64_t, 32> lanes;
        lanes.fill(absent);
        for (auto t = warp; t < std::min(begins.size(), warp + 32); ++t) {
          const auto first = begins[t] + again[a], element = indices_[static_cast<std::size_t>(first)];
          if (element % c.values != 0) return std::nullopt;
          for (std::int64_t k = 1; k < c.values; ++k)
            if (indices_[static_cast<std::size_t>(first + k * tile_strides[c.along])] != element + k) return std::nullopt;
          lanes[t - warp] = element;
        }
        const auto request = request_of(lanes, element_bytes_, r.bytes, Direction::load);
        r.sectors += request.sectors;
        r.lines += request.lines;
        ++r.requests;
        if (request.sectors - request.ideal_sectors > r.worst.sectors - r.worst.ideal)
          r.worst = {static_cast<std::int64_t>(warp / 32), static_cast<std::int64_t>(a), request.sectors, request.ideal_sectors};
      }
    return r;
  }

  std::string expression(const ThreadCandidate& c) const {
    constexpr std::array names{"uint8_t", "uint16_t", "uint32_t", "uint64_t", "uint128_t"};
    std::size_t log = 0;
    while (1 << log < c.values * element_bytes_) ++log;
    Numbers values(sizes_.size(), 1);
    values[c.along] = c.values;
    return fmt::format("make_tiled_copy(Copy_Atom<UniversalCopy<{}>,{}>{{}}, {}:{}, {})", names[log], q_.type, tuple(c.threads, q_.marks),
                       tuple(c.strides, q_.marks), tuple(values, q_.marks));
  }

 private:
  void divide(std::int64_t threads, std::size_t mode, Numbers& by_mode) {
    if (mode + 1 == sizes_.size()) {
      if (sizes_[mode] % threads != 0) return;
      by_mode[mode] = threads;
      number(by_mode);
      return;
    }
    for (std::int64_t t = 1; t <= std::min(threads, sizes_[mode]); ++t)
      if (threads % t == 0 && sizes_[mode] % t == 0) by_mode[mode] = t, divide(threads / t, mode + 1, by_mode);
  }
  /// Tries each order in which the modes of the threads are numbered.
  void number(const Numbers& by_mode) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < by_mode.size(); ++i)
      if (by_mode[i] > 1) order.push_back(i);
    do {
      ThreadCandidate c{.threads = by_mode, .strides = Numbers(by_mode.size(), 0)};
      std::int64_t stride = 1;
      for (const auto i : order) c.strides[i] = stride, stride *= by_mode[i];
      for (std::size_t along = 0; along < sizes_.size(); ++along)
        for (c.values = along == 0 ? 1 : 2; c.values * element_bytes_ <= std::max(q_.most_bytes, element_bytes_); c.values *= 2)
          if (sizes_[along] % (by_mode[along] * c.values) == 0) c.along = along, all_.push_back(c);
    } while (std::ranges::next_permutation(order).found);
  }

  const ThreadQuestion& q_;
  const int element_bytes_;
  Numbers sizes_, indices_;
  std::vector<ThreadCandidate> all_;
};

/// Returns a number of threads near `wanted` for which there are candidates; 0: none.
int nearest_threads(const ThreadQuestion& q) {
  ThreadSearch t(q);
  for (int away = 1; away < most_threads; ++away)
    for (const int n : {q.threads - away, q.threads + away}) {
      if (n < 1 || n > most_threads) continue;
      t.list(n);
      if (!t.all().empty()) return n;
    }
  return 0;
}

}  // namespace

Message worst_text(const RankedThreads& r) {
  if (r.worst.sectors == 0) return {};
  return message("Request {} of warp {} touches {} sectors, where its bytes fill {}.", r.worst.request, r.worst.warp, r.worst.sectors,
                 r.worst.ideal);
}

Message proof_text(const ThreadAnswer& a) {
  if (a.cancelled) return message("Cancelled: not all of {} were checked.", a.covered);
  if (a.best.empty()) return message("None of {} has vectors that lie side by side and aligned.", a.covered);
  return message("The best of {}, proved by enumeration: the vectors of {} lie side by side and aligned.", a.covered, a.possible);
}

Message bound_text(const ThreadAnswer& a) {
  return !a.best.empty() && a.best[0].sectors == a.least_sectors
             ? message("No thread layout touches fewer than its {} sectors.", a.least_sectors)
             : message("The tile's bytes lie in {} sectors.", a.least_sectors);
}

tl::expected<ThreadAnswer, Message> suggest_threads(const ThreadQuestion& q, std::size_t count, SuggestProgress& progress) {
  const auto refuse = [](Message why) { return tl::unexpected(std::move(why)); };
  if (q.element.bits < 8 || q.element.bits > 128 || (q.element.bits & (q.element.bits - 1)) != 0)
    return refuse(message("Elements have 8, 16, 32, 64 or 128 bits here, not {}.", q.element.bits));
  if (q.threads < 1 || q.threads > most_threads) return refuse(message("A block has 1 to {} threads, not {}.", most_threads, q.threads));
  const auto size = algebra::size(q.tile);
  if (size > most_elements)
    return refuse(message("The tile has {} elements; at most {} can be searched. Use a smaller tile.", size, most_elements));
  ThreadSearch threads(q);
  threads.list(q.threads);
  if (threads.all().empty()) {
    const int near = nearest_threads(q);
    return refuse(message("{} threads do not divide the tile {}; {} do.", q.threads, algebra::to_string(q.tile.shape(), q.marks), near));
  }
  ThreadAnswer answer{.best = {}, .covered = static_cast<std::int64_t>(threads.all().size())};
  progress.total = answer.covered;
  std::vector<std::optional<RankedThreads>> costs(threads.all().size());
  on_all_cores(answer.covered, progress.cancelled, [&](std::int64_t i) {
    costs[static_cast<std::size_t>(i)] = threads.cost(threads.all()[static_cast<std::size_t>(i)]);
    ++progress.done;
  });
  answer.cancelled = progress.cancelled;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < costs.size(); ++i)
    if (costs[i]) order.push_back(i);
  answer.possible = static_cast<std::int64_t>(order.size());
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::tuple(costs[i]->sectors, costs[i]->requests, costs[i]->lines, i); });
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i) {
    answer.best.push_back(*costs[order[i]]);
    answer.best.back().text = threads.expression(threads.all()[order[i]]);
  }
  // The least sectors hold the tile's bytes; the fewest requests move as many bytes per warp as possible.
  const int bytes = q.element.bits / 8;
  Numbers sectors(static_cast<std::size_t>(size));
  algebra::indices(q.tile, 0, sectors);
  for (auto& s : sectors) s = s * bytes / sector_bytes;
  std::ranges::sort(sectors);
  answer.least_sectors = std::unique(sectors.begin(), sectors.end()) - sectors.begin();
  const auto a_thread = std::max<std::int64_t>(1, size / q.threads * bytes / std::max(q.most_bytes, bytes));
  answer.least_requests = a_thread * ((q.threads + 31) / 32);
  return answer;
}

std::string answer_text(const ThreadQuestion& q, const ThreadAnswer& a, const algebra::Say& say) {
  using algebra::padded_left;
  auto text = say(message("tile {} of {}-bit elements in global memory, {} threads", algebra::to_string(q.tile, q.marks), q.element.bits,
                          q.threads)) +
              "\n\n" + say(proof_text(a)) + "\n";
  if (a.best.empty()) return text;
  text += say(bound_text(a)) + "\n";
  text += fmt::format("\n{} {} {} {} {}\n", padded_left(say(message("rank{}", "")), 6), padded_left(say("sectors"), 8),
                      padded_left(say("requests"), 9), padded_left(say("lines"), 6), padded_left(say("bytes"), 6));
  text += fmt::format("{} {:>8} {:>9}\n", padded_left(say("least"), 6), a.least_sectors, a.least_requests);
  for (std::size_t i = 0; i < a.best.size(); ++i) {
    const auto& r = a.best[i];
    text += fmt::format("{:>6} {:>8} {:>9} {:>6} {:>6}  {}\n", i + 1, r.sectors, r.requests, r.lines, r.bytes, r.text);
    if (const auto why = worst_text(r); !why.empty()) text += fmt::format("{:>8}{}\n", "", say(why));
  }
  return text;
}

std::string answer_json(const ThreadQuestion& q, const ThreadAnswer& a) {
  nlohmann::json best = nlohmann::json::array();
  for (const auto& r : a.best) {
    best.push_back(
        {{"expression", r.text}, {"sectors", r.sectors}, {"requests", r.requests}, {"lines", r.lines}, {"bytes_a_lane", r.bytes}});
    if (const auto why = worst_text(r); !why.empty()) best.back()["why"] = json_of(why);
  }
  const nlohmann::json j{{"tile", algebra::to_string(q.tile, q.marks)},
                         {"element_bits", q.element.bits},
                         {"threads", q.threads},
                         {"covered", a.covered},
                         {"possible", a.possible},
                         {"proof", json_of(proof_text(a))},
                         {"least", {{"sectors", a.least_sectors}, {"requests", a.least_requests}}},
                         {"best", std::move(best)}};
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gpu
