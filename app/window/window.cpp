#include "app/window/window.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/actions/asking_tools.hpp"
#include "app/actions/compiling.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/kept_ir.hpp"
#include "app/actions/saving.hpp"
#include "app/commands/commands.hpp"
#include "app/import/open.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "app/storage/settings_store.hpp"
#include "app/system/end_signals.hpp"
#include "app/window/desktop.hpp"
#include "app/window/frame.hpp"
#include "app/window/lost_display.hpp"
#include "app/window/open_window.hpp"
#include "app/window/presenter.hpp"
#include "app/window/probe.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

struct GlfwSession {
  bool ready = false;
  ~GlfwSession() {
    if (ready) glfwTerminate();
  }
};

struct CloseFile {
  void operator()(std::FILE* f) const { std::fclose(f); }
};

/// Advances playback by whole steps, such that at 1x any launch takes about eight seconds or less.
void advance_playback(State& state, double seconds, double& carried) {
  if (!state.view.playing || !state.workspace.launch()) return;
  const auto& plan = *state.workspace.launch();
  const auto& look = state.view.playback;
  const auto total = plan.requests();
  const auto size = look.step == gpu::PlaybackStep::warp    ? 1
                    : look.step == gpu::PlaybackStep::block ? plan.warps()
                                                            : plan.warps() * plan.blocks();
  carried += seconds * look.speed * std::max(2.0, static_cast<double>(total) / static_cast<double>(size) / 8.0);
  const auto steps = static_cast<std::int64_t>(carried);
  if (steps == 0) return;
  carried -= static_cast<double>(steps);
  const auto now = state.workspace.sheet().launch.position < 0 ? total : state.workspace.sheet().launch.position;
  // The complete trace stays for a step before the next round.
  auto next = now >= total && look.loop ? 0 : stepped(plan, now, look.step, 1);
  if (steps > 1) next = std::min(total, next + (steps - 1) * size);
  state.workspace.set_view([&](Sheet& s) { s.launch.position = next; });
  if (next == total && !look.loop) state.view.playing = false;
}

/// Returns true if no event is left to handle or draw, and no work is running in the background.
bool quiet(const State& state, OpenWindow& open, const Desktop& desktop, const std::atomic<bool>& woken) {
  return !woken && open.inbox.frames_wanted == 0 && open.inbox.keys.empty() && open.inbox.dropped.empty() && !state.view.playing &&
         !open.frame().ui().animating && !open.frame().trace().busy() && !state.workspace.verdicts_pending() &&
         state.workspace.mapping() == MapReader::Doing::nothing && state.workspace.front_end().doing().document == 0 &&
         !state.workspace.tools().busy() && !desktop.asking();
}

/// Returns true if the window is quiet after all input so far. For tests, as it waits for the display.
bool at_rest(const State& state, OpenWindow& open, const Desktop& desktop, const std::atomic<bool>& woken) {
  if (!quiet(state, open, desktop, woken)) return false;
  // Querying the position waits for the display: afterwards all input so far has arrived and the last frame is on the screen.
  glFinish();
  int x = 0, y = 0;
  glfwGetWindowPos(open.window(), &x, &y);
  glfwPollEvents();
  if (woken) open.inbox.frames_wanted = 3;
  return quiet(state, open, desktop, woken);
}

/// The texts for a trouble: the notice in the new window, and the message at the end if none can be opened.
struct LossWords {
  Message notice;
  Message end;
};
LossWords words_of(Trouble trouble) {
  switch (trouble) {
    case Trouble::memory: return {"OpenGL ran out of memory; the window was opened anew.", "OpenGL keeps running out of memory"};
    case Trouble::black: return {"OpenGL did not draw any more; the window was opened anew.", "OpenGL does not draw"};
    case Trouble::none:
    case Trouble::lost: break;
  }
  return {"The graphics driver lost its context; the window was opened anew.", "the graphics driver keeps losing its OpenGL context"};
}

/// Returns the trouble that a test simulates; each is counted down.
Trouble acted_out(gpu::Faults& faults) {
  if (faults.gl_lost > 0) return --faults.gl_lost, Trouble::lost;
  if (faults.gl_memory > 0) return --faults.gl_memory, Trouble::memory;
  if (faults.gl_black > 0) return --faults.gl_black, Trouble::black;
  return Trouble::none;
}

/// Opens, draws or closes the presenter's window as the state requires.
void show_presenter(State& state, OpenWindow& open, std::unique_ptr<Presenter>& presenter) {
  auto& presenting = state.view.presenting;
  if (presenter && presenter->closed()) presenting.presenter = false;
  if (!presenting.on || !presenting.presenter) return presenter.reset();
  if (!presenter) {
    auto made = Presenter::open(open, gpu::Want::cpu);
    if (!made) {
      presenting.presenter = false;
      state.host.tell(made.error(), true);
      return open.inbox.want_frames(3);
    }
    presenter = std::move(*made);
  }
  presenter->draw(state);
}

