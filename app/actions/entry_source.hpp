#pragma once
// The text of an entry while it is drawn and edited: positions of its letters, closing brackets that are typed over, and completions.
// Lengths are pixels.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/editing/completion.hpp"
#include "algebra/editing/number_steps.hpp"
#include "algebra/language/vocabulary.hpp"
#include "app/state/state.hpp"

namespace app {

/// An entry's source prepared for drawing; rebuilt when its text changes.
struct SourceText {
  std::string text;
  std::vector<algebra::Token> tokens;
  std::vector<algebra::editing::NumberToken> numbers;
  std::vector<std::size_t> unmatched;  ///< brackets
  std::vector<float> x;                ///< position of each byte and of the end, from the left

  /// Prepares a text. width: returns the width of a piece of it.
  void prepare(std::string_view of, const std::function<float(std::string_view)>& width);
  float at(std::size_t byte) const { return x[std::min(byte, x.size() - 1)]; }
  /// Returns the last character boundary that is not further to the right.
  std::size_t last_before(float from_left) const;
  std::size_t byte_at(float from_left) const;  ///< nearest position for a text cursor
};

/// Skips closing brackets that are typed where they already exist.
struct BracketsTypedOver {
  std::string_view after{};  ///< the text after the cursor, if all brackets match
  std::size_t passed = 0;    ///< number of its closing brackets that were typed over
  int opened = 0;            ///< brackets typed in this frame
  /// Handles a typed character. Returns true if it is typed over.
  bool type(char c);
};

/// The completions and call help at the text cursor.
struct TypingOffer {
  int entry = -1;    ///< -1: none
  std::string text;  ///< the text that it was computed for
  std::size_t cursor = 0;
  algebra::editing::Completion completion;
  std::optional<algebra::editing::CallHelp> call;
  bool forced = false, shut = false;  ///< forced: requested by a key; shut: closed by Escape, until the next typing

  int count() const { return static_cast<int>(completion.rows.size()); }
  /// Updates the offer. asked: requested by a key. names: of the entries. Returns true if it has changed. Moving the cursor without typing
  /// offers nothing.
  bool follow(int of, const std::string& typed, std::size_t at, bool edited, bool asked, const std::vector<std::string>& names);
  /// Returns the text after accepting a row, and the cursor in it; nullopt if there is no such row.
  std::optional<std::pair<std::string, std::size_t>> with(int row) const;
};
/// Returns the names of all entries with a value.
std::vector<std::string> names_to_complete(const Workspace&);
/// Returns the text to the right of a completion: an entry's value, a signature, or the kind of word.
std::string detail_of(const Workspace&, const ViewState&, const algebra::editing::CompletionRow&);

/// Returns F1's term for a fact: "size" for "size {}", "threads" for "{} threads", "bijective"; "memory" for "{} in shared memory".
std::string fact_term(const algebra::Message& fact);
/// Returns a sign for the verdict on a value's contract: "✓"; "≈" for a sample, "?" if nothing could be checked, "…" while it is being
/// checked.
const char* verdict_sign(const EntryResult&);
/// Returns "line 12 of the program · tiles": the entry's place in its program, and the origin of its value.
std::string place_words(const EntrySource&, const Texts&);

}  // namespace app
