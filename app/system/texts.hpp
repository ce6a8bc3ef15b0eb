#pragma once
// The interface's words: English in the source, other languages from assets/translations.

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "app/system/message_templates.hpp"

namespace app {

enum class Language : std::uint8_t { english, chinese };

class Texts {
 public:
  explicit Texts(Language = Language::english);
  Language language() const { return language_; }
  /// The English text, or its translation. NUL-terminated, valid as long as this object.
  const char* operator()(const char* english) const;
  /// A finished message of the algebra, a launch or a file in this language, by assets/translations/zh-messages.tsv; as it
  /// is where nothing is known of it. Asked for again, it is only looked up.
  std::string message(std::string_view english) const;
  /// All translated texts one after the other: which glyphs a font must have.
  std::string all() const;

 private:
  Language language_;
  std::unordered_map<std::string_view, std::string> table_;
  std::shared_ptr<const MessageTemplates> messages_;  ///< null in English
};

}  // namespace app
