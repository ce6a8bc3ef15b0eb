#pragma once
// IntTuple: an integer or a tuple of IntTuples. Shapes, strides and coordinates are IntTuples.

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algebra/layout/inline_vector.hpp"
#include "algebra/layout/integer.hpp"

namespace algebra {

/// A value type. Its nodes are stored in preorder, up to 32 of them inline, so that common layouts do not allocate.
/// A coordinate may hold `_` (take the whole mode); a Step may hold `X` (skip the mode).
class IntTuple {
 public:
  enum class Kind : std::uint8_t { integer, tuple, underscore, skip };

  IntTuple() : IntTuple(Kind::tuple) {}                   ///< the empty tuple ()
  IntTuple(Int value) { nodes_.push_back(leaf(value)); }  ///< a leaf
  IntTuple(std::int64_t static_value) : IntTuple(Int{static_value, true}) {}
  static IntTuple underscore() { return IntTuple(Kind::underscore); }
  static IntTuple skip() { return IntTuple(Kind::skip); }
  static IntTuple tuple(std::span<const IntTuple> modes);
  static IntTuple tuple(std::initializer_list<IntTuple> modes) { return tuple({modes.begin(), modes.size()}); }

  IntTuple(const IntTuple&) = default;
  IntTuple(IntTuple&& other) noexcept : nodes_(std::move(other.nodes_)) { other.nodes_.push_back(mark(Kind::tuple)); }
  IntTuple& operator=(const IntTuple&) = default;
  IntTuple& operator=(IntTuple&& other) noexcept {
    if (this == &other) return *this;
    nodes_ = std::move(other.nodes_);
    other.nodes_.push_back(mark(Kind::tuple));
    return *this;
  }
  ~IntTuple() = default;

  Kind kind() const { return nodes_[0].kind; }
  bool is_tuple() const { return kind() == Kind::tuple; }
  bool is_integer() const { return kind() == Kind::integer; }
  bool is_underscore() const { return kind() == Kind::underscore; }
  Int integer() const { return nodes_[0].integer(); }  ///< requires is_integer()

  int rank() const { return is_tuple() ? static_cast<int>(nodes_[0].extra) : 1; }  ///< 1 for a leaf, as CuTe's rank
  int depth() const;                                                               ///< 0 for a leaf
  IntTuple mode(int i) const;  ///< mode(0) of a leaf is the leaf; throws a Problem ("mode out of range")
  int leaves() const;          ///< number of integers, `_` and `X` in it
  bool all_static() const;     ///< CuTe's is_static: every integer is static

  /// Appends a mode; a leaf becomes a tuple of itself and the mode.
  void append(const IntTuple& mode);
  void append(Int mode);

  class View;
  class Modes;
  class Builder;
  explicit IntTuple(View);
  View view() const;
  operator View() const;
  /// Calls f(Int) for each integer leaf, left to right.
  template <class F>
  void for_each_integer(F&& f) const;
  /// Calls f(Int, Int) for the integer leaves of two tuples with the same profile, left to right.
  template <class F>
  static void for_each_pair(const IntTuple& a, const IntTuple& b, F&& f);
  /// Returns the same profile with each integer leaf replaced by f(Int), left to right.
  template <class F>
  IntTuple transformed(F&& f) const {
    IntTuple result(*this);
    for (auto& node : result.nodes_)
      if (node.kind == Kind::integer) node = leaf(f(node.integer()));
    return result;
  }
  /// Returns the same, right to left.
  template <class F>
  IntTuple transformed_backwards(F&& f) const {
    IntTuple result(*this);
    for (auto i = result.nodes_.size(); i-- > 0;)
      if (auto& node = result.nodes_[i]; node.kind == Kind::integer) node = leaf(f(node.integer()));
    return result;
  }

  /// Compares profiles, values and static marks.
  friend bool operator==(const IntTuple& a, const IntTuple& b) { return a.nodes_ == b.nodes_; }

