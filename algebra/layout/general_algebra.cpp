#include "algebra/layout/general_algebra.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>

#include "algebra/layout/as_layout.hpp"
#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/common_domain.hpp"
#include "algebra/layout/composition_walk.hpp"

namespace algebra::general {
namespace {

constexpr Int known(std::int64_t n) { return {n, true}; }

// --- A layout's values as a function of its 1-D coordinate

/// A function that returns the element at the 1-D coordinate i.
using Values = std::function<Element(std::int64_t)>;

/// Returns the longest run from 0 on, in steps of `step`, in which the values are multiples of the first; the result divides `left`.
std::int64_t run_length(const Values& values, std::int64_t step, std::int64_t left) {
  const auto stride = values(step);
  std::int64_t run = 1;
  while (run < left && values(run * step) == stride.times(run)) ++run;
  while (left % run != 0) --run;
  return run;
}

/// Returns the coalesced layout with these values, if there is one.
std::optional<Layout> tabulated(std::int64_t n, const Values& values) {
  if (!values(0).is_zero()) return std::nullopt;
  ModeList modes;
  for (std::int64_t step = 1; step < n;) {
    const auto run = run_length(values, step, n / step);
    if (run == 1) return std::nullopt;
    modes.push_back({known(run), values(step).as_integer()});
    step *= run;
  }
  if (modes.empty()) modes.push_back({known(1), known(0)});
  const auto l = layout_of_modes(modes);
  for (std::int64_t i = 0; i < n; ++i)
    if (value_at(i, l) != values(i)) return std::nullopt;
  return l;
}

bool has_values(const Layout& l, const Values& values) {
  const auto n = size(l);
  for (std::int64_t i = 0; i < n; ++i)
    if (value_at(i, l) != values(i)) return false;
  return true;
}

/// Throws the Problem that names three coordinates as a proof that no layout of `n` elements in one mode has these values: the places of
/// two modes, and their sum.
[[noreturn]] void no_layout(const Layout& a, const Layout& b, std::int64_t n, const Values& values) {
  const auto text = [&](std::int64_t i) { return to_string(values(i)); };
  for (std::int64_t x = 1; x < n; x *= 2)
    for (std::int64_t y = 1; y < x; ++y)
      if (x + y < n && values(x + y) != values(x) + values(y))
        throw Problem{"layout",
                      message("{} o {} is not a layout over F2: its values at {}, {} and {} are {}, {} and {}.", plain(a), plain(b), y, x,
                              x + y, text(y), text(x), text(x + y)),
                      {}};
  throw Problem{"layout", message("{} o {} is not a layout over F2.", plain(a), plain(b)), {}};
}

void require_tabulated(std::int64_t n, const Layout& a) {
  if (n > most_tabulated)
    throw Problem{"limit", message("{} has more than {} elements, too many to compare over F2.", plain(a), most_tabulated), {}};
}

// --- Composition

/// Returns the part of a layout that a coordinate's entry at this path addresses.
Layout within(const Layout& a, std::uint32_t path) {
  auto part = a;
  for (; path != 0 && path != Int::bits_mark; path = basis_rest(path)) {
    const int at = basis_first(path);
    if (at == 0 && !part.shape().is_tuple()) continue;  // an integer is its own mode 0
    if (!part.shape().is_tuple() || at >= rank(part))
      throw Problem{"mismatched ranks", message("{} has no mode {}, along which the other layout steps.", plain(part), at), {}};
    part = mode(part, at);
  }
  return part;
}

/// Makes a layout of one integer.
Layout leaf(Int shape, Int stride) { return {IntTuple(shape), IntTuple(stride)}; }

/// Coalesces, but keeps the stride of a single mode of size 1: it tells where a complement continues.
Layout simplified(const Layout& l) {
  auto modes = flat_modes(coalesce_z(l));
  if (modes.size() > 1 && modes.back().shape.is(1)) modes.shrink(modes.size() - 1);
  return layout_of_modes(modes);
}

[[noreturn]] void refuse(const char* condition, const Layout& a, Int n, std::int64_t step) {
  throw Problem{condition,
                message("{} o {}:{} cannot be composed mode by mode: a size of the left layout and a step or size of the right one do not "
                        "divide each other.",
                        plain(a), n.value, step),
                {}};
}

/// Composes one part of a layout, coalesced, with n:step, n != 1: takes every step-th of its first n·step elements. Conditions (20) and
/// (21) of the paper.
Layout stepped(const Layout& a, Int n, std::int64_t step) {
  auto modes = flat_modes(coalesce_z(a));
  if (modes.size() > 1 && step < 0) refuse("stride divisibility", a, n, step);
  if (modes.size() == 1 || n.value == 0) return leaf(n, known(step) * modes[0].stride);
  const auto compose = [&](Mode b) {
    ModeList composed;
    const auto rest = walk_composition(modes, b, [&](const CompositionStage& at) {
      if (!at.stride_divides || at.splits_a_step()) refuse("stride divisibility", a, n, at.rest.stride.value);
      if (!at.shape_divides) refuse("shape divisibility", a, n, step);
      if (!at.taken.is(1)) composed.push_back({at.taken, at.rest.stride * modes[at.mode].stride});
      return true;
    });
    if (!rest.shape.is(1)) composed.push_back({rest.shape, rest.stride * modes.back().stride});
    modes = composed;
  };
  compose({known(step) * n, known(1)});
  compose({n, known(step)});
  return layout_of_modes(modes);
}

/// Computes A o n:d term by term, without simplifications over F2.
Layout term_by_term(const Layout& a, Int n, const Element& d) {
  std::optional<Layout> total;
  for (const auto& t : d.terms()) {
    auto part = stepped(within(a, t.path), n, t.value);
    total = total ? layout_add(*total, part) : std::move(part);
  }
  return simplified(*total);
}

Layout compose_mode(const Layout& a, Int n, Int stride) {
  const Element d(stride);
  if (d.is_zero()) return leaf(n, known(0));
  const auto b = leaf(n, stride);
  if (n.value == 1 && !has_bits(b)) return leaf(n, value_at(d, a).as_integer());
  if (!has_bits(a) && !has_bits(b)) return term_by_term(a, n, d);
  require_tabulated(n.value, b);
  const Values values = [&](std::int64_t i) { return value_at(d.times(i), a); };
  if (!has_bits(b)) {
    if (auto easy = attempt([&] { return term_by_term(a, n, d); }); easy && has_values(*easy, values)) return *std::move(easy);
    if (auto l = tabulated(n.value, values)) return *std::move(l);
    no_layout(a, b, n.value, values);
  }
  // B's strides are vectors over F2, so numeric values of A count as vectors as well.
  const Values over_bits = [&](std::int64_t i) {
    const auto v = values(i);
    return v.terms().size() == 1 && v.terms()[0].path == 0 ? Element(Int::bits_mark, v.terms()[0].value) : v;
  };
  if (n.value == 1) return leaf(n, over_bits(1).as_integer());
  if (auto l = tabulated(n.value, over_bits)) return *std::move(l);
  no_layout(a, b, n.value, over_bits);
}

Layout compose_modes(const Layout& a, const Layout& b) {
  if (!b.shape().is_tuple()) return compose_mode(a, b.shape().integer(), b.stride().integer());
  std::vector<Layout> modes;
  for (int i = 0; i < rank(b); ++i) modes.push_back(compose_modes(a, mode(b, i)));
  return make_layout(modes);
}

/// If some modes are vectors over F2, turns the integer strides into vectors, too, since they are added to vectors. Throws if that changes
/// a value.
Layout over_one_module(const Layout& r) {
  bool bits = false;
  r.stride().for_each_integer([&](Int d) { bits = bits || d.basis == Int::bits_mark; });
  if (!bits) return r;
  bool clear = true;
  IntTuple::for_each_pair(r.shape(), r.stride(), [&](Int n, Int d) {
    if (d.basis != 0 || d.value == 0) return;
    clear = clear && d.value > 0;
    for (std::int64_t i = 0; clear && i < n.value && i < most_tabulated; ++i)
      clear = arithmetic::carryless_product(d.value, i) == d.value * i;
  });
  if (!clear) throw Problem{"layout", message("Some modes of {} are numbers and some vectors over F2: these have no sum.", plain(r)), {}};
  return {r.shape(), r.stride().transformed([](Int d) { return d.basis == 0 && d.value != 0 ? Int{d.value, true, Int::bits_mark} : d; })};
}

/// Throws unless R equals A o B at each coordinate: over F2, modes that compose one by one may still carry into each other.
void require_composition(const Layout& a, const Layout& b, const Layout& r) {
  const auto n = size(b);
  require_tabulated(n, b);
  for (std::int64_t i = 0; i < n; ++i) {
    const auto want = value_at(value_at(i, b), a), have = value_at(i, r);
    const bool numbers = want.terms().size() == 1 && want.terms()[0].path == 0 && have.terms().size() == 1;
    if (have == want || (numbers && have.terms()[0].path == Int::bits_mark && have.terms()[0].value == want.terms()[0].value)) continue;
    throw Problem{"layout",
                  message("{} o {} is not a layout over F2: at coordinate {} it is {}, where the sum of the modes is {}.", plain(a),
                          plain(b), i, to_string(want), to_string(have)),
                  {}};
  }
}

// --- Axes: the places of the values, each of integers or of vectors over F2

/// The tree of axes: a tuple of zeros for integers, and F0 for vectors over F2.
struct Axes {
  std::vector<std::uint32_t> paths;  ///< in order; an integer's path for places without strides
  IntTuple profile;
};

void list_axes(const IntTuple& profile, std::uint32_t path, std::vector<std::uint32_t>& out) {
  if (!profile.is_tuple()) {
    out.push_back(profile.integer().basis == Int::bits_mark ? bits_within(path) : path);
    return;
  }
  for (int i = 0; i < profile.rank(); ++i) list_axes(profile.mode(i), basis_within(path, i), out);
}

Axes axes_of(const Layout& l) {
  Element all;
  l.stride().for_each_integer([&](Int d) {
    for (const auto& t : Element(d).terms())
      if (all.at(t.path) == 0) all = all + Element(t.path, 1);
  });
  Axes axes{.paths = {}, .profile = as_tuple(all)};
  list_axes(axes.profile, 0, axes.paths);
  return axes;
}

/// Joins one layout per axis, in the axes' profile.
Layout joined(const IntTuple& profile, std::vector<Layout>::const_iterator& next) {
  if (!profile.is_tuple()) return *next++;
  std::vector<Layout> modes;
  for (int i = 0; i < profile.rank(); ++i) modes.push_back(joined(profile.mode(i), next));
  return make_layout(modes);
}
Layout joined(const Axes& axes, const std::vector<Layout>& layouts) {
  auto next = layouts.begin();
  return joined(axes.profile, next);
}

/// A mode with its stride's entry on one axis, and the 1-D coordinate of its first step.
struct OnAxis {
  std::int64_t stride, shape, step;
};

[[noreturn]] void on_several_axes(const Layout& l, Int stride) {
  throw Problem{
      "basis",
      message("The stride {} of {} has entries on several axes: only a layout whose strides are multiples of single basis elements "
              "is taken axis by axis.",
              plain(IntTuple(stride)), plain(l)),
      {}};
}

/// Returns the modes with strides on this axis, sorted by stride. Modes of stride 0 and of size 1 are on no axis.
std::vector<OnAxis> modes_on(const Layout& l, const ModeList& modes, std::uint32_t axis) {
  std::vector<OnAxis> all;
  std::int64_t step = 1;
  for (const auto& m : modes) {
    const Element d(m.stride);
    if (d.terms().size() > 1) on_several_axes(l, m.stride);
    if (!d.is_zero() && m.shape.value != 1 && d.terms()[0].path == axis) all.push_back({d.terms()[0].value, m.shape.value, step});
    step = (known(step) * m.shape).value;
  }
  std::stable_sort(all.begin(), all.end(), [](const OnAxis& a, const OnAxis& b) { return a.stride < b.stride; });
  return all;
}

/// Returns the coordinate of a vector over F2 in modes that follow each other without gaps; nullopt if they do not split it.
std::optional<std::int64_t> at_residue(std::int64_t residue, const ModeList& modes) {
  std::int64_t total = 0;
  for (std::uint32_t i = 0; i < modes.size(); ++i) {
    const auto s = modes[i].shape.value;
    if ((s & (s - 1)) != 0) return std::nullopt;
    const auto here = i + 1 < modes.size() ? residue % s : residue;
    residue /= s;
    total ^= arithmetic::carryless_product(modes[i].stride.value, here);
  }
  return total;
}

Layout right_inverse_on(const Layout& l, const ModeList& modes, std::uint32_t axis) {
  const bool bits = is_bits(axis);
  ModeList result;
  std::int64_t next = 1;
  for (const auto& m : modes_on(l, modes, axis)) {
    auto step = m.step;
    if (m.stride != next) {
      // Over F2 a stride may contain bits that are already covered: they only permute the elements.
      const auto residue = next ^ m.stride;
      if (!bits || arithmetic::carryless_product(residue, m.shape - 1) >= next) continue;
      const auto back = at_residue(residue, result);
      if (!back) continue;
      step ^= *back;
    }
    result.push_back({known(m.shape), Int{step, true, bits ? Int::bits_mark : 0}});
    next = bits ? arithmetic::carryless_product(next, m.shape) : (known(next) * known(m.shape)).value;
  }
  if (result.empty()) return {};
  return simplified(layout_of_modes(result));
}

Layout left_inverse_on(const Layout& l, const ModeList& modes, std::uint32_t axis) {
  std::vector<std::int64_t> shape{1}, stride{0};
  std::int64_t covered = 1;
  for (const auto& m : modes_on(l, modes, axis)) {
    if (m.stride < 0 || m.stride % covered != 0)
      throw Problem{"left inverse divisibility",
                    message("{} has no left inverse: {} does not divide the stride {}.", plain(l), covered, m.stride),
                    {}};
    const auto gap = m.stride / covered;
    if (gap < shape.back()) throw Problem{"injective", message("{} has no left inverse: two coordinates share a value.", plain(l)), {}};
    shape.back() = gap;
    covered *= gap;
    shape.push_back(m.shape);
    stride.push_back(m.step);
  }
  ModeList result;
  for (std::size_t i = 0; i < shape.size(); ++i) result.push_back({known(shape[i]), known(stride[i])});
  return coalesce_z(layout_of_modes(result));
}

/// Returns the columns of a layout over F2 whose sizes are powers of two: the value on an axis that each bit of the 1-D coordinate adds.
std::vector<std::int64_t> columns_on(const Layout& l, const ModeList& modes, std::uint32_t axis) {
  std::vector<std::int64_t> all;
  for (const auto& m : modes) {
    if (m.shape.value < 1 || (m.shape.value & (m.shape.value - 1)) != 0)
      throw Problem{"power of two", message("{} can be decomposed over F2 only if all its sizes are powers of two.", plain(l)), {}};
    for (std::int64_t bit = 1; bit < m.shape.value; bit *= 2) all.push_back(Element(m.stride).times(bit).at(axis));
  }
  return all;
}

/// Vectors over F2 in echelon form by their leading bits, each with its combination of columns.
class Echelon {
 public:
  /// Adds a vector; returns false if it is a sum of those before, and sets `from` to a combination of columns whose sum is 0.
  bool add(std::int64_t vector, std::int64_t& from) {
    vector = reduced(vector, from);
    if (vector == 0) return false;
    rows_[std::bit_width(static_cast<std::uint64_t>(vector)) - 1] = {vector, from};
    return true;
  }
  std::int64_t reduced(std::int64_t vector, std::int64_t& from) const {
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row)
      if ((vector >> row->first & 1) != 0) {
        vector ^= row->second.vector;
        from ^= row->second.from;
      }
    return vector;
  }
  bool leads(int bit) const { return rows_.contains(bit); }
  int bits() const { return rows_.empty() ? 0 : rows_.rbegin()->first + 1; }

