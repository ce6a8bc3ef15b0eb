#pragma once
// The statements of pasted text and of text that arrives line by line.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace algebra {

/// The most bytes of an expression, or of an entry.
inline constexpr std::size_t max_source = 64u << 10;

/// The source without the table that print_layout draws below a layout.
std::string_view without_table(std::string_view source);

/// Joins text copied from a program, a notebook or a terminal into one line: drops comments and print_layout's table and
/// turns line breaks into blanks. Text without a line break is unchanged.
std::string one_line(std::string_view pasted);

/// Whether a trimmed line stands around the definitions of a program: includes and imports, the function they are in, what
/// prints them.
bool is_frame(std::string_view line);

/// The statement at byte `at`, which moves past it: ends at a semicolon or a line break outside of brackets.
std::string_view statement_at(std::string_view text, std::size_t& at);

/// Joins lines into statements. A line is one, or several that semicolons separate. A definition whose brackets are open, or
/// that ends in `=`, a comma or an operator, goes on in the next line, at most to the next empty one
/// or until it is longer than an entry can be.
class StatementLines {
 public:
  using Take = std::function<void(const std::string&)>;
  /// Passes on the statements that are whole with this line, each in one line, without comments. Empty lines, comments and a
  /// program's frame are none.
  void add(const std::string& line, const Take&);
  /// Passes on what is left open. Call this after the last line.
  void finish(const Take&);

 private:
  std::string open_;  ///< lines of a statement that goes on
};

}  // namespace algebra
