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
  /// As HTML declares it. Of Chinese the letters, too: a browser might choose their Japanese shapes.
  std::string_view tag() const { return code == "zh" ? "zh-Hans" : code; }
  friend bool operator==(const Language&, const Language&) = default;
};
inline constexpr Language Language::english{"en"}, Language::chinese{"zh"};

/// English, then the others ordered by code.
std::span<const Language> languages();
std::optional<Language> language_named(std::string_view code);
/// The language of a locale such as "zh_CN.UTF-8"; English if there is no translation.
Language language_of_locale(std::string_view);

/// The lines that one of a translation stands for: `part of {A|B}` is `part of A` and `part of B`, in all braces alike. Others are
/// themselves.
std::vector<std::string> lines_of_family(std::string_view line);

class Texts {
 public:
  explicit Texts(Language = Language::english);
  Language language() const { return language_; }
  /// The translation of an English text, or the text itself. NUL-terminated; valid as long as this object and `english`.
  const char* operator()(const char* english) const;
  /// A message in this language: its key finds the translation, which says where its operands stand; those that are messages are
  /// translated, too. `{1!}` is the second operand as a word of the tables. A key without a translation is used itself.
  std::string operator()(const algebra::Message&) const;
  /// What a search for `wanted` also looks for: where it is a name that the language's glossary has of a term, all others, in English, too.
  /// "步幅" is "步长" and "stride". With `wanted` itself first.
  std::vector<std::string> in_other_words(std::string_view wanted) const;
  /// The names under which the glossary finds a text and its translation: those of the terms in them, separated by blanks.
  std::string names_in(std::string_view english, std::string_view translated) const;
  /// All translations concatenated, for loading their glyphs.
  std::string all() const;

 private:
  /// Of a key of a message, or of a word; nothing if there is none.
  std::optional<std::string_view> translation(std::string_view key) const;

  /// A line of the glossary: English, what the translations say, and what others say.
  using Term = std::vector<std::string_view>;

  Language language_;
  std::vector<Term> terms_;
  std::unordered_map<std::string_view, std::string> table_;
  std::shared_ptr<const std::vector<std::string>> families_;         ///< lines that stand for several, written out
  std::unordered_map<std::string_view, std::string_view> messages_;  ///< translations by the messages' keys
};

/// Those of a language: read once, which takes longer than a figure.
const Texts& texts_in(Language);

}  // namespace app
