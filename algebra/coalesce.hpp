#pragma once
// Coalescing and composing on flat lists of modes: the form that the operations work on inside.

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

/// Writes A o shape:stride, where A's modes are those of coalesce_beyond and the strides are integers.
void compose_into(const ModeList& a, IntTuple::View shape, IntTuple::View stride, Steps*, LayoutBuilder&);

}  // namespace algebra
