#include "app/cli/exit_status.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace app {

int complain(int status, std::string_view message) {
  fmt::print(stderr, "cutescope: {}\n", message);
  return status;
}

}  // namespace app
