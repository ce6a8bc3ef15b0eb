#pragma once
// A program's source, CuTe C++ or the CuTe DSL, as a sheet: its definitions of layouts are the entries.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/evaluate.hpp"
#include "app/document/sheet.hpp"
#include "app/import/program_statements.hpp"

namespace app {

/// By a file's ending: .cu, .cuh, .hpp, .py, ... Nothing for what is no program.
std::optional<ProgramLanguage> program_language(std::string_view path);

/// Of what may be an expression too: whether it is a file that load_sheet reads, a sheet or a program that is there.
bool names_sheet(const std::string& source);

struct Program {
  struct LeftOut {
    std::size_t line = 1;
    std::string why;  ///< "M has no value here"
  };
  struct Entry {
    std::string text;  ///< `sA = make_layout(bM, bK)`; it has a value
    std::size_t line = 1;
    bool card = false;  ///< a layout or the like: no bare shape, number or type
  };
  static constexpr std::size_t most_layouts = 200, most_told = 3;

  std::vector<Entry> entries;  ///< in the order of the file
  algebra::IntegerRule integers = algebra::IntegerRule::math;
  std::size_t layouts = 0;    ///< of the entries, bare shapes among them; the others are the numbers and types that they use
  std::size_t left_out = 0;   ///< definitions that would be layouts, but that something about them is not known
  std::vector<LeftOut> told;  ///< the first of them

  /// "x.cu: 12 of 17 definitions · left out: line 40: M has no value here".
  std::string summary(std::string_view file) const;
};

/// Time grows with the bytes and nothing else: a definition is a few KiB at most, and some thousands of them are read.
/// A definition sees those before it in its scope and the scopes around it, as the language has it; of a name that is
/// defined twice the second entry is sA_2. What is in a struct has its name: Config::SmemLayout.
Program read_program(std::string_view source, ProgramLanguage);

/// The definitions of a program; where it has none, or the text is no program, the layouts printed in it. The first
/// entry is a note that says so. No entries where there is nothing.
Sheet sheet_of_text(std::string_view text, const std::string& path);

}  // namespace app