 private:
  struct Row {
    std::int64_t vector, from;
  };
  std::map<int, Row> rows_;
};

/// Makes the layout over F2 of these columns: one mode of size 2 each, then coalesced.
Layout layout_of_columns(const std::vector<std::int64_t>& columns) {
  ModeList modes;
  for (const auto c : columns) modes.push_back({known(2), c == 0 ? known(0) : Int{c, true, Int::bits_mark}});
  if (modes.empty()) return {};
  return coalesce(layout_of_modes(modes));
}

Layout left_inverse_over_bits(const Layout& l, const ModeList& modes, std::uint32_t axis) {
  Echelon span;
  const auto columns = columns_on(l, modes, axis);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == 0) continue;
    auto from = std::int64_t{1} << i;
    if (!span.add(columns[i], from))
      throw Problem{"injective", message("{} has no left inverse: the coordinates 0 and {} share a value.", plain(l), from), {}};
  }
  std::vector<std::int64_t> back;
  for (int bit = 0; bit < span.bits(); ++bit) {
    // A bit that leads no value belongs to the complement and has the coordinate 0.
    std::int64_t from = 0;
    if (span.leads(bit)) span.reduced(std::int64_t{1} << bit, from);
    back.push_back(from);
  }
  const auto inverse = layout_of_columns(back);
  // Coordinates become plain numbers if no sum carries.
  std::int64_t used = 0;
  for (const auto c : back) {
    if ((used & c) != 0) return inverse;
    used |= c;
  }
  return coalesce(Layout(inverse.shape(), inverse.stride().transformed([](Int d) { return known(d.value); })));
}

