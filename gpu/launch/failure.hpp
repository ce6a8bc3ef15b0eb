#pragma once
// Errors of launches, and faults to inject.

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace gpu {

/// One or two plain sentences, and the failed call with its CUDA error name, if any.
struct Failure {
  algebra::Message message;
  std::string call;
  bool device_lost = false;  ///< nothing works on the device until Runner::recover
};

/// Faults to inject in tests. A number is how many of the next such calls fail.
struct Faults {
  bool no_device = false;   ///< as if there were no GPU
  bool old_driver = false;  ///< as if the driver were older than the program's CUDA
  bool no_interop = false;  ///< as if the display were on another GPU
  bool no_nvrtc = false;    ///< as if the toolkit's run-time compiler were missing
  int allocation = 0;       ///< allocations of device memory
  int kernel = 0;           ///< kernels, which really write to a bad address
  int device_lost = 0;      ///< calls that find the device lost
  int device_gone = 0;      ///< attempts to get a lost device back
  int gl_lost = 0;          ///< losses of the OpenGL context; injected by the window, as the next two
  int gl_memory = 0;        ///< frames for which OpenGL has no memory
  int gl_black = 0;         ///< frames that OpenGL silently does not draw
};

/// Parses "no-device,kernel=2" and the like: no-device, old-driver, no-interop, no-nvrtc, allocation, kernel,
/// device-lost, device-gone, gl-lost, gl-memory, gl-black. Error: the unknown word, and the known ones.
tl::expected<Faults, algebra::Message> faults_from(std::string_view);

}  // namespace gpu
