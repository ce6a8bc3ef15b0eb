#include "app/cli/link_command.hpp"

#include <fmt/format.h>

#include "algebra/text/utf8.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/import/open.hpp"

namespace app {

int write_link(const LinkRequest& request) {
  if (request.text && request.address != LinkRequest{}.address)
    return complain(wrong_usage, "--address is of the link, --text of the sheet in one: take one of them");
  // What is no file has come from the command line, whose bytes are any.
  if (!algebra::is_utf8(request.source)) return complain(bad_input, algebra::message("{} is not UTF-8 text", request.source));
  const auto sheet = sheet_of_source(request.source);
  if (!sheet) return complain(bad_input, sheet.error());
  if (request.text) {
    print_out_document(serialise(*sheet));
    return done;
  }
  const auto link = sheet_link(*sheet, request.address);
  if (!is_sheet_link(link))
    return complain(wrong_usage,
                    algebra::message("--address begins with http://, https:// or file://, such as https://example.org/cutescope.html, "
                                     "not {}",
                                     request.address));
  print_out("{}\n", link);
  return done;
}

}  // namespace app
