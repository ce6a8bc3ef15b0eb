#pragma once
// Arithmetic of plain numbers as Int has it: a Problem where a number does not fit into 63 bits, and for a division by 0. What refusals,
// advice, links and pictures compute from a user's numbers goes through these, whatever the numbers are.

#include <cstdint>
#include <new>
#include <stdexcept>

#include "algebra/layout/integer.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra::checked {

inline std::int64_t sum(std::int64_t a, std::int64_t b) { return (Int{a, true} + Int{b, true}).value; }
inline std::int64_t difference(std::int64_t a, std::int64_t b) { return (Int{a, true} - Int{b, true}).value; }
inline std::int64_t product(std::int64_t a, std::int64_t b) { return (Int{a, true} * Int{b, true}).value; }
inline std::int64_t quotient(std::int64_t a, std::int64_t b) { return (Int{a, true} / Int{b, true}).value; }
inline std::int64_t remainder(std::int64_t a, std::int64_t b) { return (Int{a, true} % Int{b, true}).value; }
inline bool divides(std::int64_t divisor, std::int64_t n) { return remainder(n, divisor) == 0; }

/// Returns what f returns, or an empty value where its numbers are too large or there is no memory for it: of what stands beside a value,
/// facts and pictures, without which the value can still be shown.
template <class F>
auto or_nothing(F&& f) -> decltype(f()) {
  try {
    return f();
  } catch (const Problem&) {
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  return {};
}

}  // namespace algebra::checked
