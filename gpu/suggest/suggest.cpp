#include "gpu/suggest/suggest.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/layout/operations.hpp"
#include "gpu/launch/all_cores.hpp"
#include "gpu/suggest/suggest_bound.hpp"
#include "gpu/suggest/suggest_family.hpp"
#include "gpu/suggest/suggest_score.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;
using algebra::most_shared_bytes;

/// Properties of a candidate besides its number.
struct Candidate {
  std::uint32_t member = 0;
  std::int32_t bytes = 0;
  std::uint32_t score = 0;      ///< index in the list of distinct ones
  std::uint32_t widths = 0;     ///< widths of its accesses, four bits each
  std::int64_t wavefronts = 0;  ///< weighted
  std::int64_t boxes = 0;       ///< boxes that TMA takes
};
constexpr std::size_t most_accesses = 8;
std::size_t width_in(std::uint32_t widths, std::size_t access) { return widths >> (4 * access) & 15; }

/// Returns the boxes that TMA takes for the tile in a layout of shared memory; nullopt if it cannot land in it.
std::optional<std::int64_t> boxes_of(const algebra::Tensor& global, const TileLayout& is, const algebra::Swizzle& swizzle,
                                     int element_bits) {
  if (is.padding > 0 || (swizzle.bits > 0 && !is.canonical)) return std::nullopt;
  std::variant<algebra::Layout, algebra::ComposedLayout> shared = is.layout;
  if (is.canonical) shared = algebra::ComposedLayout{{swizzle, {.pointer_bits = element_bits}}, is.layout};
  static const auto* const load = algebra::find_tma("SM90_TMA_LOAD");
  const auto atom = algebra::attempt(
      [&] { return algebra::make_tma_atom({.instruction = load->name, .tensor = global, .shared = shared, .tile = {}, .internal = {}}); });
  if (!atom) return std::nullopt;
  return algebra::instructions_per_tile(*atom->tma);
}

class Search {
 public:
  Search(const TileQuestion& q, SuggestProgress& progress) : q_(q), progress_(progress), element_bytes_(q.element.bits / 8) {}

  tl::expected<Answer, Message> run(std::size_t count) {
    for (const auto& a : q_.accesses) {
      auto score = AccessScore::of(a, q_.tile, element_bytes_);
      if (!score) return tl::unexpected(score.error());
      accesses_.push_back(std::move(*score));
    }
    auto family = family_of(q_);
    if (!family) return tl::unexpected(family.error());
    family_ = std::move(*family);
    answer_.covered = static_cast<std::int64_t>(family_.members.size());
    progress_.total = 2 * answer_.covered;
    sift();
    tell_apart();
    score();
    if (progress_.cancelled) {
      answer_.cancelled = true;
      return std::move(answer_);
    }
    rank(count);
    score_now();
    answer_.bound = bound_of(q_, accesses_, lines_of_the_tile());
    if (answer_.possible == 0) answer_.none = why_none();
    return std::move(answer_);
  }

 private:
  /// Keeps the candidates in which every access can be made.
  void sift() {
    std::vector<std::pair<std::size_t, std::size_t>> runs;  // ranges of members with one base, not too long
    constexpr std::size_t longest = 256;
    const auto& members = family_.members;
    for (std::size_t i = 0; i < members.size();) {
      auto end = i;
      while (end < members.size() && members[end].base == members[i].base && end - i < longest) ++end;
      runs.emplace_back(i, end);
      i = end;
    }
    std::vector<std::vector<Candidate>> found(runs.size());
    on_all_cores(static_cast<std::int64_t>(runs.size()), progress_.cancelled, [&](std::int64_t r) {
      progress_.keep_time();
      const auto [begin, end] = runs[static_cast<std::size_t>(r)];
      const auto& base = family_.bases[members[begin].base];
      progress_.done += static_cast<std::int64_t>(end - begin);
      if (base.cosize * element_bytes_ > most_shared_bytes) return;
      BeforeSwizzles layout(accesses_, base.is.layout);
      for (auto i = begin; i < end; ++i)
        if (auto f = possible(base, members[i].swizzle(), layout)) {
          f->member = static_cast<std::uint32_t>(i);
          found[static_cast<std::size_t>(r)].push_back(*f);
        }
    });
    for (auto& f : found) found_.insert(found_.end(), f.begin(), f.end());
    answer_.possible = static_cast<std::int64_t>(found_.size());
  }

