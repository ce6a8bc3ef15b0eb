#pragma once
// Arithmetic of plain numbers as Int has it: a Problem where a number does not fit into 63 bits, and for a division by 0. What refusals,
// advice, links and pictures compute from a user's numbers goes through these, whatever the numbers are.

#include <cstdint>

#include "algebra/layout/integer.hpp"

namespace algebra::checked {

inline std::int64_t sum(std::int64_t a, std::int64_t b) { return (Int{a, true} + Int{b, true}).value; }
inline std::int64_t difference(std::int64_t a, std::int64_t b) { return (Int{a, true} - Int{b, true}).value; }
inline std::int64_t product(std::int64_t a, std::int64_t b) { return (Int{a, true} * Int{b, true}).value; }
inline std::int64_t quotient(std::int64_t a, std::int64_t b) { return (Int{a, true} / Int{b, true}).value; }
inline std::int64_t remainder(std::int64_t a, std::int64_t b) { return (Int{a, true} % Int{b, true}).value; }
inline bool divides(std::int64_t divisor, std::int64_t n) { return remainder(n, divisor) == 0; }

}  // namespace algebra::checked
