#pragma once
// Random divides, products and partitions, each checked element by element.

#include <string_view>
#include <utility>
#include <vector>

#include "naive_tilings.hpp"
#include "random_trial.hpp"

namespace algebra::random_layouts {

class TilingTrial : public Trial {
 public:
  using Trial::Trial;

  void divides() {
    const auto a = source_.layout();
    const auto tiler = source_.tiler(a.shape());
    divided("logical_divide", logical_divide, a, tiler, false);
    divided("zipped_divide", zipped_divide, a, tiler, true);
    divided("tiled_divide", tiled_divide, a, tiler, true);
    divided("flat_divide", flat_divide, a, tiler, true);
  }

  void products() {
    const auto block = source_.layout(8, 2), tiler = source_.layout(6, 2);
    multiplied("logical_product", logical_product, block, tiler);
    multiplied("zipped_product", zipped_product, block, tiler);
    multiplied("tiled_product", tiled_product, block, tiler);
    multiplied("flat_product", flat_product, block, tiler);
    multiplied_by_rank("blocked_product", blocked_product, block, tiler, true);
    multiplied_by_rank("raked_product", raked_product, block, tiler, false);
  }

  void tiles_to_shapes() {
    const auto block = source_.layout(8, 2);
    IntTuple shape, order;
    std::vector<std::int64_t> times;
    const int modes = rank(block) + static_cast<int>(source_.chance(20));
    for (int i = 0; i < modes; ++i) {
      times.push_back(1 + source_.below(3));
      const auto one = i < rank(block) ? product(block.shape().mode(i)).value : 1;
      shape.append(source_.mark(one * times.back() + (source_.chance(5) ? 1 : 0)));
    }
    std::vector<std::size_t> place(times.size());
    const bool ordered = source_.chance(50);
    if (ordered) {
      place = source_.permutation(times.size());
      for (const auto p : place) order.append(IntTuple(static_cast<std::int64_t>(p)));
    } else {
      for (std::size_t i = 0; i < place.size(); ++i) place[i] = i;
    }
    const auto text = [&] { return call_text("tile_to_shape", block, shape, order); };
    const auto r = tally_.run(
        "tile_to_shape", [&] { return tile_to_shape(block, shape, order); }, text);
    if (!r || !size_within(*r)) return;
    // The places of the copies, compact in the requested order.
    std::vector<std::int64_t> strides(times.size());
    std::int64_t reach = 1;
    for (std::size_t p = 0; p < place.size(); ++p) {
      const auto i = static_cast<std::size_t>(std::find(place.begin(), place.end(), p) - place.begin());
      strides[i] = reach;
      reach *= times[i];
    }
    IntTuple counts, steps;
    for (std::size_t i = 0; i < times.size(); ++i) {
      counts.append(IntTuple(times[i]));
      steps.append(IntTuple(strides[i]));
    }
    const Layout copies(counts, steps);
    bool even = true;
    for (int i = 0; i < modes; ++i)
      even = even && shape.mode(i).integer().value ==
                         times[static_cast<std::size_t>(i)] * (i < rank(block) ? product(block.shape().mode(i)).value : 1);
    if (!even) return;
    // The result is a product, with the contract of a product.
    const auto* wrong = naive::disjoint_copies(block, copies, *r);
    tally_.judge(
        "tile_to_shape", wrong, [&] { return check_product(block, copies, *r); }, text);
    if (wrong != nullptr) return;
    wrong = naive::copies_in_order(block, copies, naive::unzipped(block, copies, *r, true));
    tally_.require("tile_to_shape", naive::takes_coordinates(shape, r->shape()), "not the shape's coordinates", text);
    tally_.require("tile_to_shape", wrong == nullptr, wrong == nullptr ? "" : wrong, text);
  }

  void local_tiles() {
    const auto a = source_.layout(most_elements, 2);
    const bool by_mode = source_.chance(70);
    const auto tiler = by_mode ? source_.flat_tiler(a.shape()) : tiler_of(source_.tile(size(a)));
    std::vector<naive::Split> parts;
    const bool tiles = by_mode ? naive::split(naive_shape(a), tiler, 1, parts) : naive::split(a.shape(), tiler, 1, parts);
    // One coordinate per rest, or one for all of them.
    std::vector<std::vector<naive::Wide>> taken;
    IntTuple coordinate;
    if (by_mode && source_.chance(70)) {
      for (std::size_t i = 0; i < tiler.modes().size(); ++i) {
        const auto count = tiles ? std::ssize(parts[i].rest) : 1;
        const auto k = source_.below(count);
        const bool all = source_.chance(30);
        coordinate.append(all ? IntTuple::underscore() : IntTuple(source_.mark(k)));
        if (tiles) taken.push_back(all ? parts[i].rest : std::vector{parts[i].rest[static_cast<std::size_t>(k)]});
      }
    } else {
      const auto rests = naive::sums(naive::rests_of(parts));
      const auto k = source_.below(std::max<std::int64_t>(1, std::ssize(rests)));
      coordinate = source_.mark(k);
      if (tiles) taken.push_back({rests[static_cast<std::size_t>(k)]});
    }
    const Tensor tensor{.offset = source_.large() ? 0 : source_.below(100), .layout = a};
    const auto text = [&] { return call_text("local_tile", tensor, tiler, coordinate); };
    const auto r = tally_.run(
        "local_tile", [&] { return inner_partition(tensor, tiler, coordinate); }, text);
    if (!r || !size_within(r->layout)) return;
    auto lists = naive::tiles_of(parts);
    for (const auto& t : taken) lists.push_back(&t);
    const naive::Function f(a);
    auto want = naive::sums(lists), is = naive::Function(r->layout).values();
    for (auto& c : want) c = f(c) + tensor.offset;
    for (auto& i : is) i += r->offset;
    // Tiles that reach beyond the end are judged with the divide that makes them.
    std::vector<naive::Split> rounded;
    if (!tiles && naive::split(by_mode ? naive_shape(a) : a.shape(), tiler, 1, rounded, true)) return;
    const auto* wrong = !tiles ? "the tiler does not tile A" : want != is ? "other elements than the tile's" : nullptr;
    // The verdict is about all tiles: it may be broken by another tile, but must not be kept if this one is wrong.
    if (wrong == nullptr) return;
    const auto verdict = attempt([&] { return check_divide(a, tiler, zipped_divide, zipped_divide(a, tiler)); });
    tally_.require("local_tile", !verdict || verdict->kind == Verdict::Kind::broken, wrong, text);
  }

