// A kernel that really writes to a bad address. The driver takes the device from the process, and may leave OpenGL black for
// all others until the machine is restarted: so it runs only when asked for (scripts/test --device-faults), alone and last.

#include <doctest/doctest.h>

#include "tests/gpu/device_faults.hpp"

TEST_CASE("a kernel that writes to a bad address is a sentence, and launches go on") {
  if (!gpu_test::has_device()) return;
  gpu_test::check_fault("kernel", {.kernel = 1}, true);
}
