#include "app/actions/new_kernel.hpp"

#include "app/actions/documents.hpp"
#include "app/gemm/new_gemm.hpp"

namespace app {

void create_gemm(Workspace& workspace, ViewState& view, const GemmChoice& choice) {
  auto sheet = new_gemm(choice, view.texts);
  if (!sheet) return;
  view.dialog = Dialog::none;
  start_sheet(workspace, view, std::move(*sheet), "GEMM");
}

}  // namespace app
