#include "algebra/conjectures/universe.hpp"

#include <algorithm>
#include <cstdlib>

#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra::conjectures {
namespace {

std::int64_t weight_of(const Layout& l) {
  return (std::int64_t{l.shape().leaves()} * 64 + l.shape().depth()) * (std::int64_t{1} << 32) + cosize(l);
}

/// Enumerates all nestings of modes [begin, end) of at most that depth in which every bracket has at least two modes.
template <class Take>
void each_nesting(const ModeList& modes, int depth, Take&& take) {
  // A nesting is a list of parts, each a leaf or a nesting; they are made from right to left as whole layouts.
  struct Maker {
    const ModeList& modes;
    std::vector<std::vector<Layout>> of(std::uint32_t begin, std::uint32_t end, int left) const {
      if (begin == end) return {{}};
      std::vector<std::vector<Layout>> all;
      for (auto cut = begin + 1; cut <= end; ++cut) {
        std::vector<Layout> firsts;
        if (cut == begin + 1) firsts.emplace_back(IntTuple(modes[begin].shape), IntTuple(modes[begin].stride));
        else if (left > 1)
          for (const auto& parts : of(begin, cut, left - 1))
            if (parts.size() > 1) firsts.push_back(make_layout(parts));
        if (firsts.empty()) continue;
        const auto rests = of(cut, end, left);
        for (const auto& first : firsts)
          for (const auto& rest : rests) {
            auto& parts = all.emplace_back();
            parts.push_back(first);
            parts.insert(parts.end(), rest.begin(), rest.end());
          }
      }
      return all;
    }
  };
  if (modes.size() == 1) return take(Layout(IntTuple(modes[0].shape), IntTuple(modes[0].stride)));
  if (depth < 1) return;
  for (const auto& parts : Maker{modes}.of(0, modes.size(), depth))
    if (parts.size() > 1) take(make_layout(parts));
}

class Layouts {
 public:
  /// `most`: limit on all choices together; further ones are dropped, so the last size may be incomplete.
  Layouts(const Bound& bound, std::int64_t size, std::size_t most, std::vector<Choice>& out) : bound_(bound), most_(most), out_(out) {
    shapes(size);
  }

 private:
  void shapes(std::int64_t left) {
    if (left == 1) return strides(0, bound_.size - 1);
    for (std::int64_t s = 2; s <= left && !enough(); ++s) {
      if (left % s != 0) continue;
      modes_.push_back({{s, true}, {0, true}});
      shapes(left / s);
      modes_.shrink(modes_.size() - 1);
    }
  }
  void strides(std::uint32_t mode, std::int64_t room) {
    if (mode == modes_.size()) {
      if (modes_.empty()) return take(Layout());
      return each_nesting(modes_, bound_.depth, [&](const Layout& l) { take(l); });
    }
    const auto reach = modes_[mode].shape.value - 1;
    for (std::int64_t d = 0; d * reach <= room && !enough(); ++d) {
      modes_[mode].stride = {d, true};
      strides(mode + 1, room - d * reach);
    }
  }
  void take(const Layout& l) { out_.push_back({l, size(l), weight_of(l)}); }
  bool enough() const { return out_.size() > most_; }

  const Bound& bound_;
  std::size_t most_;
  std::vector<Choice>& out_;
  ModeList modes_;
};

Value as_dynamic(const Value& v) {
  const auto marked = [](Int i) { return Int{i.value, false, i.basis}; };
  if (const auto* l = std::get_if<Layout>(&v)) return Layout(l->shape().transformed(marked), l->stride().transformed(marked));
  if (const auto* t = std::get_if<IntTuple>(&v)) return t->transformed(marked);
  return v;
}

}  // namespace

std::int64_t size_of_choice(const Value& v) {
  if (const auto* l = std::get_if<Layout>(&v)) return size(*l);
  if (const auto* t = std::get_if<IntTuple>(&v)) return std::max<std::int64_t>(1, product(*t).value);
  if (const auto* s = std::get_if<Swizzle>(&v)) return std::int64_t{1} << std::min(62, s->bits + s->base + std::abs(s->shift));
  return 1;
}

Universe universe(Kind kind, const Bound& bound, IntegerRule rule, std::size_t most) {
  Universe u;
  const bool static_and_dynamic = rule == IntegerRule::cute && kind != Kind::swizzle;
  if (static_and_dynamic) most /= 2;
  const auto by_weight = [](const Choice& a, const Choice& b) { return a.weight < b.weight; };
  if (kind == Kind::swizzle)
    for (int bits = 0; bits <= 3; ++bits)
      for (int base = 0; base <= 3; ++base)
        for (int shift = -3; shift <= 3; ++shift)
          if (std::abs(shift) >= bits && (std::int64_t{1} << (bits + base + std::abs(shift))) <= bound.size) {
            const Swizzle s{bits, base, shift};
            u.choices.push_back({s, size_of_choice(s), bits * 64 + base * 8 + std::abs(shift)});
          }
  for (std::int64_t n = 0; n <= bound.size && kind != Kind::swizzle; ++n) {
    const auto before = static_cast<std::ptrdiff_t>(u.choices.size());
    if (kind == Kind::integer) u.choices.push_back({IntTuple(Int{n, true}), std::max<std::int64_t>(1, n), n});
    if (kind == Kind::layout && n > 0) const Layouts all(bound, n, most, u.choices);
    if (kind == Kind::shape && n > 0) {
      // The shapes are those of the layouts whose strides are all 0.
      std::vector<Choice> layouts;
      const Layouts only(Bound{1, bound.depth}, n, most, layouts);
      for (const auto& l : layouts) u.choices.push_back({std::get<Layout>(l.value).shape(), n, l.weight});
    }
    std::stable_sort(u.choices.begin() + before, u.choices.end(), by_weight);
    if (u.choices.size() > most) {
      u.choices.resize(static_cast<std::size_t>(before));
      break;
    }
    u.whole_to = n;
  }
  if (kind == Kind::swizzle) {
    std::stable_sort(u.choices.begin(), u.choices.end(),
                     [](const Choice& a, const Choice& b) { return a.size != b.size ? a.size < b.size : a.weight < b.weight; });
    u.whole_to = bound.size;
  }
  if (static_and_dynamic) {
    std::vector<Choice> both;
    for (auto& choice : u.choices) {
      auto dynamic = Choice{as_dynamic(choice.value), choice.size, choice.weight + 1};
      both.push_back(std::move(choice));
      both.push_back(std::move(dynamic));
    }
    u.choices = std::move(both);
  }
  return u;
}

