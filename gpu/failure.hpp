#pragma once
// What went wrong with a launch, and faults to act out.

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace gpu {

/// One plain sentence or two, and the call with its CUDA name where there is one.
struct Failure {
  std::string message;
  std::string call;
  bool device_lost = false;  ///< nothing works on the device until Runner::recover
};

/// Faults to act out, for tests. The numbers say how many of the next such calls fail.
struct Faults {
  bool no_device = false;   ///< as on a machine without a GPU
  bool old_driver = false;  ///< as where the driver is older than the program's CUDA
  bool no_interop = false;  ///< as where the display is another GPU's
  bool no_nvrtc = false;    ///< as where the toolkit's run-time compiler is missing
  int allocation = 0;       ///< device memory refused
  int kernel = 0;           ///< a kernel that really writes to a bad address
  int device_lost = 0;      ///< the device gone from the bus
  int gl_lost = 0;          ///< the OpenGL context gone; acted out by the window
};

/// "no-device,kernel=2" and so on: no-device, old-driver, no-interop, no-nvrtc, allocation, kernel, device-lost, gl-lost.
/// Error: the word that is none of these, and what they are.
tl::expected<Faults, std::string> faults_from(std::string_view);

}  // namespace gpu
