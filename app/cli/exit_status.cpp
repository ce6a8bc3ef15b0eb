#include "app/cli/exit_status.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <cerrno>
#include <system_error>

namespace app {

void flush_output() {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw std::system_error(errno, std::generic_category());
}

int complain(int status, std::string_view message) {
  fmt::print(stderr, "cutescope: {}\n", message);
  return status;
}

}  // namespace app
