#pragma once
// IntTuple: an integer or a tuple of IntTuples. Shapes, strides and coordinates are IntTuples.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algebra/integer.hpp"

namespace algebra {

/// A value type. Its nodes are stored in preorder, up to 32 of them inline, so that common layouts do not allocate.
/// A coordinate may hold `_` (take the whole mode); a Step may hold `X` (skip the mode).
class IntTuple {
 public:
  enum class Kind : std::uint8_t { integer, tuple, underscore, skip };

  IntTuple() : IntTuple(Kind::tuple) {}  ///< the empty tuple ()
  IntTuple(Int value);                   ///< a leaf
  IntTuple(std::int64_t static_value) : IntTuple(Int{static_value, true}) {}
  static IntTuple underscore() { return IntTuple(Kind::underscore); }
  static IntTuple skip() { return IntTuple(Kind::skip); }
  static IntTuple tuple(std::span<const IntTuple> modes);
  static IntTuple tuple(std::initializer_list<IntTuple> modes) { return tuple({modes.begin(), modes.size()}); }

  IntTuple(const IntTuple&);
  IntTuple(IntTuple&&) noexcept;
  IntTuple& operator=(const IntTuple&);
  IntTuple& operator=(IntTuple&&) noexcept;
  ~IntTuple() = default;

  Kind kind() const { return nodes()[0].kind; }
  bool is_tuple() const { return kind() == Kind::tuple; }
  bool is_integer() const { return kind() == Kind::integer; }
  bool is_underscore() const { return kind() == Kind::underscore; }
  Int integer() const { return nodes()[0].integer(); }  ///< requires is_integer()

  int rank() const { return is_tuple() ? static_cast<int>(nodes()[0].extra) : 1; }  ///< 1 for a leaf, as CuTe's rank
  int depth() const;                                                                ///< 0 for a leaf
  IntTuple mode(int i) const;  ///< mode(0) of a leaf is the leaf; throws a Problem ("mode out of range")
  int leaves() const;          ///< number of integers, `_` and `X` in it
  bool all_static() const;     ///< CuTe's is_static: every integer is static

  /// Appends a mode; a leaf becomes a tuple of itself and the mode.
  void append(const IntTuple& mode);
  void append(Int mode);

  class View;
  class Modes;
  class Builder;
  View view() const;
  /// Calls f(Int) for each integer leaf, left to right.
  template <class F>
  void for_each_integer(F&& f) const {
    for (const auto& node : std::span(nodes(), size_))
      if (node.kind == Kind::integer) f(node.integer());
  }
  /// Calls f(Int, Int) for the integer leaves of two tuples with the same profile, left to right.
  template <class F>
  static void for_each_pair(const IntTuple& a, const IntTuple& b, F&& f);
  /// The same profile with each integer leaf replaced by f(Int).
  template <class F>
  IntTuple transformed(F&& f) const {
    IntTuple result(*this);
    for (auto& node : std::span(result.nodes(), size_))
      if (node.kind == Kind::integer) {
        const Int value = f(node.integer());
        node.value = value.value;
        node.extra = value.basis;
        node.is_static = value.is_static;
      }
    return result;
  }

  friend bool operator==(const IntTuple&, const IntTuple&);  ///< same profile, values and static marks

 private:
  struct Node {
    // No initial values: most of the inline nodes are never used.
    std::int64_t value;
    std::uint32_t extra;  ///< number of modes of a tuple, or the basis of an integer
    std::uint16_t span;   ///< number of nodes in this subtree, including this one
    Kind kind;
    bool is_static;
    Int integer() const { return {value, is_static, extra}; }
    friend bool operator==(const Node&, const Node&) = default;
  };
  static constexpr std::uint32_t inline_nodes = 32;
  static constexpr Node leaf(Int i) {
    return {.value = i.value, .extra = i.basis, .span = 1, .kind = Kind::integer, .is_static = i.is_static};
  }
  static constexpr Node mark(Kind kind) { return {.value = 0, .extra = 0, .span = 1, .kind = kind, .is_static = true}; }

  explicit IntTuple(Kind);
  static int depth_of(const Node*);
  Node* nodes() { return heap_ ? heap_.get() : inline_; }
  const Node* nodes() const { return heap_ ? heap_.get() : inline_; }
  void reserve(std::uint32_t count);
  void append_nodes(const Node* first, std::uint32_t count);
  void append_node(Node node) {
    if (size_ < capacity_) nodes()[size_++] = node;
    else append_nodes(&node, 1);
  }

  std::uint32_t size_ = 1, capacity_ = inline_nodes;
  std::unique_ptr<Node[]> heap_;
  Node inline_[inline_nodes];
};

/// A non-owning view of a tuple or a part of one. Valid as long as the tuple exists unchanged.
class IntTuple::View {
 public:
  bool is_tuple() const { return node_->kind == Kind::tuple; }
  bool is_integer() const { return node_->kind == Kind::integer; }
  bool is_underscore() const { return node_->kind == Kind::underscore; }
  Int integer() const { return node_->integer(); }
  int rank() const { return is_tuple() ? static_cast<int>(node_->extra) : 1; }
  Modes modes() const;     ///< requires is_tuple()
  View mode(int i) const;  ///< mode 0 of a leaf is the leaf; requires i < rank()
  /// Calls f(Int, Int) for the integers of two tuples with the same profile, left to right.
  template <class F>
  static void for_each_pair(View a, View b, F&& f) {
    const auto *x = a.node_, *y = b.node_;
    for (const auto *x_end = x + x->span, *y_end = y + y->span; x != x_end && y != y_end; ++x, ++y)
      if (x->kind == Kind::integer) f(x->integer(), y->integer());
  }

