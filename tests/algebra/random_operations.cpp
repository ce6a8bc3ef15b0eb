// A million random operations: each gives a Problem or a value, the value is judged element by element by an oracle
// that shares no code with the library, and the library's own verdict must be the oracle's.

#include <doctest/doctest.h>

#include <array>
#include <cstdio>

#include "random_tilings.hpp"
#include "tests/rounds.hpp"

using namespace algebra;
using namespace algebra::random_layouts;

namespace {

class AllTrials : public TilingTrial {
 public:
  using TilingTrial::TilingTrial;

  void coalesces() {
    const auto l = source_.layout();
    plain(
        "coalesce", l, [&] { return algebra::coalesce(l); },
        [](const Layout& a, const Layout& r) { return depth(r) > 1 ? "nested" : naive::coalesce(a, r); },
        [](const Layout& a, const Layout& r) { return check_coalesce(a, r); });
    const auto profile = profile_of(l.shape());
    const auto text = [&] { return call_text("coalesce", l, profile); };
    const auto r = tally_.run(
        "coalesce by profile", [&] { return algebra::coalesce(l, profile); }, text);
    tally_.require("coalesce by profile", r || source_.large(), "refused", text);
    if (!r) return;
    tally_.judge(
        "coalesce by profile", naive::coalesce(l, *r), [&] { return check_coalesce(l, *r); }, text);
    tally_.require("coalesce by profile", follows(profile, l, *r), "a mode of the profile is not simple, or not the same", text);
  }

  void inverses() {
    const auto l = source_.layout();
    plain(
        "right_inverse", l, [&] { return right_inverse(l); }, [](const Layout& a, const Layout& r) { return naive::inverse(a, r); },
        [](const Layout& a, const Layout& r) { return check_right_inverse(a, r); });
    plain(
        "left_inverse", l, [&] { return left_inverse(l); }, [](const Layout& a, const Layout& r) { return naive::left_inverse(a, r); },
        [](const Layout& a, const Layout& r) { return check_left_inverse(a, r); });
  }

  void complements() {
    const auto l = source_.layout(16);
    if (source_.chance(30))
      plain(
          "complement", l, [&] { return complement(l); },
          [](const Layout& a, const Layout& r) { return naive::complement(a, naive::default_cotarget(a), r); },
          [](const Layout& a, const Layout& r) { return check_complement(a, r); });
    const auto room = size(l) * (1 + source_.below(5)) + (source_.chance(30) ? source_.below(7) : 0);
    const auto cotarget = source_.chance(30) ? IntTuple::tuple({IntTuple(source_.mark(room)), source_.mark(1 + source_.below(3))})
                                             : IntTuple(source_.mark(room));
    const auto text = [&] { return call_text("complement", l, cotarget); };
    const auto r = tally_.run(
        "complement", [&] { return complement(l, cotarget); }, text);
    if (r && size_within(*r))
      tally_.judge(
          "complement", naive::complement(l, naive::product_of(cotarget), *r), [&] { return check_complement(l, cotarget, *r); }, text);
  }

  void simplifications() {
    const auto l = source_.layout();
    promised(
        "filter", l, [&] { return filter(l); }, [](const Layout& a, const Layout& r) { return naive::filter(a, r); });
    promised(
        "nullspace", l, [&] { return nullspace(l); }, [](const Layout& a, const Layout& r) { return naive::nullspace(a, r); });
    const auto n = std::array{1, 2, 2, 3, 4, 4, 6, 8}[static_cast<std::size_t>(source_.below(8))];
    promised(
        "upcast", l, [&] { return upcast(l, n); }, [n](const Layout& a, const Layout& r) { return naive::upcast(a, n, r); }, n);
    promised(
        "downcast", l, [&] { return downcast(l, n); },
        [n](const Layout& a, const Layout& r) { return naive::has_one_contiguous_mode(a) ? naive::downcast(a, n, r) : nullptr; }, n);
  }

  void compositions() {
    const auto a = source_.layout();
    const auto b = source_.chance(60) ? source_.tile(size(a)) : source_.layout(24);
    const auto text = [&] { return call_text("composition", a, b); };
    const auto r = tally_.run(
        "composition", [&] { return composition(a, b); }, text);
    if (r) tally_.about(a, b, *r);
    if (r && size_within(*r))
      tally_.judge(
          "composition", naive::composition(a, b, *r), [&] { return check_composition(a, b, *r); }, text);

    const auto tiler = source_.tiler(a.shape());
    const auto by_tiler = [&] { return call_text("composition", a, tiler); };
    const auto s = tally_.run(
        "composition by tiler", [&] { return composition(a, tiler); }, by_tiler);
    if (s) tally_.about(a, tiler, *s);
    if (s && size_within(*s))
      tally_.judge(
          "composition by tiler", naive::composition(a, tiler, *s), [&] { return check_composition(a, tiler, *s); }, by_tiler);
  }

