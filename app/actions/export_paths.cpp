#include "app/actions/export_paths.hpp"

#include <fmt/format.h>

#include "app/document/names.hpp"

namespace app {

std::string stem_of(const std::string& path) {
  const auto slash = path.find_last_of('/'), period = path.find_last_of('.');
  return period != std::string::npos && (slash == std::string::npos || period > slash) ? path.substr(0, period) : path;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? std::string{} : path.substr(0, slash + 1);
}

std::string proposed_path(const Workspace& workspace, const ViewState& view, const std::string& ending) {
  const auto& wanted = view.exporting.request;
  std::string name(name_of(wanted.kind));
  if (is_page_path("." + ending)) {
    const auto sheet = stem_of(workspace.path().substr(folder_of(workspace.path()).size()));
    name = sheet.empty() ? "page" : sheet;
  } else if (of_entry(wanted.kind) && workspace.has_entry(wanted.entry)) {
    const auto called = [&](int i) { return workspace.result(i).name.empty() ? std::string("layout") : workspace.result(i).name; };
    auto thing = called(wanted.entry);
    if (wanted.kind == FigureKind::compare && workspace.has_entry(wanted.with)) thing += "-" + called(wanted.with);
    name = wanted.kind == FigureKind::card ? thing : fmt::format("{}-{}", thing, name);
  }
  return fmt::format("{}{}.{}", folder_of(workspace.path()), name, ending);
}

}  // namespace app
