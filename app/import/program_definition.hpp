#pragma once
// Recognising definitions in C++ and Python statements.

#include <optional>
#include <string_view>

#include "app/import/program_statements.hpp"

namespace app {

/// Name and expression of a definition: views of the statement's text.
struct Definition {
  std::string_view name, expression;
  bool of_self = false;   ///< defined as self.name
  bool declared = false;  ///< `Type name;`: a definition only if the type is known
};

/// `auto sA = E`, `using S = E`, `typedef E S`, `E name{}`, `name: T = E`, `self.name = E`. Nothing for any other statement.
std::optional<Definition> definition_in(std::string_view statement, ProgramLanguage);

/// The identifier at the end of the text; "" if there is none.
std::string_view last_name(std::string_view text);

}  // namespace app
