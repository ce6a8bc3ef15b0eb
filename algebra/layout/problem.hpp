#pragma once
// The reason why an operation has no result, or one that breaks its contract, as structured data.

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace algebra {

/// An operation's error, without source positions, which operations do not know.
struct Problem {
  std::string condition;  ///< the condition that fails, as CuTe names it: "stride divisibility", "weakly congruent", "overflow"
  Message message;        ///< one or two sentences with the operands' numbers
  std::vector<std::string> suggestions;  ///< operands tested to work, nearest first
};

template <class T>
using Result = tl::expected<T, Problem>;

/// Whether a value keeps its operation's contract, decided by enumeration.
struct Verdict {
  enum class Kind : std::uint8_t {
    none,     ///< the operation has no contract, or it was not checked
    kept,     ///< every checked element satisfies the contract
    broken,   ///< `counterexample` is the first element that violates it
    pending,  ///< not decided: too many elements to check at once
  };
  Kind kind = Kind::none;
  Message contract;          ///< "R(c) = A(B(c))"
  std::int64_t checked = 0;  ///< number of elements checked
  std::int64_t total = 0;    ///< number of elements; checked < total means a sample
  Message counterexample;    ///< "R(3) = 1 where A(B(3)) = 9"
  bool outside = false;      ///< broken by a thread or a coordinate that does not exist
};

}  // namespace algebra
