#pragma once
// Finds changes with which an operation works: by trying neighbours of its operands with the language, or by a rule's own change of the
// program's text.

#include <string>
#include <string_view>

#include "app/why/why.hpp"

namespace app::why {

/// Finds changes that work, and puts them into the reason. `program`: the text of the user's program; empty: it is not at hand.
void find_repairs(Why&, const std::string& program);

/// Tells whether a rule's field `repair` names a way that exists.
bool is_way(std::string_view repair);

}  // namespace app::why
