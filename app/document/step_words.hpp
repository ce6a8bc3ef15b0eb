#pragma once
// The steps of operations in the reader's language.

#include <string>

#include "algebra/layout/steps.hpp"
#include "app/system/texts.hpp"

namespace app {

/// The step's sentence, with its values inserted.
std::string step_words(const Texts&, const algebra::Step&);

}  // namespace app
