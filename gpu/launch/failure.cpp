#include "gpu/launch/failure.hpp"

#include <charconv>

#include <fmt/format.h>

namespace gpu {
using algebra::Message;
using algebra::message;

tl::expected<Faults, Message> faults_from(std::string_view text) {
  Faults faults;
  while (!text.empty()) {
    const auto comma = text.find(',');
    const auto word = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    const auto equals = word.find('=');
    const auto name = word.substr(0, equals);
    int times = 1;
    if (equals != std::string_view::npos) {
      const auto number = word.substr(equals + 1);
      const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), times);
      if (error != std::errc{} || end != number.data() + number.size() || times < 1)
        return tl::unexpected(message("{} takes a number of times, not \"{}\"", name, number));
    }
    if (name == "no-device") faults.no_device = true;
    else if (name == "old-driver") faults.old_driver = true;
    else if (name == "no-interop") faults.no_interop = true;
    else if (name == "no-nvrtc") faults.no_nvrtc = true;
    else if (name == "allocation") faults.allocation = times;
    else if (name == "kernel") faults.kernel = times;
    else if (name == "device-lost") faults.device_lost = times;
    else if (name == "device-gone") faults.device_gone = times;
    else if (name == "gl-lost") faults.gl_lost = times;
    else if (name == "gl-memory") faults.gl_memory = times;
    else if (name == "gl-black") faults.gl_black = times;
    else
      return tl::unexpected(message(
          "there is no fault \"{}\": no-device, old-driver, no-interop, no-nvrtc, allocation, kernel, device-lost, device-gone, gl-lost, "
          "gl-memory or gl-black",
          name));
  }
  return faults;
}

}  // namespace gpu
