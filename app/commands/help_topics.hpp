#pragma once
// The help texts that F1 shows.

#include <string>
#include <string_view>

#include "algebra/language/vocabulary.hpp"
#include "app/system/texts.hpp"

namespace app {

struct HelpTopic {
  std::string title;
  std::string signature;  ///< of a function; else ""
  std::string text;
  std::string example;                          ///< "expression -> value"; "" without one
  const algebra::Function* function = nullptr;  ///< the function, whose record has a formula and an example to insert
};

/// Returns the topic. topic: a key of assets/help.tsv, or "function:", "colour:" or "label:" and a name or key. The title is empty if the
/// topic does not exist.
HelpTopic help_topic(std::string_view topic, const Texts&);
/// Returns the topic of a function.
std::string help_topic_of(const algebra::Function&);
/// Returns true if the topic exists; functions are not searched.
bool has_help_topic(std::string_view topic);

}  // namespace app
