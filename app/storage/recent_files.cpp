#include "app/storage/recent_files.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace app {
namespace {

using nlohmann::json;

std::vector<std::string> strings_in(const json& from, const char* key) {
  std::vector<std::string> found;
  if (const auto it = from.find(key); it != from.end() && it->is_array())
    for (const auto& s : *it)
      if (s.is_string()) found.push_back(s.get<std::string>());
  return found;
}

}  // namespace

std::string recent_to_json(const std::vector<std::string>& files, const std::vector<std::string>& commands) {
  return json{{"files", files}, {"commands", commands}}.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Recent recent_from(std::string_view text) {
  const auto all = json::parse(text, nullptr, false);
  if (!all.is_object()) return {};
  return {strings_in(all, "files"), strings_in(all, "commands")};
}

std::vector<std::string> merged(std::vector<std::string> ours, const std::vector<std::string>& theirs, std::size_t most) {
  for (const auto& s : theirs)
    if (std::find(ours.begin(), ours.end(), s) == ours.end()) ours.push_back(s);
  if (ours.size() > most) ours.resize(most);
  return ours;
}

}  // namespace app
