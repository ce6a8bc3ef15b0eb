#pragma once
// The map of a kernel as a page that plays. The pictures are MapPicture's, as exported: nothing is drawn or worked out in the page, which
// shows one moment after another (assets/page/map.js).

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/map/map_frames.hpp"
#include "app/map/map_story.hpp"
#include "app/system/texts.hpp"

namespace app {

struct MapPlayerOptions {
  Language language = Language::english;  ///< shown first; the page has English and Chinese
  std::string theme = "auto";             ///< shown first: "light", "dark", or "auto" as the reader's system
  std::string source;                     ///< what the kernel was read from: "gemm.cu"
  double width = 900, height = 640;       ///< of the picture, in points
  std::size_t most_frames = 240;          ///< moments that it has pictures of
};

/// A picture at a moment, in one language: stretches of the shapes that all pictures share, (first, how many), in their order.
struct MapPlayerPicture {
  std::vector<std::size_t> stretches{};
};
struct MapPlayerFrame {
  MapChoice choice{};
  std::vector<MapPlayerPicture> pictures{};  ///< by language: English, Chinese
};
struct MapPlayerFrames {
  MapFrames chosen{};
  std::vector<MapPlayerFrame> frames{};
  std::size_t start = 0;                            ///< the frame that is shown first
  std::vector<std::string> shapes{};                ///< elements of an SVG; one that a picture has twice stands here twice
  std::map<std::string, std::string> colours = {};  ///< by class: what the page's style has to say of it
};
/// What the page shows from moment to moment, beginning at that of the choice, whose thread it is of.
MapPlayerFrames map_player_frames(const MapStory&, const MapChoice&, const MapPlayerOptions&);

/// A whole page, which can request nothing from anywhere. Error: one sentence, for a kernel without steps.
tl::expected<std::string, algebra::Message> map_player(const MapStory&, const MapChoice&, const MapPlayerOptions&);

/// What the script says, in English: each is translated.
std::vector<const char*> map_player_words();

}  // namespace app
