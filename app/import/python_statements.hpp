#pragma once
// The definitions and scopes of a Python source, from its syntax tree: which names are defined, and where. Nothing is run.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/import/syntax.hpp"

namespace app {

struct PythonStatement {
  enum class Kind : std::uint8_t { definition, open, close };
  Kind kind = Kind::definition;
  std::string name{};       ///< that is defined; of `open` that of the class or function
  std::size_t line = 1;     ///< from 1
  bool of_self = false;     ///< defined as self.name
  bool is_class = false;    ///< of `open`: names defined in it are qualified by it, and `self.` refers to it
  SyntaxNode expression{};  ///< of a definition `name = E`, `name: T = E`, `name = other = E`; null where it is unfinished
};

/// In the order of the source.
std::vector<PythonStatement> python_statements(const Syntax&);

/// The code of an expression in one line: without comments, with blanks for literals of strings, and / for the division of integers.
std::string python_code(const SyntaxNode&);

/// Whether the source names integers that are static by their name, such as _8.
bool has_static_integers(const Syntax&);

}  // namespace app
