#pragma once
// The hardware's copy and MMA instructions as CuTe's traits describe them: which thread has which value of which element.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/layout.hpp"

namespace algebra {

/// assets/atoms.tsv, as it is embedded: what CuTe C++ prints for each atom.
extern const std::string_view atoms_table;

/// CuTe's MMA_Traits of one instruction (include/cute/atom/mma_traits_*.hpp).
struct MmaTraits {
  struct Operand {
    Layout tv;              ///< (thread, value) -> element of A's (M,K), B's (N,K) or C's (M,N), column-major
    int bits = 32;          ///< of an element
    bool congruent = true;  ///< false: CuTe's own stride does not have its shape's profile; it compiles nothing with it
  };
  std::string name;         ///< without template arguments
  bool has_majors = false;  ///< takes <GMMA::Major::K, GMMA::Major::MN>; its layouts do not depend on them
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
  std::int64_t bits() const { return size(mode(ref, 1)); }  ///< that one thread moves
};

const std::vector<MmaTraits>& mma_atoms();
const std::vector<CopyTraits>& copy_atoms();

/// By name without template arguments; null for none.
const MmaTraits* find_mma(std::string_view name);
/// `bits`: of the template argument, such as uint128_t; none for an instruction without.
const CopyTraits* find_copy(std::string_view name, std::optional<int> bits);
/// Whether there is an instruction of this name, with template arguments or without.
bool is_atom_name(std::string_view name);
/// Whether it has template arguments.
bool is_templated_atom(std::string_view name);
/// Names that differ least, the nearest first.
std::vector<std::string> nearest_atoms(std::string_view name);

}  // namespace algebra
