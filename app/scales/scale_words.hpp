#pragma once
// The words of a description of scales, of which an unused one is an error; and the names of libraries for their orders.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/layout/problem.hpp"
#include "algebra/text/row_named.hpp"

namespace app {

/// The words of a text in lower case: a number, a word with its dashes, or one other character each.
class ScaleWords {
 public:
  explicit ScaleWords(std::string_view text);

  std::size_t count() const { return words_.size(); }
  /// Returns the word at `i`; "" beyond the end, or if it is used.
  std::string_view at(std::size_t i) const;
  void use(std::size_t i) { words_[i].used = true; }
  /// Uses the first word that is one of these. Returns it, or "" without one.
  std::string_view take(std::initializer_list<std::string_view> any);
  /// Uses the first word that names a row of the table, and returns the row; null without one. `taken`: receives the word.
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

  /// Returns the first unused words as written, with attached characters: "/8"; "" if all are used.
  std::string unused() const;
  /// Returns all unused words as written.
  std::string rest() const;
  /// Returns the text with its first unused word replaced by a similar known one; nullopt without one.
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

/// Reads a whole number of at least one digit and nothing else.
std::optional<std::int64_t> whole_number(std::string_view text);
/// Returns the numbers of a word such as 1x128x128; none for another word.
std::vector<std::int64_t> sizes_in(std::string_view word);

/// Translates the words of a library into those of `read_scale_side`: "FlashInfer 8x4 K/16" becomes "8x4 blocks K/16". `operand`: of the
/// scales, A, B or D. Returns nullopt if the text names no library. Errors: words that name no order of the library.
std::optional<algebra::Result<std::string>> described_by_library(std::string_view text, char operand);

}  // namespace app
