#include "app/cli/exit_status.hpp"

#include "app/cli/output.hpp"

namespace app {

int complain(int status, std::string_view message) {
  print_err("cutescope: {}\n", message);
  return status;
}

}  // namespace app
