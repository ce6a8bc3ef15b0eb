// Tests laws that tie random operations to one another, and integers far beyond usual sizes.

#include <doctest/doctest.h>

#include <limits>
#include <numeric>

#include "algebra/language/value.hpp"
#include "algebra/layout/contracts.hpp"
#include "naive_tilings.hpp"
#include "random_layouts.hpp"

using namespace algebra;
using namespace algebra::random_layouts;

namespace {

std::string printed(const Layout& l) { return to_string(l, Marks::underscores); }
std::string printed(const Tiler& t) { return to_string(Value(t), Marks::underscores); }

bool inside(const Layout& inner, const Layout& outer) {
  const auto at = naive::Function(inner).values();
  return std::all_of(at.begin(), at.end(), [n = naive::Function(outer).size()](naive::Wide c) { return c >= 0 && c < n; });
}

/// A source whose layouts are small enough for any product of them.
void choose(Source& source) {
  do source.choose_marking();
  while (source.large());
}

std::vector<naive::Wide> elements(const Layout& l) { return naive::sorted(naive::Function(l).values()); }

}  // namespace

TEST_CASE("coalesce changes nothing the second time") {
  Source source(chosen_seed() + 2);
  for (int k = 0; k < 20000; ++k) {
    choose(source);
    const auto r = coalesce(source.layout());
    if (coalesce(r) == r) continue;
    FAIL_CHECK(printed(r) << " becomes " << printed(coalesce(r)));
  }
}

TEST_CASE("compositions associate where their contracts hold") {
  Source source(chosen_seed() + 3);
  int met = 0;
  for (int k = 0; k < 24000; ++k) {
    choose(source);
    const auto a = source.layout(), b = source.tile(size(a)), c = source.tile(size(b));
    if (!inside(c, b)) continue;
    const auto ab = attempt([&] { return composition(a, b); }), bc = attempt([&] { return composition(b, c); });
    if (!ab || !bc || naive::composition(a, b, *ab) != nullptr || naive::composition(b, c, *bc) != nullptr) continue;
    const auto left = attempt([&] { return composition(*ab, c); }), right = attempt([&] { return composition(a, *bc); });
    if (!left || !right || naive::composition(*ab, c, *left) != nullptr || naive::composition(a, *bc, *right) != nullptr) continue;
    ++met;
    if (naive::Function(*left).values() != naive::Function(*right).values())
      FAIL_CHECK(printed(a) << " o " << printed(b) << " o " << printed(c) << " is " << printed(*left) << " or " << printed(*right));
  }
  CHECK(met > 3000);
}

TEST_CASE("the left inverse of an injective layout, composed with it, is the identity") {
  Source source(chosen_seed() + 4);
  int met = 0;
  for (int k = 0; k < 20000; ++k) {
    choose(source);
    const auto l = source.stepping_layout(source.shape(), 20);
    const auto inverse = attempt([&] { return left_inverse(l); });
    if (!inverse || naive::inverse(*inverse, l) != nullptr) continue;
    const auto identity = attempt([&] { return composition(*inverse, l); });
    if (!identity || naive::composition(*inverse, l, *identity) != nullptr) continue;
    ++met;
    if (naive::Function(*identity).values() != naive::steps(naive::Function(l).size(), 1))
      FAIL_CHECK("left_inverse(" << printed(l) << ") o it is " << printed(*identity));
  }
  CHECK(met > 5000);
}

TEST_CASE("the four divides hold the same elements, as many as the layout where the tiler tiles it") {
  Source source(chosen_seed() + 5);
  int met = 0, tiled = 0;
  for (int k = 0; k < 12000; ++k) {
    choose(source);
    const auto a = source.layout();
    const auto tiler = source.tiler(a.shape());
    const auto logical = attempt([&] { return logical_divide(a, tiler); }), zipped = attempt([&] { return zipped_divide(a, tiler); });
    // Where it cannot be zipped, a mode was taken whole that has no two modes.
    if (!logical || !zipped || size(*logical) > 4096) continue;
    ++met;
    const auto all = elements(*logical);
    const bool same = elements(*zipped) == all && elements(tiled_divide(a, tiler)) == all && elements(flat_divide(a, tiler)) == all;
    if (!same) FAIL_CHECK("the divides of " << printed(a) << " by " << printed(tiler) << " differ");
    // CuTe divides the modes of a layout that does not coalesce one after the other, and each may leave a rest.
    std::vector<naive::Split> parts;
    const auto contiguous = make_layout(a.shape());
    if (source.marking() != Marking::all_static || !naive::split(a.shape(), tiler, 1, parts)) continue;
    ++tiled;
    const auto r = attempt([&] { return logical_divide(contiguous, tiler); });
    if (!r || size(*r) != size(a))
      FAIL_CHECK(printed(contiguous) << " divided by " << printed(tiler) << (r ? " is " + printed(*r) : " is refused"));
  }
  CHECK(met > 6000);
  CHECK(tiled > 2000);
}

