#include "algebra/layout/asked.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "algebra/layout/checked.hpp"
#include "algebra/layout/composition_walk.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/morphism.hpp"

namespace algebra {
namespace {

using Source = Condition::Source;

constexpr std::int64_t most_work = 1 << 22;  ///< most elements of copies to visit

/// A mode with size > 1 and stride != 0, and its position in the flattened layout.
struct MovingMode {
  std::int64_t size = 1, stride = 0;
  int place = 0;
};
/// Returns the modes with size > 1 and stride != 0, sorted by stride.
std::vector<MovingMode> moving_modes(const Layout& l) {
  std::vector<MovingMode> modes;
  int place = 0;
  for (const auto& m : flat_modes(l)) {
    if (m.stride.value != 0 && m.shape.value != 1) modes.push_back({m.shape.value, m.stride.value, place});
    ++place;
  }
  std::stable_sort(modes.begin(), modes.end(), [](const MovingMode& a, const MovingMode& b) { return a.stride < b.stride; });
  return modes;
}

void add_tractable(Asked& asked, int operand) {
  const auto& name = asked.operands[static_cast<std::size_t>(operand)].name;
  const auto& layout = asked.operands[static_cast<std::size_t>(operand)].layout;
  Condition c{.source = Source::tractable, .name = "tractable " + name, .operand = operand};
  const auto modes = attempt([&] { return intractable_modes(layout); });
  if (!modes) c.holds = false, c.why = modes.error().message;
  else if (*modes) c.holds = false, c.why = *why_intractable(layout), c.mode = (*modes)->second;
  asked.conditions.push_back(std::move(c));
}

/// Checks "admissible for composition" (J. Shah, "A Note on the Algebra of CuTe Layouts", definitions 2.12 and 2.17). A's sizes are
/// coalesced, and the last counts as infinite. Each stride of B must divide these sizes from the left, then B's size must do so weakly; and
/// the intervals [r, r(N-1)] of B's modes, up to the product of A's sizes without the last, must be disjoint.
void add_left_divisible(Asked& asked, const Layout& a, const Layout& b) {
  Condition by_stride{.source = Source::paper, .name = "left divisible", .operand = 1}, by_size = by_stride, apart = by_stride;
  by_size.name = "weakly left divisible";
  apart.name = "disjoint intervals";
  std::int64_t reach = 1;
  auto of_a = flat_modes(coalesce(a));
  for (auto& m : of_a) m.shape = {std::max<std::int64_t>(1, m.shape.value), true};
  for (std::uint32_t i = 0; i + 1 < of_a.size(); ++i) reach = checked::product(reach, of_a[i].shape.value);
  struct Interval {
    std::int64_t first, last;
    int place;
  };
  std::vector<Interval> intervals;
  int place = -1;
  for (const auto& m : flat_modes(b)) {
    ++place;
    if (m.stride.value <= 0 || m.shape.value <= 1) continue;
    const Interval interval{m.stride.value, std::min(checked::product(m.stride.value, m.shape.value - 1), reach - 1), place};
    for (const auto& other : intervals)
      if (apart.holds && interval.first <= other.last && other.first <= interval.last)
        apart.holds = false, apart.mode = place,
        apart.why = message("its indices from {} to {} overlap those of mode {}, from {} to {}", interval.first, interval.last, other.place,
                            other.first, other.last);
    if (interval.first <= interval.last) intervals.push_back(interval);
    walk_composition(of_a, {{m.shape.value, true}, {m.stride.value, true}}, [&](const CompositionStage& at) {
      const bool stride_divides = at.stride_divides && !at.splits_a_step();
      if (!stride_divides && by_stride.holds)
        by_stride.holds = false, by_stride.mode = place,
        by_stride.why = message("the stride {} of mode {} leaves a part of mode {} of {} (size {})", m.stride.value, place, at.mode, "A",
                                at.size.value);
      if (stride_divides && !at.shape_divides && by_size.holds)
        by_size.holds = false, by_size.mode = place,
        by_size.why = message("the size {} of mode {} ends within a mode of {}", m.shape.value, place, "A");
      return stride_divides && at.shape_divides;
    });
  }
  asked.conditions.push_back(std::move(by_stride));
  asked.conditions.push_back(std::move(by_size));
  asked.conditions.push_back(std::move(apart));
}

/// Checks CuTe's two divisibility conditions. Blames the first mode of B that breaks one alone; if no mode does, the modes break it
/// together (mode -1).
void add_divisibility(Asked& asked, const Layout& a, const Layout& b) {
  Condition by_stride{.source = Source::cute, .name = "stride divisibility", .operand = 1}, by_shape = by_stride;
  by_shape.name = "shape divisibility";
  const auto look = [&](const Layout& part, int place) {
    const auto result = attempt([&] { return composition(a, part); });
    if (result) return;
    for (auto* c : {&by_stride, &by_shape})
      if (c->name == result.error().condition && c->holds) c->holds = false, c->why = result.error().message, c->mode = place;
  };
  int place = 0;
  for (const auto& m : flat_modes(b)) look(Layout(IntTuple(m.shape), IntTuple(m.stride)), place++);
  if (by_stride.holds && by_shape.holds) look(b, -1);
  asked.conditions.push_back(std::move(by_stride));
  asked.conditions.push_back(std::move(by_shape));
}

void add_refinement(Asked& asked, const Layout& a, const Layout& b) {
  const auto composed = attempt([&] { return weak_composition(morphism_of(a), morphism_of(b)); });
  if (!composed && composed.error().condition == "tractable") return;
  asked.conditions.push_back({.source = Source::tractable,
                              .name = "mutual refinement",
                              .holds = composed.has_value(),
                              .why = composed ? Message() : composed.error().message});
}

Asked composed(const Layout& a, const Layout& b) {
  Asked asked{.operands = {{"A", a}, {"B", b}}, .conditions = {}};
  add_divisibility(asked, a, b);
  add_left_divisible(asked, a, b);
  add_tractable(asked, 0);
  add_tractable(asked, 1);
  add_refinement(asked, a, b);
  asked.shape = b.shape();
  asked.index = [a, b](std::int64_t c) { return a(b(c)); };
  return asked;
}

/// Checks the conditions of complement(A, n) for operand number `operand`. "Admissible for complementation" is Shah's definition 2.5, for
/// modes with strides of at least 1: his layouts have no others.
void add_complement(Asked& asked, int operand, std::int64_t cotarget) {
  const auto& l = asked.operands[static_cast<std::size_t>(operand)].layout;
  const auto modes = moving_modes(l);
  Condition positive{.source = Source::cute, .name = "strides of at least 0", .operand = operand}, injective = positive;
  injective.name = "injective";
  Condition admissible{.source = Source::paper, .name = "admissible for complementation", .operand = operand};
  std::int64_t end = 1;
  for (const auto& m : modes) {
    if (m.stride < 0 && positive.holds)
      positive.holds = false, positive.mode = m.place, positive.why = message("the stride of mode {} is {}", m.place, m.stride);
    if (m.stride >= 0 && m.stride < end && injective.holds)
      injective.holds = false, injective.mode = m.place,
      injective.why = message("the stride {} of mode {} is less than {}, where the mode before it ends", m.stride, m.place, end);
    if (m.stride > 0 && !checked::divides(end, m.stride) && admissible.holds)
      admissible.holds = false, admissible.mode = m.place,
      admissible.why = message("{}, where the mode before it ends, does not divide the stride {} of mode {}", end, m.stride, m.place);
    if (m.stride > 0) end = checked::product(m.stride, m.size);
  }
  if (admissible.holds && end > 0 && !checked::divides(end, cotarget))
    admissible.holds = false, admissible.why = message("{}, where the last mode ends, does not divide {}", end, cotarget);
  asked.conditions.push_back(std::move(positive));
  asked.conditions.push_back(std::move(injective));
  asked.conditions.push_back(std::move(admissible));
  add_tractable(asked, operand);
}

IndexFunction of_table(std::vector<std::int64_t> table) {
  return [table = std::move(table)](std::int64_t c) {
    if (c < 0 || c >= static_cast<std::int64_t>(table.size())) throw Problem{"limit", {}, {}};
    return table[static_cast<std::size_t>(c)];
  };
}

/// Returns c -> at(c % n, c / n): the place within a block of `n`, and the number of the block.
IndexFunction by_blocks(std::int64_t n, std::function<std::int64_t(std::int64_t, std::int64_t)> at) {
  return [n, at = std::move(at)](std::int64_t c) { return at(checked::remainder(c, n), checked::quotient(c, n)); };
}

Asked divided(const Layout& a, const Layout& t) {
  const auto n = size(a);
  if (const auto rest = attempt([&] { return complement(t, IntTuple(n)); })) {
    auto asked = composed(a, make_layout(t, *rest));
    asked.operands[1].name = "(B, B*)";
    for (auto& c : asked.conditions)
      if (c.name == "tractable B") c.name = "tractable (B, B*)";
    return asked;
  }
  Asked asked{.operands = {{"A", a}, {"B", t}}, .conditions = {}};
  add_complement(asked, 1, n);
  auto places = places_of_copies(t, n, n);
  if (places.empty()) return asked;
  asked.shape = IntTuple::tuple({t.shape(), IntTuple(static_cast<std::int64_t>(places.size()))});
  asked.index = by_blocks(size(t), [a, t, places = of_table(std::move(places))](std::int64_t within, std::int64_t block) {
    return a(checked::sum(t(within), places(block)));
  });
  return asked;
}

Asked multiplied(const Layout& a, const Layout& t) {
  const auto end = checked::product(size(a), cosize(t));
  if (const auto copies = attempt([&] { return complement(a, IntTuple(end)); })) {
    auto asked = composed(*copies, t);
    asked.operands[0].name = "A*";
    for (auto& c : asked.conditions)
      if (c.name == "tractable A") c.name = "tractable A*";
    asked.shape = IntTuple::tuple({a.shape(), t.shape()});
    asked.index = by_blocks(
        size(a), [a, t, copies = *copies](std::int64_t within, std::int64_t block) { return checked::sum(a(within), copies(t(block))); });
    return asked;
  }
  Asked asked{.operands = {{"A", a}, {"B", t}}, .conditions = {}};
  add_complement(asked, 0, end);
  const auto wanted = cosize(t);
  auto places = places_of_copies(a, wanted, most_work);
  if (static_cast<std::int64_t>(places.size()) < wanted) return asked;
  asked.shape = IntTuple::tuple({a.shape(), t.shape()});
  asked.index = by_blocks(size(a), [a, t, places = of_table(std::move(places))](std::int64_t within, std::int64_t block) {
    return checked::sum(a(within), places(t(block)));
  });
  return asked;
}

using OfLayouts = Asked (*)(const Layout&, const Layout&);
using ByTiler = Layout (*)(const Layout&, const Tiler&, Steps*);

Layout of_leaf(const IntTuple& leaf) { return make_layout(leaf); }

/// Calls `of_layouts` for the first mode that `operation` refuses; for a tiler that is one layout, for that layout.
Asked by_tiler(const Layout& a, const Tiler& b, OfLayouts of_layouts, ByTiler operation) {
  if (const auto* layout = std::get_if<Layout>(&b.is)) return of_layouts(a, *layout);
  if (const auto* leaf = std::get_if<IntTuple>(&b.is)) {
    if (leaf->is_underscore()) throw Problem{"argument", "`_` takes the whole mode, which no operation refuses.", {}};
    return of_layouts(a, of_leaf(*leaf));
  }
  const auto modes = static_cast<int>(b.modes().size());
  Condition of_rank{.source = Source::cute, .name = "tiler rank"};
  if (modes > rank(a)) {
    of_rank.holds = false;
    of_rank.mode = rank(a);
    of_rank.why = message("the tiler has {} modes, {} has {}", modes, to_string(a, Marks::plain), rank(a));
    return {.operands = {{"A", a}}, .conditions = {std::move(of_rank)}};
  }
  for (int i = 0; i < modes; ++i) {
    const auto& t = b.modes()[static_cast<std::size_t>(i)];
    if (attempt([&] { return operation(mode(a, i), t, nullptr); })) continue;
    auto asked = by_tiler(mode(a, i), t, of_layouts, operation);
    asked.part = asked.part.empty() ? message("mode {}", i) : message("mode {}, {}", i, asked.part);
    asked.conditions.insert(asked.conditions.begin(), std::move(of_rank));
    return asked;
  }
  throw Problem{"argument", "No mode is refused.", {}};
}

}  // namespace

std::vector<std::int64_t> places_of_copies(const Layout& l, std::int64_t most, std::int64_t end) {
  const auto elements = size(l);
  if (elements < 1 || elements > most_tabulated) return {};
  std::set<std::int64_t> distinct;
  for (std::int64_t i = 0; i < elements; ++i) distinct.insert(l(i));
  if (*distinct.begin() < 0 || *distinct.rbegin() > most_work) return {};
  const std::vector<std::int64_t> image(distinct.begin(), distinct.end());
  std::vector<bool> taken;
  std::vector<std::int64_t> places;
  std::int64_t work = 0;
  for (std::int64_t at = 0; at < end && static_cast<std::int64_t>(places.size()) < most; ++at) {
    const auto is_taken = [&](std::int64_t i) {
      ++work;
      return at + i < static_cast<std::int64_t>(taken.size()) && taken[static_cast<std::size_t>(at + i)];
    };
    const bool fits = std::none_of(image.begin(), image.end(), is_taken);
    if (work > most_work) return {};
    if (!fits) continue;
    if (static_cast<std::int64_t>(taken.size()) <= at + image.back()) taken.resize(static_cast<std::size_t>(2 * (at + image.back()) + 2));
    for (const auto i : image) taken[static_cast<std::size_t>(at + i)] = true;
    places.push_back(at);
  }
  return places;
}

namespace {

/// Linear equations for unknown strides: each says that a sum of strides times small integers has a known value. Kept in reduced form.
class StrideSystem {
 public:
  explicit StrideSystem(std::size_t count) : count_(count) {}
  /// Adds an equation; returns false if it contradicts those before.
  bool add(std::vector<std::int64_t> factors, std::int64_t sum) {
    factors.push_back(sum);
    for (const auto& row : rows_) {
      const auto lead = leading(row);
      if (factors[lead] != 0) eliminate(factors, row, lead);
    }
    const auto lead = leading(factors);
    if (lead == count_) return factors[count_] == 0;
    for (auto& row : rows_)
      if (row[lead] != 0) eliminate(row, factors, lead);
    rows_.push_back(std::move(factors));
    return true;
  }
  /// Returns a solution in which undetermined strides are 0; nullopt if a stride is not an integer.
  std::optional<std::vector<std::int64_t>> solution() const {
    std::vector<std::int64_t> strides(count_, 0);
    for (const auto& row : rows_) {
      const auto lead = leading(row);
      if (!checked::divides(row[lead], row[count_])) return std::nullopt;
      strides[lead] = row[count_] / row[lead];
    }
    return strides;
  }

