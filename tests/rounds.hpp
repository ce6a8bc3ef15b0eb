#pragma once
// How often a trial is made.

/// Of a build with sanitizers, which takes ten times as long for each trial, a tenth: what is wrong with a value the other build finds.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr int trials_of_which_one_is_made = 10;
#else
inline constexpr int trials_of_which_one_is_made = 1;
#endif

/// How many of so many trials are made.
constexpr int rounds(int whole) { return whole / trials_of_which_one_is_made; }

/// Whether a row of a table is tried, each of which takes long.
constexpr bool tried(int row) { return row % trials_of_which_one_is_made == 0; }
