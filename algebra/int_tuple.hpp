#pragma once
// IntTuple: an integer or a tuple of IntTuples. Shapes, strides and coordinates are IntTuples.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "algebra/integer.hpp"

namespace algebra {

/// A value type. Stored as its nodes in preorder, inline for up to 32 nodes, so that everyday layouts never allocate.
/// A coordinate may hold `_` (take the whole mode); a Step may hold `X` (skip the mode).
class IntTuple {
 public:
  enum class Kind : std::uint8_t { integer, tuple, underscore, skip };

  IntTuple();                              ///< the empty tuple ()
  IntTuple(Int value);                     ///< a leaf
  IntTuple(std::int64_t static_value);     ///< a static leaf
  static IntTuple underscore();
  static IntTuple skip();
  static IntTuple tuple(std::span<const IntTuple> modes);
  static IntTuple tuple(std::initializer_list<IntTuple> modes);

  Kind kind() const;
  bool is_tuple() const { return kind() == Kind::tuple; }
  bool is_integer() const { return kind() == Kind::integer; }
  Int integer() const;                     ///< requires is_integer()

  int rank() const;                        ///< modes of a tuple; 1 for a leaf (as CuTe's rank)
  int depth() const;                       ///< 0 for a leaf
  IntTuple mode(int i) const;              ///< i-th mode; mode(0) of a leaf is the leaf
  int leaves() const;                      ///< number of leaves

  friend bool operator==(const IntTuple&, const IntTuple&);   ///< same profile, values and static marks

 private:
  // helper A1 owns the representation
};

enum class Marks : std::uint8_t { plain, underscores };  ///< print static integers as 4 or as _4

std::string to_string(const IntTuple&, Marks);

}  // namespace algebra
