#pragma once
// A program in the CuTe DSL as a sheet, with what its compiler's intermediate files say where reading says something else.

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/dsl/dsl_ir.hpp"

namespace app {

/// What the compiler has for the statements of a program, by line and name: of a statement that defines one name its layouts, in their
/// order. The compiler names no variables.
std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> ir_layouts_of(const std::vector<DslIrLayout>&,
                                                                                      const std::string& path, const CppProgram&);

/// Puts the compiler's layouts in the place of entries that read otherwise, or that have no value: those whose numbers are all known. Such
/// an entry stands below a note, `# IR` or `# IR: ≠ (8,4):(1,8)`, which says what was read; both are said by the compiler. `sheet`: as
/// sheet_of_program has made it of the program. Does nothing where no intermediate files lie beside the program.
void correct_by_ir(Sheet& sheet, const CppProgram&, const std::string& path);

}  // namespace app
