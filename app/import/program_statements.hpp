#pragma once
// The source of a program, C++ or Python, as its statements and the scopes they stand in. What a statement says is not
// its business.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace app {

enum class ProgramLanguage : std::uint8_t { cpp, python };

struct Statement {
  enum class Kind : std::uint8_t { text, open, close };
  Kind kind = Kind::text;
  std::string_view text;  ///< of the code; of `open` the name of the struct, class, namespace or function, perhaps ""
  std::size_t line = 1;   ///< where it begins, from 1
  bool is_class = false;  ///< of `open`: what is defined in it has the name in front, and `self.` is about it
};

/// The source with comments, strings, characters and preprocessor lines blanked: as long as before, its lines too.
std::string bare_code(std::string_view source, ProgramLanguage);

/// Of what bare_code returns, in one pass; texts are views of it. Brackets that do not match are taken as they come.
std::vector<Statement> statements_of(std::string_view code, ProgramLanguage);

}  // namespace app