/// Returns the complement on one axis: its gaps, and a last mode of size 1 where it continues.
ModeList complement_on(const Layout& l, const ModeList& modes, std::uint32_t axis) {
  ModeList result;
  if (is_bits(axis)) {
    Echelon span;
    for (const auto c : columns_on(l, modes, axis)) {
      std::int64_t from = 0;
      if (c != 0 && !span.add(c, from))
        throw Problem{"injective", message("{} has no complement: two coordinates share a value.", plain(l)), {}};
    }
    for (int bit = 0; bit < span.bits(); ++bit)
      if (!span.leads(bit)) result.push_back({known(2), Int{std::int64_t{1} << bit, true, axis}});
    // A layout without values on this axis leaves out everything from its first bit on, so the stride is the number 1.
    result.push_back({known(1), Int{std::int64_t{1} << span.bits(), true, span.bits() == 0 ? 0 : axis}});
  } else {
    std::int64_t covered = 1;
    for (const auto& m : modes_on(l, modes, axis)) {
      if (m.stride < covered)
        throw Problem{"injective",
                      message("{} has no complement: the stride {} is less than {}, where the mode with the stride before it ends.",
                              plain(l), m.stride, covered),
                      {}};
      result.push_back({known(m.stride / covered), Int{covered, true, axis}});
      covered = (known(m.stride) * known(m.shape)).value;
    }
    result.push_back({known(1), Int{covered, true, axis}});
  }
  const auto merged = coalesce_z(layout_of_modes(result));
  return flat_modes(merged);
}

