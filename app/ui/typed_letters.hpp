#pragma once
// First letters that find a row, of a menu as of a list.

#include <functional>
#include <optional>
#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// Letters go on a word for a second; the same letter again goes from one row to the next that begins with it.
class TypedLetters {
 public:
  void clear() { word_.clear(); }
  /// The row that the letters of this frame lead to, from `at` on; nothing where they lead nowhere. words: of a row; "": it cannot be
  /// chosen.
  std::optional<int> row(int at, int count, const std::function<std::string(int)>& words);

 private:
  std::string word_;
  double at_ = -10;  ///< seconds
};

}  // namespace app
