#pragma once
// A name of its own for each value that was found under a name: sA, sA_2, ...

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace app {

class WatchedNames {
 public:
  /// The same name for the same value found under the same name again. "" is L.
  std::string name_for(std::string_view found, const std::string& text);

 private:
  static constexpr std::size_t most = 1 << 16;  ///< then it starts over

  std::unordered_map<std::string, std::string> known_;  ///< name and text -> name
  std::unordered_map<std::string, int> last_;           ///< the number that a name was last given
  std::unordered_set<std::string> taken_;
};

}  // namespace app
