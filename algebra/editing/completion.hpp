#pragma once
// What may stand where the text cursor is: names to complete, the call around it, and the bracket beside it.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/editing/signatures.hpp"
#include "algebra/problem.hpp"

namespace algebra::editing {

struct CompletionRow {
  enum class Kind : std::uint8_t { entry, function, element_type, order, atom, mark };
  Kind kind = Kind::function;
  std::string name;          ///< what is matched and shown
  std::string written;       ///< what takes the place of the letters: `coalesce()`
  std::size_t cursor = 0;    ///< in `written`, where the text cursor goes
  std::string_view detail;   ///< a function's signature
  std::string_view meaning;  ///< of a function: English
  bool takes_self = false;   ///< a function that is written behind a dot: A.with_shape(shape)
};

struct Completion {
  SourceSpan replaced;              ///< the letters before the cursor, and those of the same word behind it
  std::vector<CompletionRow> rows;  ///< best first, at most 40; empty: nothing to offer
};

/// At a byte of the line. With letters before the cursor those that match; `forced`: without letters too.
Completion complete(std::string_view line, std::size_t cursor, bool forced, std::span<const std::string> entries);
/// Whether complete() would look at the entries at all: letters before the cursor that can be completed.
bool completes_at(std::string_view line, std::size_t cursor, bool forced);

/// The innermost call around the cursor.
struct CallHelp {
  const Function* function = nullptr;
  Signature signature;  ///< the way of calling that fits the arguments so far
  SourceSpan active;    ///< bytes of signature.text: the parameter that is being written; empty: none
};
std::optional<CallHelp> call_around(std::string_view line, std::size_t cursor);

/// The bracket just before the cursor, else just behind it, and the one that belongs to it.
struct BracketPair {
  std::size_t at = 0;
  std::optional<std::size_t> other;  ///< nothing: it is not closed, or nothing opens it
};
std::optional<BracketPair> bracket_at(std::string_view line, std::size_t cursor);
/// All brackets that have no partner, in the order of the text.
std::vector<std::size_t> unmatched_brackets(std::string_view line);

/// The next place to fill in behind the cursor: a name that is a parameter of the call that it stands in and no entry's.
std::optional<SourceSpan> next_placeholder(std::string_view line, std::size_t cursor, std::span<const std::string> entries);

}  // namespace algebra::editing
