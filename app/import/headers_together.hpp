#pragma once
// Headers named together, `check a.h b.h`: they are read once as one program, and split into the parts of each header.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/import/cpp_program.hpp"

namespace app {

class HeadersTogether {
 public:
  /// Reads the headers. `folders.beside`: the sources named with them.
  HeadersTogether(std::vector<std::string> headers, const ProgramSettings&, std::span<const MacroSetting>, ProgramFolders folders);
  /// Returns a header's definitions, those of other files that they need, and its macros. nullopt for any other file, with fewer than two
  /// headers, or if there are more definitions than a program may have.
  std::optional<CppProgram> of(const std::string& header) const;

 private:
  std::vector<std::string> headers_;
  std::vector<ProgramDefinition> definitions_;  ///< of all headers
  CppProgram rest_;                             ///< everything else about the program
};

}  // namespace app
