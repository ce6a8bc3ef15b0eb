#include "app/ui/typed_letters.hpp"

#include <algorithm>
#include <string_view>

#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"

namespace app {
namespace {

constexpr double pause = 1.0;  ///< seconds after which letters begin another word

bool begins_with(std::string_view label, std::string_view typed) {
  const auto same = [](char a, char b) { return algebra::lower(a) == algebra::lower(b); };
  return label.size() >= typed.size() && std::equal(typed.begin(), typed.end(), label.begin(), same);
}

}  // namespace

std::optional<int> TypedLetters::row(int at, int count, const std::function<std::string(int)>& words) {
  const auto& io = ImGui::GetIO();
  std::optional<int> found;
  if (io.KeyCtrl || io.KeyAlt) return found;
  for (const auto c : io.InputQueueCharacters) {
    if (ImGui::GetTime() > at_ + pause) word_.clear();
    if (c < ' ' || c == 127 || (c == ' ' && word_.empty())) continue;
    at_ = ImGui::GetTime();
    std::string letter;
    algebra::append_utf8(letter, static_cast<char32_t>(c));
    const bool next = word_.empty() || word_ == letter;
    if (word_ != letter) word_ += letter;
    const int from = std::max(0, found.value_or(at)) + (next ? 1 : 0);
    for (int k = 0; k < count; ++k) {
      const int i = (from + k) % count;
      if (!begins_with(words(i), word_)) continue;
      found = i;
      break;
    }
  }
  return found;
}

}  // namespace app
