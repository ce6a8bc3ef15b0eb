#pragma once
// Coalescing on flat lists of modes: the form that composition, complement and the inverses work on.

#include "algebra/mode_list.hpp"
#include "algebra/operations.hpp"

namespace algebra {

/// The modes of coalesce(l); at least one.
ModeList coalesce_modes(const Layout&, Steps* = nullptr);
/// The same of modes that are flat already.
void coalesce_in_place(ModeList& flat, Steps* = nullptr);
/// The modes of filter(l).
ModeList filter_modes(const Layout&);
/// The same, keeping the function beyond the layout's size too (CuTe's coalesce_x): the last mode is never dropped,
/// and its size is not to be used.
ModeList coalesce_beyond(const Layout&);

}  // namespace algebra
