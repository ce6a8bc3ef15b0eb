// A million random operations: each gives a Problem or a value, the value is judged element by element by an oracle that
// shares no code with the library, and the library's own verdict must be the oracle's.

#include <doctest/doctest.h>

#include <array>
#include <cstdio>

#include <fmt/format.h>

#include "naive_tilings.hpp"
#include "random_layouts.hpp"
#include "random_tally.hpp"

using namespace algebra;
using namespace algebra::random_layouts;

namespace {

template <class... Operands>
std::string call(std::string_view name, const Operands&... operands) {
  std::string text;
  ((text += (text.empty() ? "" : ", ") + to_string(Value(operands), Marks::underscores)), ...);
  return fmt::format("{}({})", name, text);
}

class Trial {
 public:
  explicit Trial(std::uint64_t seed) : source_(seed) {}
  const Tally& tally() const { return tally_; }

  /// Draws what the next operations are given: their integers' marks, and whether strides are large.
  void begin() {
    source_.choose_marking();
    tally_.begin(source_.large(), source_.marking() == Marking::all_static);
  }

  void coalesces() {
    const auto l = source_.layout();
    plain("coalesce", l, [&] { return algebra::coalesce(l); }, [](const Layout& a, const Layout& r) { return depth(r) > 1 ? "nested" : naive::coalesce(a, r); },
          [](const Layout& a, const Layout& r) { return check_coalesce(a, r); });
    const auto profile = profile_of(l.shape());
    const auto text = [&] { return call("coalesce", l, profile); };
    const auto r = tally_.run("coalesce by profile", [&] { return algebra::coalesce(l, profile); }, text);
    tally_.require("coalesce by profile", r || source_.large(), "refused", text);
    if (!r) return;
    tally_.judge("coalesce by profile", naive::coalesce(l, *r), [&] { return check_coalesce(l, *r); }, text);
    tally_.require("coalesce by profile", follows(profile, l, *r), "a mode of the profile is not simple, or not the same", text);
  }

  void inverses() {
    const auto l = source_.layout();
    plain("right_inverse", l, [&] { return right_inverse(l); }, [](const Layout& a, const Layout& r) { return naive::inverse(a, r); },
          [](const Layout& a, const Layout& r) { return check_right_inverse(a, r); });
    plain("left_inverse", l, [&] { return left_inverse(l); }, [](const Layout& a, const Layout& r) { return naive::inverse(r, a); },
          [](const Layout& a, const Layout& r) { return check_left_inverse(a, r); });
  }

  void complements() {
    const auto l = source_.layout(16);
    if (source_.chance(30))
      plain("complement", l, [&] { return complement(l); }, [](const Layout& a, const Layout& r) { return naive::complement(a, naive::default_cotarget(a), r); },
            [](const Layout& a, const Layout& r) { return check_complement(a, r); });
    const auto room = size(l) * (1 + source_.below(5)) + (source_.chance(30) ? source_.below(7) : 0);
    const auto cotarget = source_.chance(30) ? IntTuple::tuple({IntTuple(source_.mark(room)), source_.mark(1 + source_.below(3))}) : IntTuple(source_.mark(room));
    const auto text = [&] { return call("complement", l, cotarget); };
    const auto r = tally_.run("complement", [&] { return complement(l, cotarget); }, text);
    if (r && size_within(*r))
      tally_.judge("complement", naive::complement(l, naive::product_of(cotarget), *r), [&] { return check_complement(l, cotarget, *r); }, text);
  }

  void simplifications() {
    const auto l = source_.layout();
    promised("filter", l, [&] { return filter(l); }, [](const Layout& a, const Layout& r) { return naive::filter(a, r); });
    promised("nullspace", l, [&] { return nullspace(l); }, [](const Layout& a, const Layout& r) { return naive::nullspace(a, r); });
    const auto n = std::array{1, 2, 2, 3, 4, 4, 6, 8}[static_cast<std::size_t>(source_.below(8))];
    promised("upcast", l, [&] { return upcast(l, n); }, [n](const Layout& a, const Layout& r) { return naive::upcast(a, n, r); }, n);
    promised("downcast", l, [&] { return downcast(l, n); },
             [n](const Layout& a, const Layout& r) { return naive::has_one_contiguous_mode(a) ? naive::downcast(a, n, r) : nullptr; }, n);
  }

