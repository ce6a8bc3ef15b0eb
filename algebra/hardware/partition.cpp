#include "algebra/hardware/partition.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/as_layout.hpp"
#include "algebra/layout/contracts.hpp"
#include "algebra/layout/cut_modes.hpp"
#include "algebra/layout/properties.hpp"
#include "algebra/layout/sample.hpp"

namespace algebra {
namespace {

/// Throws a Problem if a block would have more threads than a device allows.
void require_threads(std::int64_t count, std::string_view what) {
  if (count > most_threads) throw Problem{"threads", message("A block has at most {} threads; {} has {}.", most_threads, what, count), {}};
}

/// Returns number -> 1-D coordinate of a layout that numbers its places. Throws unless each number below the size occurs once.
Layout coordinate_of_number(const Layout& l, const char* kind, std::string_view role) {
  const auto count = size(l);
  const auto inverse = right_inverse(l);
  bool numbered = size(inverse) == count;
  for (std::int64_t i = 0; numbered && i < std::min<std::int64_t>(count, 1 << 16); ++i) numbered = l(inverse(i)) == i && l(i) >= 0;
  if (!numbered)
    throw Problem{kind, message("The {} layout {} must number its {} {}s 0 to {}, each once.", role, plain(l), count, role, count - 1), {}};
  return inverse;
}

/// Returns zipped_divide of the tile, with the number of parts rounded up.
Layout parts_and_rest_of(const Layout& tile, const Tiler& by, const char* kind, std::string_view what) {
  if (by.by_mode() && static_cast<int>(by.modes().size()) > rank(tile))
    throw Problem{kind, message("The {} {} have more modes than the tile {}.", what, plain(by), plain(tile)), {}};
  return zipped_divide(tile, by);
}

/// Returns zipped_divide of the tile; throws if something is left over.
Layout parts_of(const Layout& tile, const Tiler& by, const char* kind, std::string_view what) {
  auto parts = parts_and_rest_of(tile, by, kind, what);
  if (size(parts) != size(tile))
    throw Problem{kind, message("The {} {} do not divide the tile {}.", what, plain(by), plain(product_each(tile.shape()))), {}};
  return parts;
}

/// A thread's share of a tile: thread -> offset, and value -> offset.
struct Share {
  Layout threads, values;
  bool whole = true;  ///< nothing reaches beyond the tile
};

/// Reorders `parts` from coordinates to numbers. CuTe's composition also gives a value where strides cut across the modes of `parts`; that
/// value is not the places, so it is not used.
Layout renumbered(const Layout& parts, const Layout& numbers, const char* kind, const std::string& what) {
  if (const auto composed = attempt([&] { return composition(parts, numbers); }))
    if (check_composition(parts, numbers, *composed).kind != Verdict::Kind::broken) return *composed;
  if (const auto exact = exact_composition(parts, tiler_of(numbers)); exact.layout) return *exact.layout;
  throw Problem{kind, message("{} cut across the modes {} of the tile, so their places are not a layout.", what, plain(parts)), {}};
}

Share share_of(const Layout& tile, const ByThreadLayout& by) {
  const auto threads = all_known(by.threads);
  require_threads(size(threads), plain(threads));
  const auto inverse = coordinate_of_number(threads, "threads", "thread");
  if (by.step && by.step->is_tuple() && by.step->rank() != rank(threads))
    throw Problem{
        "step",
        message("The step {} has {} modes, the thread layout {} has {}.", plain(*by.step), by.step->rank(), plain(threads), rank(threads)),
        {}};
  const bool stepped = by.step && by.step->is_tuple();
  const auto taken = [&](int mode) { return !stepped || by.step->mode(mode).is_integer() || by.step->mode(mode).is_tuple(); };
  bool any = false;
  for (int i = 0; i < rank(threads); ++i) any = any || taken(i);
  if (!any) throw Problem{"step", message("The step {} leaves out every mode of the threads.", plain(*by.step)), {}};

  const auto shape = product_each((stepped ? dice(*by.step, threads) : threads).shape());
  if (shape.rank() > rank(tile))
    throw Problem{"threads", message("The thread layout {} has more modes than the tile {}.", plain(threads), plain(tile)), {}};
  const auto parts = parts_of(tile, tiler_of(shape), "thread divisibility", "threads");
  // Coordinate of the thread layout -> offset. A mode that the step omits has the stride 0.
  const auto taken_part = mode(parts, 0);
  std::vector<Layout> by_coordinate;
  for (int i = 0, kept = 0; i < rank(threads); ++i) {
    if (!taken(i)) by_coordinate.emplace_back(IntTuple(Int{size(mode(threads, i)), true}), IntTuple(Int{0, true}));
    else by_coordinate.push_back(shape.is_tuple() ? mode(taken_part, kept++) : taken_part);
  }
  return {renumbered(make_layout(by_coordinate), inverse, "thread divisibility", fmt::format("The threads {}", plain(threads))),
          mode(parts, 1)};
}

Share share_of(const Layout& tile, const ByInner& by) {
  const auto values = all_known(by.values);
  const auto parts = parts_of(tile, values, "value divisibility", "values");
  require_threads(size(mode(parts, 1)), fmt::format("the tile {} in pieces of {}", plain(product_each(tile.shape())), plain(values)));
  return {mode(parts, 1), mode(parts, 0)};
}

Share share_of(const Layout& tile, const ByOuter& by) {
  const auto threads = all_known(by.threads);
  const auto parts = parts_of(tile, threads, "thread divisibility", "threads");
  require_threads(size(mode(parts, 0)), plain(threads));
  return {mode(parts, 0), mode(parts, 1)};
}

Share share_of(const Layout& tile, const ByThreadsAndValues& by) {
  const auto threads = all_known(by.threads), values = all_known(by.values);
  require_threads(size(threads), plain(threads));
  coordinate_of_number(threads, "threads", "thread");
  coordinate_of_number(values, "values", "value");
  // make_tiled_copy: threads and values over (m,n), inverted to (thread, value) -> (m,n).
  const auto places = raked_product(threads, values);
  const auto inverse = right_inverse(places);
  if (size(inverse) != size(places))
    throw Problem{"values", message("The threads {} and the values {} do not make one tile.", plain(threads), plain(values)), {}};
  const auto by_number =
      composition(inverse, make_layout(IntTuple::tuple({IntTuple(Int{size(threads), true}), IntTuple(Int{size(values), true})})));
  const auto copied = product_each(places.shape());
  const auto parts = parts_and_rest_of(tile, tiler_of(copied), "value divisibility", "threads with their values");
  const auto one_copy = renumbered(mode(parts, 0), by_number, "value divisibility",
                                   fmt::format("The threads {} with the values {}", plain(threads), plain(values)));
  const auto rest = mode(parts, 1);
  std::vector<Layout> own{mode(one_copy, 1)};
  for (int i = 0; i < rank(rest); ++i) own.push_back(mode(rest, i));
  return {mode(one_copy, 0), make_layout(own), size(parts) == size(tile)};
}

Share share_of(const Layout& tile, const ByTiledCopy& by) {
  if (size(by.copy.layout_tv) < 1)
    throw Problem{"threads", message("The copy {} has no threads or no values.", plain(by.copy.layout_tv)), {}};
  const auto side = by.source ? Side::source : Side::destination;
  const auto all = tidfrg(by.copy, side, tile);
  require_threads(size(mode(all, 0)), plain(by.copy.layout_tv));
  std::vector<Layout> own{mode(all, 1)};
  const auto rest = mode(all, 2);
  for (int i = 0; i < rank(rest); ++i) own.push_back(mode(rest, i));
  // Threads may share elements, as those of an MMA do along N, so only the tiles tell whether something is left over.
  return {mode(all, 0), make_layout(own), size(zipped_divide(tile, by.copy.tiler)) == size(tile)};
}

Share share_of(const Layout& tile, const ByTiledMma& by) {
  const auto matrix = by.matrix == 'A' ? Matrix::a : by.matrix == 'B' ? Matrix::b : Matrix::c;
  const auto vmnk = all_known(thr_layout_vmnk(by.mma));
  require_threads(cosize(vmnk), plain(vmnk));
  const auto by_number = coordinate_of_number(vmnk, "threads", "MMA's thread");
  const auto all = thrfrg(by.mma, matrix, tile);
  const auto& atom = by.mma.atom.traits->operands[static_cast<std::size_t>(matrix)];
  const int first = matrix == Matrix::b ? 1 : 0, second = matrix == Matrix::c ? 1 : 2;
  const auto& mnk = by.mma.atom.traits->shape_mnk;
  const auto per_atom = mnk.mode(first).integer().value * mnk.mode(second).integer().value;
  const bool whole = size(all) * per_atom == size(tile) * size(atom.tv);
  // (ThrV,(Thr1,Thr2)) -> (ThrV,ThrM,ThrN,ThrK), in which the third of M, N and K has the stride 0.
  std::vector<Layout> modes{mode(mode(all, 0), 0)};
  for (int i = 0; i < 3; ++i) {
    const auto count = IntTuple(Int{size(mode(vmnk, i + 1)), true});
    if (i == first) modes.push_back(mode(mode(mode(all, 0), 1), 0));
    else if (i == second) modes.push_back(mode(mode(mode(all, 0), 1), 1));
    else modes.emplace_back(count, IntTuple(Int{0, true}));
  }
  const auto values = mode(all, 1), rest = mode(values, 1);
  std::vector<Layout> own{mode(values, 0)};
  for (int i = 0; i < rank(rest); ++i) own.push_back(mode(rest, i));
  return {renumbered(make_layout(modes), by_number, "thread divisibility", fmt::format("The threads {}", plain(vmnk))), make_layout(own),
          whole};
}

Share share_of(const Layout& tile, const ByTma& by) {
  const auto slices = tma_slices(by.copy);
  if (size(tile) != size(slices))
    throw Problem{
        "tile", message("The TMA copy is made for tiles {}, not for {}.", plain(by.copy.tiler), plain(product_each(tile.shape()))), {}};
  const Int ctas{size(mode(by.copy.layout_tv, 0)), true}, count{size(mode(slices, 0)) / ctas.value, true};
  const auto all = renumbered(tile, all_known(slices), "tile", "The instructions of the TMA copy");
  const auto by_cta = composition(
      mode(all, 0), Layout(IntTuple::tuple({IntTuple(ctas), IntTuple(count)}), IntTuple::tuple({IntTuple(Int{1, true}), IntTuple(ctas)})));
  return {mode(by_cta, 0), make_layout(mode(all, 1), mode(by_cta, 1))};
}

Partition cut(const Layout& tensor, const Tiler& tiler, const Distribution& distribution, bool& whole) {
  const auto tiled = zipped_divide(tensor, tiler);
  const auto tile = mode(tiled, 0), rest = mode(tiled, 1);
  const auto share = std::visit([&](const auto& by) { return share_of(tile, by); }, distribution);
  whole = share.whole && size(tiled) == size(tensor);
  if (std::holds_alternative<ByTma>(distribution)) {
    const Layout one(IntTuple(Int{1, true}), IntTuple(Int{0, true}));
    return {.layout = make_layout(std::vector{make_layout(share.threads, rest), one, share.values}),
            .rest = rest,
            .tile = tile,
            .threads = one};
  }
  return {.layout = make_layout(std::vector{rest, share.threads, share.values}), .rest = rest, .tile = tile, .threads = share.threads};
}

/// Finds the guards for a tensor or a CTA tile that its tiles do not divide. `p` must have no guards yet.
class Residue {
 public:
  Residue(const Layout& tensor, const Tiler& tiler, const Distribution& by, Partition& p)
      : tensor_(tensor), tiler_(tiler), by_(by), p_(p), modes_(tensor, tiler) {}

