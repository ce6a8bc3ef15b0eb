#pragma once
// Checks the promise of each operation by brute force: every element, in 128 bits, without the library's own evaluation or checks. A
// judgement is nullptr if the promise holds, else the reason why not.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algebra/layout/operations.hpp"

namespace algebra::naive {

__extension__ typedef __int128 Wide;
using Judgement = const char*;

inline bool fits(Wide v) { return v >= INT64_MIN && v <= INT64_MAX; }
inline Wide product_of(const IntTuple& shape) {
  Wide n = 1;
  shape.for_each_integer([&](Int i) { n *= i.value; });
  return n;
}

/// Returns the index by definition, mode by mode. A coordinate beyond the size of a tuple continues in its last mode.
inline Wide index_at(const IntTuple& shape, const IntTuple& stride, Wide coordinate) {
  if (!shape.is_tuple()) return coordinate * stride.integer().value;
  Wide index = 0;
  for (int i = 0; i < shape.rank(); ++i) {
    const auto mode_shape = shape.mode(i);
    const bool last = i + 1 == shape.rank();
    const auto extent = std::max<Wide>(1, product_of(mode_shape));
    index += index_at(mode_shape, stride.mode(i), last ? coordinate : coordinate % extent);
    coordinate /= extent;
  }
  return index;
}

/// A layout as a function. One test compares it with index_at, which is too slow for a million checks.
class Function {
 public:
  struct Leaf {
    std::int64_t extent, stride;
    bool extent_static, stride_static;
  };

  explicit Function(const Layout& l) {
    l.shape().for_each_integer([&](Int s) { leaves_.push_back({s.value, 0, s.is_static, true}); });
    std::size_t i = 0;
    l.stride().for_each_integer([&](Int d) {
      leaves_[i].stride = d.value;
      leaves_[i++].stride_static = d.is_static;
    });
    for (const auto& leaf : leaves_) size_ *= leaf.extent;
  }

  Wide size() const { return size_; }
  const std::vector<Leaf>& leaves() const { return leaves_; }

  Wide operator()(Wide c) const {
    Wide index = 0;
    for (std::size_t i = 0; i + 1 < leaves_.size(); ++i) {
      const auto extent = std::max<std::int64_t>(1, leaves_[i].extent);
      if (fits(c)) {  // 128-bit divisions are slow and rarely needed
        const auto small = static_cast<std::int64_t>(c);
        index += Wide{small % extent} * leaves_[i].stride;
        c = small / extent;
      } else {
        index += c % extent * leaves_[i].stride;
        c /= extent;
      }
    }
    return leaves_.empty() ? 0 : index + c * leaves_.back().stride;
  }

  /// All indices, in the order of the 1-D coordinates.
  std::vector<Wide> values() const {
    std::vector<Wide> all;
    if (size_ <= 0) return all;
    all.reserve(static_cast<std::size_t>(size_));
    all.push_back(0);
    for (const auto& leaf : leaves_) {
      const auto block = all.size();
      for (std::int64_t k = 1; k < leaf.extent; ++k)
        for (std::size_t j = 0; j < block; ++j) all.push_back(all[j] + Wide{k} * leaf.stride);
    }
    return all;
  }

 private:
  std::vector<Leaf> leaves_;
  Wide size_ = 1;
};

inline std::vector<Function::Leaf> leaves_of(const Layout& l) { return Function(l).leaves(); }

inline std::vector<Wide> sorted(std::vector<Wide> v) {
  std::sort(v.begin(), v.end());
  return v;
}
inline bool distinct(std::vector<Wide> v) {
  v = sorted(std::move(v));
  return std::adjacent_find(v.begin(), v.end()) == v.end();
}

/// Returns whether the reach of a layout, a bound of its indices and all their partial sums, fits into 63 bits.
inline bool within_63_bits(const Layout& l) {
  Wide reach = 1;
  for (const auto& leaf : leaves_of(l)) reach += (Wide{leaf.extent} - 1) * (leaf.stride < 0 ? -Wide{leaf.stride} : leaf.stride);
  return fits(reach);
}

inline bool within_63_bits(const Tiler& t) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return within_63_bits(*layout);
  return !t.by_mode() || std::all_of(t.modes().begin(), t.modes().end(), [](const Tiler& m) { return within_63_bits(m); });
}