TEST_CASE("products by mode are products of the modes, and the four hold the same elements") {
  Source source(chosen_seed() + 6);
  int met = 0;
  for (int k = 0; k < 12000; ++k) {
    choose(source);
    const auto block = source.layout(8, 2);
    if (!block.shape().is_tuple()) continue;
    std::vector<Tiler> tilers;
    for (int i = 0; i < rank(block); ++i) tilers.push_back(tiler_of(source.layout(3, 1)));
    const Tiler tiler{tilers};
    const auto logical = attempt([&] { return logical_product(block, tiler); });
    const auto zipped = attempt([&] { return zipped_product(block, tiler); });
    if (!logical || !zipped || size(*logical) > 4096) continue;
    ++met;
    for (int i = 0; i < rank(block); ++i) {
      const auto part = mode(*logical, i);
      if (part != logical_product(mode(block, i), tilers[static_cast<std::size_t>(i)]))
        FAIL_CHECK(printed(block) << " by " << printed(tiler) << ": mode " << i);
    }
    const auto all = elements(*logical);
    const bool same =
        elements(*zipped) == all && elements(tiled_product(block, tiler)) == all && elements(flat_product(block, tiler)) == all;
    if (!same) FAIL_CHECK("the products of " << printed(block) << " by " << printed(tiler) << " differ");
  }
  CHECK(met > 1500);
}

namespace {

/// Sizes of 0 and strides at the ends of the range among ordinary ones.
Layout wild(Source& source) {
  static constexpr auto least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t ends[] = {least, least + 1, most, most - 1, std::int64_t{1} << 62, -(std::int64_t{1} << 62), 0, -1, 1, 2};
  const auto l = source.layout(24, 2);
  return {l.shape().transformed([&](Int s) {
            return source.chance(8) ? Int{0, s.is_static} : s;
          }),
          l.stride().transformed([&](Int d) {
            return source.chance(20) ? Int{ends[source.below(std::ssize(ends))], d.is_static} : d;
          })};
}

}  // namespace

TEST_CASE("whatever the integers, an operation gives a value or a problem, and so does its check") {
  Source source(chosen_seed() + 7);
  long values = 0, problems = 0;
  const auto run = [&](auto&& operation, auto&& check) {
    const auto r = attempt(operation);
    ++(r ? values : problems);
    if (r) attempt([&] { return check(*r); });
  };
  const auto nothing = [](const Layout&) { return 0; };
  for (int k = 0; k < 4000; ++k) {
    source.choose_marking();
    const auto a = wild(source), b = wild(source);
    const auto tiler = source.chance(50) ? tiler_of(b) : tiler_of(b.shape());
    CAPTURE(printed(a));
    CAPTURE(printed(b));
    run([&] { return coalesce(a); }, [&](const Layout& r) { return check_coalesce(a, r); });
    run([&] { return composition(a, b); }, [&](const Layout& r) { return check_composition(a, b, r); });
    run([&] { return composition(a, tiler); }, [&](const Layout& r) { return check_composition(a, tiler, r); });
    run([&] { return complement(a); }, [&](const Layout& r) { return check_complement(a, r); });
    run([&] { return complement(a, b.shape()); }, [&](const Layout& r) { return check_complement(a, b.shape(), r); });
    run([&] { return right_inverse(a); }, [&](const Layout& r) { return check_right_inverse(a, r); });
    run([&] { return left_inverse(a); }, [&](const Layout& r) { return check_left_inverse(a, r); });
    run([&] { return logical_product(a, tiler); }, [&](const Layout& r) { return check_logical_product(a, b, r); });
    run([&] { return blocked_product(a, b); }, [&](const Layout& r) { return check_product(a, b, r); });
    run([&] { return zipped_divide(a, tiler); }, [&](const Layout& r) { return check_divide(a, tiler, zipped_divide, r); });
    run([&] { return filter(a); }, nothing);
    run([&] { return nullspace(a); }, nothing);
    run([&] { return max_common_layout(a, b); }, nothing);
    run([&] { return upcast(a, 1 + source.below(8)); }, nothing);
    run([&] { return downcast(a, 1 + source.below(8)); }, nothing);
    run([&] { return tile_to_shape(a, b.shape(), IntTuple()); }, nothing);
    run([&] { return inner_partition({.offset = 0, .layout = a}, tiler, IntTuple(source.below(4))).layout; }, nothing);
    run([&] { return local_partition({.offset = 0, .layout = a}, b, IntTuple(source.below(4))).layout; },
        [&](const Layout&) {
          return check_partition({0, a}, b);
        });
  }
  CHECK(values > 10000);
  CHECK(problems > 10000);
}
