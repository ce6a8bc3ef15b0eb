#pragma once
// The map of a kernel as slides: the kernel, a page for each of its stops with the map at that moment, and the findings of the check.

#include <cstddef>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/map/map_story.hpp"
#include "app/system/texts.hpp"
#include "gpu/flow/check.hpp"
#include "render/theme.hpp"

namespace app {

struct MapSlidesOptions {
  Language language = Language::english;
  render::ThemeName theme = render::ThemeName::print;
  std::string source;  ///< the kernel's source: "gemm.cu"
};

struct MapSlides {
  std::string pdf;
  std::size_t pages = 0;
};
/// Makes the slides for the thread of the choice. Without a report the last page states that nothing was checked. Error: one sentence, for
/// a kernel without steps.
tl::expected<MapSlides, algebra::Message> map_slides(const MapStory&, const MapChoice&, const std::optional<gpu::FlowReport>&,
                                                     const MapSlidesOptions&);

}  // namespace app
