#include "app/cli/exit_status.hpp"

#include "app/cli/answers.hpp"
#include "app/cli/output.hpp"

namespace app {

int complain(int status, const algebra::Message& message) {
  print_err("cutescope: {}\n", in_words(message));
  return status;
}

}  // namespace app
