#pragma once
// Help for terms: what F1 shows for a row, a field or a chip.

#include "app/ui/ui.hpp"

namespace app {}  // namespace app
