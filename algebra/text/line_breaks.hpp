#pragma once
// Where a line of Chinese may break: between two letters, but for marks that must not begin or end one.

#include <cstddef>
#include <string_view>

namespace algebra {

/// Whether this letter is a Chinese one or a full-width mark, which need no blank beside them.
bool is_wide(std::string_view letter);
/// A mark that ends something: no line begins with it.
bool closes(std::string_view letter);
/// A mark that begins something: no line ends with it.
bool opens(std::string_view letter);
/// Whether a line may break between two letters, neither of which is a blank.
bool breaks_between(std::string_view letter, std::string_view next);
/// The bytes of the first letter of a text that is not empty.
std::string_view first_letter(std::string_view text);

}  // namespace algebra
