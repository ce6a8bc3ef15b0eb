#pragma once
// Reads the kernels of a file, a program or a sheet with steps, and the map of one of them.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/flow/program_flow.hpp"
#include "app/map/map_story.hpp"

namespace app {

class KernelFile {
 public:
  /// Reads a file, a sheet's link, or with `-` a sheet on standard input. `settings`, `macros`: set a sheet's entries. `folders`: searched
  /// for a program's other files, too. Error: one sentence, also for a file of another kind.
  static tl::expected<KernelFile, algebra::Message> read(const std::string& path, const ProgramSettings& settings,
                                                         const MacroSettings& macros, std::vector<std::string> folders = {});
  /// Returns the kernels' source, which refers to this file.
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

/// Why the file at `path` has no kernel to show: none, or none with `wanted` in its name.
algebra::Message missing_kernel(const std::string& path, const KernelFile&, const std::string& wanted);
/// Why the kernel has no such block: the settings name one outside its grid. "" if it has.
algebra::Message missing_block(const gpu::Flow&);

/// Selects a kernel of a file, and what its map shows. The block is one of the settings: "blockIdx.x".
struct MapRequest {
  std::string path{};  ///< as KernelFile::read takes it
  ProgramSettings settings{};
  MacroSettings macros{};
  std::vector<std::string> folders{};    ///< -I
  std::string kernel{};                  ///< the first kernel whose name contains it; "" is the first of all
  std::optional<std::size_t> number{};   ///< in place of a name: from 0, in the order in which the host calls them
  std::optional<std::size_t> thread{};   ///< its elements are lit. Without: those of the first that loads
  std::optional<std::int64_t> step{};    ///< from 1: the map is that after this step. Without: that of the first load
  std::optional<std::int64_t> k_tile{};  ///< from 0: the map is that of this k tile's first load
};

struct SelectedMap {
  MapStory story{};
  MapChoice choice{};
  std::vector<std::string> kernels{};  ///< the names of all kernels of the file
};

/// Reads the file, follows the kernel and makes its map. `stop` is polled: once it returns true, the map lacks steps. Error: one
/// sentence, for a file without that kernel, a block outside its grid, a thread, k tile or step that it does not have.
tl::expected<SelectedMap, algebra::Message> read_map(const MapRequest&, const std::function<bool()>& stop = {});

}  // namespace app
