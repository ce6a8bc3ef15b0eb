#pragma once
// Places in a C++ program's text that a repair changes: calls with their arguments, and texts near a line.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app::why {

/// The bytes [begin, end) of a program.
struct TextRange {
  std::size_t begin = 0, end = 0;
};

/// NAME<indices>(arguments); a class has no arguments.
struct CallText {
  std::size_t begin = 0, end = 0;
  std::vector<TextRange> indices, arguments;
};

/// Finds the call of a function, or the use of a class with < >, nearest to a line; `name` may have its class before it, and of
/// `operator()` the call at the column is taken. Lines and columns count from 1.
std::optional<CallText> find_call(std::string_view program, std::string_view name, std::size_t line, std::size_t column);

enum class Nearest : std::uint8_t { at_line, first };
/// Finds a text at the line, else the nearest one before it, else behind it; `first`: the first of the program.
std::optional<std::size_t> find_text(std::string_view program, std::string_view text, std::size_t line, Nearest);

struct Edit {
  std::size_t begin = 0, end = 0;
  std::string now;
};
/// Returns the number of the line of the first edit, and that line with the edits. Edits of other lines are left out.
std::pair<std::size_t, std::string> edited_line(std::string_view program, std::vector<Edit>);

/// Returns the offset of a line, from 1; the text's size if it has fewer lines.
std::size_t line_begin(std::string_view text, std::size_t line);

/// Returns make_shape(1, 2, 3) or Shape<_1, _2>{} without its last `count` arguments; nullopt for other texts.
std::optional<std::string> without_last(std::string_view call, std::size_t count);

}  // namespace app::why
