#pragma once
// The operations that the palette shows for what is searched.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/evaluate.hpp"
#include "app/system/texts.hpp"

namespace app {

/// By name (letters in order will do), signature, meaning or its translation, best first; of equals in the order of help.
std::vector<algebra::FunctionInfo> operations_found(std::string_view wanted, const Texts&);

/// What stands in the palette before anyone searches, by group.
bool is_everyday(std::string_view function);

}  // namespace app
