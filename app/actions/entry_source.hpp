#pragma once
// The text of an entry while it is drawn and typed in: where its letters stand, brackets that are typed over, and what is offered at the
// cursor. Lengths are pixels.

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

/// An entry's source prepared for drawing; made again when its text changes.
struct SourceText {
  std::string text;
  std::vector<algebra::Token> tokens;
  std::vector<algebra::editing::NumberToken> numbers;
  std::vector<std::size_t> unmatched;  ///< brackets
  std::vector<float> x;                ///< position of each byte and of the end, from the left

  /// width: of a piece of the text.
  void prepare(std::string_view of, const std::function<float(std::string_view)>& width);
  float at(std::size_t byte) const { return x[std::min(byte, x.size() - 1)]; }
  /// The last boundary of characters that is no further to the right.
  std::size_t last_before(float from_left) const;
  std::size_t byte_at(float from_left) const;  ///< nearest position for a text cursor
};

/// Closing brackets typed where they stand already: the cursor steps over them.
struct BracketsTypedOver {
  std::string_view after{};  ///< what stands behind the cursor, where all brackets have partners
  std::size_t passed = 0;    ///< closing brackets of it that were typed over
  int opened = 0;            ///< brackets typed in this frame
  /// A character is typed. True if it is typed over.
  bool type(char c);
};

/// The completions and call help at the text cursor.
struct TypingOffer {
  int entry = -1;    ///< -1: none
  std::string text;  ///< the entry's text that it was made for
  std::size_t cursor = 0;
  algebra::editing::Completion completion;
  std::optional<algebra::editing::CallHelp> call;
  bool forced = false, shut = false;  ///< forced: asked for by a key; shut: by Escape, until the next typing

  int count() const { return static_cast<int>(completion.rows.size()); }
  /// Follows what is typed. asked: by a key. names: of the entries. True if the offer is another one; a cursor that only moves is offered
  /// nothing.
  bool follow(int of, const std::string& typed, std::size_t at, bool edited, bool asked, const std::vector<std::string>& names);
  /// The text once a row has been taken, and the cursor in it; nothing where there is no such row.
  std::optional<std::pair<std::string, std::size_t>> with(int row) const;
};
/// The names of all entries with a value.
std::vector<std::string> names_to_complete(const Workspace&);
/// What stands to the right of a completion: an entry's value, a signature, or what kind of word it is.
std::string detail_of(const Workspace&, const ViewState&, const algebra::editing::CompletionRow&);

/// What F1 explains of a fact: "size" of "size {}", "threads" of "{} threads", "bijective"; "memory" of "{} in shared memory".
std::string fact_term(const algebra::Message& fact);
/// Whether a value keeps its contract: "✓"; "≈" for a sample, "?" where nothing could be looked at, "…" where it is looked for.
const char* verdict_sign(const EntryResult&);
/// "line 12 of the program · tiles", where in its program the entry stands, and who said its value.
std::string place_words(const EntrySource&, const Texts&);

}  // namespace app
