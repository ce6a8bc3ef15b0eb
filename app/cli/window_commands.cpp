// The window, and pictures of it.

#include "app/cli/cli_tools.hpp"

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

struct WindowRequest {
  std::string file{}, out{}, size{}, language{}, theme{}, device = "auto", inject{}, frame_log{}, probe{}, entry{}, tab{}, view{};
  std::vector<std::string> commands{};
  std::vector<std::string> program{};  ///< that is started and watched, with its arguments
  ProgramSettings settings{};          ///< of the file
  MacroSettings macros{};
  float panel_height = 0;
  int step = 0;
  double scale = 1;
  std::optional<double> memory_mib{};
  bool no_settings = false;
};

/// Reads a size such as "1600x1000", from 320x240 to 16384x16384.
bool parse_size(const std::string& text, int& width, int& height) {
  char after = 0;
  return std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &after) == 2 && width >= 320 && height >= 240 && width <= 16384 &&
         height <= 16384;
}

gpu::Want device_of(const std::string& name) {
  return name == "cuda" ? gpu::Want::cuda : name == "cpu" ? gpu::Want::cpu : gpu::Want::automatic;
}

/// Returns the path that the sheet is saved to: not that of the program that it was read from, nor a pipe's.
std::string sheet_path(const WindowRequest& p) {
  return program_language(p.file) || is_sheet_link(p.file) || is_stream(p.file) ? std::string{} : p.file;
}

/// Sets the requested language, theme and device in place of the remembered ones.
void apply_appearance(State& state, const WindowRequest& p) {
  if (p.memory_mib) state.session.limits.memory_mib = *p.memory_mib;
  hold(state.session.limits, state.workspace);
  if (!p.theme.empty()) choose_theme(state.view, state.session, theme_choice(p.theme).value_or(ThemeChoice::light));
  if (const auto language = language_named(p.language)) choose_language(state.workspace, state.view, *language);
  if (program_language(p.file)) translate_program(state.workspace, state.view);
}

/// Opens the window with the settings and the recovery of earlier runs. Returns the exit status.
int show_window(State& state, const WindowRequest& p, WindowOptions options, Report& report) {
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
  return ran ? done : report.refuse(environment_failed, ran.error());
}

/// Reads the options of the window. Error: one sentence, for an option with a wrong value.
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
      return tl::unexpected(algebra::message("{} is not a program that can be started", name));
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

int open_window(const WindowRequest& p, Report& report) {
  const auto options = window_options(p);
  if (!options) return report.refuse(wrong_input, options.error());
  if (p.file.empty() && !(p.settings.empty() && p.macros.empty()))
    return report.refuse(wrong_input, "--set, -D and -U apply to a sheet or a program, and none is given");
  Sheet sheet;
  if (!p.file.empty()) {
    auto loaded = load_sheet(p.file, p.settings, p.macros);
    if (!loaded) return report.refuse(wrong_input, loaded.error());
    sheet = std::move(*loaded);
  }
  State state(std::move(sheet), sheet_path(p));
  state.view.start_page = p.file.empty();
  if (is_sheet_link(p.file)) state.workspace.hold_launch();
  if (program_language(p.file)) state.workspace.opened_program();
  return show_window(state, p, *options, report);
}

int open_watch(const WindowRequest& p, int keep, Report& report) {
  const auto options = window_options(p);
  if (!options) return report.refuse(wrong_input, options.error());
  std::optional<WatchedProgram> program;
  tl::expected<std::unique_ptr<Watch>, algebra::Message> watch;
  if (p.program.empty()) {
    watch = Watch::begin(p.file, static_cast<std::size_t>(keep));
  } else {
    watch = program.emplace().start(p.program).map(
        [&](int output) { return Watch::of_program(p.program.front(), output, static_cast<std::size_t>(keep)); });
  }
  if (!watch) return report.refuse(wrong_input, watch.error());
  State state(Sheet{});
  state.workspace.watch(std::move(*watch));
  return show_window(state, p, *options, report);
}

int take_screenshot(const WindowRequest& p, Report& report) {
  const auto window = window_options(p);
  if (!window) return report.refuse(wrong_input, window.error());
  if (render::format_of(p.out) != render::Format::png)
    return report.refuse(wrong_input, algebra::message("screenshot writes a PNG file: {} does not end in .png", p.out));
  auto sheet = load_sheet(p.file, p.settings, p.macros);
  if (!sheet) return report.refuse(wrong_input, sheet.error());
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
    if (entry < 0) return report.refuse(wrong_input, algebra::message("there is no entry {} in {}", p.entry, p.file));
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
    if (!run_command(state, command)) return report.refuse(wrong_input, algebra::message("there is no command {} now", command));
  const auto taken = screenshot(state, options, p.out);
  if (taken) return done;
  return report.refuse(environment_failed, taken.error());
}

/// Adds the options of a window's appearance and of the device of its launches.
void add_appearance_options(std::vector<Option>& all, std::string size, bool with_system_theme) {
  all.push_back(text_option("--size", "WIDTHxHEIGHT", std::move(size)));
  all.push_back(with_system_theme ? choice(
                                        "--theme",
                                        [] {
                                          return std::vector<std::string>{"light", "dark", "system"};
                                        },
                                        "Choose the colours of the window")
                                  : choice(
                                        "--theme",
                                        [] {
                                          return std::vector<std::string>{"light", "dark"};
                                        },
                                        "Choose the colours of the window"));
  all.push_back(language_option());
  all.push_back(memory_option());
  all.push_back(choice(
                    "--device",
                    [] {
                      return std::vector<std::string>{"auto", "cuda", "cpu"};
                    },
                    "Run launches here")
                    .usually("auto"));
  all.push_back(text_option("--inject", "FAULTS", "").hidden());
}

