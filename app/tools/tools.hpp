#pragma once
// The records of the tools that every host has.

#include "app/tools/tool.hpp"

namespace app {

extern const Tool always_tool;
extern const Tool check_tool;
extern const Tool diff_tool;
extern const Tool eval_tool;
extern const Tool explain_tool;
extern const Tool flow_tool;
extern const Tool functions_tool;
extern const Tool gemm_tool;
extern const Tool inspect_tool;
extern const Tool instrument_tool;
extern const Tool lessons_tool;
extern const Tool link_tool;
extern const Tool read_tool;
extern const Tool scales_tool;
extern const Tool suggest_tool;
extern const Tool why_tool;

}  // namespace app
