#pragma once
// Tests wait for a condition, not for a fixed time.

#include <chrono>
#include <thread>

/// Waits until `what` is true; false after two minutes, which is enough on a busy machine.
template <class F>
bool comes(F&& what) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  for (; std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(std::chrono::milliseconds(2)))
    if (what()) return true;
  return what();
}
