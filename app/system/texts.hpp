#pragma once
// The interface's words: English in the source, other languages from assets/translations.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "app/system/message_templates.hpp"

namespace app {

/// A language of the interface: English, and each that has its files in assets/translations.
struct Language {
  std::string_view code;  ///< "en", "zh"; of static storage
  static const Language english, chinese;
  friend bool operator==(const Language&, const Language&) = default;
};
inline constexpr Language Language::english{"en"}, Language::chinese{"zh"};

/// English first, then by their codes.
std::span<const Language> languages();
std::optional<Language> language_named(std::string_view code);
/// Of a locale such as "zh_CN.UTF-8"; English where there is no translation.
Language language_of_locale(std::string_view);

class Texts {
 public:
  explicit Texts(Language = Language::english);
  Language language() const { return language_; }
  /// The English text, or its translation. NUL-terminated, valid as long as this object.
  const char* operator()(const char* english) const;
  /// A finished message of the algebra, a launch or a file in this language, by assets/translations/*-messages.tsv; as it
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