  void find() {
    for (int i = 0; i < modes_.count(); ++i) {
      coordinates_.push_back(partition_of(modes_.counting(i)));
      const auto limit = size(modes_.part(i));
      if (cosize(coordinates_.back()) > limit) p_.guards.push_back({modes_.number(i), false, limit, coordinates_.back()});
    }
    of_the_tile();
    require_tiles();
    p_.once = leads_nowhere_twice();
  }

 private:
  Layout partition_of(const Layout& of) const {
    bool whole = false;
    return cut(of, tiler_, by_, whole).layout;
  }

  /// Adds guards for the tile of a copy or an MMA that reaches beyond the CTA tile, into the next one.
  void of_the_tile() {
    const auto shape = product_each(p_.tile.shape());
    const Tiler by_mode{std::vector<Tiler>{}};
    const CutModes modes(make_layout(shape), by_mode);
    for (int i = 0; i < modes.count(); ++i) {
      const auto share = std::visit([&](const auto& by) { return share_of(modes.counting(i), by); }, by_);
      if (share.whole) return;
      const auto limit = size(modes.part(i));
      const Layout all_blocks(IntTuple(Int{size(p_.rest), true}), IntTuple(Int{0, true}));
      auto coordinate = make_layout(std::vector{all_blocks, share.threads, share.values});
      if (cosize(coordinate) > limit) p_.guards.push_back({i, true, limit, std::move(coordinate)});
    }
  }

