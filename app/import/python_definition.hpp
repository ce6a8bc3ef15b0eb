#pragma once
// Recognising definitions in Python statements.

#include <optional>
#include <string_view>

namespace app {

/// Name and expression of a definition: views of the statement's text.
struct Definition {
  std::string_view name, expression;
  bool of_self = false;  ///< defined as self.name
};

/// `name = E`, `name: T = E`, `self.name = E`. Nothing for any other statement.
std::optional<Definition> definition_in(std::string_view statement);

/// The identifier at the end of the text; "" if there is none.
std::string_view last_name(std::string_view text);

}  // namespace app
