#pragma once
// Translating complete English messages. The algebra and launches produce English sentences with numbers in them; templates of
// these sentences translate them when they are shown, and keep the numbers.

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "algebra/text/message.hpp"

namespace app {

class MessageTemplates {
 public:
  /// table: lines of `English template <TAB> translation`; # starts a comment. It must outlive this object. `{}` in the English
  /// matches text of at least one character. In the translation `{}` is the next of these operands, `{1}` the second, and `{1!}`
  /// the second translated even if it is a single word.
  explicit MessageTemplates(std::string_view table);
  /// A word or sentence without operands from another table, found by key alone.
  void add(std::string_view key, std::string_view translation) { of_key_.emplace(key, translation); }

  /// The translated message, or the message itself if no template matches. Operands that are sentences are translated too. Of
  /// several matching templates, takes the one that leaves the fewest words untranslated. Translates lists joined by " · " and
  /// consecutive sentences part by part.
  std::string operator()(std::string_view message) const;

  /// A message by its key, with its operands in their places: those that are messages are translated, too.
  std::string translated(const algebra::Message&) const;

  /// All translations concatenated, for loading their glyphs.
  std::string all() const;

 private:
  struct Template {
    std::vector<std::string_view> parts;  ///< fixed text around the operands: one more than there are operands
    std::string_view translation;
    std::size_t fixed = 0;  ///< bytes of all parts
  };
  struct Words {
    bool known = false;
    int left = 0;  ///< operands with untranslated words
    std::string text{};
  };
  /// The state of translating one message.
  struct Search {
    int work = 0;  ///< parts that may still be tried, to bound the time
    int depth = 0;
    std::unordered_map<std::string_view, Words> found{};
  };
  Words translated(std::string_view message, Search&) const;
  Words best_of(std::string_view message, Search&) const;
  Words filled(const Template&, const std::vector<std::string_view>& operands, Search&) const;

  std::unordered_map<std::string_view, std::string_view> whole_;   ///< messages without operands
  std::unordered_map<std::string_view, std::string_view> of_key_;  ///< translations of all
  std::vector<Template> templates_;                                ///< most specific first
  mutable std::mutex mutex_;                                       ///< guards what follows: pages are written on other threads, too
  mutable std::unordered_map<std::string, std::string> known_;     ///< cache: every frame shows the same few messages
};

}  // namespace app
