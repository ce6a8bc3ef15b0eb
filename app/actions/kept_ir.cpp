#include "app/actions/kept_ir.hpp"

#include <set>
#include <string>
#include <utility>

#include "app/actions/documents.hpp"
#include "app/import/program.hpp"
#include "app/import/program_again.hpp"
#include "app/system/files.hpp"

namespace app {

bool collect_kept_ir(KeptIrWatch& watch, Workspace& workspace, ViewState& view, HostRequests& host) {
  std::set<std::string> programs;
  for (const auto& d : workspace.documents())
    if (const auto path = program_file(d.sheet.program); program_language(path) == ProgramLanguage::python && !is_stream(path))
      programs.insert(path);
  watch.watch(programs);
  const auto path = workspace.sheet().program.path;
  if (!watch.take(path)) return false;
  auto sheet = read_program_again(workspace.sheet(), {});
  if (!sheet) return host.tell(sheet.error(), true), false;
  if (*sheet == workspace.sheet()) return false;
  const auto selected = workspace.has_entry(view.selected) ? workspace.result(view.selected).name : std::string();
  workspace.edit("read the compiler's files again", [&](Sheet& s) { s = std::move(*sheet); });
  if (const int entry = workspace.evaluator().find(selected); entry >= 0) view.selected = entry;
  follow(view, workspace);
  host.tell(algebra::message("{} was read again: the files kept by its compiler changed", path.substr(path.rfind('/') + 1)), false);
  return true;
}

}  // namespace app
