#pragma once
// The language that reports are written in.

#include <string>

#include "algebra/text/message.hpp"
#include "app/system/texts.hpp"

namespace app {

/// Sets the language of all reports; English until then. JSON has the English text and its keys, whatever it is.
void speak(Language);
/// Returns the texts of that language, and a message or a text of its tables in it.
const Texts& spoken_texts();
std::string in_words(const algebra::Message&);
std::string in_words(const char* english);

}  // namespace app
