#pragma once
// The page that a window without a sheet shows: lessons, examples, files.

#include "app/ui/ui.hpp"

namespace app {

void start_page(Ui&, const State&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
