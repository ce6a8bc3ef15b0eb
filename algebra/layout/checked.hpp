#pragma once
// Checked arithmetic on plain numbers, as on Int: throws a Problem if a result does not fit into 63 bits, and for a division by 0. For
// advice, links and pictures, which compute from arbitrary numbers of the user.

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

/// Returns f(), or an empty value on overflow or lack of memory. For facts and pictures beside a value, which can be shown without them.
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
