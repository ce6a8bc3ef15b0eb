#include "gpu/suggest/suggest_bound.hpp"

#include <algorithm>
#include <map>

namespace gpu {
namespace {

/// The place of each coordinate in the groups that a width keeps adjacent; -1: in none.
struct Pieces {
  std::vector<std::int32_t> of, place;
  Pieces(const RequestList& list, std::size_t tile_size) : of(tile_size, -1), place(tile_size, 0) {
    const auto n = static_cast<std::size_t>(list.values);
    for (std::size_t i = 0; i < list.groups.size(); ++i) {
      const auto c = static_cast<std::size_t>(list.groups[i]);
      of[c] = list.groups[i - i % n];
      place[c] = static_cast<std::int32_t>(i % n);
    }
  }
};

/// Returns whether the groups of the narrower width are adjacent in the pieces of the wider one, at a multiple of their size.
bool nested(const RequestList& narrow, const Pieces& wide) {
  const auto n = static_cast<std::size_t>(narrow.values);
  if (n == 1) return true;
  for (std::size_t g = 0; g < narrow.groups.size(); g += n) {
    const auto first = static_cast<std::size_t>(narrow.groups[g]);
    for (std::size_t k = 1; k < n; ++k) {
      const auto c = static_cast<std::size_t>(narrow.groups[g + k]);
      // Nothing is known of coordinates in no piece.
      if (wide.of[c] < 0 || wide.of[first] < 0) continue;
      if (wide.of[c] != wide.of[first] || wide.place[c] != wide.place[first] + static_cast<std::int32_t>(k)) return false;
    }
    if (wide.of[first] >= 0 && wide.place[first] % static_cast<std::int32_t>(n) != 0) return false;
  }
  return true;
}

struct Least {
  std::int64_t turns = 0;
  std::optional<PieceBound> worst{};
};

/// Returns the least turns of an access if another one keeps pieces together: a piece begins at one of a few places of a line.
Least turns_of(const RequestList& list, const Pieces& pieces, int piece_bytes, int element_bytes) {
  Least all{.turns = list.least};
  if (list.direction == Direction::copy_past_l1 || piece_bytes <= bank_bytes) return all;
  all.turns = 0;
  const int places = line_bytes / piece_bytes;
  std::vector<std::pair<std::int32_t, std::int32_t>> wanted;  // word of the piece, piece
  for (const auto& phase : list.phases) {
    wanted.clear();
    for (std::size_t i = 0; i < phase.lanes; ++i) {
      const auto c = static_cast<std::size_t>(list.coordinates[phase.first + i]);
      if (pieces.of[c] >= 0) wanted.emplace_back(pieces.place[c] * element_bytes / bank_bytes, pieces.of[c]);
    }
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    int turns = list.bytes < bank_bytes ? 1 : (phase.lanes * list.bytes + line_bytes - 1) / line_bytes;
    for (std::size_t i = 0; i < wanted.size();) {
      auto end = i;
      while (end < wanted.size() && wanted[end].first == wanted[i].first) ++end;
      const int number = static_cast<int>(end - i), needed = (number + places - 1) / places;
      if (needed > turns) {
        turns = needed;
        if (!all.worst || needed > all.worst->turns)
          all.worst =
              PieceBound{.warp = phase.warp, .request = phase.request, .pieces = number, .piece_bytes = piece_bytes, .turns = needed};
      }
      i = end;
    }
    all.turns += turns;
  }
  return all;
}

class Bound {
 public:
  Bound(const TileQuestion& q, std::span<const AccessScore> accesses, std::int64_t of_tma) : q_(q), accesses_(accesses), of_tma_(of_tma) {
    const auto size = static_cast<std::size_t>(algebra::size(q.tile));
    for (const auto& a : accesses) {
      auto& of = pieces_.emplace_back();
      for (const auto& list : a.widths()) of.emplace_back(list, size);
    }
  }

