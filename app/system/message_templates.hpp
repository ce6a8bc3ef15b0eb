#pragma once
// Finished English messages in another language. The algebra and the launches write English sentences with numbers in them;
// they are translated where they are shown, by templates that know the sentences and let the numbers through.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace app {

class MessageTemplates {
 public:
  /// Lines of `English template <TAB> translation`; # starts a comment. `{}` in the English stands for some text, of at
  /// least one character; in the translation `{}` is the next of them, `{1}` the second, and `{1!}` the second translated
  /// although it is a single word. The text must outlive this object.
  explicit MessageTemplates(std::string_view table);

  /// The message translated, or as it is where no template matches. What is in place of a `{}` is translated too where
  /// it is a sentence; the template that leaves the fewest words as they are wins. Lists joined by " · " and consecutive
  /// sentences are translated part by part.
  std::string operator()(std::string_view message) const;

  /// All translations one after the other: which glyphs a font must have.
  std::string all() const;

 private:
  struct Template {
    std::vector<std::string_view> parts;  ///< fixed text before, between and after the operands: one more than operands
    std::string_view translation;
    std::size_t fixed = 0;  ///< bytes of all parts
  };
  struct Words {
    bool known = false;
    int left = 0;  ///< operands with words in them that nothing is known of
    std::string text{};
  };
  /// One message and its parts.
  struct Search {
    int work = 0;  ///< parts that may still be looked at: no text takes for ever
    int depth = 0;
    std::unordered_map<std::string_view, Words> found{};
  };
  Words translated(std::string_view message, Search&) const;
  Words best_of(std::string_view message, Search&) const;
  Words filled(const Template&, const std::vector<std::string_view>& operands, Search&) const;

  std::unordered_map<std::string_view, std::string_view> whole_;  ///< messages without operands
  std::vector<Template> templates_;                               ///< the surest first
  mutable std::unordered_map<std::string, std::string> known_;    ///< asked for before: the same few are shown every frame
};

}  // namespace app