 private:
  using Row = std::vector<std::int64_t>;
  std::size_t leading(const Row& row) const {
    return static_cast<std::size_t>(
        std::find_if(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count_), [](auto f) { return f != 0; }) - row.begin());
  }
  static void eliminate(Row& row, const Row& by, std::size_t lead) {
    const auto f = row[lead], g = by[lead];
    std::int64_t common = 0;
    for (std::size_t i = 0; i < row.size(); ++i)
      row[i] = checked::difference(checked::product(row[i], g), checked::product(by[i], f)), common = std::gcd(common, row[i]);
    if (common > 1)
      for (auto& x : row) x /= common;
  }
  std::size_t count_;
  std::vector<Row> rows_;
};

}  // namespace

LayoutThrough layout_through(const std::vector<std::pair<std::int64_t, std::int64_t>>& points, std::int64_t extent) {
  constexpr std::int64_t most_looked_at = 1 << 21;
  LayoutThrough result;
  std::int64_t looked_at = 0;
  // First coordinates of the modes: each divides the next one, and the last mode is unbounded.
  std::vector<std::int64_t> begins{1};
  const auto try_these = [&] {
    StrideSystem strides(begins.size());
    for (const auto& [at, value] : points) {
      std::vector<std::int64_t> digits(begins.size());
      for (std::size_t k = 0; k < begins.size(); ++k) digits[k] = (k + 1 < begins.size() ? at % begins[k + 1] : at) / begins[k];
      ++looked_at;
      if (!strides.add(std::move(digits), value)) return false;
    }
    const auto found = strides.solution();
    if (!found) return false;
    IntTuple shape, stride;
    for (std::size_t k = 0; k < begins.size(); ++k) {
      shape.append(IntTuple(k + 1 < begins.size() ? begins[k + 1] / begins[k] : (extent + begins[k] - 1) / begins[k]));
      stride.append(IntTuple((*found)[k]));
    }
    result.layout = begins.size() == 1 ? Layout(shape.mode(0), stride.mode(0)) : Layout(shape, stride);
    return true;
  };
  const auto search = [&](const auto& self) -> bool {
    if (looked_at > most_looked_at) return result.decided = false, true;
    ++result.ways;
    if (try_these()) return true;
    for (auto next = 2 * begins.back(); next < extent; next += begins.back()) {
      begins.push_back(next);
      const bool ended = self(self);
      begins.pop_back();
      if (ended) return true;
    }
    return false;
  };
  search(search);
  return result;
}