 private:
  /// Fields shared with Int have the same places as there, so that conversions take few instructions.
  struct Node {
    // No initial values: most of the inline nodes are never used.
    std::int64_t value;
    IntKind is_static;
    Kind kind;
    std::uint16_t span;   ///< number of nodes in this subtree, including this one
    std::uint32_t extra;  ///< number of modes of a tuple, or the basis of an integer
    Int integer() const { return {value, is_static, extra}; }
    friend bool operator==(const Node&, const Node&) = default;
  };
  static constexpr Node leaf(Int i) {
    return {.value = i.value, .is_static = i.is_static, .kind = Kind::integer, .span = 1, .extra = i.basis};
  }
  static constexpr Node mark(Kind kind) { return {.value = 0, .is_static = true, .kind = kind, .span = 1, .extra = 0}; }

  explicit IntTuple(Kind kind) { nodes_.push_back(mark(kind)); }
  static int depth_of(const Node*);
  /// Adds `count` nodes, which the caller writes. Throws a Problem ("limit") if there are too many.
  Node* extend(std::uint32_t count);
  /// Counts the nodes appended last as one more mode.
  void count_mode() {
    ++nodes_[0].extra;
    nodes_[0].span = static_cast<std::uint16_t>(nodes_.size());
  }

  InlineVector<Node, 32> nodes_;
};

/// A non-owning view of a tuple or a part of one. Valid as long as the tuple exists unchanged.
class IntTuple::View {
 public:
  bool is_tuple() const { return node_->kind == Kind::tuple; }
  bool is_integer() const { return node_->kind == Kind::integer; }
  bool is_underscore() const { return node_->kind == Kind::underscore; }
  Int integer() const { return node_->integer(); }
  int rank() const { return is_tuple() ? static_cast<int>(node_->extra) : 1; }
  /// Returns an upper bound of the number of integers in it.
  std::uint32_t most_integers() const { return node_->span; }
  Modes modes() const;     ///< requires is_tuple()
  View mode(int i) const;  ///< mode 0 of a leaf is the leaf; requires i < rank()
  /// Calls f(Int) for each integer, left to right.
  template <class F>
  void for_each_integer(F&& f) const {
    for (const auto *node = node_, *end = node_ + node_->span; node != end; ++node)
      if (node->kind == Kind::integer) f(node->integer());
  }
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

inline IntTuple::View IntTuple::view() const { return View(nodes_.begin()); }
inline IntTuple::operator View() const { return view(); }
inline IntTuple::IntTuple(View v) { nodes_.append(v.node_, v.node_->span); }
template <class F>
void IntTuple::for_each_integer(F&& f) const {
  view().for_each_integer(std::forward<F>(f));
}
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

/// Maximum number of leaves of an IntTuple; beyond it a Problem ("limit") is thrown.
inline constexpr int max_leaves = 1024;

[[noreturn]] void too_many_leaves();  ///< throws the Problem
inline IntTuple::Node* IntTuple::extend(std::uint32_t count) {
  // Spans have 16 bits, and shapes of thousands of modes are of no use.
  if (nodes_.size() + count > 4u * max_leaves) too_many_leaves();
  return nodes_.extend(count);
}

/// Writes a tuple in place, left to right, without copying its parts. open() and close() write its brackets.
class IntTuple::Builder {
 public:
  /// Clears `target`; it is valid again once all brackets are closed.
  explicit Builder(IntTuple& target) : built_(target) { built_.nodes_.clear(); }
  /// Opens a bracket; returns its position for close().
  std::uint32_t open() {
    *built_.extend(1) = mark(Kind::tuple);
    return size() - 1;
  }
  void close(std::uint32_t opened) {
    auto& tuple = built_.nodes_[opened];
    tuple.span = static_cast<std::uint16_t>(size() - opened);
    const auto* end = built_.nodes_.end();
    std::uint32_t modes = 0;
    for (const auto* mode = &tuple + 1; mode != end; mode += mode->span) ++modes;
    tuple.extra = modes;
  }
  void add(Int i) { *built_.extend(1) = leaf(i); }
  void add(View v) {
    if (v.node_->span == 1) *built_.extend(1) = *v.node_;
    else std::copy_n(v.node_, v.node_->span, built_.extend(v.node_->span));
  }
  /// Adds f(item) for each item: one integer as a leaf, several in brackets.
  template <class Items, class F>
  void add_each(const Items& items, F&& f) {
    const auto count = static_cast<std::uint32_t>(items.size());
    auto* node = built_.extend(count == 1 ? 1 : count + 1);
    if (count != 1) {
      *node = mark(Kind::tuple);
      node->span = static_cast<std::uint16_t>(count + 1);
      node->extra = count;
      ++node;
    }
    for (const auto& item : items) *node++ = leaf(f(item));
  }
  /// Returns the part written since a position, a leaf or in closed brackets. Valid until more is written.
  View since(std::uint32_t position) const { return View(built_.nodes_.begin() + position); }
  std::uint32_t size() const { return built_.nodes_.size(); }

