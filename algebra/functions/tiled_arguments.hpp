#pragma once
// Arguments of the functions of tiled copies and MMAs. All throw an ArgumentProblem if an argument has the wrong kind.

#include <string_view>

#include <fmt/format.h>

#include "algebra/hardware/tiled.hpp"
#include "algebra/language/call.hpp"

namespace algebra::expression {

/// Returns argument i in (); for a type such as TiledMMA<...>, in <>.
const Value& part(const Call&, std::size_t i);
std::size_t parts(const Call&);

template <class T>
const T& needed(const Call& c, std::size_t i, std::string_view what) {
  if (const auto* v = std::get_if<T>(&part(c, i))) return *v;
  throw ArgumentProblem{{"argument", message("{} needs {}, not {}.", c.name, what, to_string(part(c, i), Marks::plain)), {}}, i};
}
const MmaAtom& mma_atom(const Call&, std::size_t i);
const CopyAtom& copy_atom(const Call&, std::size_t i);
const TiledCopy& tiled_copy(const Call&);  ///< the first argument
const TiledMma& tiled_mma(const Call&);    ///< the first argument

/// Returns the thread of f(tiled, thread, tensor), or for a slice that of f(get_slice(tiled, thread), tensor).
template <class Tiled>
Int thread_of(const Call& c, const Tiled& tiled) {
  if (c.count() == 3) return c.integer(1);
  if (tiled.thread) return *tiled.thread;
  throw Problem{"argument", message("{} needs the index of a thread: {}(tiled, thread, tensor).", c.name, c.name), {}};
}

// Return the letter of a function's name for a matrix, or for a side of a copy.
constexpr std::string_view letter_of(Matrix m) { return m == Matrix::a ? "A" : m == Matrix::b ? "B" : "C"; }
constexpr std::string_view letter_of(Side s) { return s == Side::source ? "S" : "D"; }
/// Returns the modes of a matrix.
constexpr std::string_view modes_of(Matrix m) { return m == Matrix::a ? "M,K" : m == Matrix::b ? "N,K" : "M,N"; }

// Entries used by the records' examples.
inline constexpr std::string_view copy_entry = "copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,8))",
                                  mma_entry = "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))";

}  // namespace algebra::expression
