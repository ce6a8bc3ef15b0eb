#pragma once
// Splitting a Python source into statements and scopes, without interpreting the statements.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct Statement {
  enum class Kind : std::uint8_t { text, open, close };
  Kind kind = Kind::text;
  std::string_view text;  ///< the statement; of `open` the name of the class or function
  std::size_t line = 1;   ///< its first line, from 1
  bool is_class = false;  ///< of `open`: names defined in it are qualified by it, and `self.` refers to it
};

/// The source with comments and literals of strings blanked. Keeps length and line breaks.
std::string bare_code(std::string_view source);

/// The statements of bare_code's result, found in one pass; their texts are views of it. Tolerates unmatched brackets.
std::vector<Statement> statements_of(std::string_view code);

}  // namespace app