Asked asked_of_composition(const Layout& a, const Tiler& b) {
  return by_tiler(a, b, composed, [](const Layout& l, const Tiler& t, Steps* s) { return composition(l, t, s); });
}

Asked asked_of_complement(const Layout& a, const IntTuple& cotarget) {
  Asked asked{.operands = {{"A", a}}, .conditions = {}};
  const auto n = product(cotarget).value;
  add_complement(asked, 0, n);
  auto places = places_of_copies(a, most_tabulated, n);
  if (places.empty()) return asked;
  asked.shape = IntTuple(static_cast<std::int64_t>(places.size()));
  asked.index = of_table(std::move(places));
  return asked;
}

namespace {

/// Returns two coordinates with the same index, if any.
std::optional<std::pair<std::int64_t, std::int64_t>> same_index(const Layout& l) {
  std::vector<std::pair<std::int64_t, std::int64_t>> all;
  for (std::int64_t c = 0; c < size(l); ++c) all.emplace_back(l(c), c);
  std::sort(all.begin(), all.end());
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i].first == all[i - 1].first) return std::pair{all[i - 1].second, all[i].second};
  return std::nullopt;
}

/// Adds the conditions "injective" and "tractable"; returns two coordinates with one index, if any.
std::optional<std::pair<std::int64_t, std::int64_t>> add_injective(Asked& asked, const Layout& l) {
  Condition injective{.source = Source::paper, .name = "injective", .operand = 0};
  const auto same = same_index(l);
  if (same) injective.holds = false, injective.why = message("A({}) = A({}) = {}", same->first, same->second, l(same->first));
  asked.conditions.push_back(std::move(injective));
  add_tractable(asked, 0);
  return same;
}

}  // namespace

