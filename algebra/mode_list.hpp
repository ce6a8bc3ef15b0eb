#pragma once
// A flat list of modes: what coalescing, composition, complements and inverses work on.

#include <cstddef>
#include <vector>

#include "algebra/layout.hpp"

namespace algebra {

/// Up to 16 modes without the heap; more are kept in a vector.
class ModeList {
 public:
  ModeList() {}  // NOLINT: the inline modes stay unset until they are used
  ModeList(std::initializer_list<Mode> modes) {
    for (const auto& m : modes) push_back(m);
  }
  ModeList(const ModeList& other) { *this = other; }
  ModeList& operator=(const ModeList& other) {
    if (this == &other) return *this;
    heap_ = other.heap_;
    size_ = other.size_;
    if (heap_.empty())
      for (std::size_t i = 0; i < size_; ++i) inline_[i] = other.inline_[i];
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
  friend bool operator==(const ModeList& a, const ModeList& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (!(a[i] == b[i])) return false;
    return true;
  }

 private:
  static constexpr std::size_t inline_modes = 16;
  /// An empty heap means the inline modes: the last heap mode moves back.
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

/// A layout's integers, flat, from the left.
ModeList flat_modes(const Layout&);
/// One mode as `s:d`, several as `(s,...):(d,...)`.
Layout layout_of_modes(const ModeList&);

}  // namespace algebra
