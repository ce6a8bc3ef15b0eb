#pragma once
// How CuTe's versions and languages spell pointers and swizzles, as the language of the sheet has it.
//
//   C++ since CUTLASS 3.2    Sw<3,4,3> o _0 o L    smem_ptr[16b](0x80) o L    Sw<3,4,3>_smem_ptr[16b](0x80) o L
//   C++ before it            S<3,4,3> o _0 o L     smem_ptr_16b(0x80) o L     smem_ptr_S<3,4,3>_16b(0x80) o L
//   C++, std::cout           Sw<3,4,3> o _0 o L    smem_[16b] o L             Sw<3,4,3>_smem_[16b] o L
//   CuTe DSL                 S<3,4,3> o 0 o L      ptr<f16, smem> o L         ptr<f16, smem, align<1024>, S<3,4,3>> o L

#include <string>
#include <string_view>

namespace algebra {

/// Returns whether `word<3,4,3>` is a swizzle.
bool names_swizzle(std::string_view word);

/// Returns whether `word(0,0)` before a layout is the start of a coordinate tensor.
bool begins_coordinates(std::string_view word);

/// Returns the bits of `smem_ptr_16b` with their unit, 16b; "" for any other word.
std::string_view bits_of_old_pointer(std::string_view word);

/// Returns the text on one line, with the factors before the layout respelled for the parser. An unknown iterator becomes a pointer:
/// counting_iter(0), subbyte_iter[4b](0x80).
std::string readable(std::string_view text);

}  // namespace algebra
