#pragma once
// The walk over an entry's elements: by 1-D coordinate, or by index in memory.

#include <string>

#include "app/state/state.hpp"

namespace app {

/// Elements a second at speed 1.
inline constexpr double walk_rate = 4;
/// Largest value that is walked by index: its elements are sorted first.
inline constexpr std::int64_t most_sorted = 1 << 18;

/// Whether the entry is being walked now. False once it has no card any more, or another entry stands in its place.
bool walks(const Workspace&, const ViewState&, int entry);
bool can_walk(const Workspace&, int entry);
bool can_walk_by_index(const Workspace&, int entry);
/// By index elements of the same index follow each other in the order of their coordinates.
WalkOrder walk_order(const Workspace&, int entry, bool by_index);

/// Begins at the first element, or pauses and goes on with a walk that is under way.
void walk(const Workspace&, ViewState&, int entry);
void stop_walk(ViewState&);
/// Pauses there.
void walk_to(const Workspace&, ViewState&, std::int64_t position);
void walk_by_index(const Workspace&, ViewState&, bool by_index);
void loop_walk(ViewState&, bool);
void set_walk_speed(ViewState&, double);
/// Brings the order up to date with an entry that has been edited.
void refresh_walk(const Workspace&, ViewState&);
/// Goes on by what has passed since the last frame.
void advance_walk(const Workspace&, ViewState&, double seconds);

/// "i = 9 → (1,1) → ((1,0),(1,0)) → index 12"; the word translated.
std::string walk_words(const Workspace&, const ViewState&);

}  // namespace app
