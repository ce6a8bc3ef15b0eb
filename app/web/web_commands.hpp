#pragma once
// The commands of a page. Commands shared with the window have its ids and titles (app/commands); assets/page/app.js executes them.

#include <span>

namespace app {

struct WebCommand {
  const char* id;     ///< "file.save"
  const char* menu;   ///< "File"
  const char* title;  ///< in English, as the menu
  const char*
      key;  ///< "Ctrl+S", "Alt+ArrowUp", by the DOM's names of keys; "": none. Those of a browser are not the window's: it keeps some
  const char* also;        ///< another key, likewise
  bool rule;               ///< a line is above it
  const char* words = "";  ///< further words by which the palette finds it
};

std::span<const WebCommand> web_commands();

/// A command that only the installed program has, listed because readers of the window's help look for it.
struct AbsentCommand {
  const char* title;
  const char* words;  ///< words by which the palette finds it
};

std::span<const AbsentCommand> absent_commands();

}  // namespace app
