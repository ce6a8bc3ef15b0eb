#pragma once
// The forms of a definition in C++ and Python: which part is the name and which the expression.

#include <optional>
#include <string_view>

#include "app/import/program_statements.hpp"

namespace app {

/// What a statement defines, as far as its form says: views of its text.
struct Definition {
  std::string_view name, expression;
  bool of_self = false;   ///< self.name
  bool declared = false;  ///< `Type name;`: a definition only where the type is known
};

/// `auto sA = E`, `using S = E`, `typedef E S`, `E name{}`, `name: T = E`, `self.name = E`. Nothing for any other statement.
std::optional<Definition> definition_in(std::string_view statement, ProgramLanguage);

/// The name that the text ends with; "" where it ends with something else.
std::string_view last_name(std::string_view text);

}  // namespace app
