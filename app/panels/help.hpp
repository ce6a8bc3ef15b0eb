#pragma once
// Terms: what F1 says of a single named thing, such as a row, a field or a chip.

#include "app/ui/ui.hpp"

namespace app {}  // namespace app