/// Extends the last mode, of size 1, until the room is full, dividing the room's integers one after the other as CuTe does.
Layout extended(ModeList modes, const IntTuple& room) {
  auto rest = modes.back().stride.value;
  std::int64_t copies = 1;
  room.for_each_integer([&](Int extent) {
    copies *= ceil_div(extent, known(rest)).value;
    rest = ceil_div(known(rest), extent).value;
  });
  modes.back().shape = known(copies);
  return simplified(layout_of_modes(modes));
}

/// Returns the basis elements of a shape at a path, one for each of its integers.
Layout identity_at(const IntTuple& shape, std::uint32_t path) {
  if (!shape.is_tuple()) return leaf(shape.integer(), Int{1, true, path});
  std::vector<Layout> modes;
  for (int i = 0; i < shape.rank(); ++i) modes.push_back(identity_at(shape.mode(i), basis_within(path, i)));
  return make_layout(modes);
}

/// Returns the complement axis by axis within `room`; for a place without an axis, all of it.
Layout rest_of(const Layout& l, const IntTuple& profile, const IntTuple& room, std::uint32_t path) {
  if (!profile.is_tuple()) {
    const auto axis = profile.integer().basis == Int::bits_mark ? bits_within(path) : path;
    return extended(complement_on(l, flat_modes(l), axis), room);
  }
  if (!room.is_tuple() || room.rank() < profile.rank())
    throw Problem{"mismatched ranks",
                  message("The values of {} are coordinates, of which {} has no room for each entry.", plain(l), plain(room)),
                  {}};
  std::vector<Layout> modes;
  for (int i = 0; i < room.rank(); ++i) {
    const auto within = basis_within(path, i);
    modes.push_back(i < profile.rank() ? rest_of(l, profile.mode(i), room.mode(i), within) : identity_at(room.mode(i), within));
  }
  return make_layout(modes);
}

