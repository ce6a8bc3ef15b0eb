#pragma once
// Editing help at the text cursor: completions, the enclosing call, and matching brackets.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/editing/signatures.hpp"
#include "algebra/language/diagnostic.hpp"

namespace algebra::editing {

struct CompletionRow {
  enum class Kind : std::uint8_t { entry, function, element_type, order, atom, mark };
  Kind kind = Kind::function;
  std::string name;          ///< the name that is matched and shown
  std::string written;       ///< the text that replaces the typed letters: `coalesce()`
  std::size_t cursor = 0;    ///< the text cursor's new offset in `written`
  std::string_view detail;   ///< a function's signature
  std::string_view meaning;  ///< a function's meaning, in English
  bool takes_self = false;   ///< a function written as a method: A.with_shape(shape)
};

struct Completion {
  SourceSpan replaced;              ///< the word around the cursor
  std::vector<CompletionRow> rows;  ///< at most 40, best first; empty: no completions
};

/// Returns completions at a byte offset of the line that match the letters before it; `forced`: even without letters.
Completion complete(std::string_view line, std::size_t cursor, bool forced, std::span<const std::string> entries);
/// Returns whether complete() would use the entries: the letters before the cursor can be completed.
bool completes_at(std::string_view line, std::size_t cursor, bool forced);

/// The innermost call around the cursor.
struct CallHelp {
  const Function* function = nullptr;
  Signature signature;  ///< the signature that fits the arguments so far
  SourceSpan active;    ///< bytes of signature.text: the parameter being typed; empty: none
};
std::optional<CallHelp> call_around(std::string_view line, std::size_t cursor);

/// The bracket directly before the cursor, otherwise the one directly after it, and its partner.
struct BracketPair {
  std::size_t at = 0;
  std::optional<std::size_t> other;  ///< nullopt: unmatched
};
std::optional<BracketPair> bracket_at(std::string_view line, std::size_t cursor);
/// Returns all unmatched brackets, in text order.
std::vector<std::size_t> unmatched_brackets(std::string_view line);

/// Returns the next placeholder after the cursor: a name that is a parameter of the enclosing call and not an entry.
std::optional<SourceSpan> next_placeholder(std::string_view line, std::size_t cursor, std::span<const std::string> entries);

}  // namespace algebra::editing
