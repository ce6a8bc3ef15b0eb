#pragma once
// How often a trial is made.

/// The whole number; of a build with sanitizers, which takes ten times as long for each, a fifth: what is wrong with a value the other
/// build finds.
constexpr int rounds(int whole) {
#if defined(__SANITIZE_ADDRESS__)
  return whole / 5;
#else
  return whole;
#endif
}

/// Whether a row of a table is tried, each of which takes long: all of them, of a build with sanitizers each fifth.
constexpr bool tried(int row) { return row % (5 / rounds(5)) == 0; }
