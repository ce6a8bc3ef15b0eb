#pragma once
// Reads the CuTe DSL compiler's intermediate files of a program (CUTE_DSL_KEEP=ir, .mlir) for the layouts of its statements.
//
// The files are MLIR text with types of the dialect cute and MLIR's locations (mlir.llvm.org/docs/Diagnostics, `loc(...)`).

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

/// A layout that an operation yields, and the statement that it belongs to.
struct DslIrLayout {
  std::string file;  ///< the program's file, as the compiler names it
  std::size_t line = 1;
  std::string layout;  ///< in the language's notation, with ? for dynamic integers: "Sw<3,4,3> o _0 o (_8,?):(_1,?)"
};

struct DslIr {
  std::vector<DslIrLayout> layouts;  ///< in the order of operations
  bool has_places = false;           ///< the compiler writes locations only with CUTE_DSL_KEEP=ir-debug and CUTE_DSL_LINEINFO=1
};

/// Reads intermediate text in linear time. Text that is not MLIR has no layouts.
DslIr read_dsl_ir(std::string_view text);

/// Returns the possible intermediate files of a program: .mlir files next to it, and those in the folder CUTE_DSL_DUMP_DIR, to which the
/// compiler writes.
std::vector<std::string> ir_files_of(const std::string& program);

/// Returns the intermediate files of a program with their paths: those that name the program's file, or no file at all.
std::vector<std::pair<std::string, DslIr>> kept_ir(const std::string& program);

/// Returns "(_8,?):(_1,?)" for the type !cute.layout<"(8,?{div=4}):(1,?{i64})">. For a composed layout, a memref or a coordinate tensor it
/// is the layout without the pointer. "" for any other type.
std::string layout_of_ir_type(std::string_view type);

/// Returns whether a value in dsl_string's notation has this layout. Its pointer or start coordinates are ignored.
bool has_ir_layout(std::string_view value, std::string_view layout);

}  // namespace app
