#pragma once
// The tools of the command line alone: those that need a window, a GPU, or the options of all tools.

#include <span>

#include "app/tools/tool.hpp"

namespace app {

extern const Tool window_tool;  ///< without a name: the window
extern const Tool run_tool_record;
extern const Tool watch_tool;
extern const Tool export_tool;
extern const Tool screenshot_tool;
extern const Tool schema_tool;
extern const Tool completion_tool;
extern const Tool manual_tool;
extern const Tool help_tool;
extern const Tool lsp_tool;
extern const Tool mcp_tool;

/// Returns these and tools(), in the order of --help: by group.
std::span<const Tool* const> command_line_tools();

}  // namespace app