Asked asked_of_left_inverse(const Layout& l) {
  Asked asked{.operands = {{"A", l}}, .conditions = {}};
  Condition divides{.source = Source::cute, .name = "left inverse divisibility", .operand = 0};
  std::int64_t before = 1;
  int place = -1;
  for (const auto& m : moving_modes(coalesce(l))) {
    if (!checked::divides(before, m.stride) && divides.holds) {
      divides.holds = false;
      divides.why = message("{} does not divide the stride {}", before, m.stride);
      for (const auto& given : moving_modes(l))
        if (given.stride == m.stride && place < 0) place = given.place;
      divides.mode = place;
    }
    before = m.stride;
  }
  asked.conditions.push_back(std::move(divides));
  if (!is_tabulated(l.shape())) return asked;
  if (add_injective(asked, l) || cosize(l) > most_tabulated) return asked;
  std::vector<std::int64_t> table(static_cast<std::size_t>(cosize(l)), -1);
  for (std::int64_t c = 0; c < size(l); ++c) {
    if (l(c) < 0) return asked;
    table[static_cast<std::size_t>(l(c))] = c;
  }
  asked.shape = IntTuple(static_cast<std::int64_t>(table.size()));
  asked.index = of_table(std::move(table));
  asked.partial = true;
  return asked;
}

