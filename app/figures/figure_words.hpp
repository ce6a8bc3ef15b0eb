#pragma once
// The words of a figure in a language.

#include "app/system/texts.hpp"
#include "render/figure.hpp"

namespace app {

/// Returns the figure with its notes, captions, tables, titles and legend in the language. Its own title and caption, typed by the user,
/// stay.
render::Figure in_language(render::Figure, Language);
/// Does the same for one diagram.
render::Diagram in_language(render::Diagram, Language);

}  // namespace app
