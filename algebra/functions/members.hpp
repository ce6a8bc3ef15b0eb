#pragma once
// The members by which CuTe's tiled copies, tiled MMAs and atoms are known.

#include <string_view>
#include <vector>

#include "algebra/language/value.hpp"

namespace algebra {

struct Member {
  std::string_view name;  ///< a function of the language, as CuTe calls the member: layoutA_TV, thr_idx, ThrID
  Value value;
};

/// Those of a tiled copy or MMA, of a thread's slice of one, or of an atom; none of any other value.
std::vector<Member> members_of(const Value&);

}  // namespace algebra
