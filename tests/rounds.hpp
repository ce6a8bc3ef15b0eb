#pragma once
// The number of repetitions of a trial. A build with sanitizers takes ten times as long for each and makes fewer: the other build finds
// wrong values.

#if defined(__SANITIZE_ADDRESS__)
inline constexpr int trials_for_one = 10, rows_for_one = 20;
#else
inline constexpr int trials_for_one = 1, rows_for_one = 1;
#endif

/// Returns how many of so many trials are made: with sanitizers a tenth.
constexpr int rounds(int whole) { return whole / trials_for_one; }

/// Returns whether a row of a table is tried, each of which takes long: with sanitizers each twentieth.
constexpr bool tried(int row) { return row % rows_for_one == 0; }
