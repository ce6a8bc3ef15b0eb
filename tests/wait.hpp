#pragma once
// Tests wait for what must come, not for a time in which it should have.

#include <chrono>
#include <thread>

/// Whether `what` becomes true: at once where it is, and after two minutes it does not, however busy the machine is.
template <class F>
bool comes(F&& what) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  for (; std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(std::chrono::milliseconds(2)))
    if (what()) return true;
  return what();
}
