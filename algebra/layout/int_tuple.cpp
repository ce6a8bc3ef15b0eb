#include "algebra/layout/int_tuple.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include "algebra/layout/element.hpp"
#include "algebra/layout/plain.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra {

void too_many_leaves() { throw Problem{"limit", message("A shape or stride has at most {} integers.", max_leaves), {}}; }

IntTuple IntTuple::tuple(std::span<const IntTuple> modes) {
  IntTuple result;
  for (const auto& mode : modes) result.append(mode);
  return result;
}

void IntTuple::append(const IntTuple& mode) {
  if (this == &mode) return append(IntTuple(mode));  // appending may move the nodes that `mode` refers to
  if (!is_tuple()) {
    const IntTuple first(*this);
    *this = IntTuple();
    append(first);
  }
  std::copy_n(mode.nodes_.begin(), mode.nodes_.size(), extend(mode.nodes_.size()));
  count_mode();
}

void IntTuple::append(Int mode) {
  if (!is_tuple()) return append(IntTuple(mode));
  *extend(1) = leaf(mode);
  count_mode();
}

int IntTuple::depth() const { return depth_of(nodes_.begin()); }

int IntTuple::depth_of(const Node* node) {
  if (node->kind != Kind::tuple) return 0;
  int deepest = 0;
  const auto* end = node + node->span;
  for (const auto* child = node + 1; child != end; child += child->span) deepest = std::max(deepest, depth_of(child));
  return deepest + 1;
}

IntTuple IntTuple::mode(int i) const {
  if (i < 0 || i >= rank())
    throw Problem{
        "mode out of range", message("There is no mode {} in {}, which has rank {}.", i, to_string(*this, Marks::plain), rank()), {}};
  return IntTuple(view().mode(i));
}

int IntTuple::leaves() const {
  return static_cast<int>(std::count_if(nodes_.begin(), nodes_.end(), [](const Node& n) { return n.kind != Kind::tuple; }));
}

bool IntTuple::all_static() const {
  return std::all_of(nodes_.begin(), nodes_.end(), [](const Node& n) { return n.kind != Kind::integer || n.is_static; });
}

namespace {

void print(std::int64_t value, std::string& out) {
  char digits[20];
  out.append(digits, std::to_chars(digits, std::end(digits), value).ptr);
}

/// Prints a path in CuTe's order, the last mode first: 1@1@0 for mode 1 of mode 0.
void print_path(std::uint32_t path, std::string& out) {
  if (path == 0 || path == Int::bits_mark) return;
  print_path(basis_rest(path), out);
  out += '@';
  print(basis_first(path), out);
}

void print(IntTuple::View t, Marks marks, std::string& out) {
  if (t.is_tuple()) {
    out += '(';
    bool first = true;
    for (const auto mode : t.modes()) {
      if (!std::exchange(first, false)) out += ',';
      print(mode, marks, out);
    }
    out += ')';
  } else if (t.is_integer()) {
    if (const auto i = t.integer(); i.basis != 0 && is_sum(i.basis)) {
      out += to_string(Element(i));
      return;
    }
    if (is_bits(t.integer().basis)) out += 'F';
    else if (marks != Marks::plain && t.integer().is_static) out += '_';
    print(t.integer().value, out);
    if (marks == Marks::written && !t.integer().is_static) {
      if (t.integer().is_static.is_unsigned()) out += 'u';
      if (t.integer().is_static.is_long()) out += "LL";
    }
    print_path(t.integer().basis, out);
  } else {
    out += t.is_underscore() ? '_' : 'X';
  }
}

[[noreturn]] void mismatched_ranks(const IntTuple& a, const IntTuple& b) {
  throw Problem{"mismatched ranks",
                message("{} has rank {}, but {} has rank {}.", to_string(a, Marks::plain), a.rank(), to_string(b, Marks::plain), b.rank()),
                {}};
}

template <class F>
IntTuple zip_with(const IntTuple& a, const IntTuple& b, F&& f) {
  IntTuple result;
  for (int i = 0; i < a.rank(); ++i) result.append(f(a.mode(i), i < b.rank() ? b.mode(i) : IntTuple(1)));
  return result;
}

/// Divides b out of the modes of a, from the left.
template <class Divide>
IntTuple fold_divide(const IntTuple& a, IntTuple rest, Divide&& divide) {
  IntTuple result;
  for (int i = 0; i < a.rank(); ++i) {
    const auto mode = a.mode(i);
    result.append(divide(mode, rest));
    rest = divide(rest, mode);
  }
  return result;
}

void append_leaves(IntTuple::View t, IntTuple& out) {
  if (t.is_integer()) return out.append(t.integer());
  if (!t.is_tuple()) return out.append(IntTuple::underscore());  // C++ has one type for `_` and X
  for (const auto mode : t.modes()) append_leaves(mode, out);
}

}  // namespace

