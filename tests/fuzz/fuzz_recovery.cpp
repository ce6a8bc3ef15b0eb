// Fuzzes the readers of recovery files, settings and recent files: input that they accept is written so that it reads the same again, and a
// window starts with it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "app/actions/recovering.hpp"
#include "app/storage/recent_files.hpp"
#include "app/storage/recovery.hpp"
#include "app/storage/settings.hpp"
#include "tests/fuzz/check.hpp"

using namespace app;
using fuzz::check;

namespace {

/// More text than this would only measure how long sheets take to evaluate, which other targets do.
constexpr std::size_t most_recovered = 512;

void recover(LeftSheets left, std::string_view text) {
  std::size_t size = 0, unsaved = 0;
  for (auto& s : left.sheets) {
    s.path.clear();  // whatever lies there is no part of the input
    size += s.text.size();
    unsaved += s.unsaved && parse_sheet(s.text) != Sheet{} ? 1 : 0;
  }
  if (size > most_recovered || left.sheets.size() > 4) return;
  State state(Sheet{});
  state.session.left.push_back({"", std::move(left), {}});
  recover_all(state.workspace, state.view, state.session, state.host);
  // A sheet takes the place of an empty one, else it comes beside the others.
  check(state.workspace.documents().size() >= std::max<std::size_t>(1, unsaved), "a sheet was not recovered", text);
  check(state.view.selected >= 0, "an entry before the first is selected", text);
  state.workspace.drop_verdicts();
}

void read_recovery(std::string_view text) {
  auto left = left_sheets_from(text);
  if (!left) return;
  check(left_sheets_from(to_json(*left)) == left, "sheets that are read are written as others", text);
  recover(std::move(*left), text);
}

void read_settings(std::string_view text) {
  const auto settings = settings_from(text);
  check(settings || !settings.error().empty(), "settings are refused without a reason", text);
  // As another window does, that has changed nothing, or everything.
  const auto kept = to_json(Settings{}, Settings{}, text), changed = to_json(settings.value_or(Settings{}), {}, text);
  check(settings_from(kept) && settings_from(changed), "written settings are refused", text);
  if (!settings) return;
  check(settings_from(changed) == settings, "settings that are read are written as others", text);
  State state(Sheet{});
  apply(*settings, state.workspace, state.view, state.session);
  check(settings_of(state.workspace, state.view, state.session, *settings) == *settings, "a window has other settings than it was given",
        text);
}

void read_recent(std::string_view text) {
  const auto recent = recent_from(text);
  const auto again = recent_from(recent_to_json(recent.files, recent.commands));
  check(again.files == recent.files && again.commands == recent.commands, "recent files that are read are written as others", text);
  check(merged(recent.files, recent.commands, most_recent_files).size() <= most_recent_files, "more recent files than there may be", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_recovery(text);
  read_settings(text);
  read_recent(text);
  return 0;
}
