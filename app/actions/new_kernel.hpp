#pragma once
// A new sheet with a kernel: what the dialog "New GEMM" ends in.

#include "app/gemm/gemm_choice.hpp"
#include "app/state/state.hpp"

namespace app {

/// Opens the sheet as a new document, with notes in the language of the window and the kernel's map, and closes the dialog; nothing where
/// the choice cannot be.
void create_gemm(Workspace&, ViewState&, const GemmChoice&);

}  // namespace app
