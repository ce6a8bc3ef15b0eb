#pragma once
// `cutescope link`: a sheet as a link, and back.

#include <string>

#include "app/document/sheet_link.hpp"

namespace app {

struct LinkRequest {
  std::string source;                               ///< a sheet, a link or an expression
  std::string address = std::string(link_address);  ///< that the link begins with
  bool text = false;                                ///< print the sheet instead
};
/// Prints the link or the sheet. Returns the exit status.
int write_link(const LinkRequest&);

}  // namespace app