  std::optional<Candidate> possible(const FamilyBase& base, const algebra::Swizzle& s, BeforeSwizzles& layout) const {
    Candidate f;
    const FastSwizzle swizzle(s);
    for (std::size_t a = 0; a < accesses_.size(); ++a) {
      if (accesses_[a].tma()) {
        const auto boxes = boxes_of(*q_.accesses[a].tma, base.is, s, q_.element.bits);
        if (!boxes) return std::nullopt;
        f.boxes += *boxes * q_.accesses[a].weight;
        continue;
      }
      const auto w = layout.width(a, swizzle);
      if (!w) return std::nullopt;
      f.widths |= static_cast<std::uint32_t>(*w) << (4 * a);
    }
    const auto last = s.bits == 0 ? static_cast<std::int32_t>(base.cosize - 1) : layout.last(swizzle);
    f.bytes = (last + 1) * element_bytes_;
    if (f.bytes > most_shared_bytes) return std::nullopt;
    return f;
  }

  /// Gives candidates whose requests fall into the same banks one score.
  void tell_apart() {
    std::map<std::vector<std::int64_t>, std::uint32_t> known;
    for (auto& f : found_) {
      const auto [at, is_new] = known.try_emplace(in_the_banks(f), static_cast<std::uint32_t>(scored_.size()));
      f.score = at->second;
      if (is_new) scored_.push_back(&f - found_.data());
    }
    answer_.scored = static_cast<std::int64_t>(scored_.size());
  }

  /// Returns what determines the banks of a candidate's requests: the strides as far as the banks and the swizzle see them, and those bits
  /// of the swizzle that change a bank.
  std::vector<std::int64_t> in_the_banks(const Candidate& f) const {
    const auto& member = family_.members[f.member];
    const auto& base = family_.bases[member.base];
    bool by_banks = true;
    for (std::size_t a = 0; a < accesses_.size(); ++a)
      by_banks = by_banks && (accesses_[a].tma() || accesses_[a].by_banks_alone(width_in(f.widths, a)));
    int bits_of_line = 0;
    while (element_bytes_ << bits_of_line < line_bytes) ++bits_of_line;
    auto s = member.swizzle();
    int bits = 62;
    if (by_banks) {
      // Replaces the swizzle's bits by those that change a bank.
      s.bits = std::clamp(bits_of_line - s.base - std::max(-s.shift, 0), 0, s.bits);
      if (s.bits == 0) s = {};
      bits = std::max(bits_of_line, s.bits == 0 ? 0 : s.base + s.bits + std::max(s.shift, 0));
    }
    std::vector<std::int64_t> key{f.widths, s.bits, s.base, s.shift};
    const auto mask = (std::int64_t{1} << bits) - 1;
    algebra::IntTuple::for_each_pair(base.is.layout.shape(), base.is.layout.stride(), [&](algebra::Int size, algebra::Int stride) {
      if (size.value == 1) return;
      key.push_back(size.value);
      key.push_back(stride.value & mask);
    });
    return key;
  }

  void score() {
    costs_.resize(scored_.size() * accesses_.size());
    constexpr std::size_t at_once = 16;
    const auto jobs = (scored_.size() + at_once - 1) / at_once;
    on_all_cores(static_cast<std::int64_t>(jobs), progress_.cancelled, [&](std::int64_t job) {
      progress_.keep_time();
      const auto begin = static_cast<std::size_t>(job) * at_once, end = std::min(scored_.size(), begin + at_once);
      const FamilyBase* of = nullptr;
      TileIndices tile;
      ScoreScratch scratch;
      for (auto i = begin; i < end; ++i) {
        const auto& f = found_[static_cast<std::size_t>(scored_[i])];
        const auto& member = family_.members[f.member];
        if (const auto* base = &family_.bases[member.base]; base != of) tile = tile_indices(base->is.layout), of = base;
        for (std::size_t a = 0; a < accesses_.size(); ++a)
          if (!accesses_[a].tma())
            costs_[i * accesses_.size() + a] = accesses_[a].wavefronts(width_in(f.widths, a), tile, FastSwizzle(member.swizzle()), scratch);
      }
    });
    progress_.done = progress_.total.load();
  }

