#pragma once
// Makes a unique name for each value found under a name: sA, sA_2, ...

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace app {

class WatchedNames {
 public:
  /// Returns the name of a value: the same for the same pair of `found` and `text`. A value without a name is called L.
  std::string name_for(std::string_view found, const std::string& text);

 private:
  static constexpr std::size_t most = 1 << 16;  ///< entries of each map, which is then cleared

  std::unordered_map<std::string, std::string> known_;  ///< name and text -> name
  std::unordered_map<std::string, int> last_;           ///< the last number given to a name
  std::unordered_set<std::string> taken_;
};

}  // namespace app
