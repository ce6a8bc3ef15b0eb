#pragma once
// Why an operation has no answer, or has one that breaks its contract. Data, not text alone.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace algebra {

/// Bytes [begin, end) of an entry's source text.
struct SourceSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// What an operation reports; it does not know where in the source its operands stand.
struct Problem {
  std::string condition;                 ///< CuTe's name for it: "stride divisibility", "weakly congruent", "overflow"
  std::string message;                   ///< one or two sentences with the operands' numbers
  std::vector<std::string> suggestions;  ///< operands that work, each tried before it is offered; [0] is nearest
};

template <class T>
using Result = tl::expected<T, Problem>;

/// A problem with its place. What the sheet, `check` and `eval` show.
struct Diagnostic {
  SourceSpan span;
  Problem problem;
};

/// Does the value keep its operation's contract (DESIGN: verdict)? Decided by enumeration.
struct Verdict {
  enum class Kind : std::uint8_t {
    none,     ///< the operation has no contract to check, or nobody checked it
    kept,     ///< every element (or every sample) agrees
    broken,   ///< `counterexample` is the first element that does not
    pending,  ///< too many elements to look at here and now
  };
  Kind kind = Kind::none;
  std::string contract;        ///< "R(c) = A(B(c))"
  std::int64_t checked = 0;    ///< elements looked at
  std::int64_t total = 0;      ///< elements there are; checked < total means a sample
  std::string counterexample;  ///< "R(3) = 1 where A(B(3)) = 9"
};

}  // namespace algebra