/// Returns whether every coordinate of a is one of b.
inline bool takes_coordinates(const IntTuple& a, const IntTuple& b) {
  if (!a.is_tuple()) return a.integer().value == product_of(b);
  if (!b.is_tuple() || a.rank() != b.rank()) return false;
  for (int i = 0; i < a.rank(); ++i)
    if (!takes_coordinates(a.mode(i), b.mode(i))) return false;
  return true;
}

inline Judgement coalesce(const Layout& l, const Layout& r) {
  return Function(l).values() == Function(r).values() ? nullptr : "not the same function";
}

inline Judgement composition(const Layout& a, const Layout& b, const Layout& r) {
  const Function outer(a), inner(b), result(r);
  if (result.size() != inner.size()) return "not B's size";
  if (!takes_coordinates(b.shape(), r.shape())) return "not B's coordinates";
  const auto at = inner.values(), is = result.values();
  for (std::size_t i = 0; i < at.size(); ++i)
    if (is[i] != outer(at[i])) return "R(c) is not A(B(c))";
  return nullptr;
}

inline Judgement composition(const Layout& a, const Tiler& b, const Layout& r) {
  if (const auto* layout = std::get_if<Layout>(&b.is)) return composition(a, *layout, r);
  if (const auto* leaf = std::get_if<IntTuple>(&b.is))
    return leaf->is_underscore() ? coalesce(a, r) : composition(a, Layout(leaf->integer(), IntTuple(1)), r);
  if (rank(r) != static_cast<int>(b.modes().size())) return "not the tiler's rank";
  for (std::size_t i = 0; i < b.modes().size(); ++i) {
    const auto at = static_cast<int>(i);
    if (const auto* why = composition(mode(a, at), b.modes()[i], mode(r, at))) return why;
  }
  return nullptr;
}

/// L without the modes that CuTe knows to have stride 0 or size 1.
inline Layout filtered(const Layout& l) {
  IntTuple shape, stride;
  for (const auto& leaf : leaves_of(l)) {
    if ((leaf.stride_static && leaf.stride == 0) || (leaf.extent_static && leaf.extent == 1)) continue;
    shape.append(Int{leaf.extent, leaf.extent_static});
    stride.append(Int{leaf.stride, leaf.stride_static});
  }
  return {shape, stride};
}

inline Judgement complement(const Layout& l, Wide cotarget, const Layout& r) {
  const Function f(filtered(l)), result(r);
  Wide period = 1, cosize = 1;
  for (const auto& leaf : f.leaves()) period = std::max(period, Wide{leaf.extent} * (leaf.stride < 0 ? -Wide{leaf.stride} : leaf.stride));
  for (const auto& leaf : result.leaves()) cosize += (Wide{leaf.extent} - 1) * (leaf.stride < 0 ? -Wide{leaf.stride} : leaf.stride);
  if (result.size() < (cotarget + f.size() - 1) / f.size()) return "too few elements";
  if (result.size() > 0 && cosize > (cotarget + period - 1) / period * period) return "reaches too far";
  const auto is = result.values(), taken = sorted(Function(l).values());
  for (std::size_t i = 0; i < is.size(); ++i) {
    if (i > 0 && is[i] <= is[i - 1]) return "not increasing";
    if (is[i] != 0 && std::binary_search(taken.begin(), taken.end(), is[i])) return "not disjoint";
  }
  return nullptr;
}
/// Returns the cotarget of complement(L): the range that L's own indices need.
inline Wide default_cotarget(const Layout& l) {
  Wide cosize = 1;
  for (const auto& leaf : leaves_of(filtered(l))) cosize += (Wide{leaf.extent} - 1) * (leaf.stride < 0 ? -Wide{leaf.stride} : leaf.stride);
  return cosize;
}

inline Judgement inverse(const Layout& outer, const Layout& inner) {
  const Function f(outer);
  const auto at = Function(inner).values();
  for (std::size_t i = 0; i < at.size(); ++i)
    if (f(at[i]) != static_cast<Wide>(i)) return "not the identity";
  return nullptr;
}

