#pragma once
// Expands shorthand calls.

#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Replaces a shorthand by the call that it stands for: make_tensor<UMMA::tmem_frg_1sm<float>>(shape), where the type makes the tensor;
/// make_fragment_A(partition_A(mma, 0, T)), which uses the MMA of the part; and S<3,4,3>, the swizzle as the CuTe DSL and older versions of
/// CuTe print it. Any other node is unchanged.
void expand_shorthand(Node&);

/// Turns the type T<...> before ::member into a call of the record "T::member", whose first template arguments are T's. In T's <>,
/// sparse_elem<2,half_t> and nv_float4_t<float_e2m1_t> count as two arguments, a number and a type. Returns false if there is no such
/// record. The caller still has to read what follows the member, <...>, {} or (...).
bool expand_member(Node& type, std::string_view member);
/// Does the same for f(...).member(...), where f makes a T only to call its members. Its arguments precede the member's.
bool expand_method(Node& maker, std::string_view member);
/// Completes a call of a collective's member, whose arguments have been read, with the arguments that only its kernel has: tiled_mma,
/// thread_mma, sSFA and sSFB.
void fill_in_collective(Node& member);

/// Returns the function that print shows by a word that no program uses as its name, such as the S of S<3,4,3>; "" for any other word.
/// Defined beside the function's record.
std::string_view printed_function(std::string_view word);

}  // namespace algebra::expression
