#pragma once
// The commands of a page. What is a command of the window too has its id and its title (app/commands); assets/page/app.js has what they
// do.

#include <span>

namespace app {

struct WebCommand {
  const char* id;     ///< "file.save"
  const char* menu;   ///< "File"
  const char* title;  ///< in English, as the menu
  const char*
      key;  ///< "Ctrl+S", "Alt+ArrowUp", by the DOM's names of keys; "": none. Those of a browser are not the window's: it keeps some
  const char* also;        ///< another one, likewise
  bool rule;               ///< a line stands above it
  const char* words = "";  ///< what else the palette finds it by
};

std::span<const WebCommand> web_commands();

/// What readers of the window's help look for, and only the installed program has.
struct AbsentCommand {
  const char* title;
  const char* words;  ///< what the palette finds it by
};

std::span<const AbsentCommand> absent_commands();

}  // namespace app
