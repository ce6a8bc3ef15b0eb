#include "app/report/spoken.hpp"

#include <atomic>

namespace app {
namespace {

/// The window sets it while a tool may be writing in the background.
std::atomic<const Texts*>& spoken() {
  static std::atomic<const Texts*> texts = &texts_in(Language::english);
  return texts;
}

}  // namespace

void speak(Language language) { spoken() = &texts_in(language); }
const Texts& spoken_texts() { return *spoken().load(); }

std::string in_words(const algebra::Message& m) { return spoken_texts()(m); }
std::string in_words(const char* english) { return spoken_texts()(english); }

}  // namespace app
