#pragma once
// Coalescing and composition on flat lists of modes, the operations' internal form.

#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {

/// Returns the modes of coalesce(l); at least one.
ModeList coalesce_modes(LayoutView, Steps* = nullptr);
/// Coalesces modes that are already flat.
void coalesce_in_place(ModeList& flat, Steps* = nullptr);
/// Returns whether a mode ends at `stride`, where one of the two strides is a vector over F2 or a sum, and adding the stride causes no
/// carries.
bool special_runs_on(const Mode&, Int stride);
/// Returns the modes of filter(l).
ModeList filter_modes(LayoutView);
/// Coalesces while preserving the function beyond the layout's size (CuTe's coalesce_x): the last mode is never dropped, and callers must
/// not use its size.
ModeList coalesce_beyond(LayoutView);

/// Returns whether composition(a, b) meets CuTe's two divisibility conditions, without building the result; much cheaper than catching a
/// refusal. Returns true where other conditions decide, as for basis elements.
bool composes(const Layout& a, const Layout& b);
/// Writes A o B.
void compose_into(LayoutView a, const Layout& b, Steps*, LayoutBuilder&);
/// Writes A o B for an A from coalesce_beyond; B's strides must be integers.
void compose_into(const ModeList& a, LayoutView b, Steps*, LayoutBuilder&);

}  // namespace algebra