  /// Checks that the partition, except where a guard applies, is the tensor at its coordinates. This always holds for modes that are single
  /// numbers; CuTe may cut off a remainder of nested ones.
  void require_tiles() const {
    const auto total = size(p_.layout);
    bool right = true;
    for (const auto& c : coordinates_) right = right && size(c) == total;
    constexpr std::int64_t most = 1 << 14;
    const auto count = std::min(total, most);
    for (std::int64_t k = 0; right && k < count; ++k) {
      const auto i = sample_at(k, count, total);
      if (std::ranges::any_of(p_.guards, [&](const Guard& g) { return g.coordinate(i) >= g.limit; })) continue;
      std::int64_t element = 0;
      for (int m = 0; m < modes_.count(); ++m) element += modes_.part(m)(coordinates_[static_cast<std::size_t>(m)](i));
      right = element == p_.layout(i);
    }
    if (!right)
      throw Problem{"tile divisibility",
                    message("The tile does not divide the tensor {}, and CuTe cuts its nested modes into parts that are not tiles. Use a "
                            "tile that divides it, or a tensor whose modes are integers.",
                            plain(tensor_)),
                    {}};
  }

  /// Returns whether no element is reached twice: elements of the padded tensor have one place each, and elements of the tensor one index.
  bool leads_nowhere_twice() const {
    std::vector<std::int64_t> steps;
    std::int64_t step = 1;
    for (const auto& c : coordinates_) {
      steps.push_back(step);
      step *= cosize(c);
    }
    const auto places = properties(partition_of(modes_.counting(steps)), 8), indices = properties(tensor_, 8);
    return places.decided && places.injective && indices.decided && indices.injective;
  }

