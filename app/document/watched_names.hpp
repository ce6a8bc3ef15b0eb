#pragma once
// A unique name for each value that was found under a name: sA, sA_2, ...

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace app {

class WatchedNames {
 public:
  /// The same pair of name and value always gets the same name. A value found without a name is called L.
  std::string name_for(std::string_view found, const std::string& text);

 private:
  static constexpr std::size_t most = 1 << 16;  ///< entries of each map, which is then cleared

  std::unordered_map<std::string, std::string> known_;  ///< name and text -> name
  std::unordered_map<std::string, int> last_;           ///< the last number given to a name
  std::unordered_set<std::string> taken_;
};

}  // namespace app
