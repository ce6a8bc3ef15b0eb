#pragma once
// Coalescing on flat lists of modes: the form that composition, complement and the inverses work on.

#include <vector>

#include "algebra/operations.hpp"

namespace algebra {

/// One mode as `s:d`, several as `(s,...):(d,...)`.
Layout layout_of_modes(const std::vector<Mode>&);
/// The modes of coalesce(l); at least one.
std::vector<Mode> coalesce_modes(const Layout&);
/// The same, keeping the function beyond the layout's size too (CuTe's coalesce_x): the last mode is never dropped,
/// and its size is not to be used.
std::vector<Mode> coalesce_beyond(const Layout&);

}  // namespace algebra
