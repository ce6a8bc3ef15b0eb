#pragma once
// Export of a kernel's map to a file.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/map/map_story.hpp"
#include "app/system/texts.hpp"
#include "render/export.hpp"

namespace app {

struct MapFileOptions {
  render::Format format = render::Format::svg;
  render::ThemeName theme = render::ThemeName::print;
  double width = 900, height = 640;  ///< of the page, in points
  double scale = 1;                  ///< of a PNG, in pixels per point
};
/// Returns the bytes of an SVG, PDF or PNG. Error: one sentence, for any other format, or if memory for a PNG runs out.
tl::expected<std::string, algebra::Message> map_bytes(const MapStory&, const MapChoice&, const MapFileOptions&, const Texts&);

}  // namespace app
