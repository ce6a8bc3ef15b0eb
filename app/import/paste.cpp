#include "app/import/paste.hpp"

#include "algebra/evaluate.hpp"

namespace app {

std::string for_field(std::string_view copied) {
  std::string text;
  for (const auto& entry : algebra::entries_in(copied)) text += (text.empty() ? "" : std::string(entry_separator)) + entry;
  return text;
}

std::vector<std::string> pasted_parts(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const auto end = text.find(entry_separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + entry_separator.size());
  }
}

}  // namespace app
