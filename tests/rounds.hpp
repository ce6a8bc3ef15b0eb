#pragma once
// How often a trial is made. Of a build with sanitizers, which takes ten times as long for each, less often: what is wrong with a value
// the other build finds.

#if defined(__SANITIZE_ADDRESS__)
inline constexpr int trials_for_one = 10, rows_for_one = 20;
#else
inline constexpr int trials_for_one = 1, rows_for_one = 1;
#endif

/// How many of so many trials are made: with sanitizers a tenth.
constexpr int rounds(int whole) { return whole / trials_for_one; }

/// Whether a row of a table is tried, each of which takes long: with sanitizers each twentieth.
constexpr bool tried(int row) { return row % rows_for_one == 0; }
