#pragma once
// recent.json: the recent files and commands, shared by all windows.

#include <string>
#include <string_view>
#include <vector>

namespace app {

struct Recent {
  std::vector<std::string> files, commands;
};

/// Returns the text of recent.json, without paths that are not UTF-8.
std::string recent_to_json(const std::vector<std::string>& files, const std::vector<std::string>& commands);
/// Reads recent.json. Empty if the text is not valid.
Recent recent_from(std::string_view json);
/// Returns `ours`, then the others of `theirs`; at most `most`.
std::vector<std::string> merged(std::vector<std::string> ours, const std::vector<std::string>& theirs, std::size_t most);

}  // namespace app
