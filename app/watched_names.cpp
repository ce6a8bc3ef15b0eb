#include "app/watched_names.hpp"

#include <fmt/format.h>

namespace app {

std::string WatchedNames::name_for(std::string_view found, const std::string& text) {
  const std::string base(found.empty() ? "L" : found);
  const auto key = base + '\n' + text;
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  if (known_.size() >= most) known_.clear(), last_.clear(), taken_.clear();
  auto name = base;
  for (auto& number = last_[base]; !taken_.insert(name).second;) name = fmt::format("{}_{}", base, ++number == 1 ? ++number : number);
  known_.emplace(key, name);
  return name;
}

}  // namespace app
