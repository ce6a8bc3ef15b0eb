#pragma once
// The texts of the interface: English in the source, other languages from assets/translations.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "algebra/text/message.hpp"

namespace app {

/// A language of the interface: English, or one with files in assets/translations.
struct Language {
  std::string_view code;  ///< "en", "zh"; of static storage
  static const Language english, chinese;
  /// Returns the language tag for HTML. For Chinese it includes the script, or a browser might choose Japanese letter shapes.
  std::string_view tag() const { return code == "zh" ? "zh-Hans" : code; }
  friend bool operator==(const Language&, const Language&) = default;
};
inline constexpr Language Language::english{"en"}, Language::chinese{"zh"};

/// Returns English, then the others ordered by code.
std::span<const Language> languages();
std::optional<Language> language_named(std::string_view code);
/// Returns the language of a locale such as "zh_CN.UTF-8"; English if there is no translation.
Language language_of_locale(std::string_view);

/// Expands a line of a translation: `part of {A|B}` becomes `part of A` and `part of B`; all braces take the same alternative. Other lines
/// are returned unchanged.
std::vector<std::string> lines_of_family(std::string_view line);

class Texts {
 public:
  explicit Texts(Language = Language::english);
  Language language() const { return language_; }
  /// Returns the translation of an English text, or the text itself. NUL-terminated; valid as long as this object and `english`.
  const char* operator()(const char* english) const;
  /// Returns a message in this language. The key's translation has the places of the operands; operands that are messages are translated,
  /// too. `{1!}` is the second operand as a word of the tables. A key without a translation is used itself.
  std::string operator()(const algebra::Message&) const;
  /// Returns the search texts for `wanted`, which comes first. If it is a name of a term in the language's glossary, the others follow, in
  /// English too: for "步幅" "步长" and "stride".
  std::vector<std::string> in_other_words(std::string_view wanted) const;
  /// Returns the names by which the glossary finds a text and its translation: those of the terms in them, separated by blanks.
  std::string names_in(std::string_view english, std::string_view translated) const;
  /// Returns all translations concatenated, for loading their glyphs.
  std::string all() const;

 private:
  /// Returns the translation of a message's key or a word; nullopt if there is none.
  std::optional<std::string_view> translation(std::string_view key) const;

  /// A term of the glossary: the English name, the name used here, and other names.
  using Term = std::vector<std::string_view>;

  Language language_;
  std::vector<Term> terms_;
  std::unordered_map<std::string_view, std::string> table_;
  std::shared_ptr<const std::vector<std::string>> families_;         ///< expanded lines of families
  std::unordered_map<std::string_view, std::string_view> messages_;  ///< translations by the messages' keys
};

/// Returns the texts of a language. They are read once, since that takes longer than drawing a figure.
const Texts& texts_in(Language);

}  // namespace app