 private:
  friend class IntTuple;
  friend class IntTuple::Modes;
  friend class IntTuple::Builder;
  explicit View(const Node* node) : node_(node) {}
  const Node* node_;
};

/// The modes of a tuple as an iterable range.
class IntTuple::Modes {
 public:
  class Iterator {
   public:
    explicit Iterator(const Node* node) : node_(node) {}
    View operator*() const { return View(node_); }
    Iterator& operator++() {
      node_ += node_->span;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const Node* node_;
  };
  explicit Modes(View tuple) : tuple_(tuple) {}
  Iterator begin() const { return Iterator(tuple_.node_ + 1); }
  Iterator end() const { return Iterator(tuple_.node_ + tuple_.node_->span); }

 private:
  View tuple_;
};

inline IntTuple::View IntTuple::view() const { return View(nodes()); }
template <class F>
void IntTuple::for_each_pair(const IntTuple& a, const IntTuple& b, F&& f) {
  View::for_each_pair(a.view(), b.view(), std::forward<F>(f));
}
inline IntTuple::Modes IntTuple::View::modes() const { return Modes(*this); }
inline IntTuple::View IntTuple::View::mode(int i) const {
  if (!is_tuple()) return *this;
  const auto* child = node_ + 1;
  for (; i > 0; --i) child += child->span;
  return View(child);
}
/// Writes a tuple in place, left to right, without copying its parts. open() and close() stand for its brackets.
class IntTuple::Builder {
 public:
  /// Clears `target`, which is valid again once all brackets are closed.
  explicit Builder(IntTuple& target) : built_(target) { built_.size_ = 0; }
  /// Opens a bracket; returns its position for close().
  std::uint32_t open() {
    built_.append_node(mark(Kind::tuple));
    return built_.size_ - 1;
  }
  void close(std::uint32_t opened) {
    auto* nodes = built_.nodes();
    auto& tuple = nodes[opened];
    tuple.span = static_cast<std::uint16_t>(built_.size_ - opened);
    for (auto at = opened + 1; at < built_.size_; at += nodes[at].span) ++tuple.extra;
  }
  void add(Int i) { built_.append_node(leaf(i)); }
  void add(View v) {
    if (v.node_->span == 1) built_.append_node(*v.node_);
    else built_.append_nodes(v.node_, v.node_->span);
  }

 private:
  IntTuple& built_;
};

enum class Marks : std::uint8_t { plain, underscores };  ///< print static integers as 4 or as _4

std::string to_string(const IntTuple&, Marks);

/// CuTe's repeat<n>(_); for n = 1 a single underscore, not a tuple.
IntTuple underscores(int n);

/// The maximum number of leaves of an IntTuple; beyond it a Problem ("limit") is thrown.
inline constexpr int max_leaves = 1024;

// CuTe's tuple functions (include/cute/int_tuple.hpp, algorithm/tuple_algorithms.hpp).
Int product(const IntTuple&);            ///< 1 for ()
IntTuple product_each(const IntTuple&);  ///< one integer per mode
IntTuple wrap(const IntTuple&);          ///< a leaf becomes a tuple of one mode
IntTuple unwrap(const IntTuple&);        ///< replaces a tuple of one mode by the mode, repeatedly
IntTuple flatten(const IntTuple&);       ///< all leaves in one tuple; a leaf stays a leaf
IntTuple repeat_like(const IntTuple& profile, Int value);
IntTuple ceil_div(const IntTuple&, const IntTuple&);
IntTuple round_up(const IntTuple&, const IntTuple&);
IntTuple shape_div(const IntTuple&, const IntTuple&);
bool congruent(const IntTuple&, const IntTuple&);
bool weakly_congruent(const IntTuple&, const IntTuple&);
bool compatible(const IntTuple&, const IntTuple&);
bool has_underscore(const IntTuple&);
IntTuple elem_scale(const IntTuple& a, const IntTuple& b);      ///< each integer of a times the size of b's mode
IntTuple product_like(const IntTuple&, const IntTuple& guide);  ///< the sizes of the parts at the guide's leaves
IntTuple filter_zeros(const IntTuple& zeros, const IntTuple&);  ///< 1 where `zeros` has a static 0
IntTuple zip(const IntTuple& a, const IntTuple& b);             ///< ((a0,b0),(a1,b1),...)
IntTuple zip(const IntTuple&);                                  ///< of tuples: ((t00,t10,...),(t01,t11,...),...)

// CuTe's orders of coordinates: elementwise, lexicographic (first mode that differs), colexicographic (last one).
bool elem_less(const IntTuple&, const IntTuple&);
bool lex_less(const IntTuple&, const IntTuple&);
bool colex_less(const IntTuple&, const IntTuple&);

}  // namespace algebra
