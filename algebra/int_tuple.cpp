#include "algebra/int_tuple.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/problem.hpp"

namespace algebra {

IntTuple::IntTuple(Int value) { inline_[0] = leaf(value); }

IntTuple::IntTuple(Kind kind) { inline_[0] = mark(kind); }

IntTuple::IntTuple(const IntTuple& other) : size_(0) {
  reserve(other.size_);
  std::copy_n(other.nodes(), other.size_, nodes());
  size_ = other.size_;
}

IntTuple::IntTuple(IntTuple&& other) noexcept : size_(other.size_), capacity_(other.capacity_), heap_(std::move(other.heap_)) {
  if (!heap_) std::copy_n(other.inline_, size_, inline_);
  other.size_ = 1;
  other.capacity_ = inline_nodes;
  other.inline_[0] = mark(Kind::tuple);
}

IntTuple& IntTuple::operator=(const IntTuple& other) {
  if (this == &other) return *this;
  reserve(other.size_);
  std::copy_n(other.nodes(), other.size_, nodes());
  size_ = other.size_;
  return *this;
}

IntTuple& IntTuple::operator=(IntTuple&& other) noexcept {
  if (this == &other) return *this;
  size_ = other.size_;
  capacity_ = other.capacity_;
  heap_ = std::move(other.heap_);
  if (!heap_) std::copy_n(other.inline_, size_, inline_);
  other.size_ = 1;
  other.capacity_ = inline_nodes;
  other.inline_[0] = mark(Kind::tuple);
  return *this;
}

void IntTuple::reserve(std::uint32_t count) {
  if (count <= capacity_) return;
  const auto capacity = std::max(count, 2 * capacity_);
  auto grown = std::unique_ptr<Node[]>(new Node[capacity]);
  std::copy_n(nodes(), size_, grown.get());
  heap_ = std::move(grown);
  capacity_ = capacity;
}

void IntTuple::append_nodes(const Node* first, std::uint32_t count) {
  // Spans are 16 bits, and no one reads a shape of thousands of modes.
  if (size_ + count > 4u * max_leaves) throw Problem{"limit", fmt::format("A shape or stride has at most {} integers.", max_leaves), {}};
  if (size_ + count > capacity_) {
    const std::vector<Node> kept(first, first + count);  // `first` may be ours
    reserve(size_ + count);
    std::copy_n(kept.data(), count, nodes() + size_);
  } else {
    std::copy_n(first, count, nodes() + size_);
  }
  size_ += count;
}

IntTuple IntTuple::tuple(std::span<const IntTuple> modes) {
  IntTuple result;
  for (const auto& mode : modes) result.append(mode);
  return result;
}

void IntTuple::append(const IntTuple& mode) {
  if (!is_tuple()) {
    const IntTuple first(*this);
    *this = IntTuple();
    append(first);
  }
  append_nodes(mode.nodes(), mode.size_);
  ++nodes()[0].extra;
  nodes()[0].span = static_cast<std::uint16_t>(size_);
}

void IntTuple::append(Int mode) {
  if (!is_tuple()) {
    append(IntTuple(mode));
    return;
  }
  append_node(leaf(mode));
  ++nodes()[0].extra;
  nodes()[0].span = static_cast<std::uint16_t>(size_);
}

int IntTuple::depth() const { return depth_of(nodes()); }

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
        "mode out of range", fmt::format("There is no mode {} in {}, which has rank {}.", i, to_string(*this, Marks::plain), rank()), {}};
  if (!is_tuple()) return *this;
  const Node* child = nodes() + 1;
  for (; i > 0; --i) child += child->span;
  IntTuple result;
  result.reserve(child->span);
  std::copy_n(child, child->span, result.nodes());
  result.size_ = child->span;
  return result;
}

int IntTuple::leaves() const {
  return static_cast<int>(std::count_if(nodes(), nodes() + size_, [](const Node& n) { return n.kind != Kind::tuple; }));
}

bool IntTuple::all_static() const {
  return std::all_of(nodes(), nodes() + size_, [](const Node& n) { return n.kind != Kind::integer || n.is_static; });
}

bool operator==(const IntTuple& a, const IntTuple& b) {
  return a.size_ == b.size_ && std::equal(a.nodes(), a.nodes() + a.size_, b.nodes());
}

namespace {

/// As CuTe: the last mode of the path first, 1@1@0 for mode 1 of mode 0.
void print_path(std::uint32_t path, std::string& out) {
  if (path == 0) return;
  print_path(basis_rest(path), out);
  fmt::format_to(std::back_inserter(out), "@{}", basis_first(path));
}

void print(const IntTuple& t, Marks marks, std::string& out) {
  switch (t.kind()) {
    case IntTuple::Kind::integer:
      fmt::format_to(std::back_inserter(out), "{}{}", marks == Marks::underscores && t.integer().is_static ? "_" : "", t.integer().value);
      print_path(t.integer().basis, out);
      return;
    case IntTuple::Kind::underscore: out += '_'; return;
    case IntTuple::Kind::skip: out += 'X'; return;
    case IntTuple::Kind::tuple: break;
  }
  out += '(';
  for (int i = 0; i < t.rank(); ++i) {
    if (i > 0) out += ',';
    print(t.mode(i), marks, out);
  }
  out += ')';
}

[[noreturn]] void mismatched_ranks(const IntTuple& a, const IntTuple& b) {
  throw Problem{
      "mismatched ranks",
      fmt::format("{} has rank {}, but {} has rank {}.", to_string(a, Marks::plain), a.rank(), to_string(b, Marks::plain), b.rank()),
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

Int product(const IntTuple& t) {
  Int result{1, true};
  t.for_each_integer([&](Int i) { result = result * i; });
  return result;
}

IntTuple product_each(const IntTuple& t) {
  IntTuple result;
  for (int i = 0; i < t.rank(); ++i) result.append(product(t.mode(i)));
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
  t.for_each_integer([&](Int i) { result.append(i); });
  return result;
}

IntTuple repeat_like(const IntTuple& profile, Int value) {
  return profile.transformed([value](Int) { return value; });
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

bool has_underscore(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_underscore();
  for (int i = 0; i < t.rank(); ++i)
    if (has_underscore(t.mode(i))) return true;
  return false;
}

}  // namespace algebra