  void rank(std::size_t count) {
    for (auto& f : found_)
      for (std::size_t a = 0; a < accesses_.size(); ++a) f.wavefronts += q_.accesses[a].weight * cost(f, a);
    const auto simplicity = [&](const Candidate& f) {
      const auto& m = family_.members[f.member];
      const auto& is = family_.bases[m.base].is;
      return std::tuple(int{m.bits > 0 && !is.canonical} + 2 * int{is.padding > 0} + int{is.canonical}, m.bits > 0 && m.shift < 0, m.bits);
    };
    const auto better = [&](const Candidate& x, const Candidate& y) {
      return std::tuple(x.wavefronts, x.boxes, x.bytes, simplicity(x), x.member) <
             std::tuple(y.wavefronts, y.boxes, y.bytes, simplicity(y), y.member);
    };
    std::ranges::sort(found_, better);
    // Selects one of the candidates that are alike: the best, then the obvious choices, then one of each further number of wavefronts.
    std::vector<bool> listed(scored_.size());
    std::vector<std::size_t> places;
    const auto list = [&](std::size_t most, const auto& wanted) {
      for (std::size_t i = 0; i < found_.size() && places.size() < most; ++i)
        if (!listed[found_[i].score] && wanted(found_[i])) listed[found_[i].score] = true, places.push_back(i);
    };
    list((count + 1) / 2, [](const Candidate&) { return true; });
    list(count, [&](const Candidate& f) {
      const auto& m = family_.members[f.member];
      const auto& is = family_.bases[m.base].is;
      return is.canonical || (is.padding == 0 && m.bits == 0);
    });
    std::int64_t level = places.empty() ? 0 : found_[places[std::min(places.size(), (count + 1) / 2) - 1]].wavefronts;
    list(count, [&](const Candidate& f) { return f.wavefronts > level && (level = f.wavefronts, true); });
    std::ranges::sort(places);
    for (const auto i : places) answer_.best.push_back(ranked(found_[i], static_cast<std::int64_t>(i) + 1));
  }

  RankedLayout ranked(const Candidate& f, std::int64_t rank) const {
    const auto& m = family_.members[f.member];
    RankedLayout r{
        .is = spelled(family_.bases[m.base], m.swizzle()), .costs = {}, .wavefronts = f.wavefronts, .bytes = f.bytes, .rank = rank};
    for (std::size_t a = 0; a < accesses_.size(); ++a) {
      const bool tma = accesses_[a].tma();
      r.costs.push_back({.wavefronts = cost(f, a),
                         .bytes = tma ? 0 : accesses_[a].widths()[width_in(f.widths, a)].bytes,
                         .instructions = tma ? *boxes_of(*q_.accesses[a].tma, r.is, r.is.swizzle, q_.element.bits) : 0});
    }
    return r;
  }

  std::int64_t cost(const Candidate& f, std::size_t access) const {
    return accesses_[access].tma() ? lines_of_the_tile() : costs_[f.score * accesses_.size() + access];
  }
  /// Returns the lines that TMA takes of shared memory at least, in every layout in which it lands: these have no padding, and its swizzles
  /// move pieces within a line of 128 bytes, which has each bank once in any order.
  std::int64_t lines_of_the_tile() const { return (algebra::size(q_.tile) * element_bytes_ + line_bytes - 1) / line_bytes; }

