#pragma once
// What each command is to do, as its users see it: how to get where it makes sense, and what has changed then.

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "gui.hpp"

namespace gui {

struct CommandRow {
  std::string_view id;
  std::function<void(Gui&)> before;  ///< where the command makes sense; empty: the starter sheet as it opens
  std::function<bool(Gui&)> after;   ///< whether it did what it says
};

/// Rows of the commands of documents, of looking, of launches, of teaching.
std::vector<CommandRow> document_rows();
std::vector<CommandRow> view_rows();
std::vector<CommandRow> launch_rows();
std::vector<CommandRow> teaching_rows();

/// Selects the entry of that name.
void select(Gui&, const char* name);

}  // namespace gui
