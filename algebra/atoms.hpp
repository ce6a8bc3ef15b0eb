#pragma once
// The hardware's copy and MMA instructions as CuTe's traits describe them: which thread holds which elements.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/layout.hpp"

namespace algebra {

/// The embedded assets/atoms.tsv: what CuTe C++ prints for each atom.
extern const std::string_view atoms_table;

/// CuTe's MMA_Traits of one instruction (include/cute/atom/mma_traits_*.hpp).
struct MmaTraits {
  struct Operand {
    Layout tv;              ///< (thread, value) -> element of A's (M,K), B's (N,K) or C's (M,N), column-major
    int bits = 32;          ///< width of an element
    bool congruent = true;  ///< false: CuTe's own layout is malformed (stride not congruent to shape), so CuTe cannot use it
  };
  std::string name;  ///< without template arguments
  /// What it takes in <>; its layouts do not depend on it.
  enum class Arguments : std::uint8_t {
    none,
    majors,  ///< <GMMA::Major::K,GMMA::Major::MN>, of A and B
    types,   ///< <float,half_t,half_t,float>, of D, A, B and C; the last ones may be left out
  };
  Arguments arguments = Arguments::none;
  IntTuple shape_mnk;
  Layout thr_id;                    ///< thread of the atom -> thread index
  std::array<Operand, 3> operands;  ///< A, B, C
};

/// CuTe's Copy_Traits of one instruction (include/cute/atom/copy_traits_*.hpp). Its layouts count bits.
struct CopyTraits {
  std::string name;  ///< without template argument
  std::string type;  ///< the template argument, "" for none: uint128_t
  Layout thr_id;
  Layout src, dst, ref;                                     ///< (thread, bit) -> bit
  std::int64_t bits() const { return size(mode(ref, 1)); }  ///< bits that one thread moves
};

const std::vector<MmaTraits>& mma_atoms();
const std::vector<CopyTraits>& copy_atoms();

/// Finds an MMA atom by its name without template arguments; null if there is none.
const MmaTraits* find_mma(std::string_view name);
/// `bits`: width of the template argument, such as uint128_t; nullopt for an instruction without one.
const CopyTraits* find_copy(std::string_view name, std::optional<int> bits);
/// Whether an instruction of this name exists, with or without template arguments.
bool is_atom_name(std::string_view name);
/// Whether the instruction takes template arguments.
bool is_templated_atom(std::string_view name);
/// The atom names with the smallest edit distance, nearest first.
std::vector<std::string> nearest_atoms(std::string_view name);

}  // namespace algebra
