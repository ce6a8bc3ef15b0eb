#pragma once
// How often a random trial is made.

/// The whole number; of a build with sanitizers, which takes ten times as long for each, a fifth: what is wrong with a value the other
/// build finds.
constexpr int rounds(int whole) {
#if defined(__SANITIZE_ADDRESS__)
  return whole / 5;
#else
  return whole;
#endif
}