  const Layout& tensor_;
  const Tiler& tiler_;
  const Distribution& by_;
  Partition& p_;
  CutModes modes_;
  std::vector<Layout> coordinates_;  ///< (block, thread, value) -> coordinate in each of the modes
};

Partition make_partition(const Layout& tensor, const Tiler& tiler, const Distribution& distribution) {
  const auto tiles = whole_modes(tiler, tensor);
  bool whole = false;
  auto p = cut(tensor, tiles, distribution, whole);
  if (!whole) Residue(tensor, tiles, distribution, p).find();
  return p;
}

}  // namespace

Result<Partition> partition(const Layout& tensor, const Tiler& tiler, const Distribution& distribution) {
  return attempt([&] { return make_partition(all_known(tensor), all_known(tiler), distribution); });
}

Tiler whole_modes(const Tiler& tiler, const Layout& tensor) {
  if (tiler.by_mode()) {
    auto modes = tiler.modes();
    for (int i = 0; i < rank(tensor) && i < static_cast<int>(modes.size()); ++i) {
      auto& part = modes[static_cast<std::size_t>(i)];
      part = whole_modes(part, mode(tensor, i));
    }
    return Tiler{std::move(modes)};
  }
  const auto* leaf = std::get_if<IntTuple>(&tiler.is);
  return leaf != nullptr && leaf->is_underscore() ? Tiler{IntTuple(Int{size(tensor), true})} : tiler;
}

Result<Partition> partition(const Layout& written) {
  return attempt([&]() -> Partition {
    if (rank(written) != 3)
      throw Problem{
          "rank",
          message("A partition is a layout of rank 3, (block, thread, value) -> element; {} has rank {}.", plain(written), rank(written)),
          {}};
    if (has_basis(written))
      throw Problem{"basis", message("A partition maps to elements; the indices of {} are coordinates.", plain(written)), {}};
    const auto known = all_known(written);
    return {.layout = known, .rest = mode(known, 0), .tile = make_layout(mode(known, 1), mode(known, 2)), .threads = mode(known, 1)};
  });
}

}  // namespace algebra
