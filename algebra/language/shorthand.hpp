#pragma once
// Calls that stand for another one.

#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Makes of a node that is short for a call the call itself: make_tensor<UMMA::tmem_frg_1sm<float>>(shape), of which the type makes
/// the tensor, and make_fragment_A(partition_A(mma, 0, T)), which takes the MMA of the part; and S<3,4,3>, as the CuTe DSL and older
/// versions of CuTe print a swizzle. Any other node stays as it is.
void expand_shorthand(Node&);

/// Makes of T<...>, behind which ::member stands, the call of that member: its name is that of the record, "T::member", and what is in T's
/// <> are its first template arguments. There sparse_elem<2,half_t> and nv_float4_t<float_e2m1_t> are two arguments, a number and a type.
/// False where no function is called so. What follows the member, <...>, {} or (...), is still to be read.
bool expand_member(Node& type, std::string_view member);
/// The same of f(...), behind which .member( stands, where f makes a T for nothing but its members. Its arguments come before the member's.
bool expand_method(Node& maker, std::string_view member);
/// Gives a member of a collective, whose arguments have been read, what only its own kernel has: tiled_mma, thread_mma, sSFA and sSFB.
void fill_in_collective(Node& member);

/// The function that prints call by a word which is no name of it in a program, as S of S<3,4,3>; "" for any other word. Defined
/// beside the function's record.
std::string_view printed_function(std::string_view word);

}  // namespace algebra::expression
