#pragma once
// Owning handles of Cairo objects, and the fonts of a page in Cairo.

#include <memory>

#include <cairo.h>

#include "render/export_pen.hpp"

namespace render {

struct DestroySurface {
  void operator()(cairo_surface_t* s) const { cairo_surface_destroy(s); }
};
struct DestroyContext {
  void operator()(cairo_t* c) const { cairo_destroy(c); }
};
using CairoSurface = std::unique_ptr<cairo_surface_t, DestroySurface>;
using CairoContext = std::unique_ptr<cairo_t, DestroyContext>;

/// `family` replaces the font's own family unless it is "".
void use_font(cairo_t*, Font, double size, const std::string& family = {});

/// Disables hinting, so that text has the same width in every file, whatever its resolution.
void use_unhinted_fonts(cairo_t*);

}  // namespace render
