// Tests that sentences about refused slices, recasts, common vectors and complements are true, and that accepted ones have the values found
// by brute force.

#include "truth.hpp"

using namespace algebra;
using namespace algebra::truth;

namespace {

using Pair = std::pair<IntTuple, IntTuple>;

/// Returns a coordinate of the shape, now and then of another profile.
IntTuple coordinate_of(const IntTuple& shape, random_layouts::Source& source) {
  if (source.chance(5)) return IntTuple::tuple({IntTuple(source.mark(0)), IntTuple::underscore()});
  if (source.chance(30)) return IntTuple::underscore();
  if (!shape.is_tuple() || source.chance(15)) return IntTuple(source.mark(source.below(product(shape).value)));
  IntTuple c;
  for (int i = 0; i < shape.rank(); ++i)
    if (!source.chance(2)) c.append(coordinate_of(shape.mode(i), source));
  return c;
}

/// Returns the part of a coordinate that does not fit its part of the shape.
std::optional<Pair> misfit(const IntTuple& c, const IntTuple& shape) {
  if (!c.is_tuple()) return std::nullopt;
  if (!shape.is_tuple() || c.rank() != shape.rank()) return Pair{c, shape};
  for (int i = 0; i < c.rank(); ++i)
    if (auto found = misfit(c.mode(i), shape.mode(i))) return found;
  return std::nullopt;
}

/// The part of a layout that a coordinate leaves open: the modes at `_`, and the index where all of those are at 0.
struct Left {
  std::vector<naive::Function> free;
  Wide fixed = 0;
  void take(const IntTuple& c, const Layout& l) {
    if (c.is_underscore()) {
      free.emplace_back(l);
    } else if (c.is_integer()) {
      fixed += naive::Function(l)(c.integer().value);
    } else {
      for (int i = 0; i < c.rank(); ++i) take(c.mode(i), mode(l, i));
    }
  }
  std::vector<Wide> values() const {
    std::vector<Wide> all{0};
    for (const auto& f : free) {
      const auto block = all;
      all.clear();
      for (const auto v : f.values())
        for (const auto b : block) all.push_back(b + v);
    }
    return all;
  }
};

bool says_that(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
class SliceSource : public random_layouts::Source {
 public:
  explicit SliceSource(int more) : Source(random_layouts::chosen_seed() + static_cast<std::uint64_t>(more)) {}
  Layout any() {
    do choose_marking();
    while (large());
    return layout();
  }
};

}  // namespace

TEST_CASE("a slice has the elements at its coordinate, and a coordinate that does not fit is said not to") {
  SliceSource source(90);
  int sliced = 0, refused = 0;
  for (int k = 0; k < cases(); ++k) {
    const auto l = source.any();
    const auto c = coordinate_of(l.shape(), source);
    const bool with_offset = source.chance(50);
    const auto text = call(with_offset ? "slice_and_offset" : "slice", c, l);
    const auto e = evaluate(text, {}, IntegerRule::cute);
    const auto wrong = misfit(c, l.shape());
    if (!e) {
      ++refused;
      const auto said = e.error().problem.message.text();
      if (!wrong) {
        is_false(text, said, "the coordinate fits");
        continue;
      }
      const auto begin = "The coordinate " + plain(wrong->first) + " does not fit the shape " + plain(wrong->second) + ": ";
      const auto why = wrong->second.is_tuple()
                           ? "rank " + std::to_string(wrong->first.rank()) + " against rank " + std::to_string(wrong->second.rank()) + "."
                           : "a tuple where the shape has one integer.";
      if (said != begin + why) is_false(text, said, begin + why);
      continue;
    }
    ++sliced;
    if (wrong) {
      is_false(text, in_cute(e->value), plain(wrong->first) + " does not fit " + plain(wrong->second));
      continue;
    }
    Left left;
    left.take(c, l);
    const auto* both = std::get_if<LayoutAndOffset>(&e->value);
    const auto* alone = both != nullptr ? std::get_if<Layout>(&both->layout) : std::get_if<Layout>(&e->value);
    REQUIRE_MESSAGE(alone != nullptr, text);
    if (naive::Function(*alone).values() != left.values()) is_false(text, in_cute(*alone), "these are other elements");
    if (both != nullptr && both->offset.integer().value != left.fixed) is_false(text, in_cute(both->offset), "they begin elsewhere");
  }
  MESSAGE(sliced << " sliced, " << refused << " refused");
  CHECK(refused > cases() / 20);
}

TEST_CASE("a recast has the elements of the other width, or the stride that is said to be in the way") {
  SliceSource source(91);
  int done = 0, refused = 0, offered = 0;
  for (int k = 0; k < cases(); ++k) {
    const auto l = source.any();
    const bool up = source.chance(50);
    const auto n = 1 + source.below(8);
    const auto text = (up ? "upcast<" : "downcast<") + std::to_string(n) + ">(" + in_cute(l) + ")";
    const auto e = evaluate(text, {}, IntegerRule::cute);
    const naive::Function f(l);
    if (!e) {
      ++refused;
      const auto said = e.error().problem.message.text();
      static const std::regex neither("upcast<(\\d+)>: neither of the stride (-?\\d+) and (\\d+) divides the other\\."),
          no_step("downcast<(\\d+)>: no mode of (.+) has the static stride 1\\.");
      std::smatch m;
      const auto leaves = f.leaves();
      if (std::regex_match(said, m, neither)) {
        const auto d = std::stoll(m[2]);
        const bool there =
            std::any_of(leaves.begin(), leaves.end(), [&](const auto& leaf) { return leaf.stride_static && leaf.stride == d; });
        if (!there || std::stoll(m[3]) != n || d == 0 || d % n == 0 || n % d == 0) is_false(text, said, "it is otherwise");
      } else if (std::regex_match(said, m, no_step)) {
        const bool there =
            std::any_of(leaves.begin(), leaves.end(), [](const auto& leaf) { return leaf.stride_static && leaf.stride == 1; });
        if (m[2] != plain(l) || there) is_false(text, said, "it is otherwise");
      } else {
        is_false(text, said, "nobody knows this sentence");
      }
      for (const auto& suggestion : e.error().problem.suggestions) {
        ++offered;
        if (!evaluate(repaired(text, e.error(), suggestion), {}, IntegerRule::cute)) is_false(text, suggestion, "that does not work");
      }
      continue;
    }
    ++done;
    const auto r = naive::Function(std::get<Layout>(e->value)).values();
    const auto is = f.values();
    const bool forwards = std::all_of(f.leaves().begin(), f.leaves().end(), [](const auto& leaf) { return leaf.stride >= 0; });
    if (!forwards) continue;
    std::vector<Wide> want;
    if (!up) {
      // Each element is n of the narrow ones, where one mode goes through neighbours.
      for (const auto i : is)
        for (std::int64_t part = 0; part < n; ++part) want.push_back(i * n + part);
      const auto steps = std::count_if(f.leaves().begin(), f.leaves().end(), [](const auto& leaf) { return leaf.stride == 1; });
      if (steps == 1 && naive::sorted(r) != naive::sorted(want)) is_false(text, in_cute(e->value), "these are other elements");
    } else if (std::all_of(f.leaves().begin(), f.leaves().end(), [&](const auto& leaf) { return leaf.stride % n == 0; })) {
      for (const auto i : is) want.push_back(i / n);
      if (r != want) is_false(text, in_cute(e->value), "these are other elements");
    }
  }
  MESSAGE(done << " recast, " << refused << " refused, " << offered << " offered");
  CHECK(refused > cases() / 20);
}

TEST_CASE("what two layouts have in common is contiguous in both") {
  SliceSource source(92);
  int found = 0, longer = 0;
  for (int k = 0; k < cases(); ++k) {
    const auto a = source.any();
    const auto b = source.chance(40) ? source.stepping_layout(a.shape(), 10) : source.layout();
    const auto text = call("max_common_layout", a, b), vector = call("max_common_vector", a, b);
    const auto e = evaluate(text, {}, IntegerRule::cute), v = evaluate(vector, {}, IntegerRule::cute);
    if (e.has_value() != v.has_value())
      is_false(text, e ? in_cute(e->value) : e.error().problem.message.text(), "of the other it is otherwise");
    if (!e || !v) continue;
    const naive::Function f(a), g(b), r(std::get<Layout>(e->value));
    const auto n = std::get<IntTuple>(v->value).integer().value;
    ++found;
    longer += n > 1;
    if (r.size() != n) is_false(vector, in_cute(v->value), "the layout in common has another size");
    for (Wide i = 0; i < r.size(); ++i)
      if (f(r(i)) != i || g(r(i)) != i) {
        is_false(text, in_cute(e->value), "A or B is not " + std::to_string(static_cast<long long>(i)) + " there");
        break;
      }
  }
  MESSAGE(found << " found, " << longer << " longer than 1");
  CHECK(longer > cases() / 20);
}

TEST_CASE("why a complement is refused is as is said") {
  SliceSource source(93);
  int refused = 0;
  for (int k = 0; refused < cases() && k < 100 * cases(); ++k) {
    const auto l = source.any();
    const auto text = call("complement", l, IntTuple(source.mark(1 + source.below(64))));
    const auto e = evaluate(text, {}, IntegerRule::cute);
    if (e) continue;
    ++refused;
    const auto said = e.error().problem.message.text();
    const auto leaves = naive::leaves_of(coalesce(naive::filtered(l)));
    static const std::regex overlap(
        "CuTe builds no complement of (.+): the stride (-?\\d+) is less than (-?\\d+), where the mode with the "
        "stride before it ends\\.");
    static const std::regex ends("CuTe builds no complement of (.+): it would divide by 0, where the mode (-?\\d+):(-?\\d+) ends\\.");
    std::smatch m;
    if (!says_that(said, " of " + plain(l))) is_false(text, said, "that is another layout");
    if (says_that(said, "only where all its strides are static, or it has one mode.")) {
      const bool dynamic = std::any_of(leaves.begin(), leaves.end(), [](const auto& leaf) { return !leaf.stride_static; });
      if (!dynamic || leaves.size() < 2) is_false(text, said, "its strides are static, or it has one mode");
    } else if (says_that(said, "a complement needs strides that are not negative.")) {
      if (std::none_of(leaves.begin(), leaves.end(), [](const auto& leaf) { return leaf.stride < 0; })) is_false(text, said, "none is");
    } else if (std::regex_match(said, m, ends)) {
      const auto size = std::stoll(m[2]), d = std::stoll(m[3]);
      const bool there =
          std::any_of(leaves.begin(), leaves.end(), [&](const auto& leaf) { return leaf.extent == size && leaf.stride == d; });
      if (!there || size * d != 0) is_false(text, said, "no mode ends there");
    } else if (std::regex_match(said, m, overlap)) {
      const auto d = std::stoll(m[2]), end = std::stoll(m[3]);
      const bool there =
          std::any_of(leaves.begin(), leaves.end(), [&](const auto& x) { return x.stride == d; }) &&
          std::any_of(leaves.begin(), leaves.end(), [&](const auto& x) { return x.stride * x.extent == end && x.stride <= d; });
      if (!there || d >= end) is_false(text, said, "no mode ends there");
    } else {
      is_false(text, said, "nobody knows this sentence");
    }
    for (const auto& suggestion : e.error().problem.suggestions)
      if (!evaluate(repaired(text, e.error(), suggestion), {}, IntegerRule::cute)) is_false(text, suggestion, "that does not work");
  }
  MESSAGE(refused << " refused");
  CHECK(refused >= cases());
}
