#pragma once
// The dialog "New GEMM": the choices, their cost, and the sheet that they give.

#include <optional>

#include <tl/expected.hpp>

#include "app/gemm/gemm_limits.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// The choices, kept while the dialog is closed, and their cost, so that nothing is computed in a frame without changes.
struct GemmView {
  GemmChoice chosen{};
  GemmChoice of{};  ///< the choices that `cost` belongs to
  std::optional<tl::expected<GemmCost, GemmRefusal>> cost{};
};
inline GemmView& gemm_view_of(const Ui& ui) { return ui.kept<GemmView>(); }

void gemm_dialog(Ui&, const ViewState&, Requests&, bool first);

}  // namespace app