  void commons() {
    const auto a = source_.layout();
    const auto b = source_.chance(50) ? source_.with_strides(a.shape()) : source_.layout();
    const auto text = [&] { return call_text("max_common_layout", a, b); };
    const auto r = tally_.run(
        "max_common_layout", [&] { return max_common_layout(a, b); }, text);
    // It is a composition with an inverse, and has no verdict: it promises something where those two keep theirs.
    if (r && size_within(*r) && naive::common(a, b, *r) != nullptr) {
      const auto inverse = right_inverse(b);
      const bool promises = naive::inverse(b, inverse) == nullptr && naive::composition(a, inverse, composition(a, inverse)) == nullptr;
      tally_.require("max_common_layout", !promises, "not common", text);
    }
    const auto n = tally_.run(
        "max_common_vector", [&] { return max_common_vector(a, b); }, text);
    tally_.require("max_common_vector", r.has_value() == n.has_value() && (!r || n->value == naive::Function(*r).size()),
                   "not the common layout's size", text);
  }

 private:
  template <class Operation, class Oracle, class Check>
  void plain(std::string_view kind, const Layout& l, Operation&& operation, Oracle&& oracle, Check&& check) {
    const auto text = [&] { return call_text(kind, l); };
    const auto r = tally_.run(kind, operation, text);
    if (!r) {
      tally_.require(kind, source_.large() || (kind != "coalesce" && kind != "right_inverse"), "refused", text);
      return;
    }
    tally_.about(l, *r);
    if (size_within(*r))
      tally_.judge(
          kind, oracle(l, *r), [&] { return check(l, *r); }, text);
  }

  /// An operation without a verdict keeps its promise wherever it has a value.
  template <class Operation, class Oracle>
  void promised(std::string_view kind, const Layout& l, Operation&& operation, Oracle&& oracle, std::int64_t n = 0) {
    const auto text = [&] { return n == 0 ? call_text(kind, l) : call_text(fmt::format("{}<{}>", kind, n), l); };
    const auto r = tally_.run(kind, operation, text);
    if (!r || !size_within(*r)) return;
    const naive::Judgement wrong = oracle(l, *r);
    tally_.require(kind, wrong == nullptr, wrong == nullptr ? "" : wrong, text);
  }

  IntTuple profile_of(const IntTuple& s) {
    if (!s.is_tuple() || source_.chance(40)) return IntTuple(1);
    IntTuple p;
    for (int i = 0, n = source_.chance(80) ? s.rank() : static_cast<int>(1 + source_.below(s.rank())); i < n; ++i)
      p.append(profile_of(s.mode(i)));
    return p;
  }
  /// At each leaf of the profile one simple mode, the same function as before; what the profile does not reach, as it
  /// was.
  static bool follows(const IntTuple& profile, const Layout& l, const Layout& r) {
    if (!profile.is_tuple()) return depth(r) <= 1 && naive::coalesce(l, r) == nullptr;
    if (rank(r) != rank(l)) return false;
    for (int i = 0; i < rank(l); ++i)
      if (i < profile.rank() ? !follows(profile.mode(i), mode(l, i), mode(r, i)) : mode(l, i) != mode(r, i)) return false;
    return true;
  }
};

void repeat(int times, AllTrials& trial, void (AllTrials::*family)()) {
  for (int i = 0; i < rounds(times); ++i) {
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
  AllTrials trial(seed);
  repeat(50000, trial, &AllTrials::coalesces);
  repeat(60000, trial, &AllTrials::inverses);
  repeat(70000, trial, &AllTrials::complements);
  repeat(45000, trial, &AllTrials::simplifications);
  repeat(70000, trial, &AllTrials::compositions);
  repeat(40000, trial, &AllTrials::commons);
  repeat(40000, trial, &AllTrials::divides);
  repeat(25000, trial, &AllTrials::products);
  repeat(20000, trial, &AllTrials::tiles_to_shapes);
  repeat(25000, trial, &AllTrials::local_tiles);
  repeat(8000, trial, &AllTrials::local_partitions);

  Tally::Count sum;
  for (const auto& row : trial.tally().counts()) {
    const auto& kind = row.first;
    const auto& count = row.second;
    std::printf("  %-22s %7ld, %6ld refused, %6ld broken, %5ld of those all static\n", std::string(kind).c_str(), count.total,
                count.total - count.values, count.broken, count.broken_static);
    INFO(kind);
    CHECK(count.values > rounds(1000));
    sum.total += count.total;
    sum.values += count.values;
    sum.broken += count.broken;
    sum.broken_static += count.broken_static;
  }
  for (const auto& row : trial.tally().disagreements()) {
    const auto& what = row.first;
    const auto& found = row.second;
    INFO(what << ", " << found.times << " times, " << found.times_static << " all static, such as " << found.shortest);
    CHECK(found.times == 0);
  }
  std::printf("random operations: %ld in total, %ld refused, %ld broken with a verdict (%ld of those all static); seed %llu\n", sum.total,
              sum.total - sum.values, sum.broken, sum.broken_static, static_cast<unsigned long long>(seed));
  REQUIRE(sum.total >= rounds(1000000));
}