Asked asked_of_right_inverse(const Layout& l) {
  Asked asked{.operands = {{"A", l}}, .conditions = {}};
  if (!is_tabulated(l.shape())) return asked;
  Condition reached{.source = Source::paper, .name = "surjective", .operand = 0};
  std::set<std::int64_t> image;
  std::vector<std::int64_t> first;
  for (std::int64_t c = 0; c < size(l); ++c) image.insert(l(c));
  std::int64_t count = 0;
  while (image.contains(count)) ++count;
  if (count < cosize(l)) reached.holds = false, reached.why = message("no element has the index {}", count);
  asked.conditions.push_back(std::move(reached));
  add_tractable(asked, 0);
  if (count == 0) return asked;
  first.assign(static_cast<std::size_t>(count), -1);
  for (auto c = size(l); c-- > 0;)
    if (l(c) >= 0 && l(c) < count) first[static_cast<std::size_t>(l(c))] = c;
  asked.shape = IntTuple(count);
  asked.index = of_table(std::move(first));
  return asked;
}

Asked asked_of_divide(const Layout& a, const Tiler& tiler) { return by_tiler(a, tiler, divided, logical_divide); }
Asked asked_of_product(const Layout& a, const Tiler& tiler) { return by_tiler(a, tiler, multiplied, logical_product); }

