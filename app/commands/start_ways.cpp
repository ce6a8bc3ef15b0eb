#include "app/commands/start_ways.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/starting.hpp"
#include "app/commands/commands.hpp"
#include "app/lessons/lessons.hpp"
#include "app/session/sheet_session.hpp"

namespace app {
namespace {

/// Returns the title with its shortcut: "Open a file…  Ctrl+O".
std::string with_keys(const Texts& texts, const char* title, std::string_view command) {
  return fmt::format("{}   {}", texts(title), to_string(std::ranges::find(commands(), command, &Command::id)->shortcut));
}

bool has_command(std::string_view id) { return std::ranges::find(commands(), id, &Command::id) != commands().end(); }

}  // namespace

std::vector<StartWay> ways_to_begin(const State& state) {
  const auto& workspace = state.workspace;
  const auto& texts = state.view.texts;
  const auto& last = state.session.last_shown;
  std::vector<StartWay> ways;
  const auto put = [&](const char* key, const char* words, const std::string& what, Request wanted) {
    ways.push_back({key, fmt::format(fmt::runtime(texts(words)), what), std::move(wanted), ways.empty()});
  };
  if (has_sheet(workspace)) put("back", "Back to {}", workspace.title(texts), request<leave_start_page>());
  else if (const auto title = title_of_place(last, texts.language()); !title.empty())
    put("go on", "Continue with {}", title, request<go_on>(last));
  const int lesson = next_lesson(workspace);
  put("lesson", lesson == 0 ? "Begin with lesson 1: {}" : "Next lesson: {}", lesson_title(lesson, texts.language()),
      request<open_lesson>(lesson));
  ways.push_back({"open", with_keys(texts, "Open a file…", "file.open"), command("file.open")});
  ways.push_back({.key = "paste", .label = fmt::format("{}   Ctrl+V", texts("Paste")), .pastes = true});
  ways.push_back({"empty", with_keys(texts, "Empty sheet", "file.new"), command("file.new")});
  ways.push_back({"gemm", texts("New GEMM…"), command("file.gemm")});
  if (has_command("lessons.overview")) ways.push_back({"lessons", texts("All lessons"), command("lessons.overview")});
  ways.push_back({"tour", texts("Tour"), command("help.tour")});
  return ways;
}

std::optional<Picture> picture_of_example(const Example& example) {
  const auto sheet = example_sheet(example.name, Language::english);
  const SheetSession session(sheet);
  const int entry = session.evaluator().find(example.show);
  return entry < 0 ? std::nullopt : picture_of(sheet, session.results(), entry);
}

std::vector<std::string> recent_files_there(const Session& session, std::size_t most) {
  std::vector<std::string> there;
  for (const auto& file : session.recent_files) {
    std::error_code ignored;
    if (there.size() < most && std::filesystem::is_regular_file(file, ignored)) there.push_back(file);
  }
  return there;
}

}  // namespace app