template <class OfMode>
Layout by_mode(const char* name, const Layout& l, const Tiler& t, OfMode&& of_mode) {
  const auto& tilers = t.modes();
  if (static_cast<int>(tilers.size()) > rank(l))
    throw Problem{"tiler rank", message("{}: the tiler has {} modes, {} has {}.", name, tilers.size(), plain(l), rank(l)), {}};
  std::vector<Layout> modes;
  for (int i = 0; i < rank(l); ++i)
    modes.push_back(i < static_cast<int>(tilers.size()) ? of_mode(mode(l, i), tilers[static_cast<std::size_t>(i)]) : mode(l, i));
  return make_layout(modes);
}

/// Returns a tiler that is one layout (an integer N is N:1); nullopt for `_` and for a tiler by mode.
std::optional<Layout> only_layout(const Tiler& t) {
  if (const auto* l = std::get_if<Layout>(&t.is)) return *l;
  const auto& i = std::get<IntTuple>(t.is);
  if (i.is_underscore()) return std::nullopt;
  return leaf(i.integer(), known(1));
}

}  // namespace

bool concerns(const Layout& l) { return has_basis(l) && l.shape().all_static() && l.stride().all_static(); }
bool concerns(const Tiler& t) {
  if (const auto* l = std::get_if<Layout>(&t.is)) return concerns(*l);
  return t.by_mode() && std::any_of(t.modes().begin(), t.modes().end(), [](const Tiler& m) { return concerns(m); });
}

