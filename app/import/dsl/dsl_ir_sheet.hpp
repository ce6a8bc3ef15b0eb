#pragma once
// Corrects the sheet of a CuTe DSL program by its compiler's intermediate files.

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/dsl/dsl_ir.hpp"

namespace app {

/// Returns the compiler's layouts, in order, by line and name of the statements that define one name. The compiler itself does not record
/// names.
std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> ir_layouts_of(const std::vector<DslIrLayout>&,
                                                                                      const std::string& path, const CppProgram&);

/// Replaces entries by the compiler's layouts if they differ or have no value, and all numbers of the layout are known. A note above such
/// an entry, `# IR` or `# IR: ≠ (8,4):(1,8)`, shows the former value; both are marked as from the compiler. `sheet`: from sheet_of_program
/// for that program. Does nothing if there are no intermediate files.
void correct_by_ir(Sheet& sheet, const CppProgram&, const std::string& path);

}  // namespace app