  void compositions() {
    const auto a = source_.layout();
    const auto b = source_.chance(60) ? source_.tile(size(a)) : source_.layout(24);
    const auto text = [&] { return call("composition", a, b); };
    const auto r = tally_.run("composition", [&] { return composition(a, b); }, text);
    if (r) tally_.about(a, b, *r);
    if (r && size_within(*r)) tally_.judge("composition", naive::composition(a, b, *r), [&] { return check_composition(a, b, *r); }, text);

    const auto tiler = source_.tiler(a.shape());
    const auto by_tiler = [&] { return call("composition", a, tiler); };
    const auto s = tally_.run("composition by tiler", [&] { return composition(a, tiler); }, by_tiler);
    if (s) tally_.about(a, *s);
    if (s && size_within(*s))
      tally_.judge("composition by tiler", naive::composition(a, tiler, *s), [&] { return check_composition(a, tiler, *s); }, by_tiler);
  }

  void commons() {
    const auto a = source_.layout();
    const auto b = source_.chance(50) ? source_.with_strides(a.shape()) : source_.layout();
    const auto text = [&] { return call("max_common_layout", a, b); };
    const auto r = tally_.run("max_common_layout", [&] { return max_common_layout(a, b); }, text);
    if (r && size_within(*r)) tally_.require("max_common_layout", naive::common(a, b, *r) == nullptr, "not common", text);
    const auto n = tally_.run("max_common_vector", [&] { return max_common_vector(a, b); }, text);
    tally_.require("max_common_vector", r.has_value() == n.has_value() && (!r || n->value == naive::Function(*r).size()), "not the common layout's size", text);
  }

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
    const auto text = [&] { return call("tile_to_shape", block, shape, order); };
    const auto r = tally_.run("tile_to_shape", [&] { return tile_to_shape(block, shape, order); }, text);
    if (!r || !size_within(*r)) return;
    // The copies' places, compact in the order asked for.
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
      even = even && shape.mode(i).integer().value == times[static_cast<std::size_t>(i)] * (i < rank(block) ? product(block.shape().mode(i)).value : 1);
    if (!even || !naive::product_promises(block, copies)) return;
    // It is a product, and its contract is a product's.
    const auto* wrong = naive::disjoint_copies(block, copies, *r);
    tally_.judge("tile_to_shape", wrong, [&] { return check_product(block, copies, *r); }, text);
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
    // A coordinate for each rest, or one for all of them.
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
    const Tensor tensor{source_.large() ? 0 : source_.below(100), a};
    const auto text = [&] { return call("local_tile", tensor, tiler, coordinate); };
    const auto r = tally_.run("local_tile", [&] { return local_tile(tensor, tiler, coordinate); }, text);
    if (!r || !size_within(r->layout)) return;
    auto lists = naive::tiles_of(parts);
    for (const auto& t : taken) lists.push_back(&t);
    const naive::Function f(a);
    auto want = naive::sums(lists), is = naive::Function(r->layout).values();
    for (auto& c : want) c = f(c) + tensor.offset;
    for (auto& i : is) i += r->offset;
    const auto* wrong = !tiles ? "the tiler does not tile A" : want != is ? "other elements than the tile's" : nullptr;
    // The verdict speaks of all tiles: it may be broken by another one, but is not kept where this one is wrong.
    if (wrong == nullptr) return;
    const auto verdict = attempt([&] { return check_divide(a, zipped_divide(make_layout(a.shape()), tiler), zipped_divide(a, tiler)); });
    tally_.require("local_tile", !verdict || verdict->kind == Verdict::Kind::broken, wrong, text);
  }