bool is_beyond_cute(const Layout& l, const Tiler& t) {
  if (has_special(l)) return true;
  if (const auto* b = std::get_if<Layout>(&t.is)) return has_special(*b);
  return t.by_mode() && std::any_of(t.modes().begin(), t.modes().end(), [&](const Tiler& m) { return is_beyond_cute(l, m); });
}

Layout composition(const Layout& a, const Layout& b) {
  const auto r = over_one_module(compose_modes(a, b));
  if (has_bits(a) || has_bits(b)) require_composition(a, b, r);
  return r;
}

Layout composition(const Layout& a, const Tiler& b) {
  if (b.by_mode()) {
    const auto all = by_mode("composition", a, b, [](const Layout& l, const Tiler& t) { return general::composition(l, t); });
    return take(all, 0, static_cast<std::int64_t>(b.modes().size()));
  }
  const auto layout = only_layout(b);
  return layout ? general::composition(a, *layout) : a;
}

Layout right_inverse(const Layout& l) {
  const auto axes = axes_of(l);
  const auto modes = flat_modes(coalesce_z(l));
  std::vector<Layout> inverses;
  for (const auto axis : axes.paths) inverses.push_back(right_inverse_on(l, modes, axis));
  return joined(axes, inverses);
}

Layout left_inverse(const Layout& l) {
  const auto axes = axes_of(l);
  const auto modes = flat_modes(coalesce_z(l));
  std::vector<Layout> inverses;
  for (const auto axis : axes.paths)
    inverses.push_back(is_bits(axis) ? left_inverse_over_bits(l, modes, axis) : left_inverse_on(l, modes, axis));
  return over_one_module(joined(axes, inverses));
}

