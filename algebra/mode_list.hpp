#pragma once
// A flat list of modes, the working form of coalesce, composition, complement and the inverses.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "algebra/layout.hpp"

namespace algebra {

/// Stores up to 16 modes inline and more of them in a vector.
class ModeList {
 public:
  ModeList() {}  // NOLINT: the inline modes are left uninitialised until used
  ModeList(std::initializer_list<Mode> modes) {
    for (const auto& m : modes) push_back(m);
  }
  ModeList(const ModeList& other) : size_(other.size_), heap_(other.heap_) { copy_inline(other); }
  ModeList& operator=(const ModeList& other) {
    if (this == &other) return *this;
    heap_ = other.heap_;
    size_ = other.size_;
    copy_inline(other);
    return *this;
  }
  ~ModeList() = default;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Mode* begin() { return heap_.empty() ? inline_ : heap_.data(); }
  Mode* end() { return begin() + size_; }
  const Mode* begin() const { return heap_.empty() ? inline_ : heap_.data(); }
  const Mode* end() const { return begin() + size_; }
  Mode& operator[](std::size_t i) { return begin()[i]; }
  const Mode& operator[](std::size_t i) const { return begin()[i]; }
  Mode& back() { return begin()[size_ - 1]; }
  const Mode& back() const { return begin()[size_ - 1]; }

  void push_back(Mode m) {
    if (heap_.empty() && size_ < inline_modes) {
      inline_[size_++] = m;
      return;
    }
    if (heap_.empty()) heap_.assign(inline_, inline_ + size_);
    heap_.push_back(m);
    ++size_;
  }
  void erase(const Mode* at) {
    for (auto* m = begin() + (at - begin()); m + 1 != end(); ++m) *m = m[1];
    --size_;
    if (!heap_.empty()) shrink();
  }
  /// Removes the first n modes.
  void drop_front(std::size_t n) {
    if (n == 0) return;
    auto* to = begin();
    for (const auto* from = to + n; from != end(); ++from) *to++ = *from;
    size_ -= n;
    if (!heap_.empty()) shrink();
  }
  friend bool operator==(const ModeList& a, const ModeList& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (!(a[i] == b[i])) return false;
    return true;
  }

 private:
  static constexpr std::size_t inline_modes = 16;
  void copy_inline(const ModeList& other) {
    if (heap_.empty()) std::copy_n(other.inline_, size_, inline_);
  }
  /// An empty heap means that the inline modes are in use.
  void shrink() {
    heap_.resize(size_);
    if (size_ == 0) heap_.clear();
  }

  std::size_t size_ = 0;
  std::vector<Mode> heap_;
  union {
    Mode inline_[inline_modes];
  };
};

/// The modes of the flattened layout, left to right.
ModeList flat_modes(const Layout&);
ModeList flat_modes(IntTuple::View shape, IntTuple::View stride);
/// `s:d` for one mode, `(s,...):(d,...)` for several.
Layout layout_of_modes(const ModeList&);

/// Writes a layout in place, left to right; open() and close() stand for the brackets of both tuples.
class LayoutBuilder {
 public:
  LayoutBuilder(IntTuple& shape, IntTuple& stride) : shape_(shape), stride_(stride) {}

  /// Adds one mode as `s:d`, several in brackets.
  void add(const ModeList& modes) {
    const bool tuple = modes.size() != 1;
    const auto opened = tuple ? open() : 0;
    for (const auto& m : modes) {
      shape_.add(m.shape);
      stride_.add(m.stride);
    }
    if (tuple) close(opened);
  }
  void add(IntTuple::View shape, IntTuple::View stride) {
    shape_.add(shape);
    stride_.add(stride);
  }
  /// Shape and stride are congruent, so one position serves both.
  std::uint32_t open() {
    shape_.open();
    return stride_.open();
  }
  void close(std::uint32_t opened) {
    shape_.close(opened);
    stride_.close(opened);
  }

 private:
  IntTuple::Builder shape_, stride_;
};

}  // namespace algebra
