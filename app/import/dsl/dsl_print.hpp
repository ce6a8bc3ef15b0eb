#pragma once
// Values as those who write in the CuTe DSL read them.

#include <string>

#include "algebra/language/value.hpp"

namespace app {

/// As CuTe prints it, but: the start of a coordinate tensor plainly, (0,128) o L; a pointer's swizzle, which counts bytes, before it,
/// Sw<3,4,3> o ptr+8192 o L; what a layout of shared memory is relative to as _0; tensors of descriptors as desc o L; tiled copies and
/// MMAs by their two layouts, "Tiler_MN=(_128,_8); TV=(_256,_4):(_4,_1)" and "ThrLayoutVMNK=...; PermutationMNK=(_,_,_)".
std::string dsl_string(const algebra::Value&);

}  // namespace app
