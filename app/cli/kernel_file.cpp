#include "app/cli/kernel_file.hpp"

#include <utility>

#include "app/cli/sheet_places.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {

tl::expected<KernelFile, algebra::Message> KernelFile::read(const std::string& path, const ProgramSettings& settings,
                                                            const MacroSettings& macros, std::vector<std::string> folders) {
  KernelFile file;
  auto text = read_file(path, max_sheet_bytes);
  if (!text) return tl::unexpected(text.error());
  file.text_ = *std::move(text);
  file.path_ = path;
  file.folders_.include = std::move(folders);
  const auto language = program_language(path);
  file.is_sheet_ = !language && path.ends_with(".cutes");
  if (!language && !file.is_sheet_)
    return tl::unexpected(algebra::message("{}: kernels are in .cu, .cuh, .cpp, .hpp, .py and .cutes", path));
  if (language) {
    file.language_ = *language;
    return file;
  }
  auto sheet = sheet_of_file(file.text_, path, settings, macros);
  if (!sheet) return tl::unexpected(sheet.error());
  file.sheet_ = *std::move(sheet);
  file.lines_ = lines_in(file.text_);
  if (file.lines_.size() != file.sheet_.entries.size()) file.lines_.clear();
  return file;
}

KernelSource KernelFile::source() const {
  return is_sheet_ ? KernelSource(sheet_, lines_) : KernelSource(text_, language_, path_, folders_);
}

}  // namespace app
