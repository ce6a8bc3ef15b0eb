#include "app/document/typed_step.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace app {
namespace {

/// Returns true if the text added between `before` and `after` begins a word: it follows a blank and is no blank.
bool begins_word(std::string_view before, std::string_view after) {
  const auto same =
      static_cast<std::size_t>(std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first - before.begin());
  return same > 0 && same < after.size() && after[same - 1] == ' ' && after[same] != ' ';
}

}  // namespace

TypedStep typed_step(int entry, std::string_view before, std::string_view after, double seconds) {
  const bool deletes = after.size() < before.size();
  return {fmt::format("{} {}", deletes ? "delete" : "text", entry), seconds > edit_pause || (!deletes && begins_word(before, after))};
}

}  // namespace app