Asked asked_of_tile_to_shape(const Layout& block, const IntTuple& shape, const IntTuple& order) {
  Asked asked{.operands = {{"A", block}}, .conditions = {}};
  Condition of_rank{.source = Source::cute, .name = "tiler rank"};
  if (rank(block) > shape.rank()) {
    of_rank.holds = false;
    of_rank.operand = 0, of_rank.mode = shape.rank();
    of_rank.why = message("A has {} modes, the shape {} has {}", rank(block), plain(shape), shape.rank());
    asked.conditions.push_back(std::move(of_rank));
    return asked;
  }
  asked.conditions.push_back(std::move(of_rank));
  const auto whole = append(block, {}, shape.rank());
  const auto of_block = product_each(whole.shape()), target = product_each(shape);
  Condition divides{.source = Source::cute, .name = "shape divisibility", .operand = 0};
  IntTuple times;
  std::vector<std::int64_t> tile, extent;
  for (int i = 0; i < target.rank(); ++i) {
    const auto t = of_block.mode(i).integer().value, n = target.mode(i).integer().value;
    if (t < 1 || n < 1) throw Problem{"argument", {}, {}};
    if (n % t != 0 && divides.holds)
      divides.holds = false, divides.mode = i, divides.why = message("mode {}: {} does not divide {}", i, t, n);
    tile.push_back(t), extent.push_back(n);
    times.append(IntTuple((n - 1) / t + 1));
  }
  asked.conditions.push_back(std::move(divides));
  const auto copies = order.is_tuple() && order.rank() == 0 ? make_layout(times) : make_ordered_layout(times, order);
  add_complement(asked, 0, checked::product(size(block), size(copies)));
  auto places = places_of_copies(block, cosize(copies), most_work);
  if (static_cast<std::int64_t>(places.size()) < cosize(copies)) return asked;
  asked.shape = shape.is_tuple() ? target : IntTuple(product(shape));
  asked.index = [whole, copies, tile, extent, places = of_table(std::move(places))](std::int64_t c) {
    std::int64_t within = 0, copy = 0, tiles = 1, of_copies = 1;
    for (std::size_t i = 0; i < tile.size(); ++i) {
      const auto at = c % extent[i];
      c /= extent[i];
      within += at % tile[i] * tiles;
      copy += at / tile[i] * of_copies;
      tiles *= tile[i];
      of_copies *= (extent[i] - 1) / tile[i] + 1;
    }
    return whole(within) + places(copies(copy));
  };
  return asked;
}

Asked asked_of_coalesce(const Layout& l, const IntTuple& profile) {
  Asked asked{.operands = {{"A", l}}, .conditions = {}};
  Condition congruent{.source = Source::cute, .name = "weakly congruent", .operand = 0};
  const auto look = [&](const auto& self, const IntTuple& p, const Layout& part, int place) -> void {
    if (!p.is_tuple() || !congruent.holds) return;
    if (p.rank() > rank(part)) {
      congruent.holds = false;
      congruent.mode = place;
      congruent.why = message("the profile {} has {} modes, {} has {}", plain(p), p.rank(), to_string(part, Marks::plain), rank(part));
      return;
    }
    for (int i = 0; i < p.rank(); ++i) {
      self(self, p.mode(i), mode(part, i), place);
      place += mode(part, i).shape().leaves();
    }
  };
  look(look, profile, l, 0);
  asked.conditions.push_back(std::move(congruent));
  asked.shape = l.shape();
  asked.index = [l](std::int64_t c) { return l(c); };
  return asked;
}

}  // namespace algebra
