#pragma once
// The dialog "New GEMM": what is chosen, what it costs, and the sheet that it becomes.

#include <optional>

#include <tl/expected.hpp>

#include "app/gemm/gemm_limits.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// What the dialog keeps: what is chosen, also while it is closed, and what that costs, so that nothing is looked for in a frame in which
/// nothing changed.
struct GemmView {
  GemmChoice chosen{};
  GemmChoice of{};  ///< what `cost` is of
  std::optional<tl::expected<GemmCost, GemmRefusal>> cost{};
};
inline GemmView& gemm_view_of(const Ui& ui) { return ui.kept<GemmView>(); }

void gemm_dialog(Ui&, const ViewState&, Requests&, bool first);

}  // namespace app