  void local_partitions() {
    const auto a = source_.layout(most_elements, 2);
    const auto threads = thread_layout(a);
    const auto text = [&] { return call("local_partition", Tensor{0, a}, threads, IntTuple::underscore()); };
    std::vector<naive::Wide> owned;
    const auto count = size(threads);
    bool whole = true, ordered = true;
    for (std::int64_t t = 0; t < count; ++t) {
      const auto part = tally_.run("local_partition", [&] { return local_partition({0, a}, threads, source_.mark(t)); }, text);
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
    tally_.judge("local_partition", wrong, [&] { return check_partition({0, a}, threads); }, text);
    auto numbers = naive::sorted(naive::Function(threads).values());
    for (std::size_t t = 0; t < numbers.size(); ++t) whole = whole && numbers[t] == static_cast<naive::Wide>(t);
    if (wrong == nullptr && whole && rank(threads) <= rank(a)) tally_.require("local_partition", ordered, "every element once, but another thread's", text);
  }

 private:
  /// A layout as a tuple of modes, which a tiler by mode needs.
  static IntTuple naive_shape(const Layout& l) { return l.shape().is_tuple() ? l.shape() : IntTuple::tuple({l.shape()}); }
  /// Dynamic operations can return sizes without end.
  static bool size_within(const Layout& r) {
    const auto f = naive::Function(r);
    return f.size() <= 4096 && std::all_of(f.leaves().begin(), f.leaves().end(), [](const auto& leaf) { return leaf.extent >= 0; });
  }

  template <class Operation, class Oracle, class Check>
  void plain(std::string_view kind, const Layout& l, Operation&& operation, Oracle&& oracle, Check&& check) {
    const auto text = [&] { return call(kind, l); };
    const auto r = tally_.run(kind, operation, text);
    if (!r) {
      tally_.require(kind, source_.large() || (kind != "coalesce" && kind != "right_inverse"), "refused", text);
      return;
    }
    tally_.about(l, *r);
    if (size_within(*r)) tally_.judge(kind, oracle(l, *r), [&] { return check(l, *r); }, text);
  }

  /// An operation without a verdict keeps its promise wherever it has a value.
  template <class Operation, class Oracle>
  void promised(std::string_view kind, const Layout& l, Operation&& operation, Oracle&& oracle, std::int64_t n = 0) {
    const auto text = [&] { return n == 0 ? call(kind, l) : call(fmt::format("{}<{}>", kind, n), l); };
    const auto r = tally_.run(kind, operation, text);
    if (!r || !size_within(*r)) return;
    const naive::Judgement wrong = oracle(l, *r);
    tally_.require(kind, wrong == nullptr, wrong == nullptr ? "" : wrong, text);
  }

  using Divide = Layout (*)(const Layout&, const Tiler&);
  void divided(std::string_view kind, Divide operation, const Layout& a, const Tiler& tiler, bool by_tile) {
    const auto text = [&] { return call(kind, a, tiler); };
    const auto r = tally_.run(kind, [&] { return operation(a, tiler); }, text);
    if (!r || !size_within(*r)) return;
    const auto identity = attempt([&] { return operation(make_layout(a.shape()), tiler); });
    if (!identity) return;   // then there is no verdict
    tally_.judge(kind, naive::divide(a, tiler, by_tile, *r), [&] { return check_divide(a, *identity, *r); }, text);
  }

  void multiplied(std::string_view kind, Divide operation, const Layout& block, const Layout& tiler) {
    const auto text = [&] { return call(kind, block, tiler); };
    const auto r = tally_.run(kind, [&] { return operation(block, tiler_of(tiler)); }, text);
    if (!r || !size_within(*r)) return;
    const auto* wrong = naive::logical_product(block, tiler, *r);
    tally_.judge(kind, wrong, [&] { return check_logical_product(block, tiler, *r); }, text, naive::promised(block, tiler, *r));
  }

  void multiplied_by_rank(std::string_view kind, Layout (*operation)(const Layout&, const Layout&), const Layout& block, const Layout& tiler, bool blocked) {
    const auto text = [&] { return call(kind, block, tiler); };
    const auto r = tally_.run(kind, [&] { return operation(block, tiler); }, text);
    if (!r || !size_within(*r)) return;
    const bool promises = naive::promised(block, tiler, *r);
    const auto* wrong = naive::disjoint_copies(block, tiler, *r);
    tally_.judge(kind, wrong, [&] { return check_product(block, tiler, *r); }, text, promises);
    if (wrong != nullptr || !promises) return;
    const auto* order = naive::copies_in_order(block, tiler, naive::unzipped(block, tiler, *r, blocked));
    tally_.require(kind, order == nullptr, order == nullptr ? "" : order, text);
  }

  IntTuple profile_of(const IntTuple& s) {
    if (!s.is_tuple() || source_.chance(40)) return IntTuple(1);
    IntTuple p;
    for (int i = 0, n = source_.chance(80) ? s.rank() : static_cast<int>(1 + source_.below(s.rank())); i < n; ++i) p.append(profile_of(s.mode(i)));
    return p;
  }
  /// At each leaf of the profile one simple mode, the same function as before; what the profile does not reach, as it was.
  static bool follows(const IntTuple& profile, const Layout& l, const Layout& r) {
    if (!profile.is_tuple()) return depth(r) <= 1 && naive::coalesce(l, r) == nullptr;
    if (rank(r) != rank(l)) return false;
    for (int i = 0; i < rank(l); ++i)
      if (i < profile.rank() ? !follows(profile.mode(i), mode(l, i), mode(r, i)) : mode(l, i) != mode(r, i)) return false;
    return true;
  }

  /// Threads that divide the modes of a tensor, numbered in some order; or any numbers.
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

  Source source_;
  Tally tally_;
};

void repeat(int times, Trial& trial, void (Trial::*family)()) {
  for (int i = 0; i < times; ++i) {
    trial.begin();
    (trial.*family)();
  }
}

}  // namespace

