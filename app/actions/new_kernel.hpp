#pragma once
// A new sheet with a kernel, from the dialog "New GEMM".

#include "app/gemm/gemm_choice.hpp"
#include "app/state/state.hpp"

namespace app {

/// Opens the sheet as a new document, with notes in the window's language and the kernel's map, and closes the dialog. Does nothing for an
/// invalid choice.
void create_gemm(Workspace&, ViewState&, const GemmChoice&);

}  // namespace app
