#include "app/tools/kernel_file.hpp"

#include <utility>

#include "app/document/sheet_link.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"
#include "app/tools/sheet_places.hpp"

namespace app {

tl::expected<KernelFile, algebra::Message> KernelFile::read(const std::string& path, const ProgramSettings& settings,
                                                            const MacroSettings& macros, std::vector<std::string> folders) {
  KernelFile file;
  const auto kind = source_kind(path);
  auto text = kind == SourceKind::link ? text_of_link(path) : read_file(kind == SourceKind::input ? input_path : path, max_sheet_bytes);
  if (!text) return tl::unexpected(text.error());
  file.text_ = *std::move(text);
  file.path_ = kind == SourceKind::input ? "standard input" : path;
  file.folders_.include = std::move(folders);
  const bool by_itself = kind == SourceKind::link || kind == SourceKind::input;
  const auto language = by_itself ? std::nullopt : program_language(path);
  file.is_sheet_ = by_itself || (!language && path.ends_with(".cutes"));
  if (!language && !file.is_sheet_)
    return tl::unexpected(algebra::message("{}: kernels are in .cu, .cuh, .cpp, .hpp, .py and .cutes", path));
  if (language) {
    file.language_ = *language;
    return file;
  }
  auto sheet = kind == SourceKind::link ? load_sheet(path, settings, macros) : sheet_of_file(file.text_, file.path_, settings, macros);
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
