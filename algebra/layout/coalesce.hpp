#pragma once
// Coalescing and composition on flat lists of modes, the operations' internal form.

#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {

/// The modes of coalesce(l); at least one.
ModeList coalesce_modes(LayoutView, Steps* = nullptr);
/// Coalesces modes that are already flat.
void coalesce_in_place(ModeList& flat, Steps* = nullptr);
/// Whether a stride, where it or the mode's is a vector over F2 or a sum, goes on where the mode ends, and adds to it without carries.
bool special_runs_on(const Mode&, Int stride);
/// The modes of filter(l).
ModeList filter_modes(LayoutView);
/// Like coalesce_modes, but also preserves the function beyond the layout's size (CuTe's coalesce_x): the last mode is
/// never dropped, and callers must not use its size.
ModeList coalesce_beyond(LayoutView);

/// Whether CuTe's two conditions of divisibility hold for composition(a, b), without making it: a refusal costs fifty times as much as
/// this. True where other conditions decide, as those of basis elements.
bool composes(const Layout& a, const Layout& b);
/// Writes A o B.
void compose_into(LayoutView a, const Layout& b, Steps*, LayoutBuilder&);
/// The same of an A from coalesce_beyond; B's strides must be integers.
void compose_into(const ModeList& a, LayoutView b, Steps*, LayoutBuilder&);

}  // namespace algebra
