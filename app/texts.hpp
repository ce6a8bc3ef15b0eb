#pragma once
// The interface's words: English in the source, other languages from assets/translations.

#include <string>
#include <string_view>
#include <unordered_map>

namespace app {

enum class Language : std::uint8_t { english, chinese };

class Texts {
 public:
  explicit Texts(Language = Language::english);
  Language language() const { return language_; }
  /// The English text, or its translation. NUL-terminated, valid as long as this object.
  const char* operator()(const char* english) const;
  /// All translated texts one after the other: which glyphs a font must have.
  std::string all() const;

 private:
  Language language_;
  std::unordered_map<std::string_view, std::string> table_;
};

}  // namespace app
