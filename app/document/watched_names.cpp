#include "app/document/watched_names.hpp"

#include <fmt/format.h>

namespace app {

std::string WatchedNames::name_for(std::string_view found, const std::string& text) {
  const std::string base(found.empty() ? "L" : found);
  const auto key = base + '\n' + text;
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  if (last_.size() >= most) last_.clear();
  if (known_.size() >= most) known_.clear(), taken_.clear();
  // Numbers continue after the names have been cleared.
  auto& number = last_[base];
  auto name = base;
  do {
    if (++number > 1) name = fmt::format("{}_{}", base, number);
  } while (!taken_.insert(name).second);
  known_.emplace(key, name);
  return name;
}

}  // namespace app
