#pragma once
// The file whose kernels a command is about: a program, or a sheet with steps.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/flow/program_flow.hpp"

namespace app {

class KernelFile {
 public:
  /// `path`: of a file, a sheet's link, or `-` for a sheet on standard input. `settings`, `macros`: of a sheet its entries are set to
  /// these. `folders`: where a program's other files are looked for, too. Error: one sentence, also for a file of another kind.
  static tl::expected<KernelFile, algebra::Message> read(const std::string& path, const ProgramSettings& settings,
                                                         const MacroSettings& macros, std::vector<std::string> folders = {});
  /// Valid as long as this is.
  KernelSource source() const;
  bool is_sheet() const { return is_sheet_; }
  const std::string& text() const { return text_; }
  ProgramLanguage language() const { return language_; }
  const ProgramFolders& folders() const { return folders_; }

 private:
  std::string text_{}, path_{};
  ProgramLanguage language_ = ProgramLanguage::cpp;
  Sheet sheet_{};
  std::vector<std::size_t> lines_{};
  ProgramFolders folders_{};
  bool is_sheet_ = false;
};

}  // namespace app
