#pragma once
// Traversing an entry's elements in the order of 1-D coordinates or of indices in memory.

#include <string>

#include "app/state/state.hpp"

namespace app {

/// Elements per second at speed 1.
inline constexpr double traversal_rate = 4;
/// The largest size that can be traversed by index, which sorts the elements first.
inline constexpr std::int64_t most_sorted = 1 << 18;

/// Returns whether the entry is being traversed. False once it has lost its picture, or another entry has taken its place.
bool is_traversed(const Workspace&, const ViewState&, int entry);
bool can_traverse(const Workspace&, int entry);
bool can_traverse_by_index(const Workspace&, int entry);
/// Returns the order of a traversal. By index, elements with equal indices are in the order of their coordinates.
TraversalOrder traversal_order(const Workspace&, int entry, bool by_index);

/// Starts at the first element; pauses or resumes a traversal of that entry.
void traverse(const Workspace&, ViewState&, int entry);
void stop_traversal(ViewState&);
/// Moves to that position and pauses.
void traverse_to(const Workspace&, ViewState&, std::int64_t position);
void traverse_by_index(const Workspace&, ViewState&, bool by_index);
void loop_traversal(ViewState&, bool);
void set_traversal_speed(ViewState&, double);
/// Updates the order after the entry was edited.
void refresh_traversal(const Workspace&, ViewState&);
/// Advances by the time since the last frame.
void advance_traversal(const Workspace&, ViewState&, double seconds);

/// Returns "i = 9 → (1,1) → ((1,0),(1,0)) → index 12", in the interface's language.
std::string traversal_words(const Workspace&, const ViewState&);

}  // namespace app
