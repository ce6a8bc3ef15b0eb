#pragma once
// The words of a figure in a language.

#include "app/system/texts.hpp"
#include "render/figure.hpp"

namespace app {

/// The figure with its notes, captions, tables, titles and legend in that language. Its own title and caption are the user's.
render::Figure in_language(render::Figure, Language);
/// The same of one diagram.
render::Diagram in_language(render::Diagram, Language);

}  // namespace app
