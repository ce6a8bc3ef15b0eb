#pragma once
// Coalescing and composition on flat lists of modes, the operations' internal form.

#include "algebra/mode_list.hpp"
#include "algebra/operations.hpp"

namespace algebra {

/// The modes of coalesce(l); at least one.
ModeList coalesce_modes(const Layout&, Steps* = nullptr);
/// Coalesces modes that are already flat.
void coalesce_in_place(ModeList& flat, Steps* = nullptr);
/// The modes of filter(l).
ModeList filter_modes(const Layout&);
/// Like coalesce_modes, but also preserves the function beyond the layout's size (CuTe's coalesce_x): the last mode is
/// never dropped, and callers must not use its size.
ModeList coalesce_beyond(const Layout&);

/// Writes A o shape:stride. `a` comes from coalesce_beyond; strides must be integers.
void compose_into(const ModeList& a, IntTuple::View shape, IntTuple::View stride, Steps*, LayoutBuilder&);

}  // namespace algebra
