#pragma once
// The operations that the palette shows for what is searched.

#include <string_view>
#include <vector>

#include "algebra/language.hpp"
#include "app/system/texts.hpp"

namespace app {

/// By name (letters in order will do), signature, search words, meaning or its translation, best first; of equals in the order of
/// help.
std::vector<const algebra::Function*> operations_found(std::string_view wanted, const Texts&);

}  // namespace app
