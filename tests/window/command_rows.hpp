#pragma once
// Tests of each command from the user's side: the steps to a state where it applies, and the check of its effect.

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "gui.hpp"

namespace gui {

struct CommandRow {
  std::string_view id;
  std::function<void(Gui&)> before;  ///< reaches a state where the command applies; empty: the starter sheet as opened
  std::function<bool(Gui&)> after;   ///< whether it did what its title says
};

/// Returns the rows by kind: commands of documents, of the view, of launches, of teaching.
std::vector<CommandRow> document_rows();
std::vector<CommandRow> view_rows();
std::vector<CommandRow> launch_rows();
std::vector<CommandRow> teaching_rows();

/// A kernel, shown as its map.
void open_kernel(Gui&);
/// Selects the entry with that name.
void select(Gui&, const char* name);

}  // namespace gui
