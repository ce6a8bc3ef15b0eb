#pragma once
// Headers that are named together, `check a.h b.h`: one program, which is read once, and of which each header has its part.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/import/cpp_program.hpp"

namespace app {

class HeadersTogether {
 public:
  /// Reads them. `folders.beside`: the sources that are named with them.
  HeadersTogether(std::vector<std::string> headers, const ProgramSettings&, std::span<const MacroSetting>, ProgramFolders folders);
  /// What is of that header: its definitions, those of others that they need, and the macros that it asks for. Nothing for a file that is
  /// none of the headers, or where there are fewer than two, or more definitions than one program may have.
  std::optional<CppProgram> of(const std::string& header) const;

 private:
  std::vector<std::string> headers_;
  std::vector<ProgramDefinition> definitions_;  ///< of all of them
  CppProgram rest_;                             ///< what else is known of the program
};

}  // namespace app
