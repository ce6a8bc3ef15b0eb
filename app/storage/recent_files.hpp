#pragma once
// recent.json: the recent files and commands, shared by all windows.

#include <string>
#include <string_view>
#include <vector>

namespace app {

struct Recent {
  std::vector<std::string> files, commands;
};

/// The text of recent.json. Paths that are not UTF-8 are left out.
std::string recent_to_json(const std::vector<std::string>& files, const std::vector<std::string>& commands);
/// Empty if the text is not valid.
Recent recent_from(std::string_view json);
/// `ours`, then those of `theirs` that are not among them; at most `most`.
std::vector<std::string> merged(std::vector<std::string> ours, const std::vector<std::string>& theirs, std::size_t most);

}  // namespace app
