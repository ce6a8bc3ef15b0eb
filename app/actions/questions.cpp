#include "app/actions/questions.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

#include "app/actions/export_paths.hpp"
#include "app/actions/launching.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/map_export.hpp"
#include "app/actions/recovering.hpp"
#include "app/actions/saving.hpp"
#include "app/actions/slides.hpp"
#include "app/system/user_folders.hpp"
#include "gpu/launch/launch_fields.hpp"

namespace app {
namespace {

namespace fs = std::filesystem;

/// Returns the first line of a sheet's text that is not a setting.
std::string_view first_entry(std::string_view text) {
  for (;;) {
    const auto end = std::min(text.size(), text.find('\n'));
    const auto line = text.substr(0, end);
    if (!line.starts_with('@') || end == text.size()) return line;
    text.remove_prefix(end + 1);
  }
}

/// Returns "2026-11-21 14:05".
std::string when(std::int64_t seconds) {
  const std::time_t time = static_cast<std::time_t>(seconds);
  std::tm local{};
  char text[64] = {};
  if (::localtime_r(&time, &local) == nullptr || std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local) == 0) return {};
  return text;
}

Decision unsaved(const Workspace& workspace, const ViewState& view) {
  const bool one = view.asked_about.size() == 1;
  Decision q{.title = view.texts(one ? "The changes of this sheet are not saved:" : "The changes of these sheets are not saved:"),
             .answers = {{one ? "Save" : "Save all", request<save_asked>()},
                         {one ? "Discard" : "Discard all", request<discard_asked>()},
                         {"Cancel", request<cancel_asked>()}}};
  for (const auto& d : workspace.documents())
    if (std::ranges::find(view.asked_about, d.id) != view.asked_about.end())
      q.lines.push_back({d.path.empty() ? d.title(view.texts) : d.path});
  return q;
}

Decision changed(const Workspace& workspace, const Texts& tr) {
  return {.title = fmt::format(fmt::runtime(tr("Another program has changed {} since it was opened.")), workspace.title(tr)),
          .answers = {{"Overwrite", request<save_and_go_on>(workspace.path())},
                      {"Save as…", request<open_dialog>(Dialog::save_as)},
                      {"Use the file's version", request<take_the_files>()},
                      {"Cancel", request<cancel_asked>()}}};
}

Decision run_link(const Workspace& workspace, const Texts& tr) {
  const auto& launch = workspace.sheet().launch;
  Decision q{.title = tr("Run the launch that came with the link?"),
             .why = workspace.asks_to_run() ? tr(workspace.launch().error()) : std::string(),
             .note = tr("Enter runs it, Escape does not; the GPU panel asks again."),
             .answers = {{"Run", request<allow_launch>()}, {"Not now", request<cancel_asked>()}},
             .chosen = 0};
  for (const auto* field : gpu::fields_of(launch.kernel))
    if (field->text != nullptr && !(launch.*field->text).empty())
      q.lines.push_back({fmt::format("{}{}{}", tr(std::string(field->label_in_form()).c_str()), tr(": "), launch.*field->text)});
  return q;
}

Decision recover(const Session& session, const Texts& tr) {
  Decision q{.title = {},
             .answers = {{"Recover", request<recover_all>()}, {"Discard", request<discard_left>()}, {"Later", request<recover_later>()}}};
  for (const auto& behind : session.left)
    for (const auto& s : behind.left.sheets)
      // A sheet without a file is identified by its first entry.
      if (s.unsaved)
        q.lines.push_back(
            {s.path.empty() ? fmt::format("{}{}{}", tr("untitled"), tr(": "), first_entry(s.text)) : s.path, when(behind.left.time)});
  q.title = fmt::format(fmt::runtime(tr(q.lines.size() == 1 ? "Cutescope ended before {} sheet could be saved."
                                                            : "Cutescope ended before {} sheets could be saved.")),
                        q.lines.size());
  return q;
}

}  // namespace

Decision decision_of(const State& state) {
  switch (state.view.dialog) {
    case Dialog::unsaved:
    case Dialog::close_unsaved: return unsaved(state.workspace, state.view);
    case Dialog::changed_on_disk: return changed(state.workspace, state.view.texts);
    case Dialog::run_link: return run_link(state.workspace, state.view.texts);
    case Dialog::recover: return recover(state.session, state.view.texts);
    default: return {};
  }
}

PathPurpose path_purpose(Dialog d) {
  switch (d) {
    case Dialog::open: return {"Open a sheet", "Open", "", false};
    case Dialog::export_slides: return {"Export the slides as a PDF", "Export", ".pdf", true};
    case Dialog::export_map: return {"Export the map as SVG, PDF, PNG, or as a page (.html)", "Export", ".svg", true};
    case Dialog::export_map_page: return {"Export the map as a page that plays", "Export", ".html", true};
    case Dialog::export_map_slides: return {"Export the map as slides, a PDF", "Export", ".pdf", true};
    default: return {"Save the sheet as", "Save", ".cutes", false};
  }
}

std::string first_path(const Workspace& workspace, const ViewState& view) {
  switch (view.dialog) {
    case Dialog::open: return folder_of(workspace.path());
    case Dialog::save_as: return workspace.path().empty() ? "untitled.cutes" : workspace.path();
    case Dialog::export_slides:
      return fs::path(workspace.path().empty() ? "slides.cutes" : workspace.path()).replace_extension(".pdf").string();
    case Dialog::export_map: return proposed_map_path(workspace, "svg");
    case Dialog::export_map_page: return proposed_map_path(workspace, "html");
    case Dialog::export_map_slides: return proposed_map_path(workspace, "pdf");
    case Dialog::export_figure: return proposed_path(workspace, view, view.export_ending);
    default: return {};
  }
}

PathAnswer answer_to_path(const Workspace& workspace, Dialog dialog, std::string path, const std::string& replaced) {
  std::error_code ignored;
  if (fs::is_directory(with_home(path), ignored)) return {.folder = path.ends_with('/') ? path : path + "/"};
  path = with_home(path);
  if (dialog == Dialog::open) return {.wanted = request<open_asked>(path)};
  const auto purpose = path_purpose(dialog);
  if (!fs::path(path).has_extension() && !path.empty()) path += purpose.ending;
  const bool other = stamp_of(path) && (purpose.exports || !same_file(path, workspace.path()));
  if (other && replaced != path) return {.exists = path};
  if (dialog == Dialog::export_slides) return {.wanted = request<export_slides_asked>(path)};
  if (dialog == Dialog::export_map_slides) return {.wanted = request<export_map_slides_asked>(path)};
  if (purpose.exports) return {.wanted = request<export_map_asked>(path)};
  return {.wanted = request<save_and_go_on>(path)};
}

}  // namespace app