TEST_CASE("the oracle's quick evaluation is the definition's") {
  Source source(chosen_seed() + 1);
  for (int i = 0; i < 2000; ++i) {
    source.choose_marking();
    const auto l = source.layout();
    const naive::Function f(l);
    const auto all = f.values();
    REQUIRE(static_cast<naive::Wide>(all.size()) == f.size());
    // Beyond the size, and before 0, too.
    for (naive::Wide c = -5; c < f.size() + 5; ++c) {
      const auto want = naive::index_at(l.shape(), l.stride(), c);
      REQUIRE(f(c) == want);
      if (c >= 0 && c < f.size()) REQUIRE(all[static_cast<std::size_t>(c)] == want);
      if (naive::fits(want)) REQUIRE(want == l(static_cast<std::int64_t>(c)));
    }
  }
}

TEST_CASE("a million random operations keep their contracts, or a verdict says that they do not") {
  const auto seed = chosen_seed();
  Trial trial(seed);
  repeat(50000, trial, &Trial::coalesces);
  repeat(60000, trial, &Trial::inverses);
  repeat(70000, trial, &Trial::complements);
  repeat(45000, trial, &Trial::simplifications);
  repeat(70000, trial, &Trial::compositions);
  repeat(40000, trial, &Trial::commons);
  repeat(40000, trial, &Trial::divides);
  repeat(25000, trial, &Trial::products);
  repeat(20000, trial, &Trial::tiles_to_shapes);
  repeat(25000, trial, &Trial::local_tiles);
  repeat(8000, trial, &Trial::local_partitions);

  Tally::Count sum;
  for (const auto& [kind, count] : trial.tally().counts()) {
    std::printf("  %-22s %7ld, %6ld refused, %6ld broken, %5ld of those all static\n", std::string(kind).c_str(), count.total, count.total - count.values,
                count.broken, count.broken_static);
    INFO(kind);
    CHECK(count.values > 1000);
    sum.total += count.total;
    sum.values += count.values;
    sum.broken += count.broken;
    sum.broken_static += count.broken_static;
  }
  for (const auto& [what, found] : trial.tally().disagreements()) {
    INFO(what << ", " << found.times << " times, " << found.times_static << " all static, such as " << found.shortest);
    CHECK(found.times == 0);
  }
  std::printf("random operations: %ld in total, %ld refused, %ld broken with a verdict (%ld of those all static); seed %llu\n", sum.total, sum.total - sum.values,
              sum.broken, sum.broken_static, static_cast<unsigned long long>(seed));
  REQUIRE(sum.total >= 1000000);
}