namespace {

using Random = std::mt19937_64;

std::int64_t below(Random& random, std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)); }

Layout random_layout(const Bound& bound, Random& random) {
  ModeList modes;
  const auto count = 1 + below(random, 4);
  constexpr std::int64_t sizes[] = {1, 2, 2, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16};
  std::int64_t total = 1;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto s = sizes[below(random, 16)];
    if (total * s > 8 * bound.size) continue;
    total *= s;
    modes.push_back({{s, true}, {0, true}});
  }
  if (modes.empty()) modes.push_back({{1 + below(random, bound.size), true}, {0, true}});
  // Most layouts in practice are compact in some order, perhaps with gaps; the others get arbitrary strides.
  std::vector<std::uint32_t> order(modes.size());
  for (std::uint32_t i = 0; i < modes.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  const bool compact = below(random, 2) == 0;
  std::int64_t step = below(random, 3) == 0 ? 1 + below(random, 4) : 1;
  for (const auto i : order) {
    if (compact) {
      modes[i].stride = {below(random, 10) == 0 ? 0 : step, true};
      step *= modes[i].shape.value * (below(random, 5) == 0 ? 1 + below(random, 3) : 1);
    } else {
      modes[i].stride = {below(random, 2 * bound.size), true};
    }
  }
  std::vector<Layout> parts;
  for (const auto& m : modes) parts.emplace_back(IntTuple(m.shape), IntTuple(m.stride));
  while (parts.size() > 1 && below(random, 3) == 0) {
    const auto at = below(random, static_cast<std::int64_t>(parts.size()) - 1);
    parts[static_cast<std::size_t>(at)] = make_layout(parts[static_cast<std::size_t>(at)], parts[static_cast<std::size_t>(at) + 1]);
    parts.erase(parts.begin() + at + 1);
  }
  return parts.size() == 1 ? parts[0] : make_layout(parts);
}

}  // namespace

Value random_choice(Kind kind, const Bound& bound, IntegerRule rule, Random& random) {
  Value v;
  if (kind == Kind::layout) v = random_layout(bound, random);
  if (kind == Kind::shape) v = random_layout(bound, random).shape();
  if (kind == Kind::integer) v = IntTuple(Int{below(random, 2 * bound.size + 1), true});
  if (kind == Kind::swizzle) {
    const auto bits = static_cast<int>(below(random, 4));
    const auto shift = bits + static_cast<int>(below(random, 3));
    v = Swizzle{bits, static_cast<int>(below(random, 4)), below(random, 4) == 0 ? -shift : shift};
  }
  return rule == IntegerRule::cute && below(random, 2) == 0 ? as_dynamic(v) : v;
}

std::vector<Value> smaller(const Value& v) {
  std::vector<Value> all;
  if (const auto* t = std::get_if<IntTuple>(&v); t != nullptr && t->is_integer()) {
    for (const auto less : {t->integer().value / 2, t->integer().value - 1})
      if (less >= 0 && less < t->integer().value) all.emplace_back(IntTuple(Int{less, t->integer().is_static}));
    return all;
  }
  const auto* l = std::get_if<Layout>(&v);
  if (l == nullptr) return all;
  const auto modes = flat_modes(*l);
  if (l->shape().depth() > 1) all.emplace_back(flatten(*l));
  if (modes.size() == 1 && l->shape().is_tuple()) all.emplace_back(Layout(IntTuple(modes[0].shape), IntTuple(modes[0].stride)));
  for (std::uint32_t drop = 0; drop < modes.size() && modes.size() > 1; ++drop) {
    ModeList fewer;
    for (std::uint32_t i = 0; i < modes.size(); ++i)
      if (i != drop) fewer.push_back(modes[i]);
    all.emplace_back(layout_of_modes(fewer));
  }
  // Changes one number, in the same nesting.
  for (std::uint32_t at = 0; at < modes.size(); ++at) {
    const auto changed = [&](bool of_shape, std::int64_t to) {
      std::uint32_t n = 0;
      const auto set = [&](Int i) { return n++ == at ? Int{to, i.is_static} : i; };
      all.emplace_back(of_shape ? Layout(l->shape().transformed(set), l->stride()) : Layout(l->shape(), l->stride().transformed(set)));
    };
    const auto s = modes[at].shape.value, d = modes[at].stride.value;
    if (s > 2) changed(true, 2);
    if (s > 3) changed(true, s / 2);
    if (s > 2) changed(true, s - 1);
    if (d > 1) changed(false, 1);
    if (d > 2) changed(false, d / 2);
    if (d > 0) changed(false, d - 1);
  }
  return all;
}

}  // namespace algebra::conjectures
