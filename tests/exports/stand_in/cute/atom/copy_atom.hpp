#pragma once
// With the MMAs: one header of the stand-in has both.

#include <cute/atom/mma_atom.hpp>
