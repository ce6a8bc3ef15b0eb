#pragma once
// What the bars at the window's top and bottom say, and what a click on it does.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/actions/told_rows.hpp"
#include "app/state/state.hpp"

namespace app {

/// A menu of the bar.
struct BarMenu {
  const char* title;       ///< in English
  std::string_view group;  ///< of commands: what their ids begin with
};
/// Those that the bar has now.
std::vector<BarMenu> bar_menus(const Workspace&);

/// A setting that the top bar shows and a click changes.
struct BarPill {
  const char* id;
  std::string label;
  const char* command;    ///< null: it only says something
  Tone dot = Tone::text;  ///< before the label; text: none
  std::string tip{};
};
/// What runs launches. No label: the CPU, where nothing has been tried.
struct LaunchesRunOn {
  bool gpu = false;
  std::string label{}, why{};
};
/// From the right; what a narrow window leaves out stands last. Of the start page only what is of the window. has_glyph: whether the bar's
/// letters have that character.
std::vector<BarPill> bar_pills(const State&, bool start_page, const LaunchesRunOn&, const std::function<bool(char32_t)>& has_glyph);

/// The sheet's title, with a dot where it is not saved; "" on the start page.
std::string bar_title(const State&);

/// What the top bar has room for; lengths are those of the functions that measure.
struct BarRoom {
  bool name = true;       ///< the program's name
  float title = 0;        ///< width of the sheet's title, behind the menus
  std::size_t pills = 0;  ///< the rest is behind the pill that lists them
};
struct BarWidths {
  float name, least_title, title, menus, more;  ///< menus: with what stands between them. more: of the pill that lists the rest
  std::vector<float> pills, usual_pills;        ///< of the pills, and of those that a sheet has
};
/// In a narrow window the sheet's title is shortened, the program's name goes, then pills move into one that lists them.
BarRoom bar_room(const BarWidths&, float width);

/// A part of the status bar.
struct StatusWords {
  const char* term;  ///< that F1 explains
  std::string text;
  Tone tone = Tone::faint;
  const char* command = nullptr;  ///< by a click; null: none
  bool if_room = false;           ///< left out where not all of it has room
};
/// From the left. zoom: the largest in percent that fits, where a larger one is wanted; 0: it is not. frame_ms: time of a frame.
std::vector<StatusWords> status_words(const State&, long zoom, double frame_ms);
/// What stands at the right.
std::string status_keys(const State&);

}  // namespace app
