#include "app/window/desktop.hpp"

#include <cstdlib>
#include <filesystem>

#include "algebra/text/characters.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/saving.hpp"
#include "app/system/start_program.hpp"
#include "app/system/system_theme.hpp"

namespace app {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty())
    if (const auto line = algebra::take_until(text, '\n'); !line.empty()) lines.emplace_back(line);
  return lines;
}

}  // namespace

std::vector<std::string> file_dialog(const State& state, Dialog dialog) {
  const bool opens = dialog == Dialog::open;
  std::error_code ignored;
  const auto folder = state.workspace.path().empty() ? std::filesystem::current_path(ignored)
                                                     : std::filesystem::absolute(state.workspace.path(), ignored).parent_path();
  const auto begin = opens                            ? folder.string() + "/"
                     : state.workspace.path().empty() ? (folder / "untitled.cutes").string()
                                                      : std::filesystem::absolute(state.workspace.path(), ignored).string();
  const std::string opened = "*.cutes *.cu *.cuh *.cpp *.hpp *.cc *.h *.py";  // sheets, and sources to read layouts from
  const std::string title = state.view.texts(opens ? "Open a sheet" : "Save the sheet as");
  if (is_installed("kdialog") && std::getenv("KDE_FULL_SESSION") != nullptr) {
    if (opens) return {"kdialog", "--title", title, "--multiple", "--separate-output", "--getopenfilename", begin, opened};
    return {"kdialog", "--title", title, "--getsavefilename", begin, "*.cutes"};
  }
  if (is_installed("zenity")) {
    if (opens)
      return {"zenity",     "--file-selection", "--title", title,           "--filename", begin,
              "--multiple", "--separator",      "\n",      "--file-filter", opened};
    return {"zenity", "--file-selection",    "--title",       title,    "--filename", begin,
            "--save", "--confirm-overwrite", "--file-filter", "*.cutes"};
  }
  if (is_installed("kdialog")) {
    if (opens) return {"kdialog", "--title", title, "--multiple", "--separate-output", "--getopenfilename", begin, opened};
    return {"kdialog", "--title", title, "--getsavefilename", begin, "*.cutes"};
  }
  return {};
}

void Desktop::ask_theme(const State& state) {
  if (theme_ || state.session.theme != ThemeChoice::system) return;
  if (const auto question = system_theme_question(); !question.empty()) theme_ = ChildProcess::start(question, wake_).value_or(nullptr);
}

bool Desktop::take_theme(State& state) {
  const auto answer = theme_ ? theme_->take() : std::nullopt;
  if (!answer) return false;
  theme_.reset();
  const char* gtk = std::getenv("GTK_THEME");
  const auto dark = system_is_dark(answer->output, gtk != nullptr ? gtk : "");
  auto& session = state.session;
  if (!dark || *dark == session.system_is_dark) return false;
  session.system_is_dark = *dark;
  state.view.theme = resolved(session);
  return true;
}

bool Desktop::take_files(State& state) {
  const auto answer = files_ ? files_->take() : std::nullopt;
  if (!answer) return false;
  files_.reset();
  const auto paths = lines_of(answer->output);
  if (answer->status != 0 || paths.empty()) {
    // Status 1 means cancelled. With any other, the desktop's dialog failed, and the own dialog opens instead.
    if (answer->status == 1) cancel_asked(state.view);
    else state.session.native_dialogs = false, state.view.dialog = asked_;
    return true;
  }
  if (asked_ == Dialog::open) {
    for (const auto& path : paths) open_file(state.workspace, state.view, state.session, state.host, path);
    return true;
  }
  auto path = paths[0];
  if (!std::filesystem::path(path).has_extension()) path += ".cutes";
  save_and_go_on(state.workspace, state.view, state.session, state.host, path);
  return true;
}

bool Desktop::advance(State& state) {
  bool changed = take_theme(state);
  changed = take_files(state) || changed;
  const bool asks = state.view.dialog == Dialog::open || state.view.dialog == Dialog::save_as;
  if (!asks || !state.session.native_dialogs) return changed;
  if (!files_) {
    const auto program = file_dialog(state, state.view.dialog);
    auto child = program.empty() ? tl::unexpected(algebra::Message{}) : ChildProcess::start(program, wake_);
    if (!child) {
      state.session.native_dialogs = false;
      return changed;
    }
    files_ = std::move(*child);
    asked_ = state.view.dialog;
  }
  state.view.dialog = Dialog::none;
  return true;
}

}  // namespace app
