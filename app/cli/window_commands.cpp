#include "app/cli/window_commands.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "app/actions/appearance.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/panels.hpp"
#include "app/cli/exit_status.hpp"
#include "app/commands/commands.hpp"
#include "app/document/names.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/storage/settings_store.hpp"
#include "app/system/kept_program.hpp"
#include "app/system/start_program.hpp"
#include "app/window/screenshot.hpp"
#include "app/window/window.hpp"
#include "render/export.hpp"

namespace app {
namespace {

/// "1600x1000", between 320x240 and 16384x16384.
bool parse_size(const std::string& text, int& width, int& height) {
  char after = 0;
  return std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &after) == 2 && width >= 320 && height >= 240 && width <= 16384 &&
         height <= 16384;
}

gpu::Want device_of(const std::string& name) {
  return name == "cuda" ? gpu::Want::cuda : name == "cpu" ? gpu::Want::cpu : gpu::Want::automatic;
}

/// Where the sheet is saved: not over the program that it was read from, nor into a pipe.
std::string sheet_path(const WindowRequest& p) {
  return program_language(p.file) || is_sheet_link(p.file) || is_stream(p.file) ? std::string{} : p.file;
}

/// What is asked for, where something is, in place of what is remembered.
void apply_appearance(State& state, const WindowRequest& p) {
  if (p.memory_mib) state.session.limits.memory_mib = *p.memory_mib;
  hold(state.session.limits, state.workspace);
  if (!p.theme.empty()) choose_theme(state.view, state.session, theme_choice(p.theme).value_or(ThemeChoice::light));
  if (const auto language = language_named(p.language)) choose_language(state.workspace, state.view, *language);
  if (program_language(p.file)) translate_program(state.workspace, state.view);
}

/// The window, with what earlier runs have left.
int show_window(State& state, const WindowRequest& p, WindowOptions options) {
  std::optional<SettingsStore> store;
  if (!p.no_settings) {
    store.emplace(user_folders());
    store->begin(state.workspace, state.view, state.session, state.host);
    options.store = &*store;
    if (!p.file.empty() && state.workspace.path() == p.file) state.session.remember_file(p.file);
    state.session.native_dialogs = true;
  }
  apply_appearance(state, p);
  if (state.view.dialog == Dialog::none) ask_to_run(state.workspace, state.view);
  const auto ran = run_window(state, options);
  return ran ? done : complain(environment_failed, ran.error());
}

/// The window that is asked for. Error: one sentence, of an option that says nothing.
tl::expected<WindowOptions, algebra::Message> window_options(const WindowRequest& p) {
  const auto faults = gpu::faults_from(p.inject);
  if (!faults) return tl::unexpected(faults.error());
  WindowOptions options{
      .remembered_place = p.size.empty(), .device = device_of(p.device), .faults = *faults, .frame_log = p.frame_log, .probe = p.probe};
  if (!p.size.empty() && !parse_size(p.size, options.width, options.height))
    return tl::unexpected(algebra::message("--size is WIDTHxHEIGHT, such as 1600x1000, not {}", p.size));
  return options;
}

/// A program that is watched: it ends with the window at the latest, and so does all that it has started.
class WatchedProgram {
 public:
  WatchedProgram() = default;
  WatchedProgram(const WatchedProgram&) = delete;
  WatchedProgram& operator=(const WatchedProgram&) = delete;
  ~WatchedProgram() {
    if (keeper_ >= 0) end_kept_program(keeper_, end);
  }
  /// Its output, standard error with it, as a descriptor to read from. Error: one sentence.
  tl::expected<int, algebra::Message> start(const std::vector<std::string>& program) {
    const auto& name = program.front();
    if (name.find('/') == std::string::npos ? !is_installed(name) : ::access(name.c_str(), X_OK) != 0)
      return tl::unexpected(algebra::message("{} is no program that can be started", name));
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      return tl::unexpected(algebra::message("cannot read {}: {}", name, std::generic_category().message(errno)));
    std::vector<std::string> arguments{"sh", "-c", "exec \"$@\" 2>&1", "sh"};
    arguments.insert(arguments.end(), program.begin(), program.end());
    const auto keeper = start_kept_program(arguments, STDOUT_FILENO, ends[1], end);
    ::close(ends[1]);
    if (!keeper) {
      ::close(ends[0]);
      return tl::unexpected(keeper.error());
    }
    keeper_ = *keeper;
    return ends[0];
  }

