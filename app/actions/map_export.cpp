#include "app/actions/map_export.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "app/actions/export_paths.hpp"
#include "app/actions/mapping.hpp"
#include "app/figures/export_settings.hpp"
#include "app/figures/map_player.hpp"
#include "app/figures/map_slides.hpp"
#include "app/map/map_file.hpp"
#include "app/system/files.hpp"

namespace app {

using algebra::message;
namespace {

/// Returns the file name of the map's program, or of the sheet.
std::string source_of(const Workspace& workspace) {
  const auto& program = workspace.sheet().program.path;
  return std::filesystem::path(program.empty() ? workspace.path() : program).filename().string();
}

using Bytes = tl::expected<std::string, algebra::Message>;

Bytes picture_or_page(const MapStory& story, const MapChoice& choice, const Workspace& workspace, const ViewState& view,
                      const std::string& path) {
  if (is_page_path(path)) return map_player(story, choice, {.language = view.texts.language(), .source = source_of(workspace)});
  const auto format = render::format_of(path);
  if (!format) return tl::unexpected(algebra::Message::sequence(format.error(), "Pages are .html files."));
  return map_bytes(story, choice, {.format = *format, .scale = 2}, view.texts);
}

Bytes slides(const MapAnswer& answer, const MapChoice& choice, const Workspace& workspace, const ViewState& view, const std::string& path) {
  if (!path.ends_with(".pdf")) return tl::unexpected(message("Slides are written to a .pdf, not to {}", path));
  const MapSlidesOptions options{.language = view.texts.language(), .source = source_of(workspace)};
  auto made = map_slides(*answer.story, choice, answer.report, options);
  if (!made) return tl::unexpected(made.error());
  return std::move(made->pdf);
}

void write(const Bytes& bytes, ViewState& view, HostRequests& host, const std::string& path) {
  if (!bytes) return host.tell(bytes.error(), true);
  const auto written = write_file(path, *bytes);
  host.tell(written ? message("exported {}", path) : written.error(), !written);
  if (written) view.dialog = Dialog::none;
}

}  // namespace

bool can_export_map(const Workspace& workspace, const ViewState& view) {
  const auto* answer = workspace.map();
  return answer != nullptr && answer->story && wanted_map(workspace, view) == answer->of && map_view(workspace, view).looked;
}

std::string proposed_map_path(const Workspace& workspace, const std::string& ending) {
  const auto stem = std::filesystem::path(source_of(workspace)).stem().string();
  return fmt::format("{}{}map.{}", folder_of(workspace.path()), stem.empty() ? "" : stem + "-", ending);
}

void export_map_asked(const Workspace& workspace, ViewState& view, HostRequests& host, const std::string& path) {
  if (!can_export_map(workspace, view)) return host.tell(message("The map is not read yet."), true);
  write(picture_or_page(*workspace.map()->story, map_view(workspace, view).choice, workspace, view, path), view, host, path);
}

void export_map_slides_asked(const Workspace& workspace, ViewState& view, HostRequests& host, const std::string& path) {
  if (!can_export_map(workspace, view)) return host.tell(message("The map is not read yet."), true);
  write(slides(*workspace.map(), map_view(workspace, view).choice, workspace, view, path), view, host, path);
}

}  // namespace app
