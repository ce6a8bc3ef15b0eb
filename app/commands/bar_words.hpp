#pragma once
// The texts of the bars at the window's top and bottom, and the commands that clicks on them run.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/actions/told_rows.hpp"
#include "app/state/state.hpp"

namespace app {

/// A menu of the top bar.
struct BarMenu {
  const char* title;       ///< in English
  std::string_view group;  ///< beginning of the ids of its commands
};
/// Returns the menus that the bar has now.
std::vector<BarMenu> bar_menus(const Workspace&);

/// A setting that the top bar shows and a click changes.
struct BarPill {
  const char* id;
  std::string label;
  const char* command;    ///< null: a click does nothing
  Tone dot = Tone::text;  ///< colour of the dot before the label; text: no dot
  std::string tip{};
};
/// Where launches run. The label is empty for the CPU if no GPU was tried; `why` is the reason.
struct LaunchesRunOn {
  bool gpu = false;
  std::string label{}, why{};
};
/// Returns the pills from right to left, the first to be left out in a narrow window last. The start page has only those of the window.
/// has_glyph: returns true if the bar's font has the character.
std::vector<BarPill> bar_pills(const State&, bool start_page, const LaunchesRunOn&, const std::function<bool(char32_t)>& has_glyph);

/// Returns the sheet's title, with a dot if it is not saved; "" on the start page.
std::string bar_title(const State&);

/// The layout of the top bar; widths in the unit of BarWidths.
struct BarRoom {
  bool name = true;       ///< true: the program's name is shown
  float title = 0;        ///< width of the sheet's title, behind the menus
  std::size_t pills = 0;  ///< number of pills shown; the pill "more" lists the rest
};
struct BarWidths {
  float name, least_title, title, menus, more;  ///< menus: with their gaps; more: of the pill that lists the rest
  std::vector<float> pills, usual_pills;        ///< of the pills, and of those of any sheet
};
/// Fits the top bar into the width: first the sheet's title is shortened, then the program's name goes, then pills move into one that lists
/// them.
BarRoom bar_room(const BarWidths&, float width);

/// A part of the status bar.
struct StatusWords {
  const char* term;  ///< term that F1 explains
  std::string text;
  Tone tone = Tone::faint;
  const char* command = nullptr;  ///< run by a click; null: none
  bool if_room = false;           ///< left out if it does not fit as a whole
};
/// Returns the parts from left to right. zoom: the largest zoom that fits, in percent, if a larger one was requested, else 0. frame_ms:
/// duration of a frame.
std::vector<StatusWords> status_words(const State&, long zoom, double frame_ms);
/// Returns the text at the right.
std::string status_keys(const State&);

}  // namespace app
