#pragma once
// Searches the operations, for the list beneath the sheet in the window and in a page.

#include <string_view>
#include <vector>

#include "algebra/language/vocabulary.hpp"
#include "app/system/texts.hpp"

namespace app {

/// Returns the operations whose name (as a subsequence of letters), signature, search words, meaning or translated meaning matches, best
/// match first; equal matches in the order of the table of functions.
std::vector<const algebra::Function*> operations_found(std::string_view wanted, const Texts&);

}  // namespace app