IntTuple underscores(int n) {
  if (n == 1) return IntTuple::underscore();
  IntTuple result;
  for (int k = 0; k < n; ++k) result.append(IntTuple::underscore());
  return result;
}

std::string to_string(const IntTuple& t, Marks marks) {
  std::string out;
  print(t, marks, out);
  return out;
}

Int product(IntTuple::View t) {
  Int result{1, true};
  bool any_basis = false;
  t.for_each_integer([&](Int i) {
    if (i.basis != 0) any_basis = true;
    else result = result * plain(i);
  });
  if (!any_basis) return result;
  result = {1, true};
  t.for_each_integer([&](Int i) { result = result * i; });
  return result;
}

IntTuple product_of_mode(const IntTuple& t) {
  const auto alone = unwrap(t);
  return alone.is_tuple() || alone.is_integer() ? IntTuple(product(with_zeros(alone))) : alone;
}

IntTuple product_each(const IntTuple& t) {
  IntTuple result;
  for (int i = 0; i < t.rank(); ++i) result.append(product_of_mode(t.mode(i)));
  return result;
}

IntTuple wrap(const IntTuple& t) { return t.is_tuple() ? t : IntTuple::tuple({t}); }

IntTuple unwrap(const IntTuple& t) {
  IntTuple result = t;
  while (result.is_tuple() && result.rank() == 1) result = result.mode(0);
  return result;
}

IntTuple flatten(const IntTuple& t) {
  if (!t.is_tuple()) return t;
  IntTuple result;
  append_leaves(t.view(), result);
  return result;
}

IntTuple repeat_like(const IntTuple& profile, const IntTuple& value) {
  if (!profile.is_tuple()) return value;
  IntTuple result;
  for (int i = 0; i < profile.rank(); ++i) result.append(repeat_like(profile.mode(i), value));
  return result;
}

IntTuple ceil_div(const IntTuple& a, const IntTuple& b) {
  if (a.is_tuple() && b.is_tuple()) {
    if (a.rank() < b.rank()) mismatched_ranks(a, b);
    return zip_with(a, b, [](const IntTuple& x, const IntTuple& y) { return ceil_div(x, y); });
  }
  if (a.is_tuple()) return fold_divide(a, b, [](const IntTuple& x, const IntTuple& y) { return ceil_div(x, y); });
  return ceil_div(a.integer(), product(b));
}

IntTuple round_up(const IntTuple& a, const IntTuple& b) {
  if (a.is_tuple() && b.is_tuple()) {
    if (a.rank() < b.rank()) mismatched_ranks(a, b);
    return zip_with(a, b, [](const IntTuple& x, const IntTuple& y) { return round_up(x, y); });
  }
  if (a.is_tuple() || b.is_tuple()) mismatched_ranks(a, b);
  return ceil_div(a.integer(), b.integer()) * b.integer();
}

IntTuple shape_div(const IntTuple& a, const IntTuple& b) {
  if (a.is_tuple() && b.is_tuple()) {
    if (a.rank() != b.rank()) mismatched_ranks(a, b);
    return zip_with(a, b, [](const IntTuple& x, const IntTuple& y) { return shape_div(x, y); });
  }
  if (a.is_tuple()) return fold_divide(a, b, [](const IntTuple& x, const IntTuple& y) { return shape_div(x, y); });
  return shape_div(a.integer(), product(b));
}

bool congruent(const IntTuple& a, const IntTuple& b) {
  if (a.is_tuple() != b.is_tuple()) return false;
  if (!a.is_tuple()) return true;
  if (a.rank() != b.rank()) return false;
  for (int i = 0; i < a.rank(); ++i)
    if (!congruent(a.mode(i), b.mode(i))) return false;
  return true;
}

bool weakly_congruent(const IntTuple& a, const IntTuple& b) {
  if (!a.is_tuple()) return true;
  if (!b.is_tuple() || a.rank() != b.rank()) return false;
  for (int i = 0; i < a.rank(); ++i)
    if (!weakly_congruent(a.mode(i), b.mode(i))) return false;
  return true;
}

bool compatible(const IntTuple& a, const IntTuple& b) {
  if (!a.is_tuple()) return a.integer().value == product(b).value;
  if (!b.is_tuple() || a.rank() != b.rank()) return false;
  for (int i = 0; i < a.rank(); ++i)
    if (!compatible(a.mode(i), b.mode(i))) return false;
  return true;
}

IntTuple with_zeros(const IntTuple& t) {
  if (t.is_integer()) return t;
  if (!t.is_tuple()) return Int{0, true};
  IntTuple result;
  for (int i = 0; i < t.rank(); ++i) result.append(with_zeros(t.mode(i)));
  return result;
}

bool has_underscore(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_underscore();
  for (int i = 0; i < t.rank(); ++i)
    if (has_underscore(t.mode(i))) return true;
  return false;
}

}  // namespace algebra
