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
  const char* also;  ///< another one, likewise
  bool rule;         ///< a line stands above it
};

std::span<const WebCommand> web_commands();

}  // namespace app
