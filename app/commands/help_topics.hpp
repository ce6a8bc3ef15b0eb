#pragma once
// What F1 says of the thing under the pointer.

#include <string>
#include <string_view>

#include "app/system/texts.hpp"

namespace app {

struct HelpTopic {
  std::string title;
  std::string signature;  ///< of a function; else empty
  std::string text;
  std::string example;  ///< "expression -> value"; empty where there is none
};

/// A topic of assets/help.tsv, or "function:", "colour:" or "label:" and a name or key. An empty title where there is none.
HelpTopic help_topic(std::string_view topic, const Texts&);
/// Whether there is such a topic, functions aside.
bool has_help_topic(std::string_view topic);

}  // namespace app
