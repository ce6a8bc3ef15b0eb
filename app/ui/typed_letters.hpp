#pragma once
// Finds a row of a menu or list by its first letters.

#include <functional>
#include <optional>
#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// Letters continue a word for a second. The same letter again moves to the next row that begins with it.
class TypedLetters {
 public:
  void clear() { word_.clear(); }
  /// Returns the row that the letters of this frame lead to, from `at` on; nullopt if none. words: returns a row's words; "": it cannot be
  /// selected.
  std::optional<int> row(int at, int count, const std::function<std::string(int)>& words);

 private:
  std::string word_;
  double at_ = -10;  ///< in seconds
};

}  // namespace app