/// Draws frames until an action quits the program or a signal comes (Trouble::none), or OpenGL fails.
Trouble run_frames(State& state, OpenWindow& open, Desktop& desktop, SettingsStore* store, std::FILE* log, Probe* probe,
                   std::atomic<bool>& woken, const EndSignals& signals, gpu::Faults& faults) {
  std::string title;
  std::unique_ptr<Presenter> presenter;
  KeptIrWatch kept_ir;
  kept_ir.wake_with([&woken] {
    woken = true;
    glfwPostEmptyEvent();
  });
  int drawn = 0;
  double last = glfwGetTime(), carried = 0;
  while (!state.host.quit) {
    if (probe != nullptr) probe->serve(state, [&] { return at_rest(state, open, desktop, woken); });
    // Input from before the signal is still handled.
    const bool ending = signals.came();
    if (ending || open.inbox.frames_wanted > 0 || state.view.playing || open.frame().ui().animating || open.frame().trace().tracing())
      glfwPollEvents();
    else {
      if (presenter) glfwWaitEventsTimeout(1);  // its clock goes on
      else glfwWaitEvents();
      last = glfwGetTime();
      if (probe != nullptr && probe->asked() && quiet(state, open, desktop, woken)) continue;  // a request of the probe draws no frames
      open.inbox.want_frames(3);
    }
    woken = false;
    const bool mapped = state.workspace.collect_map();
    const bool compiled = advance_compiler(state.workspace, state.host);
    const bool answered = collect_tool(state.workspace, state.view, state.host);
    if (state.workspace.collect_verdicts() || mapped || compiled || answered) open.inbox.frames_wanted = 3;
    if (collect_watched(state.workspace, state.view, state.host, panel_of(open.frame().ui()).active_entry)) open.inbox.frames_wanted = 3;
    if (collect_kept_ir(kept_ir, state.workspace, state.view, state.host)) open.inbox.frames_wanted = 3;
    if (std::exchange(open.inbox.focused, false)) desktop.ask_theme(state);
    if (desktop.advance(state)) open.inbox.frames_wanted = 30;
    if (store != nullptr && std::exchange(open.inbox.placed, false)) {
      const auto at = open.placement();
      // A maximised window keeps its former place and size, for the time when it is restored.
      auto place = store->window().value_or(WindowPlace{});
      if (!at.maximised) place = {at.x, at.y, at.width, at.height, false};
      place.maximised = at.maximised;
      store->placed(place);
    }
    const auto shortcut = open.inbox.keys.feed(open.window());
    if (const auto* command = shortcut ? command_for(*shortcut) : nullptr; command != nullptr) run_command(state, *command);
    open_dropped(state.workspace, state.view, state.session, state.host, open.inbox.dropped);
    if (shortcut || !open.inbox.dropped.empty()) open.inbox.frames_wanted = 30;
    open.inbox.dropped.clear();
    if (glfwWindowShouldClose(open.window())) {
      glfwSetWindowShouldClose(open.window(), GLFW_FALSE);
      request_quit(state.workspace, state.view, state.host);
      open.inbox.frames_wanted = 3;
      if (state.host.quit) break;
    }
    open.fill_screen(state.host.full_screen);
    const double now = glfwGetTime();
    state.view.now = now;
    advance_playback(state, now - last, carried);
    last = now;

    int width = 0, height = 0;
    glfwGetFramebufferSize(open.window(), &width, &height);
    if (width == 0 || height == 0) {  // minimised
      if (ending) break;
      glfwWaitEvents();
      continue;
    }
    if (const auto wanted = state.view.start_page
                                ? "Cutescope"
                                : state.workspace.title(state.view.texts) + (state.workspace.unsaved() ? " •" : "") + " – Cutescope";
        wanted != title) {
      title = wanted;
      glfwSetWindowTitle(open.window(), title.c_str());
    }
    float scale_x = 1, scale_y = 1;
    glfwGetWindowContentScale(open.window(), &scale_x, &scale_y);
    const auto before = state.workspace.sheet_version();
    const auto dialog = state.view.dialog;
    open.frame().draw(state, width, height, scale_x, [] { ImGui_ImplGlfw_NewFrame(); });
    if (store != nullptr) store->note(state.workspace, state.view, state.session, state.host);
    if (state.workspace.sheet_version() != before) open.inbox.frames_wanted = 3;
    if (state.view.dialog != dialog) open.inbox.frames_wanted = 30;  // ImGui fades the page behind a dialog
    glfwSwapBuffers(open.window());
    show_presenter(state, open, presenter);
    if (probe != nullptr) probe->drawn();
    if (const auto trouble = open.trouble(); trouble != Trouble::none) return trouble;
    if (const auto trouble = ++drawn == 3 ? acted_out(faults) : Trouble::none; trouble != Trouble::none) return trouble;
    if (ending && open.inbox.keys.empty()) break;
    if (!open.inbox.keys.empty()) open.inbox.frames_wanted = std::max(3, open.inbox.frames_wanted);
    if (log != nullptr) {
      std::fprintf(log, "%.6f %.3f\n", now, open.frame().ui().frame_ms);
      std::fflush(log);
    }
    open.inbox.frames_wanted = std::max(0, open.inbox.frames_wanted - 1);
  }
  return Trouble::none;
}

