#pragma once
// The panels that fold to their headings, and the map of a kernel. A sheet may set which of them are open.

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

enum class Panel : std::uint8_t { operations, parameters, inspector, gpu, map };
inline constexpr std::size_t panel_count = 5;
/// The names of panels in files, indexed by Panel.
inline constexpr std::array<std::string_view, panel_count> panel_names{"operations", "parameters", "inspector", "gpu", "map"};

/// A set of panels, indexed by Panel.
using PanelSet = std::bitset<panel_count>;
/// The user's choices, indexed by Panel: opened (true), folded (false) or neither (nullopt).
using PanelChoices = std::array<std::optional<bool>, panel_count>;

/// Parses the names of a `@panels` line. Error: one sentence, for an unknown name.
tl::expected<PanelSet, algebra::Message> read_panels(std::string_view names);
std::string panels_line(const std::optional<PanelSet>&);

}  // namespace app
