#pragma once
// The map of a kernel as a page that plays. The page draws and computes nothing: it shows pictures of MapPicture, as exported, one moment
// after another (assets/page/map.js).

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
  Language language = Language::english;  ///< shown first
  bool is_bilingual = true;               ///< the page has its pictures in English and Chinese, and a button that switches
  std::string theme = "auto";             ///< shown first: "light", "dark", or "auto" for the viewer's system theme
  std::string source;                     ///< the kernel's source: "gemm.cu"
  double width = 900, height = 640;       ///< of the picture, in points
  std::size_t most_frames = 240;          ///< limit of the moments with pictures
};

/// A picture at a moment, in one language: ranges (first, count) of the shapes that all pictures share, in order.
struct MapPlayerPicture {
  std::vector<std::size_t> stretches{};
};
struct MapPlayerFrame {
  MapChoice choice{};
  std::map<std::string, MapPlayerPicture> pictures{};  ///< by code of a language: "en"
};
struct MapPlayerFrames {
  MapFrames chosen{};
  std::vector<MapPlayerFrame> frames{};
  std::size_t start = 0;                            ///< index of the frame shown first
  std::vector<std::string> shapes{};                ///< elements of an SVG; one that a picture uses twice is stored twice
  std::map<std::string, std::string> colours = {};  ///< by class: its declaration in the page's style
};
/// Returns the pictures of the page, starting at the moment of the choice, for its thread.
MapPlayerFrames map_player_frames(const MapStory&, const MapChoice&, const MapPlayerOptions&);

/// Returns a whole page, which loads nothing from elsewhere. Error: one sentence, for a kernel without steps.
tl::expected<std::string, algebra::Message> map_player(const MapStory&, const MapChoice&, const MapPlayerOptions&);

/// Returns the words that the script shows, in English; each is translated.
std::vector<const char*> map_player_words();

}  // namespace app
