#pragma once
// The members of CuTe's tiled copies, tiled MMAs and atoms.

#include <string_view>
#include <vector>

#include "algebra/language/value.hpp"

namespace algebra {

struct Member {
  std::string_view name;  ///< a function of the language, named as CuTe names the member: layoutA_TV, thr_idx, ThrID
  Value value;
};

/// Returns the members of a tiled copy or MMA, of a thread's slice of one, or of an atom; none for any other value.
std::vector<Member> members_of(const Value&);

}  // namespace algebra
