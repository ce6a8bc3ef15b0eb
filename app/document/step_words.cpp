#include "app/document/step_words.hpp"

namespace app {

std::string step_words(const Texts& texts, const algebra::Step& step) {
  auto said = step;
  const std::string english(step.words);
  said.words = texts(english.c_str());
  return algebra::to_string(said);
}

}  // namespace app