  void local_partitions() {
    const auto a = source_.layout(most_elements, 2);
    const auto threads = thread_layout(a);
    const auto text = [&] { return call_text("local_partition", Tensor{.offset = 0, .layout = a}, threads, IntTuple::underscore()); };
    std::vector<naive::Wide> owned;
    const auto count = size(threads);
    bool whole = true, ordered = true;
    for (std::int64_t t = 0; t < count; ++t) {
      const auto part = tally_.run(
          "local_partition", [&] { return local_partition({.offset = 0, .layout = a}, threads, source_.mark(t)); }, text);
      if (!part || !size_within(part->layout)) {
        whole = false;
        break;
      }
      auto is = naive::Function(part->layout).values();
      for (auto& i : is) i += part->offset;
      ordered = ordered && is == naive::owned(a, threads, t);
      owned.insert(owned.end(), is.begin(), is.end());
    }
    if (!whole) return;
    const auto* wrong = naive::sorted(owned) == naive::sorted(naive::Function(a).values()) ? nullptr : "not every element once";
    tally_.judge(
        "local_partition", wrong, [&] { return check_partition({.offset = 0, .layout = a}, threads); }, text);
    auto numbers = naive::sorted(naive::Function(threads).values());
    for (std::size_t t = 0; t < numbers.size(); ++t) whole = whole && numbers[t] == static_cast<naive::Wide>(t);
    if (wrong == nullptr && whole && rank(threads) <= rank(a))
      tally_.require("local_partition", ordered, "every element once, but another thread's", text);
  }

 private:
  /// Returns the shape of a layout as a tuple of modes, which a tiler by mode needs.
  static IntTuple naive_shape(const Layout& l) { return l.shape().is_tuple() ? l.shape() : IntTuple::tuple({l.shape()}); }
  void divided(std::string_view kind, Divide operation, const Layout& a, const Tiler& tiler, bool by_tile) {
    const auto text = [&] { return call_text(kind, a, tiler); };
    const auto r = tally_.run(
        kind, [&] { return operation(a, tiler, nullptr); }, text);
    if (!r || !size_within(*r)) return;
    tally_.about(a, tiler, *r);
    tally_.judge(
        kind, naive::divide(a, tiler, by_tile, *r), [&] { return check_divide(a, tiler, operation, *r); }, text);
  }

  void multiplied(std::string_view kind, Divide operation, const Layout& block, const Layout& tiler) {
    const auto text = [&] { return call_text(kind, block, tiler); };
    const auto r = tally_.run(
        kind, [&] { return operation(block, tiler_of(tiler), nullptr); }, text);
    if (!r || !size_within(*r)) return;
    tally_.about(block, tiler, *r);
    const auto* wrong = naive::logical_product(block, tiler, *r);
    tally_.judge(
        kind, wrong, [&] { return check_logical_product(block, tiler, *r); }, text);
  }

  void multiplied_by_rank(std::string_view kind, Layout (*operation)(const Layout&, const Layout&, Steps*), const Layout& block,
                          const Layout& tiler, bool blocked) {
    const auto text = [&] { return call_text(kind, block, tiler); };
    const auto r = tally_.run(
        kind, [&] { return operation(block, tiler, nullptr); }, text);
    if (!r || !size_within(*r)) return;
    tally_.about(block, tiler, *r);
    const auto* wrong = naive::disjoint_copies(block, tiler, *r);
    tally_.judge(
        kind, wrong, [&] { return check_product(block, tiler, *r); }, text);
    // The order of copies of which some are at one place is no part of the contract.
    if (wrong != nullptr || !naive::distinct(naive::Function(block).values()) || !naive::distinct(naive::Function(tiler).values())) return;
    const auto* order = naive::copies_in_order(block, tiler, naive::unzipped(block, tiler, *r, blocked));
    tally_.require(kind, order == nullptr, order == nullptr ? "" : order, text);
  }

  /// Threads that divide the modes of a tensor, numbered in some order; or arbitrary numbers.
  Layout thread_layout(const Layout& a) {
    if (source_.chance(15)) return source_.layout(8, 1);
    std::int64_t room = 8;
    IntTuple shape;
    for (int i = 0; i < rank(a); ++i) {
      auto d = source_.divisor(product(a.shape().mode(i)).value);
      if (d > room) d = 1;
      room /= d;
      shape.append(source_.mark(d));
    }
    return source_.stepping_layout(rank(a) == 1 && source_.chance(50) ? shape.mode(0) : shape, 0);
  }
};

}  // namespace algebra::random_layouts
