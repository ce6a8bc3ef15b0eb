#pragma once
// The offers of the start page: ways to begin, pictures of the examples, recent files.

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
  bool primary = false;  ///< the most frequent choice: the one highlighted button
  bool pastes = false;   ///< true: uses the clipboard, which the host reads
};
std::vector<StartWay> ways_to_begin(const State&);
/// Returns the picture of the value that represents the example.
std::optional<Picture> picture_of_example(const Example&);
/// Returns the recent files that still exist, at most `most`.
std::vector<std::string> recent_files_there(const Session&, std::size_t most);

}  // namespace app
