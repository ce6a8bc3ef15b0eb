#include "app/cli/cli_tools.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "app/tools/tools.hpp"

namespace app {

std::span<const Tool* const> command_line_tools() {
  static const auto all = [] {
    const auto shared = tools();
    std::vector<const Tool*> list(shared.begin(), shared.end());
    for (const auto* own : {&window_tool, &run_tool_record, &watch_tool, &export_tool, &screenshot_tool, &schema_tool, &completion_tool,
                            &manual_tool, &help_tool, &lsp_tool, &mcp_tool})
      list.push_back(own);
    std::ranges::stable_sort(list, {}, &Tool::group);
    return list;
  }();
  return all;
}

}  // namespace app
