#include "app/storage/recovery.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/state/view_state.hpp"
#include "app/state/workspace.hpp"
#include "app/system/user_folders.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using nlohmann::json;

constexpr int format = 1;
constexpr std::size_t max_recovery_bytes = 256u << 20;

/// Returns the whole number of the key; `usual` if it is missing or does not fit T.
template <class T>
T whole(const json& from, const char* key, T usual) {
  const auto it = from.find(key);
  if (it == from.end() || !it->is_number_integer()) return usual;
  const auto n = it->template get<std::int64_t>();
  return std::in_range<T>(n) ? static_cast<T>(n) : usual;
}

std::int64_t now_in_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// A sheet to save, without the entries of a watch: their program can print them again.
struct Copy {
  Sheet sheet;
  std::string path;
  bool unsaved;
  int selected;
  bool asks_to_run;
};

std::vector<Copy> copies(const Workspace& workspace, const ViewState& view) {
  std::vector<Copy> all;
  const auto documents = workspace.documents();
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto& d = documents[i];
    const bool unsaved = workspace.unsaved(static_cast<int>(i));
    if (!unsaved && d.path.empty()) continue;
    Copy copy{{}, d.path, unsaved, static_cast<int>(i) == workspace.active() ? view.selected : d.selected, d.asks_to_run};
    if (unsaved) {
      copy.sheet = d.sheet;
      std::erase_if(copy.sheet.entries, [](const Entry& e) { return e.watched != 0; });
    }
    all.push_back(std::move(copy));
  }
  return all;
}

int active_among(const Workspace& workspace) {
  int before = 0;
  for (int i = 0; i < workspace.active(); ++i) {
    const auto& d = workspace.documents()[static_cast<std::size_t>(i)];
    before += workspace.unsaved(i) || !d.path.empty() ? 1 : 0;
  }
  return before;
}

LeftSheets written(const std::vector<Copy>& all, int active) {
  LeftSheets left;
  left.active = active;
  left.time = now_in_seconds();
  std::error_code error;
  for (const auto& c : all)
    left.sheets.push_back({c.path.empty() ? c.path : std::filesystem::absolute(c.path, error).string(),
                           c.unsaved ? serialise(c.sheet) : std::string{}, c.unsaved, c.selected, c.asks_to_run});
  return left;
}

}  // namespace

std::string to_json(const LeftSheets& left) {
  json sheets = json::array();
  for (const auto& s : left.sheets)
    sheets.push_back(
        {{"path", s.path}, {"text", s.text}, {"unsaved", s.unsaved}, {"selected", s.selected}, {"asks_to_run", s.asks_to_run}});
  return json{{"cutescope_recovery", format}, {"time", left.time}, {"active", left.active}, {"sheets", sheets}}.dump(
             1, ' ', false, json::error_handler_t::replace) +
         "\n";
}

std::optional<LeftSheets> left_sheets_from(std::string_view text) {
  const auto all = json::parse(text, nullptr, false);
  if (!all.is_object() || !all.contains("sheets") || !all["sheets"].is_array()) return std::nullopt;
  try {
    if (whole(all, "cutescope_recovery", 0) != format) return std::nullopt;
    LeftSheets left;
    left.time = whole(all, "time", std::int64_t{0});
    left.active = whole(all, "active", 0);
    for (const auto& s : all["sheets"])
      left.sheets.push_back(
          {s.value("path", ""), s.value("text", ""), s.value("unsaved", true), whole(s, "selected", 0), s.value("asks_to_run", false)});
    return left;
  } catch (const json::exception&) {  // a member has another type
    return std::nullopt;
  }
}

LeftSheets unsaved_sheets(const Workspace& workspace, const ViewState& view) {
  if (workspace.unsaved_documents().empty()) return {};
  return written(copies(workspace, view), active_among(workspace));
}

Recovery::Recovery(std::string folder) : folder_(std::move(folder)) {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  path_ = fmt::format("{}/{}-{:x}.json", folder_, ::getpid(), ticks);
}

std::vector<RecoverableSession> Recovery::left_behind() const {
  std::vector<RecoverableSession> found;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(folder_, error)) {
    const auto path = file.path().string();
    if (file.path().extension() != ".json" || path == path_) continue;
    auto lock = FileLock::take(lock_path(path));
    if (!lock) continue;
    const auto text = read_file(path, max_recovery_bytes);
    auto left = text ? left_sheets_from(*text) : std::nullopt;
    if (left && !left->sheets.empty()) found.push_back({path, std::move(*left), std::move(*lock)});
    else if (!text) ::unlink(lock_path(path).c_str());  // its run has just ended normally
  }
  std::sort(found.begin(), found.end(), [](const RecoverableSession& a, const RecoverableSession& b) { return a.left.time > b.left.time; });
  return found;
}

void Recovery::note(const Workspace& workspace, const ViewState& view, LateWriter& writer) {
  if (noted_ == workspace.changes()) return;
  noted_ = workspace.changes();
  if (workspace.unsaved_documents().empty()) {
    if (written_) remove(writer);
    return;
  }
  written_ = true;
  writer.want("recovery", [this, all = copies(workspace, view), active = active_among(workspace)]() -> tl::expected<void, Message> {
    if (!make_folder(folder_)) return tl::unexpected(message("cannot make the folder {}", folder_));
    // The lock comes first: a file without one would look like that of a dead run.
    if (!lock_) lock_ = FileLock::take(lock_path(path_));
    if (!lock_) return tl::unexpected(message("cannot lock {}", path_));
    return write_file(path_, to_json(written(all, active)));
  });
}

void Recovery::remove(LateWriter& writer) {
  written_ = false;
  writer.want("recovery", [this]() -> tl::expected<void, Message> {
    ::unlink(path_.c_str());
    if (lock_) ::unlink(lock_path(path_).c_str());
    lock_.reset();
    return {};
  });
}

}  // namespace app
