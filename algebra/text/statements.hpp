#pragma once
// Splits pasted text, and text that arrives line by line, into statements.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace algebra {

/// Maximum length of an expression or an entry, in bytes.
inline constexpr std::size_t max_source = 64u << 10;

/// Returns the source without the table that print_layout draws below a layout.
std::string_view without_table(std::string_view source);

/// Joins text copied from a program, a notebook or a terminal into one line: drops comments and print_layout's table and
/// turns line breaks into blanks. Text without a line break is unchanged.
std::string one_line(std::string_view pasted);

/// Returns whether a trimmed line only frames a program's definitions: includes and imports, the enclosing function, print statements.
bool is_frame(std::string_view line);

/// Returns the statement at byte `at` and moves `at` past it. A statement ends at a semicolon or a line break outside brackets.
std::string_view statement_at(std::string_view text, std::size_t& at);

/// Joins lines into statements. A line is one statement, or several separated by semicolons. A definition with open brackets, or that ends
/// in `=`, a comma or an operator, continues in the next line, at most to the next empty line or until it is longer than an entry may be.
class StatementLines {
 public:
  using Take = std::function<void(const std::string&)>;
  /// Passes on the statements that are complete with this line, each on one line, without comments. Skips empty lines, comments and a
  /// program's frame.
  void add(const std::string& line, const Take&);
  /// Passes on the statement still open. Call this after the last line.
  void finish(const Take&);

 private:
  std::string open_;  ///< lines of an incomplete statement
};

}  // namespace algebra
