#include "app/document/panels.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/document/setting_words.hpp"

namespace app {
using algebra::Message;
using algebra::message;

tl::expected<PanelSet, Message> read_panels(std::string_view names) {
  PanelSet panels;
  for (auto name = next_word(names); !name.empty(); name = next_word(names)) {
    const auto known = std::find(panel_names.begin(), panel_names.end(), name);
    if (known == panel_names.end())
      return tl::unexpected(message("@panels takes operations, parameters, inspector, gpu and map, not \"{}\"", name));
    panels.set(static_cast<std::size_t>(known - panel_names.begin()));
  }
  return panels;
}

std::string panels_line(const std::optional<PanelSet>& panels) {
  if (!panels) return {};
  std::string line = "@panels";
  for (std::size_t i = 0; i < panel_count; ++i)
    if (panels->test(i)) line += fmt::format(" {}", panel_names[i]);
  return line + "\n";
}

}  // namespace app
