#include "algebra/layout/element.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <numeric>
#include <shared_mutex>

#include <fmt/format.h>

#include "algebra/layout/problem.hpp"

namespace algebra {
namespace {

/// Interns sums of basis elements used as strides. A stride holds a number and a path; for a sum, the number is its index here, which stays
/// valid for the program's lifetime.
class KnownSums {
 public:
  std::uint32_t number_of(const std::vector<Element::Term>& terms) {
    const std::unique_lock lock(mutex_);
    std::vector<std::pair<std::uint32_t, std::int64_t>> key;
    key.reserve(terms.size());
    for (const auto& t : terms) key.emplace_back(t.path, t.value);
    const auto next = static_cast<std::uint32_t>(sums_.size());
    if (const auto it = numbers_.find(key); it != numbers_.end()) return it->second;
    if (next == most) throw Problem{"limit", message("At most {} different sums of basis elements can be strides.", most), {}};
    sums_.push_back(terms);
    numbers_.emplace(std::move(key), next);
    return next;
  }
  const std::vector<Element::Term>& terms_of(std::uint32_t number) const {
    const std::shared_lock lock(mutex_);
    return sums_[number];
  }

 private:
  static constexpr std::uint32_t most = 1 << 20;
  mutable std::shared_mutex mutex_;
  std::map<std::vector<std::pair<std::uint32_t, std::int64_t>>, std::uint32_t> numbers_;
  std::deque<std::vector<Element::Term>> sums_;  // a deque keeps its elements at fixed addresses
};

KnownSums& known_sums() {
  static KnownSums sums;
  return sums;
}

/// Orders places mode by mode; an integer comes before the modes that would be in its place.
bool before(std::uint32_t a, std::uint32_t b) {
  for (; a != b; a = basis_rest(a), b = basis_rest(b))
    if ((a & 0xff) != (b & 0xff)) return (a & 0xff) < (b & 0xff);
  return false;
}

/// Returns whether two different places cannot both be in one coordinate: one contains the other, or one is an integer and the other bits.
bool collide(std::uint32_t a, std::uint32_t b) {
  for (;; a = basis_rest(a), b = basis_rest(b)) {
    const auto x = a & 0xff, y = b & 0xff;
    if (x == 0 || y == 0 || x == Int::bits_mark || y == Int::bits_mark) return true;
    if (x != y) return false;
  }
}

[[noreturn]] void no_sum(const Element& a, const Element& b) {
  throw Problem{"basis", message("{} and {} cannot be added: their entries are of different kinds.", to_string(a), to_string(b)), {}};
}

std::uint32_t without_first(std::uint32_t path) { return basis_rest(path); }

IntTuple tuple_of_terms(const std::vector<Element::Term>& terms) {
  if (terms.empty()) return Int{0, true};
  if (terms[0].path == 0) return Int{terms[0].value, true};
  if (terms[0].path == Int::bits_mark) return Int{terms[0].value, true, Int::bits_mark};
  IntTuple result;
  for (std::size_t i = 0; i < terms.size();) {
    const int mode = basis_first(terms[i].path);
    std::vector<Element::Term> within;
    for (; i < terms.size() && basis_first(terms[i].path) == mode; ++i) within.push_back({without_first(terms[i].path), terms[i].value});
    while (result.rank() < mode) result.append(Int{0, true});
    result.append(tuple_of_terms(within));
  }
  return result;
}

}  // namespace

Element::Element(Int i) {
  if (i.value == 0) return;
  if (!is_sum(i.basis)) {
    terms_.push_back({i.basis, i.value});
    return;
  }
  terms_ = known_sums().terms_of(i.basis >> 8);
  if (i.value != 1) *this = times(i.value);
}

Element::Element(std::uint32_t path, std::int64_t value) {
  if (value != 0) terms_.push_back({path, value});
}

std::int64_t Element::at(std::uint32_t path) const {
  const auto it = std::find_if(terms_.begin(), terms_.end(), [&](const Term& t) { return t.path == path; });
  return it == terms_.end() ? 0 : it->value;
}

Int Element::as_integer() const {
  if (terms_.empty()) return {0, true};
  if (terms_.size() == 1) return {terms_[0].value, true, terms_[0].path};
  // The terms' common factor becomes the stride's value, so that multiples of a sum share one entry. Sums with vectors over F2 keep the
  // factor 1.
  std::int64_t factor = 0;
  bool bits = false;
  for (const auto& t : terms_) {
    factor = std::gcd(factor, t.value);
    bits = bits || is_bits(t.path);
  }
  if (bits) factor = 1;
  else if (terms_[0].value < 0) factor = -factor;
  auto parts = terms_;
  for (auto& t : parts) t.value /= factor;
  return {factor, true, Int::sum_mark | known_sums().number_of(parts) << 8};
}

Element Element::operator+(const Element& other) const {
  Element result;
  auto a = terms_.begin();
  auto b = other.terms_.begin();
  while (a != terms_.end() || b != other.terms_.end()) {
    if (b == other.terms_.end() || (a != terms_.end() && before(a->path, b->path))) result.terms_.push_back(*a++);
    else if (a == terms_.end() || before(b->path, a->path)) result.terms_.push_back(*b++);
    else {
      const auto value = is_bits(a->path) ? a->value ^ b->value : (Int{a->value, true} + Int{b->value, true}).value;
      if (value != 0) result.terms_.push_back({a->path, value});
      ++a, ++b;
    }
    const auto n = result.terms_.size();
    if (n > 1 && collide(result.terms_[n - 2].path, result.terms_[n - 1].path)) no_sum(*this, other);
  }
  return result;
}

Element Element::times(std::int64_t n) const {
  Element result;
  if (n == 0) return result;
  for (const auto& t : terms_)
    result.terms_.push_back(
        {t.path, is_bits(t.path) ? arithmetic::carryless_product(t.value, n) : (Int{t.value, true} * Int{n, true}).value});
  return result;
}

bool has_special(const Layout& l) {
  bool any = false;
  l.stride().for_each_integer([&](Int d) { any = any || is_special(d); });
  return any;
}

bool has_bits(const Layout& l) {
  bool any = false;
  l.stride().for_each_integer([&](Int d) {
    if (!is_special(d) || any) return;
    if (d.value == 0) any = true;
    for (const auto& t : Element(d).terms()) any = any || is_bits(t.path);
  });
  return any;
}

std::string to_string(const Element& e) {
  if (e.is_zero()) return "0";
  std::string text;
  for (const auto& t : e.terms()) {
    if (!text.empty() && (t.value >= 0 || is_bits(t.path))) text += '+';
    text += to_string(IntTuple(Int{t.value, true, t.path}), Marks::plain);
  }
  return text;
}

Element value_at(std::int64_t coordinate, const Layout& l) {
  Element total;
  auto rest = coordinate;
  int left = l.shape().leaves();
  IntTuple::for_each_pair(l.shape(), l.stride(), [&](Int s, Int d) {
    const auto here = --left == 0 || s.value == 0 ? rest : rest % s.value;
    if (s.value != 0) rest /= s.value;
    if (here != 0 && d.value != 0) total = total + Element(d).times(here);
  });
  return total;
}

Element value_at(const IntTuple& coordinate, const Layout& l) {
  if (!coordinate.is_tuple()) return value_at(coordinate.is_integer() ? coordinate.integer().value : 0, l);
  if (!l.shape().is_tuple() && coordinate.rank() == 1) return value_at(coordinate.mode(0), l);
  if (!l.shape().is_tuple() || coordinate.rank() > rank(l))
    throw Problem{"mismatched ranks", message("{} has more modes than {}.", plain(coordinate), plain(l)), {}};
  Element total;
  for (int i = 0; i < coordinate.rank(); ++i) total = total + value_at(coordinate.mode(i), mode(l, i));
  return total;
}

Element value_at(const Element& coordinate, const Layout& l) { return value_at(as_tuple(coordinate), l); }

IntTuple as_tuple(const Element& e) { return tuple_of_terms(e.terms()); }

}  // namespace algebra
