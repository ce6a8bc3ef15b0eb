#include "app/tools/tools.hpp"

#include <array>

namespace app {

std::span<const Tool* const> tools() {
  static constexpr std::array all{
      &eval_tool, &explain_tool, &inspect_tool, &diff_tool,       &always_tool, &read_tool,    &suggest_tool,   &check_tool,
      &flow_tool, &scales_tool,  &gemm_tool,    &instrument_tool, &link_tool,   &lessons_tool, &functions_tool, &why_tool,
  };
  return all;
}

}  // namespace app
