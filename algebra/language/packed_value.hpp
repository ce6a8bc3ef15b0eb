#pragma once
// A value in as few bytes as possible, to be kept in large numbers.

#include <memory>
#include <string>
#include <variant>

#include "algebra/language/value.hpp"

namespace algebra {

/// A Value takes some kilobytes, so that everyday layouts need no heap. Packed, a layout or an integer takes a byte for each small number
/// and bracket, and a swizzle before a layout some more; other values are kept unpacked, on the heap.
class PackedValue {
 public:
  explicit PackedValue(const Value&);
  Value value() const;

  /// Replaces the contents of `out` by the bytes of a layout or a tuple of integers: equal bytes are equal values. Returns false for any
  /// other value.
  static bool pack(const Value&, std::string& out);
  static Value unpacked(const std::string& bytes);

 private:
  struct Box {
    Box() = default;
    Box(const Box&) = delete;
    Box& operator=(const Box&) = delete;
    virtual ~Box() = default;
    virtual Value value() const = 0;
  };
  struct Swizzled;
  template <class T>
  struct Whole;
  std::variant<std::string, std::unique_ptr<const Box>> is_;
};

}  // namespace algebra