Layout complement(const Layout& l) {
  const auto axes = axes_of(l);
  const auto modes = flat_modes(l);
  std::vector<Layout> complements;
  for (const auto axis : axes.paths) complements.push_back(layout_of_modes(complement_on(l, modes, axis)));
  return joined(axes, complements);
}

Layout complement(const Layout& l, const IntTuple& room) { return rest_of(l, axes_of(l).profile, room, 0); }

Layout nullspace(const Layout& l) {
  const auto axes = axes_of(l);
  if (axes.paths.size() != 1 || axes.paths[0] != Int::bits_mark) return algebra::nullspace(l);
  Echelon span;
  std::vector<std::int64_t> kernel;
  const auto columns = columns_on(l, flat_modes(l), Int::bits_mark);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    auto from = std::int64_t{1} << i;
    if (!span.add(columns[i], from)) kernel.push_back(from);
  }
  return layout_of_columns(kernel);
}

Layout logical_divide(const Layout& a, const Tiler& b) {
  if (b.by_mode()) return by_mode("logical_divide", a, b, [](const Layout& l, const Tiler& t) { return general::logical_divide(l, t); });
  const auto tile = only_layout(b);
  if (!tile) return a;
  return general::composition(a, make_layout(*tile, general::complement(*tile, a.shape())));
}

Layout logical_product(const Layout& a, const Tiler& b) {
  if (b.by_mode()) return by_mode("logical_product", a, b, [](const Layout& l, const Tiler& t) { return general::logical_product(l, t); });
  const auto tiler = only_layout(b);
  if (!tiler) return a;
  return make_layout(a, general::composition(general::complement(a), *tiler));
}

namespace {

/// Flattens one level: (a, (b, c)) -> (a, b, c), and with both ((a, b), (c, d)) -> (a, b, c, d).
Layout spread(const Layout& l, bool both) {
  std::vector<Layout> modes;
  const auto add = [&](const Layout& m) {
    if (rank(m) == 1) return modes.push_back(m);
    for (int i = 0; i < rank(m); ++i) modes.push_back(mode(m, i));
  };
  if (both) add(mode(l, 0));
  else modes.push_back(mode(l, 0));
  add(mode(l, 1));
  return make_layout(modes);
}

}  // namespace

Layout zipped_divide(const Layout& a, const Tiler& b) { return tile_unzip(general::logical_divide(a, b), b); }
Layout tiled_divide(const Layout& a, const Tiler& b) { return spread(general::zipped_divide(a, b), false); }
Layout flat_divide(const Layout& a, const Tiler& b) { return spread(general::zipped_divide(a, b), true); }
Layout zipped_product(const Layout& a, const Tiler& b) { return tile_unzip(general::logical_product(a, b), b); }
Layout tiled_product(const Layout& a, const Tiler& b) { return spread(general::zipped_product(a, b), false); }
Layout flat_product(const Layout& a, const Tiler& b) { return spread(general::zipped_product(a, b), true); }

Layout paired_product(const Layout& a, const Layout& tiler, bool tile_first) {
  if (rank(a) != rank(tiler))
    throw Problem{"mismatched ranks", message("{} has rank {}, but {} has rank {}.", plain(a), rank(a), plain(tiler), rank(tiler)), {}};
  const auto both = general::logical_product(a, Tiler{tiler});
  return tile_first ? zip(mode(both, 0), mode(both, 1)) : zip(mode(both, 1), mode(both, 0));
}

}  // namespace algebra::general
