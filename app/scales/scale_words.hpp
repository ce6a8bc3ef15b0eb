#pragma once
// The words of a description of scales, each of which is used or is an error; and the names that libraries have for their orders.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/layout/problem.hpp"
#include "algebra/text/row_named.hpp"

namespace app {

/// Words in lower case, read from anywhere: a number, a word with its dashes, or one other character each.
class ScaleWords {
 public:
  explicit ScaleWords(std::string_view text);

  std::size_t count() const { return words_.size(); }
  /// The word at `i`; "" where there is none, and where it is used already.
  std::string_view at(std::size_t i) const;
  void use(std::size_t i) { words_[i].used = true; }
  /// Uses the first word that is one of these. Returns it, or "" where there is none.
  std::string_view take(std::initializer_list<std::string_view> any);
  /// Uses the first word of which a table has a row, and returns the row; null where there is none. `taken`: becomes the word.
  template <class Rows>
  auto take_row(const Rows& rows, std::string* taken = nullptr) -> decltype(std::data(rows)) {
    for (auto& w : words_)
      if (const auto* row = w.used ? nullptr : algebra::row_named(rows, w.word)) {
        w.used = true;
        if (taken != nullptr) *taken = w.word;
        return row;
      }
    return nullptr;
  }
  bool has(std::string_view word) const;

  /// The first words that nothing has used, as they are written, with what is attached to them: "/8"; "" where all are used.
  std::string unused() const;
  /// All words that are not used, as they are written.
  std::string rest() const;
  /// The text with its first unused word replaced by a word that is like it; nothing where none is.
  std::optional<std::string> respelled() const;

 private:
  struct Word {
    std::string word;
    std::size_t begin = 0, end = 0;  ///< in the text
    bool used = false;
  };
  std::string text_;
  std::vector<Word> words_;
};

/// A whole number of at least one digit and nothing else.
std::optional<std::int64_t> whole_number(std::string_view text);
/// The numbers of a word between x, as of 1x128x128; none for another word.
std::vector<std::int64_t> sizes_in(std::string_view word);

/// The same in words of `read_scale_side` where the text names a library: "FlashInfer 8x4 K/16" is "8x4 blocks K/16". `operand`: whose
/// scales, A, B or D. nullopt where it names none. Errors: a library whose order the words do not say.
std::optional<algebra::Result<std::string>> described_by_library(std::string_view text, char operand);

}  // namespace app