 private:
  IntTuple& built_;
};

enum class Marks : std::uint8_t {
  plain,        ///< static integers as 4
  underscores,  ///< static integers as _4, as CuTe prints them
  written,      ///< as `underscores`, and a dynamic one that is not an int with its suffix, 4LL: reading it back gives the same value
};

std::string to_string(const IntTuple&, Marks);
/// Formats a tuple, a layout or another value for messages: static integers without the underscore.
template <class T>
std::string plain(const T& value) {
  return to_string(value, Marks::plain);
}

/// Returns CuTe's repeat<n>(_); a single underscore for n = 1.
IntTuple underscores(int n);

// CuTe's tuple functions (include/cute/int_tuple.hpp, algorithm/tuple_algorithms.hpp).
Int product(IntTuple::View);                ///< 1 for ()
IntTuple product_of_mode(const IntTuple&);  ///< the product; `_` alone stays, beside others it counts as a static 0
IntTuple product_each(const IntTuple&);     ///< the product of each mode
IntTuple wrap(const IntTuple&);             ///< a leaf becomes a tuple of one mode
IntTuple unwrap(const IntTuple&);           ///< replaces a tuple of one mode by the mode, repeatedly
IntTuple flatten(const IntTuple&);          ///< all leaves in one tuple; a leaf stays a leaf
IntTuple repeat_like(const IntTuple& profile, const IntTuple& value);
IntTuple ceil_div(const IntTuple&, const IntTuple&);
IntTuple round_up(const IntTuple&, const IntTuple&);
IntTuple shape_div(const IntTuple&, const IntTuple&);
bool congruent(const IntTuple&, const IntTuple&);
bool weakly_congruent(const IntTuple&, const IntTuple&);
bool compatible(const IntTuple&, const IntTuple&);
bool has_underscore(const IntTuple&);
IntTuple with_zeros(const IntTuple&);                           ///< a static 0 for each `_` and `X`
IntTuple elem_scale(const IntTuple& a, const IntTuple& b);      ///< each integer of a times the size of b's mode
IntTuple product_like(const IntTuple&, const IntTuple& guide);  ///< the sizes of the parts at the guide's leaves
IntTuple filter_zeros(const IntTuple& zeros, const IntTuple&);  ///< 1 where `zeros` has a static 0
IntTuple zip(const IntTuple& a, const IntTuple& b);             ///< zip((a,b)): ((a0,b0),(a1,b1),...)
IntTuple zip(const IntTuple&);                                  ///< of tuples: ((t00,t10,...),...); of integers and more: (t)

// CuTe's orders of coordinates: elementwise, lexicographic (the first differing mode decides), colexicographic (the last one).
bool elem_less(const IntTuple&, const IntTuple&);
bool lex_less(const IntTuple&, const IntTuple&);
bool colex_less(const IntTuple&, const IntTuple&);

}  // namespace algebra