/// R(L(i)) = i; if L is not injective, L(R(L(i))) = L(i).
inline Judgement left_inverse(const Layout& l, const Layout& r) {
  const Function f(l), g(r);
  const auto at = f.values();
  const bool injective = distinct(at);
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto back = g(at[i]);
    if (injective ? back != static_cast<Wide>(i) : f(back) != at[i]) return "not the identity";
  }
  return nullptr;
}

/// L at the coordinates that are 0 in the modes on which it does not depend.
inline Judgement filter(const Layout& l, const Layout& r) {
  return Function(filtered(l)).values() == Function(r).values() ? nullptr : "not L without its repetitions";
}

/// Returns the coordinates that L maps to 0 by strides of 0, each exactly once.
inline Judgement nullspace(const Layout& l, const Layout& r) {
  const Function f(l);
  const auto at = Function(r).values();
  Wide repeats = 1;
  for (const auto& leaf : f.leaves())
    if (leaf.stride_static && leaf.stride == 0) repeats *= leaf.extent;
  if (static_cast<Wide>(at.size()) != repeats) return "not as many as L repeats";
  if (!distinct(at)) return "a coordinate twice";
  for (const auto c : at)
    if (c < 0 || c >= f.size() || f(c) != 0) return "a coordinate that L does not map to 0";
  return nullptr;
}

/// Mode by mode, the distinct places in units of n elements, in order, as a non-negative static stride gives them.
inline Judgement upcast(const Layout& l, std::int64_t n, const Layout& r) {
  const Function before(l), after(r);
  if (before.leaves().size() != after.leaves().size()) return "not L's modes";
  for (std::size_t i = 0; i < before.leaves().size(); ++i) {
    const auto from = before.leaves()[i], to = after.leaves()[i];
    // CuTe assumes that n divides a dynamic stride.
    if (!from.stride_static && from.stride % n != 0) continue;
    std::vector<Wide> want;
    for (std::int64_t k = 0; k < from.extent; ++k) {
      const Wide distance = Wide{k} * (from.stride < 0 ? -Wide{from.stride} : from.stride),
                 place = distance / n * (from.stride < 0 ? -1 : 1);
      if (from.stride == 0 || want.empty() || want.back() != place) want.push_back(place);
    }
    bool same = static_cast<Wide>(want.size()) == to.extent;
    for (std::int64_t k = 0; same && k < to.extent; ++k) same = want[static_cast<std::size_t>(k)] == Wide{k} * to.stride;
    if (!same) return "not the places of the wider elements";
  }
  return nullptr;
}

/// Returns whether downcast promises anything: exactly one mode is known to be contiguous, and its stride is positive.
inline bool has_one_contiguous_mode(const Layout& l) {
  int contiguous = 0;
  for (const auto& leaf : leaves_of(l))
    if (leaf.stride_static && (leaf.stride == 1 || leaf.stride == -1)) contiguous += leaf.stride == 1 ? 1 : 2;
  return contiguous == 1;
}
/// Element x becomes the elements n x, n x + 1, ..., adjacent in the contiguous mode.
inline Judgement downcast(const Layout& l, std::int64_t n, const Layout& r) {
  std::vector<Wide> want, step{0};
  for (const auto& leaf : leaves_of(l)) {
    const bool contiguous = leaf.stride_static && leaf.stride == 1;
    std::vector<Wide> next;
    for (std::int64_t k = 0; k < leaf.extent; ++k)
      for (std::int64_t part = 0; part < (contiguous ? n : 1); ++part)
        for (const auto before : step) next.push_back(before + Wide{k} * leaf.stride * n + part);
    step = std::move(next);
  }
  return step == Function(r).values() ? nullptr : "not n narrow elements for each";
}

/// max_common_layout: a(R(i)) = b(R(i)) = i.
inline Judgement common(const Layout& a, const Layout& b, const Layout& r) {
  if (const auto* why = inverse(a, r)) return why;
  return inverse(b, r);
}

}  // namespace algebra::naive
