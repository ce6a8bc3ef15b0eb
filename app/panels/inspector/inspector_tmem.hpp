#pragma once
// The inspector's memory tab for what lies in tensor memory: the loads and stores that fit, and why the others do not.

#include "app/panels/inspector/inspector_panel.hpp"

namespace app {

/// False, and nothing drawn, where the entry is neither a tensor in tensor memory nor a tiled MMA that has C there. A click on a load or
/// a store adds its make_tmem_copy to the sheet.
bool tensor_memory(Rows&, const Workspace&, Requests&, int entry);

}  // namespace app