/// Returns the message with the paths to which it saves the unsaved sheets, as no window can be opened any more.
Message rescued(Message said, const State& state) {
  for (const int i : state.workspace.unsaved_documents()) {
    const auto& d = state.workspace.documents()[static_cast<std::size_t>(i)];
    std::string path;
    // Earlier rescued files are not overwritten.
    for (int n = 1; path.empty() || stamp_of(path); ++n)
      path = fmt::format("{}{}.rescued.cutes", d.path.empty() ? "untitled" : d.path, n == 1 ? "" : fmt::format("-{}", n));
    said = save_sheet(d.sheet, path) ? message("{}; the sheet is in {}", said, path) : message("{}; the sheet could not be saved", said);
  }
  return said;
}

}  // namespace

tl::expected<void, Message> run_window(State& state, const WindowOptions& options) {
  GlfwSession session{glfwInit() == GLFW_TRUE};
  if (!session.ready)
    return tl::unexpected(message("no window can be opened: {} (set DISPLAY, or use `cutescope screenshot`)", last_glfw_error()));
  const std::unique_ptr<std::FILE, CloseFile> log(options.frame_log.empty() ? nullptr : std::fopen(options.frame_log.c_str(), "a"));
  if (!options.frame_log.empty() && !log)
    return tl::unexpected(message("cannot write {}: {}", options.frame_log, std::generic_category().message(errno)));

  std::unique_ptr<Probe> probe;
  if (!options.probe.empty()) {
    auto opened = Probe::open(options.probe, [] { glfwPostEmptyEvent(); });
    if (!opened) return tl::unexpected(opened.error());
    probe = std::move(*opened);
  }
  std::atomic<bool> woken{false};  // set by other threads when they have a result
  const auto wake = [&woken] {
    woken = true;
    glfwPostEmptyEvent();
  };

  // Background work wakes the loop through GLFW, so it must be stopped before GLFW ends.
  struct Quiet {
    State& state;
    SettingsStore* store;
    ~Quiet() {
      state.workspace.drop_verdicts();
      state.workspace.front_end().give_up();
      state.workspace.tools().stop();
      state.workspace.wake_with({});
      if (store != nullptr) store->wake_with({});
    }
  } const quiet{state, options.store};
  state.workspace.wake_with(wake);
  state.workspace.run_maps_on(runs_maps_on(options.device));
  state.workspace.front_end().by_itself = true;
  if (options.store != nullptr) options.store->wake_with(wake);
  const EndSignals signals(wake);
  const LostDisplay lost_display([store = options.store] {
    if (store != nullptr) store->flush();
  });
  Desktop desktop(wake);
  desktop.ask_theme(state);

  Placement at{.width = options.width, .height = options.height};
  if (const auto place = options.store != nullptr && options.remembered_place ? options.store->window() : std::nullopt)
    at = {place->x, place->y, place->width, place->height, place->maximised};
  auto faults = options.faults;
  const auto keep = [&] {
    if (options.store != nullptr) options.store->keep(state.workspace, state.view, state.session, state.host);
  };
  // The loop is left if a driver makes every new context fail.
  double failed_at = -1e9;
  for (int failures = 0;;) {
    auto open = OpenWindow::create(at, options.device, faults);
    if (!open) {
      keep();
      return tl::unexpected(failures > 0 ? rescued(open.error(), state) : open.error());
    }
    const auto trouble = run_frames(state, **open, desktop, options.store, log.get(), probe.get(), woken, signals, faults);
    if (trouble == Trouble::none) {
      if (!state.host.quit) keep();
      else if (options.store != nullptr) options.store->finish(state.workspace, state.view, state.session, state.host);
      return {};
    }
    keep();  // the driver that has just failed may crash the process next
    failures = glfwGetTime() - failed_at < 30 ? failures + 1 : 1;
    failed_at = glfwGetTime();
    if (failures > 5) return tl::unexpected(rescued(words_of(trouble).end, state));
    at = (*open)->placement();
    state.host.tell(words_of(trouble).notice, true);
  }
}

}  // namespace app