  /// Scores the tile's present layout.
  void score_now() {
    if (!q_.has_layout) return;
    FamilyBase base{.is = {.layout = q_.tile, .expression = algebra::to_string(q_.tile, q_.marks)}};
    base.cosize = algebra::cosize(q_.tile);
    BeforeSwizzles layout(accesses_, q_.tile);
    ScoreScratch scratch;
    if (const auto f = possible(base, q_.swizzle, layout)) {
      RankedLayout now{.is = spelled(base, q_.swizzle), .costs = {}, .bytes = f->bytes};
      for (std::size_t a = 0; a < accesses_.size(); ++a) {
        const auto w = width_in(f->widths, a);
        const bool tma = accesses_[a].tma();
        now.costs.push_back(
            {.wavefronts = tma ? lines_of_the_tile() : accesses_[a].wavefronts(w, layout.tile(), FastSwizzle(q_.swizzle), scratch),
             .bytes = tma ? 0 : accesses_[a].widths()[w].bytes});
        now.wavefronts += q_.accesses[a].weight * now.costs.back().wavefronts;
      }
      answer_.now = std::move(now);
    } else {
      answer_.why_not_now = "not every access can be made in it";
      for (std::size_t a = 0; a < accesses_.size(); ++a)
        if (!accesses_[a].tma() && !layout.width(a, FastSwizzle(q_.swizzle)))
          answer_.why_not_now =
              message("{} needs {} bytes side by side and aligned", q_.accesses[a].name, accesses_[a].widths().back().bytes);
    }
  }

  /// Describes two accesses that cannot both be made, or one that no layout of the family allows.
  Message why_none() const {
    for (std::size_t a = 0; a < accesses_.size(); ++a) {
      bool alone = false;
      for (std::size_t b = 0; !alone && b < family_.bases.size(); ++b) alone = can(a, family_.bases[b]);
      if (alone) continue;
      if (accesses_[a].tma()) return message("TMA can write no layout of the family: {}.", q_.accesses[a].name);
      return message("{} needs {} bytes side by side and aligned, but no layout of the family has them.", q_.accesses[a].name,
                     accesses_[a].widths().back().bytes);
    }
    return "Each access works with some layout of the family, but no layout works for all of them.";
  }
  bool can(std::size_t a, const FamilyBase& base) const {
    if (accesses_[a].tma()) return boxes_of(*q_.accesses[a].tma, base.is, base.is.swizzle, q_.element.bits).has_value();
    return accesses_[a].width(tile_indices(base.is.layout), FastSwizzle(base.is.swizzle)).has_value();
  }

  const TileQuestion& q_;
  SuggestProgress& progress_;
  const int element_bytes_;
  std::vector<AccessScore> accesses_;
  Family family_;
  std::vector<Candidate> found_;
  std::vector<std::ptrdiff_t> scored_;  ///< indices into found_: the first of those that are alike
  std::vector<std::int64_t> costs_;     ///< for each of them, by access
  Answer answer_;
};

}  // namespace

tl::expected<Answer, Message> suggest(const TileQuestion& q, std::size_t count, SuggestProgress& progress) {
  const auto refuse = [](Message why) { return tl::unexpected(std::move(why)); };
  if (q.accesses.empty()) return refuse("No access is given: add at least one read or write.");
  if (q.accesses.size() > most_accesses)
    return refuse(message("A question has up to {} accesses, not {}.", most_accesses, q.accesses.size()));
  if (q.element.bits < 8 || q.element.bits > 128 || (q.element.bits & (q.element.bits - 1)) != 0)
    return refuse(message("Elements have 8, 16, 32, 64 or 128 bits here, not {}.", q.element.bits));
  bool counts_up = true;
  algebra::IntTuple::for_each_pair(q.tile.shape(), q.tile.stride(), [&](algebra::Int size, algebra::Int stride) {
    counts_up = counts_up && size.value >= 1 && stride.value >= 0;
  });
  if (!counts_up)
    return refuse(message("The tile {} has indices below 0: its sizes must be at least 1, its strides at least 0.",
                          algebra::to_string(q.tile, algebra::Marks::plain)));
  const auto bytes = algebra::size(q.tile) * (q.element.bits / 8);
  if (bytes > most_shared_bytes)
    return refuse(message("The tile has {} bytes; shared memory has {}. Take a smaller tile.", bytes, most_shared_bytes));
  return Search(q, progress).run(count);
}

}  // namespace gpu
