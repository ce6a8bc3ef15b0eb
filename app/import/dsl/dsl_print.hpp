#pragma once
// Values in the notation of the CuTe DSL.

#include <string>

#include "algebra/language/value.hpp"

namespace app {

/// Prints a value as CuTe does, except: the start of a coordinate tensor is plain, (0,128) o L; a pointer's swizzle, which counts bytes,
/// comes first, Sw<3,4,3> o ptr+8192 o L; the missing pointer of a layout in shared memory is _0; tensors of descriptors are desc o L;
/// tiled copies and MMAs show their two layouts, "Tiler_MN=(_128,_8); TV=(_256,_4):(_4,_1)" and "ThrLayoutVMNK=...;
/// PermutationMNK=(_,_,_)".
std::string dsl_string(const algebra::Value&);

}  // namespace app
