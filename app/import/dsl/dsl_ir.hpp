#pragma once
// The compiler's intermediate files of a program in the CuTe DSL (CUTE_DSL_KEEP=ir, .mlir): the layouts that it has for the program's
// statements. MLIR's text; types are those of the dialect cute, places are MLIR's locations (mlir.llvm.org/docs/Diagnostics, `loc(...)`).

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

/// A layout that an operation of the program gives, and the statement that it is of.
struct DslIrLayout {
  std::string file;  ///< of the program, as the compiler has it
  std::size_t line = 1;
  std::string layout;  ///< as the language prints it, a dynamic integer as ?: "Sw<3,4,3> o _0 o (_8,?):(_1,?)"
};

struct DslIr {
  std::vector<DslIrLayout> layouts;  ///< in the order of the operations
  bool has_places = false;           ///< the compiler says where anything stands by CUTE_DSL_KEEP=ir-debug with CUTE_DSL_LINEINFO=1 alone
};

/// Time is linear in the text's length. What is no MLIR gives nothing.
DslIr read_dsl_ir(std::string_view text);

/// Where intermediate files of a program may be: the .mlir files beside it, and those in the folder that CUTE_DSL_DUMP_DIR names, in which
/// the compiler keeps them.
std::vector<std::string> ir_files_of(const std::string& program);

/// The intermediate files of a program, by their paths: those that name its file, or that do not say of which file they are.
std::vector<std::pair<std::string, DslIr>> kept_ir(const std::string& program);

/// "(_8,?):(_1,?)" of the type !cute.layout<"(8,?{div=4}):(1,?{i64})">; also of a composed layout, a memref and a coordinate tensor, of
/// which it is the layout without the pointer. "" of any other type.
std::string layout_of_ir_type(std::string_view type);

/// Whether a value, as dsl_string has it, has this layout. What stands before it, a pointer or the start of coordinates, is not compared.
bool has_ir_layout(std::string_view value, std::string_view layout);

}  // namespace app
