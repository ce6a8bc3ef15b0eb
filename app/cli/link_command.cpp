#include "app/cli/link_command.hpp"

#include <fmt/format.h>

#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/import/open.hpp"

namespace app {

int write_link(const LinkRequest& request) {
  const auto sheet = sheet_of_source(request.source);
  if (!sheet) return complain(bad_input, sheet.error());
  if (request.text) {
    print_out_document(serialise(*sheet));
    return done;
  }
  const auto link = sheet_link(*sheet, request.address);
  if (!is_sheet_link(link))
    return complain(wrong_usage,
                    fmt::format("--address begins with http://, https:// or file://, such as https://example.org/cutescope.html, "
                                "not {}",
                                request.address));
  print_out("{}\n", link);
  return done;
}

}  // namespace app
