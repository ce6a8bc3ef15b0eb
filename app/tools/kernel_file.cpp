#include "app/tools/kernel_file.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/document/sheet_link.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"
#include "app/tools/sheet_places.hpp"

namespace app {

using algebra::Message;
using algebra::message;

tl::expected<KernelFile, Message> KernelFile::read(const std::string& path, const ProgramSettings& settings, const MacroSettings& macros,
                                                   std::vector<std::string> folders) {
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
  if (!language && !file.is_sheet_) return tl::unexpected(message("{}: kernels are in .cu, .cuh, .cpp, .hpp, .py and .cutes", path));
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

Message missing_kernel(const std::string& path, const KernelFile& file, const std::string& wanted) {
  if (file.is_sheet()) return message("{}: none of its rows is a step of a kernel, such as copy(A, B)", path);
  if (wanted.empty()) return message("{}: its host calls no kernel", path);
  return message("{}: its host calls no kernel with \"{}\" in its name", path, wanted);
}

Message missing_block(const gpu::Flow& flow) {
  for (std::size_t axis = 0; axis < std::min(flow.grid.size(), flow.block.size()); ++axis)
    if (flow.block[axis] < 0 || flow.block[axis] >= flow.grid[axis])
      return message("the grid of {} has {} blocks along {}: there is no block {}", flow.kernel, flow.grid[axis],
                     std::string_view("xyz").substr(axis, 1), flow.block[axis]);
  return {};
}

tl::expected<SelectedMap, Message> read_map(const MapRequest& request, const std::function<bool()>& stop) {
  const auto file = KernelFile::read(request.path, request.settings, request.macros, request.folders);
  if (!file) return tl::unexpected(file.error());
  // A kernel that is known by its number is followed alone.
  const auto followed = request.number || !request.kernel.empty() ? request.number : std::optional<std::size_t>(0);
  auto flows = flows_of_program(file->source(), request.settings, request.macros, followed, nullptr, stop);
  SelectedMap selected;
  for (const auto& flow : flows) selected.kernels.push_back(flow.kernel);
  const auto index = request.number.value_or(static_cast<std::size_t>(
      std::ranges::find_if(flows, [&](const gpu::Flow& f) { return f.kernel.find(request.kernel) != std::string::npos; }) - flows.begin()));
  if (index >= flows.size()) return tl::unexpected(missing_kernel(request.path, *file, request.kernel));
  auto& flow = flows[index];
  if (const auto why = missing_block(flow); !why.empty()) return tl::unexpected(message("{}: {}", request.path, why));
  if (const auto thread = request.thread.value_or(0); thread >= flow.threads)
    return tl::unexpected(message("a block of {} has {} threads: there is no thread {}", flow.kernel, flow.threads, thread));
  selected.story = story_of(std::move(flow), stop);
  const auto& map = *selected.story.map;
  selected.choice = first_choice(map);
  selected.choice.thread = request.thread.value_or(selected.choice.thread);
  if (const auto k_tile = request.k_tile) {
    if (*k_tile < 0 || *k_tile >= map.k_tile_count())
      return tl::unexpected(message("{} has {} k tiles: there is no k tile {}", map.flow().kernel, map.k_tile_count(), *k_tile));
    selected.choice = at_k_tile(map, selected.choice, *k_tile);
  }
  if (const auto step = request.step) {
    if (*step < 1 || static_cast<std::uint64_t>(*step) > map.moments())
      return tl::unexpected(message("{} has {} steps: there is no step {}", map.flow().kernel, map.moments(), *step));
    selected.choice = after_steps(map, selected.choice, static_cast<std::size_t>(*step) - 1);
  }
  return selected;
}

}  // namespace app
