#pragma once
// TileLang's layouts as it prints them: Fragment([64, 64] -> [32], replicate: 1, thread: 128, forward_thread: _i % 16 * 8 + _j // 8,
// forward_index: [_i // 16 * 8 + _j % 8]), and Layout([8, 64] -> [512], transform: [_i, _j] -> [_i * 64 + _j]).

#include <optional>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/language/printed.hpp"
#include "algebra/text/message.hpp"

namespace algebra::dialects {

/// Reads a fragment as the layout (thread,value) -> 1-D coordinate in the tile, first mode fastest, and a layout as coordinate -> offset.
/// Both are evaluated at every coordinate, and the layout's answers compared. nullopt if the text is neither.
///
/// Source: TileLang, src/layout/layout.cc: LayoutNode::DebugOutput, FragmentNode::DebugOutput.
std::optional<tl::expected<Printed, Message>> read_tilelang(std::string_view text);

}  // namespace algebra::dialects
