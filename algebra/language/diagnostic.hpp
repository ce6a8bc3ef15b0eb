#pragma once
// A problem with its place in the source.

#include <cstddef>

#include "algebra/layout/problem.hpp"

namespace algebra {

/// The bytes [begin, end) of an entry's source text.
struct SourceSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// A problem with its source position. The sheet, `check` and `eval` show it.
struct Diagnostic {
  SourceSpan span;
  Problem problem;
};

}  // namespace algebra
