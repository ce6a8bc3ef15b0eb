#pragma once
// A vector of plain values that keeps the first few of them in itself, so that short ones do not allocate.

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <type_traits>

namespace algebra {

/// A vector of up to N inline values; more are on the heap. Values are not initialised before they are added. Copies and moves are not
/// inlined: inlined at each use they were a tenth of the algebra's code.
template <class T, std::uint32_t N>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  InlineVector() {}  // NOLINT: the inline values are left uninitialised
  InlineVector(std::initializer_list<T> values) { append(values.begin(), static_cast<std::uint32_t>(values.size())); }
  [[gnu::noinline]] InlineVector(const InlineVector& other) { append(other.data_, other.size_); }
  InlineVector(InlineVector&& other) noexcept { take(other); }
  [[gnu::noinline]] InlineVector& operator=(const InlineVector& other) {
    if (this == &other) return *this;
    clear();
    append(other.data_, other.size_);
    return *this;
  }
  [[gnu::noinline]] InlineVector& operator=(InlineVector&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }
  ~InlineVector() { release(); }

  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }

  void push_back(T value) { *extend(1) = value; }
  /// Constructs in place: copying a value that was assembled elsewhere just before stalls the processor.
  template <class... Parts>
  void emplace_back(Parts... parts) {
    ::new (static_cast<void*>(extend(1))) T{parts...};
  }
  void append(const T* values, std::uint32_t count) { std::copy_n(values, count, extend(count)); }
  /// Adds `count` uninitialised values, which the caller writes at the returned address.
  T* extend(std::uint32_t count) {
    if (count > capacity_ - size_) grow(count);
    size_ += count;
    return data_ + size_ - count;
  }
  /// Keeps the first `size` values.
  void shrink(std::uint32_t size) { size_ = size; }
  void clear() { size_ = 0; }
  void drop_front(std::uint32_t count) {
    if (count == 0) return;
    auto* to = data_;
    for (const auto* from = to + count; from != end(); ++from) *to++ = *from;  // a loop is faster than std::copy for few values
    size_ -= count;
  }

  friend bool operator==(const InlineVector& a, const InlineVector& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

 private:
  void release() {
    if (data_ != inline_) delete[] data_;
  }
  /// Takes the values of the other vector and leaves it empty.
  [[gnu::noinline]] void take(InlineVector& other) {
    size_ = other.size_;
    if (other.data_ == other.inline_) {
      data_ = inline_;
      capacity_ = N;
      std::copy_n(other.inline_, size_, inline_);
    } else {
      data_ = other.data_;
      capacity_ = other.capacity_;
      other.data_ = other.inline_;
      other.capacity_ = N;
    }
    other.size_ = 0;
  }
  [[gnu::noinline]] void grow(std::uint32_t count) {
    const auto capacity = std::max(size_ + count, 2 * capacity_);
    auto* grown = new T[capacity];
    std::copy_n(data_, size_, grown);
    release();
    data_ = grown;
    capacity_ = capacity;
  }

  std::uint32_t size_ = 0, capacity_ = N;
  T* data_ = inline_;
  union {
    T inline_[N];
  };
};

}  // namespace algebra
