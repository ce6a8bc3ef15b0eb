#pragma once
// What the dialog "Tool" asks, as it is typed. Not part of the document.

#include <map>
#include <string>

namespace app {

struct ToolQuestion {
  std::string tool{};  ///< its name; "": none was asked for yet
  /// By the options' keys: of a flag "true", of an option that may be given several times a value a line. What is empty is not given.
  std::map<std::string, std::string> values{};
  bool more = false;  ///< the options that are folded are shown
  friend bool operator==(const ToolQuestion&, const ToolQuestion&) = default;
};

}  // namespace app
