#include "app/system/pieces.hpp"

namespace app {

std::string filled(std::string_view text, const Pieces& pieces) {
  std::string out;
  while (!text.empty()) {
    const auto mark = text.find('@'), end = mark == std::string_view::npos ? mark : text.find('@', mark + 1);
    if (end == std::string_view::npos) break;
    const auto piece = pieces.find(text.substr(mark + 1, end - mark - 1));
    const bool known = piece != pieces.end();
    out += text.substr(0, known ? mark : end);
    if (known) out += piece->second;
    text.remove_prefix(known ? end + 1 : end);
  }
  return out += text;
}

}  // namespace app