 private:
  static constexpr KeptProgramEnd end{.patience = std::chrono::seconds(2), .outlived = true};
  pid_t keeper_ = -1;
};

}  // namespace

int open_window(const WindowRequest& p) {
  const auto options = window_options(p);
  if (!options) return complain(wrong_usage, options.error());
  if (p.file.empty() && !(p.settings.empty() && p.macros.empty()))
    return complain(wrong_usage, "--set, -D and -U are of a sheet or a program, and there is none");
  Sheet sheet;
  if (!p.file.empty()) {
    auto loaded = load_sheet(p.file, p.settings, p.macros);
    if (!loaded) return complain(bad_input, loaded.error());
    sheet = std::move(*loaded);
  }
  State state(std::move(sheet), sheet_path(p));
  state.view.start_page = p.file.empty();
  if (is_sheet_link(p.file)) state.workspace.hold_launch();
  if (program_language(p.file)) state.workspace.opened_program();
  return show_window(state, p, *options);
}

int open_watch(const WindowRequest& p, int keep) {
  const auto options = window_options(p);
  if (!options) return complain(wrong_usage, options.error());
  std::optional<WatchedProgram> program;
  tl::expected<std::unique_ptr<Watch>, algebra::Message> watch;
  if (p.program.empty()) {
    watch = Watch::begin(p.file, static_cast<std::size_t>(keep));
  } else {
    watch = program.emplace().start(p.program).map(
        [&](int output) { return Watch::of_program(p.program.front(), output, static_cast<std::size_t>(keep)); });
  }
  if (!watch) return complain(bad_input, watch.error());
  State state(Sheet{});
  state.workspace.watch(std::move(*watch));
  return show_window(state, p, *options);
}

int take_screenshot(const WindowRequest& p) {
  const auto window = window_options(p);
  if (!window) return complain(wrong_usage, window.error());
  if (render::format_of(p.out) != render::Format::png)
    return complain(wrong_usage, algebra::message("screenshot writes a PNG file: {} does not end in .png", p.out));
  auto sheet = load_sheet(p.file, p.settings, p.macros);
  if (!sheet) return complain(bad_input, sheet.error());
  const ScreenshotOptions options{.width = window->width,
                                  .height = window->height,
                                  .scale = static_cast<float>(p.scale),
                                  .device = window->device,
                                  .faults = window->faults};
  State state(std::move(*sheet), sheet_path(p));
  state.session.limits = saved_limits(user_folders());
  apply_appearance(state, p);
  state.workspace.finish_verdicts();
  if (!p.entry.empty()) {
    const int entry = state.workspace.evaluator().find(p.entry);
    if (entry < 0) return complain(bad_input, algebra::message("there is no entry {} in {}", p.entry, p.file));
    state.view.selected = entry;
  }
  state.view.inspector.step = p.step - 1;
  constexpr std::array<std::string_view, 4> views{"memory", "banks", "requests", "source"};
  if (const auto shown = std::ranges::find(views, p.view); shown != views.end())
    state.view.playback.tab = static_cast<MemoryTab>(shown - views.begin());
  state.view.playback.height = p.panel_height;
  if (p.panel_height > 0) show_panel(state.workspace, state.view, state.session, Panel::gpu, true);
  constexpr std::array<std::string_view, 5> tabs{"element", "properties", "steps", "memory", "code"};
  if (const auto tab = std::find(tabs.begin(), tabs.end(), p.tab); tab != tabs.end())
    show_inspector_tab(state.workspace, state.view, state.session, static_cast<InspectorTab>(tab - tabs.begin()));
  for (const auto& command : p.commands)
    if (!run_command(state, command)) return complain(wrong_usage, algebra::message("there is no command {} now", command));
  // An unwritable place is the user's to mend, a missing GL is not: tell them apart before drawing.
  const auto taken = screenshot(state, options, p.out);
  if (taken) return done;
  return complain(taken.error().key() == unwritable_key ? bad_input : environment_failed, taken.error());
}

}  // namespace app