/// Adds the options of a window that stays open.
void add_window_options(std::vector<Option>& all) {
  all.push_back(flag("--no-settings", "Start as if for the first time, and remember nothing: settings, recent files, recovery"));
  all.push_back(text_option("--frame-log", "FILE", "Append a line per drawn frame to this file"));
  all.push_back(text_option("--probe", "FILE", "").hidden());
}

std::vector<Option> window_options_listed() {
  std::vector<Option> all{
      argument("file", "FILE", "A sheet (.cutes), its link, or a program (.cu .cpp .hpp .py) for its layouts. Default: the start page")};
  for (auto& o : settings_options()) all.push_back(std::move(o));
  add_appearance_options(all, "Open the window this large", true);
  add_window_options(all);
  return all;
}

std::vector<Option> watch_options() {
  std::vector<Option> all{
      argument("file", "FILE", "A log that may grow, or - for standard input; after --, a program to start with its arguments")
          .required()
          .repeated(),
      integer("--keep", "N", 1, static_cast<double>(Watch::most_kept), "Keep this many layouts in the sheet")
          .usually(fmt::format("{}", Watch::usually_kept))};
  add_appearance_options(all, "Open the window this large", true);
  add_window_options(all);
  return all;
}

std::vector<Option> screenshot_options() {
  std::vector<Option> all{argument("file", "FILE", "A sheet (.cutes) or a program").required(),
                          text_option("-o,--output", "FILE.png", "Write this PNG file").required().not_empty()};
  for (auto& o : settings_options()) all.push_back(std::move(o));
  add_appearance_options(all, "Draw the window this large, before scaling", false);
  all.push_back(number("--scale", "N", 0.5, 4, "Draw this many pixels per point").usually("1"));
  all.push_back(text_option("--entry", "NAME", "Select this entry"));
  all.push_back(choice(
      "--view",
      [] {
        return std::vector<std::string>{"memory", "banks", "requests", "source"};
      },
      "Show this part of the GPU panel"));
  all.push_back(number("--panel-height", "N", 1, 4000, "Draw the GPU panel this high, in points"));
  all.push_back(choice(
      "--tab",
      [] {
        return std::vector<std::string>{"element", "properties", "steps", "memory", "code"};
      },
      "Show this tab of the inspector"));
  all.push_back(integer("--step", "N", 1, 100000, "Show this step of an operation, from 1"));
  all.push_back(text_option("--command", "ID", "Run this command of the window first, such as export.card (repeatable)").repeated());
  return all;
}

WindowRequest window_request(const Arguments& a) {
  WindowRequest p{.out = a.text("output"),
                  .size = a.text("size"),
                  .language = a.text("language"),
                  .theme = a.text("theme"),
                  .device = a.text("device"),
                  .inject = a.text("inject"),
                  .frame_log = a.text("frame-log"),
                  .probe = a.text("probe"),
                  .entry = a.text("entry"),
                  .tab = a.text("tab"),
                  .view = a.text("view"),
                  .commands = a.all("command"),
                  .settings = a.settings(),
                  .macros = a.macros(),
                  .panel_height = static_cast<float>(a.number("panel-height").value_or(0)),
                  .step = static_cast<int>(a.integer("step").value_or(0)),
                  .scale = a.number("scale").value_or(1),
                  .memory_mib = a.number("memory"),
                  .no_settings = a.flag("no-settings")};
  p.file = a.text("file");
  return p;
}

int run_window_tool(const Arguments& a, Report& report, ToolHost&) { return open_window(window_request(a), report); }

int run_watch_tool(const Arguments& a, Report& report, ToolHost&) {
  auto p = window_request(a);
  const auto files = a.all("file");
  if (a.flag("--")) p.program = files, p.file.clear();
  else if (files.size() > 1) return report.refuse(wrong_input, "watch takes one file; a program comes after --");
  return open_watch(p, static_cast<int>(a.integer("keep").value_or(Watch::usually_kept)), report);
}

int run_screenshot_tool(const Arguments& a, Report& report, ToolHost&) {
  auto p = window_request(a);
  p.language = spoken_texts().language().code;
  return take_screenshot(p, report);
}

}  // namespace

const Tool window_tool{.name = "",
                       .group = ToolGroup::layouts,
                       .help = "Open the window",
                       .example = "sheet.cutes",
                       .options = window_options_listed,
                       .run = run_window_tool};

const Tool watch_tool{.name = "watch",
                      .group = ToolGroup::kernels,
                      .help = "Open the window with the layouts that a running program prints, newest first",
                      .example = "watch -- ./kernel 512",
                      .options = watch_options,
                      .run = run_watch_tool};

const Tool screenshot_tool{.name = "screenshot",
                           .group = ToolGroup::take_along,
                           .help = "Draw the window into a PNG file, without a display",
                           .example = "screenshot sheet.cutes -o window.png",
                           .options = screenshot_options,
                           .run = run_screenshot_tool};

}  // namespace app
