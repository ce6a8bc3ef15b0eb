#pragma once
// What the page without a sheet offers: ways to begin, the pictures of its examples, files that were open.

#include <optional>
#include <string>
#include <vector>

#include "app/actions/requests.hpp"
#include "app/figures/pictures.hpp"
#include "app/lessons/examples.hpp"

namespace app {

/// A way to begin, in the interface's language.
struct StartWay {
  const char* key;
  std::string label;
  Request wanted{};
  bool primary = false;  ///< what most people want now: the one button that stands out
  bool pastes = false;   ///< what the clipboard has; the host asks for it
};
std::vector<StartWay> ways_to_begin(const State&);
/// The value that stands for an example.
std::optional<Picture> picture_of_example(const Example&);
/// Of the recent files those that are there, at most so many.
std::vector<std::string> recent_files_there(const Session&, std::size_t most);

}  // namespace app
