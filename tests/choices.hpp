#pragma once
// Looks up colourings and labels by key.

#include <string_view>

#include "render/colourings.hpp"
#include "render/labellings.hpp"

inline render::ColourBy colouring(std::string_view key) { return render::colouring_named(key).value(); }
inline render::LabelBy labelling(std::string_view key) { return render::labelling_named(key).value(); }