  TileBound least() {
    // First each alone, then all combinations of widths, if they are few.
    alone();
    std::size_t combinations = 1;
    for (const auto& a : accesses_) combinations *= std::max<std::size_t>(1, a.widths().size());
    constexpr std::size_t most = 1000;
    if (combinations <= most) {
      widths_.assign(accesses_.size(), 0);
      best_.reset();
      choose(0);
      if (best_) {
        best_->across = across_;
        return std::move(*best_);
      }
    }
    TileBound b{.least = alone_, .wavefronts = 0};
    for (std::size_t a = 0; a < alone_.size(); ++a) b.wavefronts += q_.accesses[a].weight * alone_[a];
    return b;
  }

 private:
  void alone() {
    for (const auto& a : accesses_) {
      auto least = of_tma_;
      for (std::size_t w = 0; w < a.widths().size(); ++w) least = w == 0 ? a.widths()[w].least : std::min(least, a.widths()[w].least);
      alone_.push_back(least);
    }
  }

  bool together(std::size_t a, std::size_t b) {
    if (accesses_[a].tma() || accesses_[b].tma()) return true;
    const auto key = std::array{a, widths_[a], b, widths_[b]};
    if (const auto known = together_.find(key); known != together_.end()) return known->second;
    const auto &x = accesses_[a].widths()[widths_[a]], &y = accesses_[b].widths()[widths_[b]];
    const bool fit = x.values <= y.values ? nested(x, pieces_[b][widths_[b]]) : nested(y, pieces_[a][widths_[a]]);
    if (!fit && !across_) across_ = {std::min(a, b), std::max(a, b)};
    return together_[key] = fit;
  }

  void choose(std::size_t a) {
    if (a == accesses_.size()) return weigh();
    const auto n = std::max<std::size_t>(1, accesses_[a].widths().size());
    for (widths_[a] = 0; widths_[a] < n; ++widths_[a]) {
      bool fits = true;
      for (std::size_t b = 0; fits && b < a; ++b) fits = together(b, a);
      if (fits) choose(a + 1);
    }
  }

  void weigh() {
    std::optional<std::size_t> keeper;
    for (std::size_t a = 0; a < accesses_.size(); ++a)
      if (!accesses_[a].tma() && (!keeper || bytes(a) > bytes(*keeper))) keeper = a;
    TileBound b;
    for (std::size_t a = 0; a < accesses_.size(); ++a) {
      auto here = accesses_[a].tma() ? Least{.turns = of_tma_} : waiting(a, *keeper);
      b.least.push_back(here.turns);
      b.wavefronts += q_.accesses[a].weight * here.turns;
      if (!here.worst || (b.pieces && b.pieces->turns >= here.worst->turns)) continue;
      b.pieces = here.worst;
      b.pieces->access = a, b.pieces->keeper = *keeper;
    }
    if (!best_ || b.wavefronts < best_->wavefronts) best_ = std::move(b);
  }

  Least waiting(std::size_t a, std::size_t keeper) {
    const auto& list = accesses_[a].widths()[widths_[a]];
    if (a == keeper) return {.turns = list.least};
    const auto key = std::array{a, widths_[a], keeper, widths_[keeper]};
    if (const auto known = waiting_.find(key); known != waiting_.end()) return known->second;
    return waiting_[key] = turns_of(list, pieces_[keeper][widths_[keeper]], bytes(keeper), q_.element.bits / 8);
  }

  int bytes(std::size_t a) const { return accesses_[a].widths()[widths_[a]].bytes; }

  const TileQuestion& q_;
  std::span<const AccessScore> accesses_;
  const std::int64_t of_tma_;
  std::vector<std::vector<Pieces>> pieces_;
  std::vector<std::int64_t> alone_;
  std::vector<std::size_t> widths_;
  std::map<std::array<std::size_t, 4>, bool> together_;
  std::map<std::array<std::size_t, 4>, Least> waiting_;
  std::optional<TileBound> best_;
  std::optional<std::pair<std::size_t, std::size_t>> across_;
};

}  // namespace

TileBound bound_of(const TileQuestion& q, std::span<const AccessScore> accesses, std::int64_t of_tma) {
  return Bound(q, accesses, of_tma).least();
}

}  // namespace gpu
