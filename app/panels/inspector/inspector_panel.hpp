#pragma once
// The tabs of the inspector, one file each, and what they write with.

#include <map>
#include <string>
#include <string_view>

#include "app/actions/inspect.hpp"
#include "app/actions/step_focus.hpp"
#include "app/ui/ui.hpp"
#include "gpu/warp_requests.hpp"

namespace app {

/// Writes from the top down, in the panel's width.
struct Pen {
  Ui& ui;
  ImDrawList* list;
  float x, width, y;
  float bottom;  ///< of the panel

  void heading(std::string_view text);
  /// A term of the window, in English: it is translated, and F1 explains it.
  void row(const char* term, std::string_view value, ImU32 ink);
  void row(const char* term, std::string_view value) { row(term, value, ui.ink.text); }
  /// Any label, as it is. Returns where the row is.
  Rect labelled(std::string_view label, std::string_view value, ImU32 ink);
  void words(std::string_view text, ImU32 ink);
};

/// What the tabs keep from frame to frame.
struct InspectorState {
  RowScroll table;
  Element followed;       ///< by the table
  bool in_table = false;  ///< the pointer is over it
  int table_entry = -1;
  std::int64_t table_rows = 0;                                  ///< that are in sight
  float above = 0, below = 0;                                   ///< heights of what stands over and under the table
  std::vector<std::pair<const char*, std::string>> properties;  ///< of the entry with this version
  std::uint64_t properties_version = 0;
  int properties_bits = 0;
  int step_seen = -1, step_entry = -1;  ///< the step that the words were last scrolled to
  std::map<int, StepPart> step_parts;   ///< of operands, of that step of the entry with that version
  std::uint64_t step_version = 0;
  int step_of_parts = -1;
  // Code, as it was last made.
  std::uint64_t code_version = 0;
  int code_entry = -1;
  algebra::code::Dialect code_dialect{};
  std::string code_line, code_program, code_problem;
  // Requests
  std::optional<gpu::WarpRequests> requests;
  std::uint64_t requests_version = 0;
  int requests_bits = 0;
  std::int64_t request = 0;
  Element request_of;  ///< the element that it was last moved to
};
InspectorState& inspector_state(Ui&);

void verdict(Pen&, const algebra::Verdict&);
/// The entry that the inspector is about: the pointed element's, else the selected one; -1 where that has no value.
int inspected_entry(const Workspace&, const ViewState&);

void inspector_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
