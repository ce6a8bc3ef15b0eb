#pragma once
// The walk over an entry's elements: by 1-D coordinate, or by index in memory.

#include <string>

#include "app/state/state.hpp"

namespace app {

/// Elements a second at speed 1.
inline constexpr double traversal_rate = 4;
/// Largest value that is walked by index: its elements are sorted first.
inline constexpr std::int64_t most_sorted = 1 << 18;

/// Whether the entry is being walked now. False once it has no card any more, or another entry stands in its place.
bool is_traversed(const Workspace&, const ViewState&, int entry);
bool can_traverse(const Workspace&, int entry);
bool can_traverse_by_index(const Workspace&, int entry);
/// By index elements of the same index follow each other in the order of their coordinates.
TraversalOrder traversal_order(const Workspace&, int entry, bool by_index);

/// Begins at the first element, or pauses and goes on with a walk that is under way.
void traverse(const Workspace&, ViewState&, int entry);
void stop_traversal(ViewState&);
/// Pauses there.
void traverse_to(const Workspace&, ViewState&, std::int64_t position);
void traverse_by_index(const Workspace&, ViewState&, bool by_index);
void loop_traversal(ViewState&, bool);
void set_traversal_speed(ViewState&, double);
/// Brings the order up to date with an entry that has been edited.
void refresh_traversal(const Workspace&, ViewState&);
/// Goes on by what has passed since the last frame.
void advance_traversal(const Workspace&, ViewState&, double seconds);

/// "i = 9 → (1,1) → ((1,0),(1,0)) → index 12"; the word translated.
std::string traversal_words(const Workspace&, const ViewState&);

}  // namespace app
