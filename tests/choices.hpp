#pragma once
// Looks up colourings and labels by key; all palettes.

#include <array>
#include <string_view>

#include "render/colourings.hpp"
#include "render/labellings.hpp"

inline render::ColourBy colouring(std::string_view key) { return render::colouring_named(key).value(); }
inline constexpr std::array all_palettes{render::PaletteName::cutescope, render::PaletteName::cute, render::PaletteName::greys,
                                         render::PaletteName::contrast, render::PaletteName::print};

inline render::LabelBy labelling(std::string_view key) { return render::labelling_named(key).value(); }
