#pragma once
// The window as the command line asks for it, and pictures of it.

#include <optional>
#include <string>
#include <vector>

#include "app/import/cpp_program.hpp"

namespace app {

struct WindowRequest {
  std::string file, out, size, language, theme, device = "auto", inject, frame_log, probe, entry, tab, view;
  std::vector<std::string> commands;
  std::vector<std::string> program;  ///< that is started and watched, with its arguments
  ProgramSettings settings;          ///< of the file
  MacroSettings macros;
  float panel_height = 0;
  int step = 0;
  double scale = 1;
  std::optional<double> memory_mib;
  bool no_settings = false;
};

/// Each returns the exit status, and says what is wrong.
int open_window(const WindowRequest&);
int open_watch(const WindowRequest&, int keep);
int take_screenshot(const WindowRequest&);

}  // namespace app
