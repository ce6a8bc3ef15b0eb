#pragma once
// The help texts that F1 shows.

#include <string>
#include <string_view>

#include "algebra/language/vocabulary.hpp"
#include "app/system/texts.hpp"

namespace app {

struct HelpTopic {
  std::string title;
  std::string signature;  ///< of a function; "" otherwise
  std::string text;
  std::string example;                          ///< "expression -> value"; "" without one
  const algebra::Function* function = nullptr;  ///< whose record has more: a formula, an example to insert
};

/// topic: a key of assets/help.tsv, or "function:", "colour:" or "label:" and a name or key. The title is empty if there is no
/// such topic.
HelpTopic help_topic(std::string_view topic, const Texts&);
/// The topic of a function, by any name that it has.
std::string help_topic_of(const algebra::Function&);
/// Whether there is such a topic; functions are not looked for.
bool has_help_topic(std::string_view topic);

}  // namespace app
