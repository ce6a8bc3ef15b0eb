#pragma once
// The fields of the dialog "Tool", as typed. Not part of the document.

#include <map>
#include <string>

namespace app {

struct ToolQuestion {
  std::string tool{};  ///< its name; "": not selected yet
  /// By the options' keys: "true" for a flag, one line per value for a repeatable option. Empty values are not passed.
  std::map<std::string, std::string> values{};
  bool more = false;  ///< the folded options are shown
  friend bool operator==(const ToolQuestion&, const ToolQuestion&) = default;
};

}  // namespace app
